import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, root } from '../command-line';

/** Starts a service: `/status/400`, `/slow/50` (milliseconds), `/never`; everything else is JSON with the path and a key. */
async function startService() {
  const asked: string[] = [];
  let most = 0;
  let open = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    open++;
    most = Math.max(most, open);
    response.on('close', () => open--);
    if (path === '/never') return;
    const [, status] = /^\/status\/(\d+)/.exec(path) ?? [];
    const [, delay = '0'] = /^\/slow\/(\d+)/.exec(path) ?? [];
    response.statusCode = Number(status ?? 200);
    response.setHeader('Content-Type', 'application/json');
    setTimeout(() => response.end(JSON.stringify({ path, count: 3, api_key: 'hush-hush-hush' })), Number(delay));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, url, most: () => most };
}

async function run(text: string, options: readonly string[] = []) {
  const cwd = folderOf({ 'a.http': text });
  return { cwd, ...(await commandLine(['run', 'a.http', ...options], { cwd })) };
}

describe('an assert on the command line', () => {
  it('that fails exits with 1 and names request, assert, expected and received', async () => {
    const { url } = await startService();
    const { code, out, error } = await run(
      `# @name one\nGET ${url}/a\n\n?? status == 201\n?? $.count == "3"\n?? $.path == /a\n`,
    );
    expect(code).toBe(1);
    expect(out).toContain(
      '# FAILED: ?? status == 201 (line 4): Expected 201, received 200.\n' +
        '# FAILED: ?? $.count == "3" (line 5): Expected the string "3", received the number 3.\n' +
        '# Passed: ?? $.path == /a\n',
    );
    expect(error).toContain('rulebook: one: ?? status == 201 (line 4): Expected 201, received 200.');
  });

  it('that cannot be evaluated exits with 1, too', async () => {
    const { url } = await startService();
    const { code, out } = await run(`GET ${url}/a\n\n?? xpath /a == b\n`);
    expect([code, out]).toEqual([1, expect.stringContaining('# ERROR: ?? xpath /a == b (line 3)')]);
  });

  it('about the status decides instead of the status', async () => {
    const { url } = await startService();
    expect((await run(`GET ${url}/status/404\n\n?? status == 404\n`)).code).toBe(0);
    expect((await run(`GET ${url}/status/404\n\n?? $.count == 3\n`)).code).toBe(1);
  });

  it('takes values of variables and of earlier responses', async () => {
    const { url } = await startService();
    const text = `@count = 3\n### one\n# @name one\nGET ${url}/a\n\n?? $.count == {{count}}\n?? $.path == "{{one.response.body.$.path}}"\n\n### two\nGET ${url}/b\n\n?? $.count == {{one.response.body.$.count}}\n?? $.path != {{one.response.body.$.path}}\n`;
    const { code, out } = await run(text, ['--all']);
    expect([code, out.match(/# Passed/g)?.length]).toEqual([0, 4]);
  });

  it('is in the JSON, with the counts', async () => {
    const { url } = await startService();
    const { code, out } = await run(`GET ${url}/a\n\n?? status == 201\n`, ['--format', 'json']);
    const read = JSON.parse(out) as { requests: { asserts: unknown }[]; summary: unknown };
    expect(code).toBe(1);
    expect(read.requests[0]?.asserts).toEqual([
      {
        text: 'status == 201',
        line: 3,
        outcome: 'failed',
        expected: '201',
        received: '200',
        message: 'Expected 201, received 200.',
      },
    ]);
    expect(read.summary).toMatchObject({ requests: 1, sent: 1, passed: 0, failed: 1, notSent: 0 });
  });

  it('is an annotation of GitHub', async () => {
    const { url } = await startService();
    const { out } = await run(`### one\nGET ${url}/a\n\n?? status == 201\n### two\nGET ${url}/{{missing}}\n`, [
      '--all',
      '--format',
      'github',
    ]);
    expect(out).toMatch(
      /^one: 200 OK \(.*\)\n# FAILED: .*\n::error file=a\.http,line=4,title=one::\?\? status == 201: Expected 201, received 200\.\n::error file=a\.http,line=6,title=two::the variable missing has no value;.*\n$/,
    );
  });
});

describe('--report', () => {
  const file = (url: string) =>
    `### one\nGET ${url}/a\n\n?? status == 200\n?? $.api_key == other\n### two\nGET ${url}/{{missing}}\n### three\nGET ${url}/status/500\n### four\nGET ${url}/b\n`;

  it('writes JUnit and JSON, without secrets and without a draft left behind', async () => {
    const { url } = await startService();
    const cwd = folderOf({ 'a.http': file(url), 'r.xml': 'old' });
    const junit = await commandLine(['run', '--all', '--report', 'r.xml', 'a.http'], { cwd });
    const json = await commandLine(['run', '--all', '--report', 'r.json', 'a.http'], { cwd });
    expect([junit.code, json.code]).toEqual([3, 3]);
    const xml = readFileSync(join(cwd, 'r.xml'), 'utf8');
    expect(xml).toMatch(
      /^<\?xml .*\n<testsuites name="rulebook run">\n<testsuite name="a\.http" tests="5" failures="2" errors="1" skipped="0"/,
    );
    const read = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as { requests: { outcome: string }[] };
    expect(read.requests.map(({ outcome }) => outcome)).toEqual(['failed', 'error', 'failed', 'passed']);
    expect(xml + JSON.stringify(read)).not.toContain('hush-hush-hush');
    expect(readdirSync(cwd).sort()).toEqual(['a.http', 'r.json', 'r.xml']);
  });

  it('writes several, of which a page shows the requests and responses', async () => {
    const { url } = await startService();
    const { code, cwd } = await run(file(url), ['--all', '--report', 'r.xml', '--report', 'r.html']);
    expect(code).toBe(3);
    expect(readFileSync(join(cwd, 'r.xml'), 'utf8')).toContain('<testsuites name="rulebook run">');
    const page = readFileSync(join(cwd, 'r.html'), 'utf8');
    expect(page).toContain('<title>a.http: 3 of 4 requests failed</title>');
    expect(page).toContain('HTTP/1.1 200 OK');
    expect(page).toContain('User-Agent: rulebook/');
    expect(page).not.toContain('hush-hush-hush');
    expect((await run(file(url), ['--report', 'r.xml', '--report', 'r.xml'])).error).toContain('given twice');
  });

  it('names what --bail did not reach', async () => {
    const { asked, url } = await startService();
    const { code, cwd } = await run(file(url), ['--all', '--bail', '--report', 'r.json']);
    const read = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as {
      requests: { label: string; outcome: string }[];
    };
    expect([code, asked]).toEqual([1, ['/a']]);
    expect(read.requests.map(({ label, outcome }) => [label, outcome])).toEqual([
      ['one', 'failed'],
      ['two', 'skipped'],
      ['three', 'skipped'],
      ['four', 'skipped'],
    ]);
  });

  it('is written when the run is cancelled', async () => {
    const { url } = await startService();
    const cwd = folderOf({ 'a.http': `### one\nGET ${url}/a\n### two\nGET ${url}/never\n### three\nGET ${url}/c\n` });
    const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'run', '--all', '--report', 'r.json', 'a.http'], {
      cwd,
    });
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('# one')) setTimeout(() => child.kill('SIGINT'), 100);
    });
    const code = await new Promise((done) => child.on('exit', done));
    const read = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as { requests: { outcome: string }[] };
    expect([code, read.requests.map(({ outcome }) => outcome)]).toEqual([130, ['passed', 'error', 'skipped']]);
  });

  it('needs a name that says which report, and a folder', async () => {
    const { url } = await startService();
    expect(await run(`GET ${url}/a\n`, ['--report', 'r.txt'])).toMatchObject({
      code: 2,
      error:
        'rulebook: --report r.txt does not say which report; use a name that ends with .xml (JUnit), .html or .json\n',
    });
    const { code, error, cwd } = await run(`GET ${url}/a\n`, ['--report', 'none/r.xml']);
    expect([code, error]).toEqual([
      2,
      'rulebook: --report none/r.xml: there is no folder none; create it, or name another path\n',
    ]);
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  });
});

