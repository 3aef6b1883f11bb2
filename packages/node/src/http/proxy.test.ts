import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { proxiesOf, proxyFor, type ProxySettings } from './proxy';
import { createTransport } from './transport';

const settings = { http: 'http://proxy:3128', https: 'proxy:3129', none: '.corp.example, direct.example:8443 *.test' };

function wayOf(url: string, proxies: ProxySettings): string | undefined {
  const way = proxyFor(new URL(url), proxies);
  return way && 'url' in way ? way.url.href : undefined;
}

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
    expect(wayOf(url, settings)).toBe(proxy);
  });

  it.each([
    ['http://10.255.3.4/', '10.255.0.0/16'],
    ['http://10.1.2.3:8080/', '10.0.0.0/8,x'],
    ['https://[fd00::12]/', 'fd00::/8'],
    ['https://[fd00::12]/', '[fd00:0:0::12]'],
    ['https://[fd00::12]:9200/', '[fd00::12]:9200'],
    ['http://a.example./', 'a.example'],
    ['http://a.example/', 'a.example.'],
    ['http://b.a.example/', '.a.example.'],
    ['http://A.Example/', 'a.EXAMPLE:80'],
    ['http://a.example/', '*'],
    ['http://localhost./', ''],
  ])('%s is reached directly by NO_PROXY=%s', (url, none) => {
    expect(wayOf(url, { ...settings, none })).toBeUndefined();
  });

  it.each([
    ['http://10.255.3.4/', '10.254.0.0/16'],
    ['http://11.0.0.1/', '10.0.0.0/8'],
    ['http://ten.example/', '10.0.0.0/8'],
    ['http://10.0.0.1/', '10.0.0.0/99'],
    ['https://[fd00::12]:9201/', '[fd00::12]:9200'],
    ['http://a.example:8080/', 'a.example:80'],
    ['http://xa.example/', 'a.example'],
  ])('%s is not reached directly by NO_PROXY=%s', (url, none) => {
    expect(wayOf(url, { ...settings, none })).toMatch(/proxy/);
  });

  it('names a proxy of a kind that is not spoken, and one without a usable URL', () => {
    const url = new URL('http://a.example/');
    expect(proxyFor(url, { http: 'socks4://x:1' })).toEqual({ unknownScheme: 'socks4' });
    for (const http of ['socks5://x:1', 'socks5h://x:1', 'socks://x:1'])
      expect(proxyFor(url, { http })).toMatchObject({ url: { host: 'x:1' } });
    for (const http of ['http://[', '::::']) expect(proxyFor(url, { http })).toEqual({ unknownScheme: undefined });
    for (const http of ['', ' ']) expect(proxyFor(url, { http })).toBeUndefined();
  });

  it('reads the variables in both spellings', () => {
    const values: Readonly<Record<string, string>> = {
      http_proxy: 'small',
      HTTP_PROXY: 'BIG',
      https_proxy: '',
      ALL_PROXY: 'all',
    };
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
  return listen(server);
}

async function listen(server: Server): Promise<string> {
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
      {},
    );
    expect(result).toMatchObject({ response: { status: 200, body: 'through' } });
    expect(seen).toEqual(['http://service.example/a?b=1 Basic dXNlcjpwdw==']);
  });

  it('hands over each of several fields of one name, and more of a response than 16 KB of header fields', async () => {
    const seen: string[][] = [];
    const server = createServer((request, response) => {
      seen.push(request.rawHeaders);
      response.writeHead(200, { 'X-Long': 'x'.repeat(40_000) }).end('through');
    });
    const http = `http://${await listen(server)}`;
    const headers = [
      ['X-A', '1'],
      ['X-B', '2'],
      ['X-A', '3'],
    ] as const;
    const result = await createTransport({ proxies: { http } }).send(
      { method: 'GET', url: 'http://service.example/', headers },
      {},
    );
    expect(result).toMatchObject({ response: { status: 200, body: 'through' } });
    expect(seen[0]?.join(' ')).toMatch(/X-A 1 X-B 2 X-A 3/);
  });

  it('names the status with which the proxy refused, and does not repeat its credential', async () => {
    for (const [status, words] of [
      [502, 'status 502. Check HTTP_PROXY'],
      [407, 'status 407. Put its user and password into HTTP_PROXY'],
    ] as const) {
      const https = `http://user:s3cret@${await proxy(status, [])}`;
      const result = await createTransport({ proxies: { https } }).send(
        { method: 'GET', url: 'https://service.example/', headers: [] },
        {},
      );
      expect(result).toMatchObject({ failure: { message: expect.stringContaining(words) } });
      expect(JSON.stringify(result)).not.toContain('s3cret');
    }
  });

  it('takes no credential for the proxy from a request', async () => {
    const http = `http://${await proxy(200, [])}`;
    const headers = [['Proxy-Authorization', 'Basic s3cret']] as const;
    const result = await createTransport({ proxies: { http } }).send(
      { method: 'GET', url: 'http://service.example/', headers },
      {},
    );
    expect(result).toMatchObject({ failure: { message: expect.stringMatching(/`Proxy-Authorization` .*HTTP_PROXY/) } });
    expect(JSON.stringify(result)).not.toContain('s3cret');
  });

  it('says that a proxy is not there, or of a kind that is not supported', async () => {
    const dead = createServer();
    const http = `http://${await listen(dead)}`;
    await new Promise((done) => servers.pop()?.close(done));
    const request = { method: 'GET', url: 'http://service.example/', headers: [] };
    expect(await createTransport({ proxies: { http } }).send(request, {})).toMatchObject({
      failure: { code: 'ECONNREFUSED', message: expect.stringMatching(/service\.example.*proxy.*NO_PROXY/) },
    });
    expect(await createTransport({ proxies: { http: 'socks4://127.0.0.1:1' } }).send(request, {})).toMatchObject({
      failure: { message: expect.stringMatching(/socks4 proxy.*supported/) },
    });
  });
});
