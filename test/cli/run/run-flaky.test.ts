import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startNoting } from './service';

/** Starts a service that answers the first requests to each path with 500. */
function startFailing(times: number) {
  return startNoting((request, response, asked) => {
    const own = asked.filter(({ method, url }) => method === request.method && url === request.url);
    if (own.length <= times) response.statusCode = 500;
  });
}

describe('--retry-failed', () => {
  it('sends a request again until it passes, and says that it is flaky', async () => {
    const { urls, url } = await startFailing(1);
    const cwd = folderOf({ 'a.http': `### one\nGET ${url}/one\n\n?? status == 200\n\n### two\nGET ${url}/two\n` });
    const reports = ['r.xml', 'r.html', 'r.json'].flatMap((path) => ['--report', path]);
    const { code, out, error } = await commandLine(['run', '.', '--retry-failed', '2', ...reports], { cwd });
    expect([code, urls()]).toEqual([0, ['/one', '/one', '/two', '/two']]);
    expect(out).toMatch(/^FLAKY {4}one: 200 OK \(.*\)\n {9}time 1: The service answered with the status 500\.$/m);
    expect(error).toMatch(/unanswered {2}flaky +time\n +2 +2 +2 +0 +0 +2 /);
    expect(error).toContain('  a.http:2 one: flaky: it passed when it was sent 2 times; before: The service answered');
    const xml = readFileSync(join(cwd, 'r.xml'), 'utf8');
    expect(
      xml.match(/<flakyFailure type="response" message="The service answered with the status 500\."\/>/g),
    ).toHaveLength(2);
    expect(xml).toContain('failures="0" errors="0"');
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toContain('Flaky');
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      summary: { passed: 2, flaky: 2 },
      requests: [
        { outcome: 'passed', attempts: 2, earlierFailures: ['The service answered with the status 500.'] },
        {},
      ],
    });
    const github = await commandLine(['run', '.', '--retry-failed', '2', '--format', 'github'], { cwd });
    expect(github.out).not.toContain('::');
  });

  it('ends after so many times with the failure', async () => {
    const { urls, url } = await startFailing(9);
    const { code, error } = await commandLine(['run', 'a.http', '--all', '--retry-failed', '2'], {
      cwd: folderOf({ 'a.http': `GET ${url}/one\n` }),
    });
    expect([code, urls().length]).toEqual([1, 3]);
    expect(error).not.toContain('flaky');
  });

  it('is an annotation of GitHub, and not an error', async () => {
    const { url } = await startFailing(1);
    const { code, out } = await commandLine(['run', '.', '--retry-failed', '1', '--format', 'github'], {
      cwd: folderOf({ 'a.http': `### one\nGET ${url}/one\n` }),
    });
    expect(code).toBe(0);
    expect(out).toContain('::warning file=a.http,line=2,title=one::Flaky: The service answered with the status 500.');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('repeats no %s unless --retry-changes asks for it', async (method) => {
    const { asked, url } = await startFailing(1);
    const cwd = folderOf({ 'a.http': `${method} ${url}/one\n` });
    const once = await commandLine(['run', '.', '--yes', '--retry-failed', '3'], { cwd });
    expect([once.code, asked.length]).toEqual([1, 1]);
    const again = await commandLine(['run', '.', '--yes', '--retry-failed', '3', '--retry-changes'], { cwd });
    expect([again.code, asked.length]).toEqual([0, 2]);
  });

  it('asks for --yes each time before something is destroyed', async () => {
    const { asked, url } = await startFailing(9);
    const cwd = folderOf({ 'a.http': `DELETE ${url}/one\n` });
    await commandLine(['run', '.', '--retry-failed', '3', '--retry-changes'], { cwd });
    expect(asked.length).toBeLessThanOrEqual(4);
    const alone = await commandLine(['run', '.', '--retry-changes'], { cwd });
    expect([alone.code, alone.error]).toEqual([
      2,
      'rulebook: --retry-changes says what --retry-failed may send again; add --retry-failed\n',
    ]);
  });

  it('repeats nothing that was not sent', async () => {
    const { asked, url } = await startFailing(0);
    const cwd = folderOf({ 'a.http': `GET ${url}/{{missing}}\n` });
    const { code, error } = await commandLine(['run', '.', '--retry-failed', '3'], { cwd });
    expect([code, asked]).toEqual([3, []]);
    expect(error.match(/has no value/g)).toHaveLength(1);
  });
});

describe('--retries', () => {
  it('names what has passed only then', async () => {
    const { url } = await startNoting((_, response, asked) => {
      if (asked.length === 1) response.writeHead(503, { 'Retry-After': '0' });
    });
    const { code, error } = await commandLine(['run', '.', '--retries', '2'], {
      cwd: folderOf({ 'a.http': `### one\nGET ${url}/one\n` }),
    });
    expect(code).toBe(0);
    expect(error).toContain(
      '  a.http:2 one: flaky: it passed when it was sent 2 times; before: The service answered with 503',
    );
  });
});
