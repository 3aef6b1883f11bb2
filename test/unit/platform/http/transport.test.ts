import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { CancelSignal, PreparedRequest } from '../../../../packages/sender/src/plan/index';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { createSelfSigned } from '../../../certificate';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Listening {
  listen(port: number, host: string, ready: () => void): unknown;
  address(): unknown;
  close(done: () => void): unknown;
}

async function start(server: Listening): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  stops.push(
    () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        (server as Server).closeAllConnections?.();
      }),
  );
  return (server.address() as AddressInfo).port;
}

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await start(createServer(listener))}`;
}

function get(url: string, more: Partial<PreparedRequest> = {}): PreparedRequest {
  return { method: 'GET', url, headers: [], ...more };
}

const transport = createTransport();
const usual = {};

async function responseTo(request: PreparedRequest, options: Parameters<typeof transport.send>[1] = usual) {
  const result = await transport.send(request, options);
  if ('failure' in result) throw new Error(result.failure.message);
  return result.response;
}

async function failureTo(
  request: PreparedRequest,
  options: Parameters<typeof transport.send>[1] = usual,
  signal?: CancelSignal,
) {
  const result = await transport.send(request, options, signal);
  if ('response' in result) throw new Error(`Unexpected answer ${result.response.status}.`);
  return result.failure;
}

describe('transport', () => {
  it('sends a GET with a body, and header names in their own spelling', async () => {
    let seen: { readonly raw: readonly string[]; readonly body: string } | undefined;
    const base = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        seen = { raw: request.rawHeaders, body };
        response.setHeader('X-Some-Header', 'Value').end('{"a":1}');
      });
    });
    const answer = await responseTo(get(`${base}/x?y=1`, { headers: [['X-My-Header', 'Ä']], body: '{"n":1}' }));
    expect(seen?.raw).toContain('X-My-Header');
    expect(seen?.body).toBe('{"n":1}');
    expect(answer).toMatchObject({ status: 200, statusText: 'OK', httpVersion: '1.1', body: '{"a":1}', size: 7 });
    expect(answer.headers.find(([name]) => name === 'X-Some-Header')?.[1]).toBe('Value');
  });

  it('returns an error status as a response', async () => {
    const base = await serve((_, response) => response.writeHead(404).end('no'));
    expect(await responseTo(get(base))).toMatchObject({ status: 404, statusText: 'Not Found', body: 'no' });
  });

  it('follows redirects of a reading request within its origin, with its header fields, and names them', async () => {
    const seen: string[] = [];
    const base = await serve((request, response) => {
      seen.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`);
      if (request.url === '/a') response.writeHead(302, { Location: '/b?c=1' }).end();
      else response.end('there');
    });
    const answer = await responseTo(get(`${base}/a`, { headers: [['Authorization', 'Bearer x']] }));
    expect(answer).toMatchObject({ status: 200, body: 'there', redirects: [`${base}/b?c=1`] });
    expect(seen).toEqual(['/a Bearer x', '/b?c=1 Bearer x']);
    expect((await responseTo(get(`${base}/a`), { followsRedirects: false })).status).toBe(302);
  });

  it.each(['http://[', '\u0000', ''])('takes a redirect to %j as a response', async (location) => {
    const base = await serve((_, response) => {
      response.writeHead(302, location === '\u0000' ? {} : { Location: location }).end();
    });
    const { status } = await responseTo(get(base), usual);
    expect(status).toBe(302);
  });

  it('keeps a connection on request, and ends it', async () => {
    const sockets = new Set<unknown>();
    const base = await serve((request, response) => {
      sockets.add(request.socket);
      response.end('x');
    });
    const keeping = createTransport({ keepsConnections: true });
    for (let round = 0; round < 3; round++) await keeping.send(get(base), usual);
    expect(sockets.size).toBe(1);
    keeping.close();
    for (let round = 0; round < 2; round++) await responseTo(get(base));
    expect(sockets.size).toBe(3);
  });

  it('keeps no more of a body than its limit', async () => {
    const base = await serve((_, response) => response.end('x'.repeat(1000)));
    const answer = await responseTo(get(base), { maximumBody: 10 });
    expect(answer).toMatchObject({ body: 'xxxxxxxxxx', isTruncated: true, size: 1000 });
  });

  it('unpacks a compressed body, but not without bounds', async () => {
    const base = await serve((_, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync('a'.repeat(5000))),
    );
    expect((await responseTo(get(base))).body).toBe('a'.repeat(5000));
    expect(await responseTo(get(base), { maximumBody: 1000 })).toMatchObject({
      body: 'a'.repeat(1000),
      isTruncated: true,
      size: 5000,
    });
  });

  it('names host, cause and next step when the connection is refused', async () => {
    const server = createServer();
    const port = await start(server);
    await stops.pop()?.();
    const failure = await failureTo(get(`http://127.0.0.1:${port}/`));
    expect(failure).toMatchObject({ kind: 'refused', code: 'ECONNREFUSED' });
    expect(failure.message).toContain(`127.0.0.1:${port} refused`);
    expect(failure.message).toContain('Start the service');
  });

  it('gives up after the time allowed', async () => {
    const base = await serve(() => undefined);
    const failure = await failureTo(get(base), { timeout: 50 });
    expect(failure.kind).toBe('timeout');
    expect(failure.message).toContain('0.05 s');
  });

  it('returns what came until the connection was cut, and says so', async () => {
    const base = await serve((_, response) => {
      response.writeHead(201, { 'Content-Length': '100', 'X-A': 'b' });
      response.write('half', () => setTimeout(() => response.destroy(), 20));
    });
    const answer = await responseTo(get(base));
    expect(answer).toMatchObject({ status: 201, body: 'half', size: 4, isTruncated: false });
    expect(answer.headers).toContainEqual(['X-A', 'b']);
    expect(answer.interruption?.kind).toBe('reset');
    expect(answer.interruption?.message).toContain('before the response was complete');
  });

  it('says so when the response is not HTTP', async () => {
    const port = await start(createSocketServer((socket) => socket.resume().end('nonsense\r\n\r\n')) as Listening);
    const failure = await failureTo(get(`http://127.0.0.1:${port}/`));
    expect(failure.kind).toBe('protocol');
    expect(failure.message).toContain('not HTTP');
  });

  it('refuses a certificate that no one vouches for, unless it may', async () => {
    const server = createTlsServer(createSelfSigned(), (_, response) => response.end('hello'));
    const url = `https://127.0.0.1:${await start(server)}/`;
    const failure = await failureTo(get(url));
    expect(failure.kind).toBe('tls');
    expect(failure.message).toContain('"insecure": true');
    expect((await responseTo(get(url), { unverifiedOrigin: url })).body).toBe('hello');
  });

  it('can be called off, before and during', async () => {
    let cancel: () => void = () => undefined;
    const base = await serve(() => {
      cancel();
    });
    const signal: CancelSignal = {
      isCancelled: false,
      onCancel: (listener) => {
        cancel = listener;
        return () => undefined;
      },
    };
    expect((await failureTo(get(base), usual, signal)).kind).toBe('cancelled');
    expect((await failureTo(get(base), usual, { ...signal, isCancelled: true })).kind).toBe('cancelled');
  });

  it.each(['/only/a/path', '', 'ftp://example.org/', 'http://', 'http://[', 'javascript:alert(1)'])(
    'refuses the URL %j',
    async (url) => {
      expect((await failureTo(get(url))).kind).toBe('invalid-url');
    },
  );

  it('refuses a line break in a header, and does not repeat the value', async () => {
    const base = await serve((_, response) => response.end());
    const failure = await failureTo(get(base, { headers: [['Authorization', 'Bearer s3cret\r\nX-Evil: 1']] }));
    expect(failure.kind).toBe('protocol');
    expect(JSON.stringify(failure)).not.toContain('s3cret');
  });
});