describe('several requests', () => {
  it('are sent at a time with --parallel, and shown in the order of the file', async () => {
    const { url, most } = await startService();
    const text = [90, 60, 30, 0]
      .map((delay) => `### after${delay}\nGET ${url}/slow/${delay}\n\n?? $.count == 3\n`)
      .join('');
    const { code, out } = await run(text, ['--all', '--parallel', '4']);
    expect(code).toBe(0);
    expect(out.match(/^# after\d+$/gm)).toEqual(['# after90', '# after60', '# after30', '# after0']);
    expect(most()).toBeGreaterThan(1);
  });

  it('wait for those that they refer to', async () => {
    const { asked, url } = await startService();
    const text = `### login\n# @name login\nGET ${url}/slow/80\n### other\nGET ${url}/other\n### me\nGET ${url}/me{{login.response.body.$.path}}\n### checked\nGET ${url}/checked\n\n?? $.count == {{login.response.body.$.count}}\n`;
    const { code } = await run(text, ['--all', '--parallel', '8']);
    expect(code).toBe(0);
    expect(asked).toContain('/me/slow/80');
  });

  it('are repeated in turns', async () => {
    const { asked, url } = await startService();
    const { code, error, cwd } = await run(`### one\nGET ${url}/a\n### two\nGET ${url}/b\n`, [
      '--all',
      '--repeat',
      '3',
      '--parallel',
      '2',
      '--report',
      'r.json',
    ]);
    const read = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as { requests: { turn: number }[] };
    expect([code, asked.length, read.requests.map(({ turn }) => turn)]).toEqual([0, 6, [1, 1, 2, 2, 3, 3]]);
    expect(error).toMatch(/\n +6 +6 +6 +0 +0 /);
  });
});
