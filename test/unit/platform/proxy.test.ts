import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { proxiesOf, proxyFor } from '../../../platform/node/proxy';
import { createTransport } from '../../../platform/node/transport';

const settings = { http: 'http://proxy:3128', https: 'proxy:3129', none: '.corp.example, direct.example:8443 *.test' };

describe('proxyFor', () => {
  it.each([
    ['http://a.example/', 'http://proxy:3128/'],
    ['https://a.example/', 'http://proxy:3129/'],
    ['http://corp.example/', undefined],
    ['http://a.corp.example/', undefined],
    ['http://notcorp.example/', 'http://proxy:3128/'],
    ['https://direct.example:8443/', undefined],
    ['https://direct.example/', 'http://proxy:3129/'],
    ['http://x.test/', undefined],
    ['http://127.0.0.1:9270/', undefined],
    ['http://localhost/', undefined],
    ['http://[::1]/', undefined],
  ])('%s goes through %s', (url, proxy) => {
    expect(proxyFor(new URL(url), settings)?.href).toBe(proxy);
  });

  it('knows a star, and takes nonsense for no proxy', () => {
    expect(proxyFor(new URL('http://a.example/'), { ...settings, none: '*' })).toBeUndefined();
    for (const http of ['', ' ', 'socks5://x:1', 'http://[', '::::']) {
      expect(proxyFor(new URL('http://a.example/'), { http })).toBeUndefined();
    }
  });

  it('reads the variables in both spellings', () => {
    const values: Readonly<Record<string, string>> = { http_proxy: 'small', HTTP_PROXY: 'BIG', ALL_PROXY: 'all' };
    expect(proxiesOf((name) => values[name])).toEqual({ http: 'small', https: 'all', none: undefined });
  });
});

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function proxy(status: number, seen: string[]): Promise<string> {
  const server = createServer((request, response) => {
    seen.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`);
    response.writeHead(status).end('through');
  });
  server.on('connect', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('sending through a proxy', () => {
  it('hands the whole URL over, with the credential of the proxy', async () => {
    const seen: string[] = [];
    const http = `http://user:pw@${await proxy(200, seen)}`;
    const result = await createTransport({ proxies: { http } }).send(
      { method: 'GET', url: 'http://service.example/a?b=1', headers: [] },
      { verifyTls: true },
    );
    expect(result).toMatchObject({ response: { status: 200, body: 'through' } });
    expect(seen).toEqual(['http://service.example/a?b=1 Basic dXNlcjpwdw==']);
  });

  it('says that it was the proxy, and does not repeat its credential', async () => {
    const https = `http://user:s3cret@${await proxy(502, [])}`;
    const result = await createTransport({ proxies: { https } }).send(
      { method: 'GET', url: 'https://service.example/', headers: [] },
      { verifyTls: true },
    );
    expect(result).toMatchObject({ failure: { message: expect.stringMatching(/service\.example.*proxy.*NO_PROXY/) } });
    expect(JSON.stringify(result)).not.toContain('s3cret');
  });
});
