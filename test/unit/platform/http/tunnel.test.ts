import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { SendOptions } from '../../../../packages/sender/src/plan/index';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { createSelfSigned } from '../../../certificate';
import { listen, serveBytes } from './loopback-server';
import { socksProxy, tunnelProxy } from './proxy-servers';

const answer: RequestListener = (request, response) => response.end(`${request.headers.host} ${request.url}`);
const certificate = createSelfSigned(['service.example']);

async function send(proxy: string, url: string, options: SendOptions = {}) {
  const transport = createTransport({ proxies: { http: proxy, https: proxy } });
  return transport.send({ method: 'GET', url, headers: [] }, options);
}

async function failure(proxy: string, url = 'http://service.example/', options: SendOptions = {}): Promise<string> {
  const result = await send(proxy, url, options);
  if ('response' in result) throw new Error(`Unexpected answer ${result.response.status}.`);
  return result.failure.message;
}

const log = () => ({ seen: [] as string[] });
const unverified = { unverifiedOrigin: 'https://service.example:8443' };

describe('a SOCKS5 proxy', () => {
  it.each(['socks5', 'socks5h', 'socks'])(
    '%s:// takes plain requests, and looks the name up itself',
    async (scheme) => {
      const { seen } = log();
      const proxy = await socksProxy(await listen(createServer(answer)), { seen });
      const result = await send(`${scheme}://${proxy}`, 'http://service.example/a?b');
      expect(result).toMatchObject({ response: { status: 200, body: 'service.example /a?b' } });
      expect(seen).toEqual(['service.example:80']);
    },
  );

  it('takes encrypted requests, with user and password', async () => {
    const { seen } = log();
    const port = await listen(createTlsServer(certificate, answer));
    const proxy = await socksProxy(port, { seen, user: 'me', password: 'p@ss:1' });
    const result = await send(`socks5://me:p%40ss%3A1@${proxy}`, 'https://service.example:8443/x', unverified);
    expect(result).toMatchObject({ response: { status: 200, body: 'service.example:8443 /x' } });
    expect(seen).toEqual(['service.example:8443']);
    if (!('response' in result)) return;
    expect(Object.keys(result.response.timing ?? {}).sort()).toEqual(['connect', 'download', 'firstByte', 'tls']);
  });

  it('is kept between requests', async () => {
    const { seen } = log();
    const proxy = `socks5://${await socksProxy(await listen(createServer(answer)), { seen })}`;
    const transport = createTransport({ proxies: { http: proxy }, keepsConnections: true });
    for (let round = 0; round < 3; round++)
      await transport.send({ method: 'GET', url: 'http://service.example/', headers: [] }, {});
    transport.close();
    expect(seen).toHaveLength(1);
  });

  it('says why it does not connect, and does not repeat its password', async () => {
    const port = await listen(createServer(answer));
    const { seen } = log();
    const guarded = await socksProxy(port, { seen, user: 'me', password: 'right' });
    expect(await failure(`socks5://${guarded}`)).toContain('another way of authentication');
    const rejected = await failure(`socks5://me:wr0ng@${guarded}`);
    expect(rejected).toContain('rejects the user or the password');
    expect(rejected).not.toContain('wr0ng');
    expect(await failure(`socks5://${await socksProxy(port, { seen, reply: 5 })}`)).toContain('refused the connection');
    expect(await failure(`socks5://${await socksProxy(port, { seen, reply: 2 })}`)).toContain('rules do not allow');
    expect(await failure(`socks5://${await socksProxy(port, { seen, hangsUp: true })}`)).toContain('closed the conn');
    expect(await failure(`socks5://127.0.0.1:${port}`)).toContain('not that of a SOCKS5 proxy');
  });

  it('keeps to the timeout', async () => {
    const silent = await listen(createSocketServer((socket) => socket.resume()));
    const started = performance.now();
    expect(await failure(`socks5://127.0.0.1:${silent}`, undefined, { timeout: 80 })).toContain('within 0.08 s');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('lets large heads and early continue responses through', async () => {
    const base = await serveBytes([
      'HTTP/1.1 100 Continue\r\n\r\n',
      `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(60_000)}\r\nContent-Length: 2\r\n\r\nok`,
    ]);
    const { seen } = log();
    const proxy = await socksProxy(Number(new URL(base).port), { seen });
    expect(await send(`socks5://${proxy}`, 'http://service.example/')).toMatchObject({ response: { body: 'ok' } });
  });
});

describe('a tunnel through an HTTP proxy', () => {
  it('carries encrypted requests, with the credential for the proxy only', async () => {
    const headers: string[] = [];
    const port = await listen(
      createTlsServer(certificate, (request, response) => {
        headers.push(request.rawHeaders.join(' ').toLowerCase());
        answer(request, response);
      }),
    );
    const { seen } = log();
    const proxy = `http://me:pw@${await tunnelProxy(port, { seen })}`;
    const result = await send(proxy, 'https://service.example:8443/x', unverified);
    expect(result).toMatchObject({ response: { status: 200, body: 'service.example:8443 /x' } });
    expect(seen).toEqual(['service.example:8443 Basic bWU6cHc=']);
    expect(headers.join()).not.toContain('proxy-authorization');
    expect(await failure(proxy, 'https://service.example/x')).toContain('was not trusted');
  });

  it('may have a certificate that is not verified, for the proxy only', async () => {
    const { seen } = log();
    const server = createTlsServer(certificate, (request, response) => {
      seen.push(request.url ?? '');
      response.end('through');
    });
    server.on('connect', (request, socket) => {
      seen.push(`tunnel to ${request.url ?? ''}`);
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
    const proxy = `https://127.0.0.1:${await listen(server)}`;
    const sent = async (url: string, isUnverified: boolean) => {
      const transport = createTransport({ proxies: { http: proxy, https: proxy, isUnverified } });
      return transport.send({ method: 'GET', url, headers: [] }, {});
    };
    expect(await sent('http://service.example/a', false)).toHaveProperty('failure');
    expect(await sent('https://service.example/a', false)).toHaveProperty('failure');
    expect(seen).toEqual([]);
    expect(await sent('http://service.example/a', true)).toMatchObject({ response: { body: 'through' } });
    expect(await sent('https://service.example/a', true)).toHaveProperty('failure');
    expect(seen).toEqual(['http://service.example/a', 'tunnel to service.example:443']);
    // The server behind it is verified as ever.
    const inside = await listen(createTlsServer(certificate, answer));
    const outer = createTlsServer(certificate);
    outer.on('connect', (_, socket: Socket) => {
      const through = connect(inside, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(through).pipe(socket);
      });
      through.on('error', () => socket.destroy());
      socket.on('error', () => through.destroy());
    });
    const whole = `https://127.0.0.1:${await listen(outer)}`;
    const transport = createTransport({ proxies: { https: whole, isUnverified: true } });
    const request = { method: 'GET', url: 'https://service.example:8443/x', headers: [] };
    expect(await transport.send(request, {})).toMatchObject({
      failure: { message: expect.stringContaining('was not trusted') },
    });
    expect(await transport.send(request, unverified)).toMatchObject({ response: { status: 200 } });
  });

  it('reports that the server behind it is not there', async () => {
    const { seen } = log();
    expect(await failure(`http://${await tunnelProxy(1, { seen })}`, 'https://service.example/')).toMatch(
      /failed on its way through a proxy/,
    );
  });
});
