import { createServer as createTlsServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSelfSigned } from '../../certificate';
import { commandLine, folderOf } from '../command-line';

/** Starts a service that keeps when it was asked for what; `/slow` it never answers. */
async function startService() {
  const asked: { readonly url: string; readonly at: number }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', at: performance.now() });
    if (request.url === '/slow') return;
    response.setHeader('Content-Type', 'application/json');
    response.end('{"ids": ["a", "b"]}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    urls: () => asked.map(({ url }) => url),
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}

const runFile = (text: string, ...options: readonly string[]) =>
  commandLine(['run', ...options, 'a.http'], { cwd: folderOf({ 'a.http': text }) });

describe('rulebook run', () => {
  it('leaves out what is switched off and other protocols, and does not fail because of them', async () => {
    const { url, urls } = await startService();
    const text = `### off\n# @disabled\nGET ${url}/off\n\n### call\nGRPC grpc://127.0.0.1/a.B/c\n\n### on\nGET ${url}/on\n`;
    const { code, error } = await runFile(text, '--all');
    expect(urls()).toEqual(['/on']);
    expect(code).toBe(0);
    expect(error).toContain('rulebook: off was left out: it is switched off by `# @disabled` (line 2)\n');
    expect(error).toContain('rulebook: call was left out: gRPC calls are not supported (line 6)\n');
    const { out } = await runFile(text, '--all', '--format', 'json');
    const { requests } = JSON.parse(out) as { requests: { isSent: boolean; isOmitted?: boolean }[] };
    expect(requests.map(({ isSent, isOmitted = false }) => [isSent, isOmitted])).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ]);
  });

  it('sends what is switched off when it is chosen and insisted on', async () => {
    const { url, urls } = await startService();
    const text = `### off\n# @disabled\nGET ${url}/off\n\n### on\nGET ${url}/on\n`;
    const refused = await runFile(text, '--name', 'off');
    expect(refused.code).toBe(3);
    expect(refused.error).toContain('add --send-anyway to send it');
    expect((await runFile(text, '--name', 'off', '--send-anyway')).code).toBe(0);
    // The option is for the requests that are chosen, not for those that a run leaves out.
    expect((await runFile(text, '--all', '--send-anyway')).code).toBe(0);
    expect(urls()).toEqual(['/off', '/on']);
  });

  it('repeats a request, also over what an earlier response lists', async () => {
    const { url, urls } = await startService();
    const text = `### list\nGET ${url}/list\n\n###\n# @loop for id of {{list.response.body.$.ids}}\nGET ${url}/{{id}}/{{$index}}\n`;
    const { code, out } = await runFile(text, '--all');
    expect(code).toBe(0);
    expect(urls()).toEqual(['/list', '/a/0', '/b/1']);
    expect(out).toMatch(/\(1 of 2\)[\s\S]*\(2 of 2\)/);
  });

  it('keeps the response of each time under its number, and the last one under the name', async () => {
    const { url, urls } = await startService();
    const text = `# @name list\n# @loop for 2\nGET ${url}/list?i={{$index}}\n\n### last\nGET ${url}/{{list0.ids[0]}}{{list1.response.body.$.ids[1]}}{{list.ids[1]}}\n`;
    expect((await runFile(text, '--all')).code).toBe(0);
    expect(urls()).toEqual(['/list?i=0', '/list?i=1', '/abb']);
    // Also where only the last request is chosen.
    expect((await runFile(text, '--name', 'last', '--with-dependencies')).code).toBe(0);
    expect(urls().slice(3)).toEqual(['/list?i=0', '/list?i=1', '/abb']);
    const missing = await runFile(text.replace('list0', 'list7'), '--all');
    expect([missing.code, missing.error]).toEqual([
      3,
      expect.stringContaining('the variable list7.ids[0] has no value'),
    ]);
  });

  it('sends the quotation marks of a definition, which httpYac takes away in part', async () => {
    const { url, urls } = await startService();
    await runFile(`@c = "x y"\n@d = 'z'\n\nGET ${url}/?c={{c}}&d={{d}}\n`);
    expect(urls()).toEqual(['/?c=%22x%20y%22&d=%27z%27']);
  });

  it('sends nothing for a loop without a list, and says why', async () => {
    const { url, urls } = await startService();
    const { code, error } = await runFile(`# @loop for id of ids\nGET ${url}/{{id}}\n`);
    expect([code, urls()]).toEqual([3, []]);
    expect(error).toContain('the list of `@loop`, the variable ids, has no value (line 2)');
    expect((await runFile(`# @loop while x\nGET ${url}/\n`)).error).toContain('needs JavaScript');
    expect(urls()).toEqual([]);
  });

  it('pauses before a request', async () => {
    const { url, asked } = await startService();
    await runFile(`GET ${url}/1\n\n###\n# @sleep 300\nGET ${url}/2\n`, '--all');
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(290);
  });

  it('limits the wait, and the option comes before the directive', async () => {
    const { url } = await startService();
    expect((await runFile(`# @timeout 200 ms\nGET ${url}/slow\n`)).error).toContain('did not respond within 0.2 s');
    const changing = await runFile(`# @timeout 200 ms\nDELETE ${url}/slow\n`, '--yes');
    expect(changing.error).toContain('did not respond within 0.2 s, and may still carry out the request.');
    const given = await runFile(`# @timeout 90 s\nGET ${url}/slow\n`, '--timeout', '0.3');
    expect(given.error).toContain('did not respond within 0.3 s');
  });

  it('asks before a request with a note, which needs --yes without a terminal', async () => {
    const { url, urls } = await startService();
    const text = `# @note Import \u202eeverything\u202c?\nGET ${url}/\n`;
    const { code, error } = await runFile(text, '--send-anyway');
    expect(code).toBe(0);
    const refused = await runFile(text);
    expect(refused.code).toBe(3);
    expect(refused.error).toContain('was not sent: the request says: Import ');
    expect(refused.error).not.toContain('\u202e');
    expect(refused.error).toContain('add --yes to send it');
    expect((await runFile(text, '--yes')).code).toBe(0);
    expect(urls()).toEqual(['/', '/']);
    expect(error).toBe('');
  });

  it('verifies the certificate unless the request says otherwise and the user agrees', async () => {
    const server = createTlsServer(createSelfSigned(), (_, response) => response.end('ok'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect((await runFile(`GET ${url}\n`, '--yes')).code).toBe(3);
    const refused = await runFile(`# @insecure\nGET ${url}\n`);
    expect(refused.code).toBe(3);
    expect(refused.error).toMatch(/asks not to verify the certificate of 127\.0\.0\.1:\d+; add --yes to send it/);
    const accepted = await runFile(`# @noRejectUnauthorized\nGET ${url}\n`, '--yes');
    expect(accepted.code).toBe(0);
    expect(accepted.out).toMatch(/certificate .*not verified/i);
  });
});

/** Starts a service that is ready at the third request. */
async function startSlowService() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isReady = asked.length >= 3;
    response.setHeader('Content-Type', 'application/json').setHeader('X-State', isReady ? 'ready' : 'starting');
    response.statusCode = isReady ? 200 : 503;
    response.end(JSON.stringify({ state: isReady ? 'done' : 'running', attempt: asked.length }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('# @until', () => {
  it.each(['status == 200', '$.state == "done"', 'header x-state == ready'])('%s is waited for', async (assert) => {
    const { asked, url } = await startSlowService();
    const { code, out } = await runFile(`# @until ${assert} within 10 s every 100 ms\nPOST ${url}/jobs\n`);
    expect(code).toBe(0);
    expect(asked).toEqual(['POST /jobs', 'POST /jobs', 'POST /jobs']);
    expect(out).toContain(`# Passed: @until ${assert}: The request was sent 3 times in `);
    expect(out).not.toContain('running');
  });

  it('has failed with the last response when the time is over', async () => {
    const { asked, url } = await startSlowService();
    const { code, out } = await runFile(`# @until $.attempt == 9 within 500 ms every 100 ms\nGET ${url}/jobs\n`);
    expect(code).not.toBe(0);
    expect(out).toContain(`"attempt": ${asked.length}`);
    expect(out).toContain('# FAILED: @until $.attempt == 9 (line 1)');
    expect(out).toContain(`The request was sent ${asked.length} times in `);
  });

  it('goes on while nothing listens, and says how often it was sent', async () => {
    const { url, server } = await freePort();
    void server.close();
    const { code, error } = await runFile(`# @until status == 200 within 300 ms every 100 ms\nGET ${url}/\n`);
    expect(code).not.toBe(0);
    expect(error).toMatch(/The request was sent \d times in \d+ ms, and `status == 200` did not hold\./);
  });

  it('writes the last response into the file that the request names, and gives it to the next request', async () => {
    const { url, asked } = await startSlowService();
    const text = `# @name job\n# @until $.state == "done" every 100 ms\nGET ${url}/jobs\n\n>> job.json\n\n### next\nGET ${url}/{{job.response.body.$.attempt}}\n`;
    const cwd = folderOf({ 'a.http': text });
    expect((await commandLine(['run', 'a.http', '--all'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'job.json'), 'utf8')).toBe('{"state":"done","attempt":3}');
    expect(asked.at(-1)).toBe('GET /3');
  });

  it('asks once about a protected endpoint', async () => {
    const { url, asked } = await startSlowService();
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints: { prod: { baseUrl: url, protected: true } } }),
      'a.http': `# @until status == 200 every 100 ms\nPOST ${url}/jobs\n`,
    });
    const refused = await commandLine(['run', 'a.http'], { cwd });
    expect(refused.error.match(/is protected/g)).toHaveLength(1);
    expect(asked).toEqual([]);
    expect((await commandLine(['run', 'a.http', '--send-anyway'], { cwd })).code).toBe(0);
    expect(asked).toHaveLength(3);
  });
});

