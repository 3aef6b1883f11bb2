import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const api = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        parameters: [{ name: 'tag', in: 'query', schema: { enum: ['a', 'b'] } }],
        responses: { 200: { description: 'x' } },
      },
      post: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { text: { type: 'string' } } } } },
        },
        responses: { 201: { description: 'x' } },
      },
    },
  },
});
const files = {
  'rulebook.json': '{ "services": { "notes": { "description": "./api.json" } } }',
  'api.json': api,
  'requests/one.http': 'GET /notes?tag=a\n\n?? status == 200\n\n###\nGET /other\n',
  'requests/two.http': 'POST /notes\nContent-Type: application/json\n\n< ./body.json\n',
  'requests/body.json': '{ "text": "hi" }',
};
const har = (url: string, status: number) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: [{ request: { method: 'GET', url, headers: [] }, response: { status, content: {} } }],
    },
  });

const coverage = (cwd: string, ...args: readonly string[]) => commandLine(['coverage', ...args], { cwd });

describe('rulebook coverage', () => {
  it('counts the requests of a folder, also bodies in files', async () => {
    const cwd = folderOf(files);
    const { code, out, error } = await coverage(cwd);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('  operations  2 of 2 (100 %)\n  parameters  2 of 2 (100 %)\n  values      1 of 2 (50 %)');
    expect(out).toContain('  ~ GET /notes   1 request\n      not written: query tag=b\n');
    expect(out).toContain('1 request is of no operation of this service.');
    expect((await coverage(cwd, 'requests/*one.http')).out).toContain('operations  1 of 2 (50 %)');
    expect((await coverage(cwd, 'requests/one.http', '--service', 'api.json')).out).toContain('1 of 2 (50 %)');
  });

  it('knows the variables of the file, and those of the environment that is chosen', async () => {
    const cwd = folderOf({
      ...files,
      'requests/one.http': '@first = a\nGET /notes?tag={{first}}\n\n###\nGET /notes?tag={{second}}\n',
      'http-client.env.json': '{ "dev": { "second": "b" } }',
    });
    expect((await coverage(cwd)).out).toContain('values      1 of 2');
    expect((await coverage(cwd, '--env', 'dev')).out).toContain('values      2 of 2');
    expect(await coverage(cwd, '--env', 'none')).toMatchObject({ code: 2 });
  });

  it('takes reports of runs and recordings, and keeps what was answered apart', async () => {
    const report = {
      version: 1,
      path: 'requests/two.http',
      requests: [{ label: 'x', method: 'POST', line: 1, status: 201 }],
    };
    const cwd = folderOf({
      ...files,
      'r.json': JSON.stringify(report),
      'a.har': har('http://localhost:5/notes?tag=b', 418),
    });
    const { out } = await coverage(cwd, '.', 'a.har', '--run', 'r.json');
    expect(out).toContain('  operations  written 2 of 2 (100 %), answered 2 of 2 (100 %)');
    expect(out).toContain('  responses   written 1 of 2 (50 %), answered 1 of 2 (50 %)');
    expect(out).toContain('      answered and not described: 418');
    const far = folderOf({ ...files, 'a.har': har('http://elsewhere.example/notes', 200) });
    expect((await coverage(far, '.', 'a.har')).out).toContain('answered 0 of 2');
  });

  it('takes what `run --report` wrote, of the same folder', async () => {
    const cwd = folderOf(files);
    await commandLine(['run', '--sandbox', '--all', '--yes', '--report', 'r.json', 'requests/one.http'], { cwd });
    const { out } = await coverage(cwd, '--run', 'r.json');
    expect(out).toContain('answered 1 of 2 (50 %)');
    expect(out).toContain('  ~ GET /notes   1 request, 1 answered');
  });

  it('ends with 1 below a threshold, and names what is missing', async () => {
    const cwd = folderOf(files);
    const { code, error } = await coverage(cwd, 'requests/one.http', '--threshold', '80', '--threshold-values', '50');
    expect(code).toBe(1);
    expect(error).toBe(
      'rulebook: missing of notes: POST /notes. 1 of 2 operations are written, 50 %, which is below 80 %; write requests for what is missing, or set a lower threshold\n',
    );
    const github = await coverage(cwd, 'requests/one.http', '--threshold', '80', '--format', 'github');
    expect(github.out).toContain('::error title=Coverage::missing of notes: POST /notes.');
  });

  it('writes JSON and a page', async () => {
    const cwd = folderOf(files);
    const { out } = await coverage(cwd, '--format', 'json', '--report', 'c.html', '--report', 'c.json');
    expect(JSON.parse(out)).toMatchObject({ version: 1, hasAnswers: false, others: 1 });
    expect(readFileSync(join(cwd, 'c.json'), 'utf8')).toBe(out);
    expect(readFileSync(join(cwd, 'c.html'), 'utf8')).toContain('2 of 2 operations covered');
  });

  it('counts a service of the package with its published description', async () => {
    const cwd = folderOf({ 'a.http': 'GET https://api.github.com/repos/o/r/issues?state=open\n' });
    const { out } = await coverage(cwd);
    expect(out).toMatch(/operations {2}1 of 1,?\d{3} /);
    expect(out).toMatch(/… and [\d,]+ more without a request; --format json lists all/);
  });

  it.each([
    [
      'an unknown service',
      ['--service', 'nix'],
      'there is no service or description nix; name a file, or one of notes',
    ],
    ['a report of nothing', ['--run', 'api.json'], 'api.json: it has no requests of a run'],
    ['a report that is not there', ['--run', 'none.json'], 'none.json: cannot be read'],
    ['a broken recording', ['broken.har'], 'broken.har: it is not valid JSON'],
    ['another report', ['--report', 'c.xml'], '--report c.xml does not say which report'],
    ['a missing input', ['nowhere'], 'nowhere: there is no such file, folder or match of a glob'],
    ['a percentage', ['--threshold', '120'], 'It must be a percentage from 0 to 100'],
  ])('refuses %s', async (_, args, message) => {
    const { code, error } = await coverage(folderOf({ ...files, 'broken.har': '{' }), ...args);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  it('says what to name where nothing is known', async () => {
    const { code, error } = await coverage(folderOf({ 'a.http': 'GET https://a.example/b' }));
    expect(code).toBe(2);
    expect(error).toContain('name a description with --service FILE');
  });
});
