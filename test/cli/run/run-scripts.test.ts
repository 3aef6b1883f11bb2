import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** What went out: method, path and credential. */
let sent: string[];
let url: string;

beforeEach(async () => {
  sent = [];
  const server = createServer((request, response) => {
    const { method, url: path = '', headers } = request;
    sent.push([method, path, headers.authorization].filter((part) => part !== undefined).join(' '));
    const respond = () => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ token: `token-of-${path.slice(1)}`, id: 7 }));
    };
    if (path.startsWith('/slow')) setTimeout(respond, 200);
    else respond();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const run = (files: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  commandLine(['run', 'a.http', ...args], { cwd: folderOf(files) });
const login = (path = '/login') => `POST ${url}${path}\n\n> {% client.global.set("t", response.body.token) %}\n`;
const use = (name = '') => `### ${name}\nGET ${url}/me\nAuthorization: Bearer {{t}}\n`;

describe('rulebook run with scripts', () => {
  it('logs in, keeps the token and uses it', async () => {
    const { code, error } = await run({ 'a.http': `${login()}\n${use()}` }, '--all');
    expect([code, sent]).toEqual([0, ['POST /login', 'GET /me Bearer token-of-login']]);
    expect(error).not.toContain('left out');
  });

  it('fails with a test that fails, in all outputs', async () => {
    const text = `GET ${url}/a\n\n> {%\n  client.log("id", response.body.id);\n  client.test("good", () => client.assert(true));\n  client.test("bad <id>", () => client.assert(response.body.id === 8, "id is " + response.body.id));\n%}\n`;
    const folder = folderOf({ 'a.http': text });
    const reports = ['junit.xml', 'run.html'].map((name) => join(folder, name));
    const ended = [];
    for (const report of reports)
      ended.push(await commandLine(['run', 'a.http', '--all', '--report', report], { cwd: folder }));
    expect(ended.map(({ code }) => code)).toEqual([1, 1]);
    expect(ended[0]?.out).toContain('# FAILED: bad <id> (line 6): id is 7');
    expect(ended[0]?.out).toContain('# Log: id 7');
    for (const report of reports) {
      const written = readFileSync(report, 'utf8');
      expect(written).toContain('bad &lt;id&gt;');
      expect(written).not.toContain('<id>');
    }
    const json = JSON.parse((await run({ 'a.http': text }, '--format', 'json')).out) as unknown;
    expect(JSON.stringify(json)).toContain('"id 7"');
    expect(JSON.stringify(json)).toContain('bad <id>');
  });

  it('sends nothing when the script in front fails', async () => {
    const { code, error, out } = await run({ 'a.http': `< {%\n  nothing.here();\n%}\nGET ${url}/a\n` });
    expect([code, sent]).toEqual([3, []]);
    expect(error + out).toContain('the script before it has failed (line 2, column 3)');
  });

  it('runs none with --no-scripts, and says so', async () => {
    const { code, out, error } = await run({ 'a.http': login() }, '--no-scripts');
    expect([code, sent]).toEqual([0, ['POST /login']]);
    expect(out + error).toContain('the script after the request');
    const both = await run({ 'a.http': `${login()}\n${use()}` }, '--all', '--no-scripts');
    expect(both.code).toBe(3);
    expect(sent).toEqual(['POST /login', 'POST /login']);
  });

  it('takes scripts from files where body files may be', async () => {
    const inside = await run({
      'a.http': `< ./scripts/before.js\nGET ${url}/{{p}}\n`,
      'scripts/before.js': 'request.variables.set("p", "from-a-file");',
    });
    expect([inside.code, sent]).toEqual([0, ['GET /from-a-file']]);
    const outer = folderOf({
      'before.js': 'request.variables.set("p", "from-outside");',
      'in/a.http': `< ../before.js\nGET ${url}/{{p}}\n`,
    });
    const cwd = join(outer, 'in');
    const refused = await commandLine(['run', 'a.http'], { cwd });
    expect([refused.code, sent.length]).toEqual([3, 1]);
    expect(refused.out + refused.error).toContain('--allow-outside-files');
    const allowed = await commandLine(['run', 'a.http', '--allow-outside-files'], { cwd });
    expect([allowed.code, sent[1]]).toEqual([0, 'GET /from-outside']);
  });

  it('ends a script without an end', async () => {
    const { code, error, out } = await run({ 'a.http': `< {% while (true) {} %}\nGET ${url}/a\n` });
    expect([code, sent]).toEqual([3, []]);
    expect(error + out).toContain('The script does not end');
  });

  it('puts no line into a request by what a script sets', async () => {
    for (const end of ['\\r\\n', '\\n', '\\r', '\\0']) {
      const script = `< {% request.variables.set("v", "a${end}Evil: 1${end}${end}GET /evil HTTP/1.1${end}"); %}\n`;
      const requests = [`GET ${url}/a\nX: {{v}}`, `GET ${url}/a\n{{v}}: x`, `GET ${url}/{{v}}`];
      await run({ 'a.http': requests.map((request) => `###\n${script}${request}\n`).join('\n') }, '--all');
      // In a URL, they are removed or escaped.
      expect([end, sent.filter((one) => !/^GET \/aEvil:%201|^GET \/a%0/.test(one))]).toEqual([end, []]);
      sent = [];
    }
  });

  it('says where a mistake is in a file', async () => {
    const files = { 'a.http': `GET ${url}/a\n\n> ./after.js\n`, 'after.js': 'let a = 1;\n  nothing.here();\n' };
    const { code, out } = await run(files);
    expect([code, sent]).toEqual([1, ['GET /a']]);
    expect(out).toContain(
      "ERROR: Script (line 3): ReferenceError: 'nothing' is not defined. (./after.js, line 2, column 3)",
    );
  });

  it('keeps the order of what scripts keep, with several requests at a time', async () => {
    const text = `${login('/slow')}\n${use()}\n${use()}`;
    const { code } = await run({ 'a.http': text }, '--all', '--parallel', '4');
    const used = 'GET /me Bearer token-of-slow';
    expect([code, sent]).toEqual([0, ['POST /slow', used, used]]);
    const files = {
      'a.http': `POST ${url}/slow\n\n> ./keep.js\n\n${use()}`,
      'keep.js': 'client.global.set("t", response.body.token);',
    };
    expect((await run(files, '--all', '--parallel', '4')).code).toBe(0);
    expect(sent.at(-1)).toBe(used);
  });

  it('sends the request first whose script sets a variable, with --with-dependencies', async () => {
    const text = `${use('use')}\n### login\n${login()}`;
    const { code } = await run({ 'a.http': text }, '--name', 'use', '--with-dependencies');
    expect([code, sent]).toEqual([0, ['POST /login', 'GET /me Bearer token-of-login']]);
  });

  it('masks secrets in the log and in tests, and does not let a script send a private value elsewhere', async () => {
    const text = `@password = {{$processEnv LOGIN_SECRET}}\n\n< {%\n  request.variables.set("p", btoa(request.environment.get("password")));\n  client.log(request.environment.get("password"));\n%}\nGET ${url}/{{p}}\n`;
    const cwd = folderOf({ 'a.http': text });
    const { code, out, error } = await commandLine(['run', 'a.http'], { cwd, env: { LOGIN_SECRET: 'canary-value' } });
    expect([code, sent]).toEqual([3, []]);
    expect(out + error).not.toContain('canary-value');
    expect(out + error).not.toContain(Buffer.from('canary-value').toString('base64'));
  });
});

describe('other commands', () => {
  it.each([
    ['check', 'a.http'],
    ['explain', 'a.http'],
    ['privileges', 'a.http'],
    ['format', 'a.http'],
    ['prove', 'a.http'],
  ])('%s runs no script', async (...args) => {
    const text =
      '< {% while (true) {} %}\nGET /_cat/indices\n\n> {% while (true) {} %}\n\n{{+\n  while (true) {}\n}}\n';
    const { out, error } = await commandLine(args, { cwd: folderOf({ 'a.http': text }) });
    expect(out + error).not.toContain('does not end');
    expect(out + error).not.toBe('');
  });
});
