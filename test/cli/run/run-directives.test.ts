import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
