// What a server does that a user must hear of: redirects that are not followed, codings that are not there, other protocols.
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSelfSigned } from '../../certificate';
import { commandLine, folderOf } from '../command-line';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function startServer(): Promise<string> {
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/moved':
        return response.writeHead(301, { Location: '/there' }).end();
      case '/loop':
        return response.writeHead(302, { Location: '/loop' }).end();
      case '/coded':
        return response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' }).end('as it came');
      case '/trailers':
        response.writeHead(200, { Trailer: 'X-Checksum, X-Api-Key', 'Content-Type': 'text/plain' });
        response.write('body');
        response.addTrailers({ 'X-Checksum': 'abc', 'X-Api-Key': 'not-to-be-shown' });
        return response.end();
      default:
        return response.end('there');
    }
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

const send = (text: string, more: readonly string[] = [], files: Readonly<Record<string, string>> = {}) =>
  commandLine(['run', 'a.http', '--all', ...more], { cwd: folderOf({ 'a.http': text, ...files }) });

describe('a redirect that is not followed', () => {
  it('is a failure, since what was asked for was not done', async () => {
    const url = await startServer();
    const { code, out, error } = await send(`POST ${url}/moved\n\n{}\n`);
    expect({ code, said: out + error }).toEqual({
      code: 1,
      said: expect.stringContaining('--accept-redirects') as string,
    });
    expect(out + error).toContain('301 leaves open whether POST or GET is meant');
  });

  it('is a failure in a loop', async () => {
    const { code, out, error } = await send(`GET ${await startServer()}/loop\n`);
    expect({ code, said: out + error }).toEqual({
      code: 1,
      said: expect.stringContaining('lead in a circle') as string,
    });
  });

  it.each([
    ['# @no-redirect\n', []],
    ['', ['--accept-redirects']],
  ])('counts as a response where it is wanted: %j %j', async (line, more) => {
    expect(await send(`${line}POST ${await startServer()}/moved\n\n{}\n`, more)).toMatchObject({ code: 0 });
  });
});

it('leaves the status of a redirect to an assert about it', async () => {
  expect(await send(`POST ${await startServer()}/moved\n\n{}\n\n?? status == 301\n`)).toMatchObject({ code: 0 });
});

describe('a response', () => {
  it('whose coding is not that of its body is shown as it came, and says so', async () => {
    const { code, out } = await send(`GET ${await startServer()}/coded\n`);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Content-Encoding: gzip') as string });
    expect(out).toContain('as it came');
    expect(out).toContain('which the body is not');
  });

  it('is shown with its trailers, whose secrets are masked', async () => {
    const { out } = await send(`GET ${await startServer()}/trailers\n`);
    expect(out).toContain('# Trailer X-Checksum: abc');
    expect(out).not.toContain('not-to-be-shown');
  });
});

describe('a server without a common protocol is named as that', () => {
  it('with HTTP/2 alone', async () => {
    const server = createSecureServer({ ...createSelfSigned(), allowHTTP1: false }, (_, response) => response.end());
    const { code, out, error } = await send(`GET https://127.0.0.1:${await listen(server)}/\n`);
    expect({ code, said: out + error }).toEqual({ code: 3, said: expect.stringContaining('HTTP/2 alone') as string });
  });

  it('with old TLS alone', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const server = createTlsServer({ ...createSelfSigned(), ...old }, (_, response) => response.end());
    const { code, out, error } = await send(`GET https://127.0.0.1:${await listen(server)}/\n`);
    expect({ code, said: out + error }).toEqual({ code: 3, said: expect.stringContaining('TLS 1.2 or 1.3') as string });
  });
});

describe('the proxy of an endpoint on this machine', () => {
  const start = async () => {
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('through the proxy');
    });
    const baseUrl = await startServer();
    const endpoints = (name: string) => ({
      [name]: { service: 'search-cluster', baseUrl, proxy: `http://127.0.0.1:${port}` },
    });
    const port = await listen(proxy);
    const configure = (name: string) =>
      JSON.stringify({ endpoints: endpoints(name), defaults: { 'search-cluster': name } });
    return { seen, baseUrl, port, configure };
  };

  it('is used, and named by explain', async () => {
    const { seen, baseUrl, port, configure } = await start();
    const files = { 'rulebook.json': configure('prod') };
    const { out } = await send('GET /_cluster/health\n', [], files);
    expect(out).toContain('through the proxy');
    expect(seen).toEqual([`${baseUrl}/_cluster/health`]);
    const cwd = folderOf({ 'a.http': 'GET /_cluster/health\n', ...files });
    expect((await commandLine(['explain', 'a.http'], { cwd })).out).toContain(
      `through the proxy http://127.0.0.1:${port}`,
    );
  });

  it('is not used for a sandbox', async () => {
    const { seen, configure } = await start();
    await send('GET /_cluster/health\n', [], { 'rulebook.json': configure('sandbox-cluster') });
    expect(seen).toEqual([]);
  });
});
