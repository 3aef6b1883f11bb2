import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, root } from '../command-line';

/** Starts a service that responses everything; `/slow` it never answers. */
async function startService() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/slow') return;
    response.setHeader('Content-Type', 'text/plain');
    response.end(`${'answer '.repeat(2000)}\n`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('--all', () => {
  it('masks what an earlier request sent where a later response repeats it', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(String(request.headers['x-plain']));
      response.end(`${seen[0] ?? ''}\n`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = `GET ${url}/one\nX-Plain: {{$dotenv PLAIN_WORD}}\n\n### two\nGET ${url}/two\n`;
    const cwd = folderOf({ 'a.http': text, '.env': 'PLAIN_WORD=canary-of-the-first\n' });
    const { code, out, error } = await commandLine(['run', '--all', 'a.http'], { cwd });
    expect([code, seen[0]]).toEqual([0, 'canary-of-the-first']);
    expect(out + error).not.toContain('canary-of-the-first');
    expect(out.match(/^\*\*\*$/gm)).toHaveLength(2);
  });

  const file = (url: string) => `### one\nGET ${url}/{{missing}}\n\n### two\nGET ${url}/2\n\n### three\nGET ${url}/3\n`;

  it('goes on after a request that cannot be sent, and lists it at the end', async () => {
    const { asked, url } = await startService();
    const { code, out, error } = await commandLine(['run', '--all', 'a.http'], {
      cwd: folderOf({ 'a.http': file(url) }),
    });
    expect(asked).toEqual(['/2', '/3']);
    expect(out.match(/^HTTP\/1\.1 200 OK$/gm)).toHaveLength(2);
    expect(code).toBe(3);
    expect(error).toMatch(
      /requests {2}answered {2}passed {2}failed {2}unanswered +time\n +3 +2 +2 +0 +1 .*\n {2}one: the variable missing has no value; define it in the file or an environment, or add --var NAME=VALUE\n$/,
    );
  });

  it.each(['--bail', '--stop'])('stops at the first one with %s', async (option) => {
    const { asked, url } = await startService();
    const { code, error } = await commandLine(['run', '--all', option, 'a.http'], {
      cwd: folderOf({ 'a.http': file(url) }),
    });
    expect(asked).toEqual([]);
    expect(code).toBe(3);
    expect(error).toContain('rulebook: stopped at the first failure\n  one: ');
  });

  it('lists it in the JSON, too', async () => {
    const { url } = await startService();
    const { code, out } = await commandLine(['run', '--all', '--format', 'json', 'a.http'], {
      cwd: folderOf({ 'a.http': file(url) }),
    });
    const { requests } = JSON.parse(out) as { requests: { label: string; isSent: boolean }[] };
    expect(requests.map(({ label, isSent }) => [label, isSent])).toEqual([
      ['one', false],
      ['two', true],
      ['three', true],
    ]);
    expect(code).toBe(3);
  });
});

describe('a line that is not understood', () => {
  it('stops its request with the reason and the line, unless the user insists', async () => {
    const { asked, url } = await startService();
    const cwd = folderOf({ 'a.http': `GET ${url}/1\nAccept application/json\n` });
    const stopped = await commandLine(['run', 'a.http'], { cwd });
    expect(asked).toEqual([]);
    expect(stopped.code).toBe(3);
    expect(stopped.error).toMatch(/was not sent: .*\(line 2\); correct it, or add --send-anyway/);
    expect((await commandLine(['run', 'a.http', '--send-anyway'], { cwd })).code).toBe(0);
  });

  it('is not sent by --send-anyway where nothing of it makes sense', async () => {
    const cwd = folderOf({ 'a.http': 'curl -X POST http://127.0.0.1:1/ | cat\n' });
    const { code, error } = await commandLine(['run', 'a.http', '--send-anyway'], { cwd });
    expect(code).toBe(3);
    expect(error).toMatch(/\(line 1\)$/m);
  });

  it('is named when other tools do it besides the request', async () => {
    const { url } = await startService();
    const cwd = folderOf({ 'a.http': `GET ${url}/1\n\n> ./check.lua\n` });
    const { code, out } = await commandLine(['run', 'a.http'], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/^# left out: .*script.*\(line 3\)$/m);
    const json = await commandLine(['run', 'a.http', '--format', 'json'], { cwd });
    expect(JSON.parse(json.out)).toMatchObject({ requests: [{ leftOut: [{ line: 3 }] }] });
  });
});

describe('endings', () => {
  it('with 141 when the reader of the output goes away', async () => {
    const { url } = await startService();
    const many = Array.from({ length: 60 }, (_, index) => `### ${index}\nGET ${url}/${index}\n`).join('\n');
    const program = join(root, 'dist/cli.js');
    const child = spawn(
      'bash',
      ['-c', `"${process.execPath}" "${program}" run --all a.http | head -1; exit \${PIPESTATUS[0]}`],
      { cwd: folderOf({ 'a.http': many }) },
    );
    child.stdout.resume();
    expect(await new Promise((done) => child.on('close', done))).toBe(141);
  });

  it.skipIf(!existsSync('/dev/full'))('with 74 when the output is on a full disk', async () => {
    const program = join(root, 'dist/cli.js');
    const child = spawn('bash', ['-c', `"${process.execPath}" "${program}" check a.http >/dev/full`], {
      cwd: folderOf({ 'a.http': 'GET /_search\n' }),
    });
    let error = '';
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
    expect(await new Promise((done) => child.on('close', done))).toBe(74);
    expect(error).toBe(
      'rulebook: the output cannot be written: the disk is full; free some space, or send it elsewhere\n',
    );
  });

  it('with 70 on a fault of its own, with the place and without what may be quoted', async () => {
    const broken = "process.cwd = () => { throw new TypeError('a body\\n    at nowhere'); };";
    const cwd = folderOf({ 'broken.cjs': broken, 'a.http': 'GET /\n' });
    const { code, error } = await commandLine(['check', 'a.http'], {
      cwd,
      env: { NODE_OPTIONS: `--require=${join(cwd, 'broken.cjs')}` },
    });
    expect(code).toBe(70);
    expect(error).toMatch(
      /^rulebook: internal error; please report it with these lines:\nTypeError\n\s+at [^]*\nRulebook \d\S+, Node v\d/,
    );
    expect(error).not.toMatch(/a body|nowhere/);
    expect(error.replace(/node:[\w/-]+/g, '')).not.toMatch(/[\\/]/);
  });

  it('after --timeout seconds without a response', async () => {
    const { url } = await startService();
    const { code, error } = await commandLine(['run', '--timeout', '0.2', 'a.http'], {
      cwd: folderOf({ 'a.http': `GET ${url}/slow\n` }),
    });
    expect(code).toBe(3);
    expect(error).toMatch(/0\.2 s|200 ms|in time|within/);
  });

  it.each(['0', '-1', 'soon', '1e9'])('with 2 on --timeout %s', async (value) => {
    expect((await commandLine(['run', '--timeout', value, 'a.http'])).code).toBe(2);
  });
});