describe('# @if', () => {
  it.each([
    ['# @if {{stage}} == prod', true],
    ['# @if {{stage}} == test', false],
    ['# @if {{stage}} != prod', false],
    ['# @if {{count}} >= 9', true],
    ['# @if {{count}} > 9', false],
    ['# @if {{stage}} matches ^p', true],
    ['# @if {{stage}} == {{other}}', true],
    ['# @if {{none}} exists', false],
    ['# @if {{none}} not exists', true],
    ['# @if {{flag}} isTrue', false],
    ['# @if {{flag}} isFalse', true],
    ['# @if {{list}} includes b', true],
    ['# @if {{stage}} == prod\n# @if {{count}} == 1', false],
    ['# @disabled stage === "prod"', false],
    ["# @disabled stage == 'test'", true],
    ['# @disabled !this.none', false],
    ['# @disabled flag', true],
  ])('%s decides', async (directive, isSent) => {
    const { url, urls } = await startService();
    const definitions = '@stage = prod\n@other = prod\n@count = 9\n@flag = false\n@list = ["a", "b"]\n';
    const { code, error } = await runFile(`${definitions}\n${directive}\nGET ${url}/a\n\n###\nGET ${url}/b\n`, '--all');
    expect(error).not.toContain('was not sent');
    expect(code).toBe(0);
    expect(urls()).toEqual(isSent ? ['/a', '/b'] : ['/b']);
  });

  it('says which condition has left the request out', async () => {
    const { url } = await startService();
    const text = `@stage = prod\n\n### only\n# @if {{stage}} == test\nGET ${url}/a\n`;
    const { code, error } = await runFile(text, '--name', 'only');
    expect(error).toBe('rulebook: only was left out: its condition `{{stage}} == test` does not hold (line 4)\n');
    expect(code).toBe(0);
    const { out } = await commandLine(['explain', 'a.http'], { cwd: folderOf({ 'a.http': text }) });
    expect(out).toContain('It is sent only if `{{stage}} == test` (line 4).');
    expect(out).toContain('its condition `{{stage}} == test` does not hold (line 4)');
  });

  it.each([
    '# @if {{stgae}} == prod',
    '# @if {{stage}} == {{stgae}}',
    '# @disabled stgae',
    '# @until body == {{stgae}}',
  ])('%s is not sent, since it is not known', async (directive) => {
    const { url, urls } = await startService();
    const { code, error } = await runFile(`@stage = prod\n\n${directive}\nGET ${url}/a\n`);
    expect(code).toBe(3);
    expect(error).toContain('the variable stgae has no value; ');
    expect(error).toContain('(line 3) needs it');
    expect(urls()).toEqual([]);
  });

  it.each([
    '# @if {{$processEnv CANARY}} startsWith c',
    '# @if a == {{$processEnv CANARY}}',
    '# @if {{copy}} != b',
    '# @disabled copy',
    '# @until body == {{copy}}',
  ])('%s is not sent: its receiver would learn a private value', async (directive) => {
    const { url, urls } = await startService();
    const text = `@copy = {{$processEnv CANARY}}\n\n${directive.replace('@if a', '@if {{known}}')}\nGET ${url}/a\n`;
    const { code, error, out } = await commandLine(['run', 'a.http', '--var', 'known=a'], {
      cwd: folderOf({ 'a.http': text }),
      env: { CANARY: 'canary-value' },
    });
    expect(code).toBe(3);
    expect(error).toContain('would let a private value decide what is sent');
    expect(out + error).not.toContain('canary-value');
    expect(urls()).toEqual([]);
  });

  it('looks at the item of a loop, and at an earlier response', async () => {
    const { url, urls } = await startService();
    const text = `### list\n# @name list\nGET ${url}/list\n\n###\n# @loop for id of ["a", "b"]\n# @if {{id}} == b\n# @if {{list.response.body.$.ids[0]}} == a\nGET ${url}/{{id}}\n`;
    expect((await runFile(text, '--all')).code).toBe(0);
    expect(urls()).toEqual(['/list', '/b']);
  });
});

/** Returns a URL at which a server listens until it is closed. */
async function freePort() {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
