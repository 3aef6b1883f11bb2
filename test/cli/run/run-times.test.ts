import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startNoting } from './service';

describe('times of requests that are sent more than once', () => {
  it('are a table, a part of the JSON and a section of the page', async () => {
    const { url } = await startNoting();
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints: { here: { service: 'search-cluster', baseUrl: url } } }),
      'a.http': '### one\nGET /_snapshot/one\n\n### two\nGET /_snapshot/two\n',
    });
    const args = ['run', '.', '--repeat', '4', '--report', 'r.json', '--report', 'r.html'];
    const { code, error } = await commandLine(args, { cwd });
    expect(code).toBe(0);
    expect(error).toMatch(
      /^time of requests +count +median +p95 +max\na\.http:\d (?:one|two) +4( +\d+ ms){3}\na\.http:\d (?:one|two) +4/m,
    );
    expect(error).toMatch(
      /^time of operations +count +median +p95 +max\nGET \/_snapshot\/\{repository\} +8( +\d+ ms){3}$/m,
    );
    const { times } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as {
      times: { requests: { name: string; count: number }[]; operations: { name: string; count: number }[] };
    };
    expect(times.requests.map(({ name, count }) => [name, count])).toEqual([
      ['one', 4],
      ['two', 4],
    ]);
    expect(times.operations).toMatchObject([{ name: 'GET /_snapshot/{repository}', count: 8 }]);
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toContain('<h2 id="times">Times</h2>');
  });

  it('of operations are in reports alone where each request was sent once', async () => {
    const { url } = await startNoting();
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints: { here: { service: 'search-cluster', baseUrl: url } } }),
      'a.http': '### one\nGET /_snapshot/one\n\n### two\nGET /_snapshot/two\n',
    });
    const { error } = await commandLine(['run', '.', '--report', 'r.json'], { cwd });
    expect(error).toMatch(/^requests {2}answered/);
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      times: { requests: [], operations: [{ count: 2 }] },
    });
  });

  it('are not shown where all was sent once', async () => {
    const { url } = await startNoting();
    const cwd = folderOf({ 'a.http': `GET ${url}/1\n\n###\nGET ${url}/2\n` });
    const { error, out } = await commandLine(['run', '.', '--format', 'json'], { cwd });
    expect([error, JSON.parse(out)]).toEqual([
      '',
      expect.not.objectContaining({ times: expect.anything() as unknown }),
    ]);
  });
});

describe('an assert about all times', () => {
  it('is evaluated once, with the last response', async () => {
    const { url } = await startNoting((_, response, asked) => {
      if (asked.length !== 2) return;
      Object.defineProperty(response, 'writableEnded', { value: true, configurable: true });
      setTimeout(() => response.end('{}'), 400);
    });
    const cwd = folderOf({
      'a.http': `GET ${url}/1\n\n?? status == 200\n?? duration median < 200 ms\n?? duration p99 < 200\n?? duration max >= 300\n`,
    });
    const { code, out } = await commandLine(['run', 'a.http', '--repeat', '5', '--format', 'json'], { cwd });
    const { requests } = JSON.parse(out) as { requests: { asserts: { text: string; outcome: string }[] }[] };
    expect(code).toBe(1);
    expect(requests.map(({ asserts }) => asserts.length)).toEqual([1, 1, 1, 1, 4]);
    expect(requests.at(-1)?.asserts.map(({ text, outcome }) => [text, outcome])).toEqual([
      ['status == 200', 'passed'],
      ['duration median < 200 ms', 'passed'],
      ['duration p99 < 200', 'failed'],
      ['duration max >= 300', 'passed'],
    ]);
  });

  it('counts the times of a loop, and of one request is about the one', async () => {
    const { url } = await startNoting();
    const cwd = folderOf({
      'a.http': `# @loop for 3\nGET ${url}/1\n\n?? duration p95 < 9 s\n\n###\nGET ${url}/2\n\n?? duration p95 < 9 s\n`,
    });
    const { code, out } = await commandLine(['run', '.', '--repeat', '2', '--format', 'json'], { cwd });
    const { requests } = JSON.parse(out) as { requests: { asserts?: unknown[] }[] };
    expect([code, requests.map(({ asserts = [] }) => asserts.length)]).toEqual([0, [0, 0, 0, 0, 0, 0, 1, 1]]);
  });
});
