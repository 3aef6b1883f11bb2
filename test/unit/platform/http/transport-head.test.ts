import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CancelSignal, PreparedRequest, SendOptions } from '../../../../packages/sender/src/plan/index';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { createSelfSigned } from '../../../certificate';
import { listen, serve, serveBytes } from './loopback-server';

const transport = createTransport();

async function result(request: Partial<PreparedRequest> & { readonly url: string }, options: SendOptions = {}) {
  return transport.send({ method: 'GET', headers: [], ...request }, options);
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

describe('answers before the response', () => {
  it.each([
    ['100 Continue', ['HTTP/1.1 100 Continue\r\n\r\n', ok]],
    ['100 Continue with a field', ['HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n', ok]],
    ['100 Continue in one piece with the response', [`HTTP/1.1 100 Continue\r\n\r\n${ok}`]],
    ['100 Continue twice', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n', ok]],
    ['100 Continue of HTTP/1.0', ['HTTP/1.0 100 Continue\r\n\r\n', ok]],
    ['100 Continue byte by byte', [...`HTTP/1.1 100 Continue\r\n\r\n${ok}`]],
    ['102 Processing', ['HTTP/1.1 102 Processing\r\n\r\n', ok]],
    ['103 Early Hints', ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', ok]],
    ['100, then 103', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', ok]],
    ['none, byte by byte', [...ok]],
  ])('%s', async (_, pieces) => {
    expect(await result({ url: await serveBytes(pieces, 1), method: 'PUT', body: 'x' })).toMatchObject({
      response: { status: 200, body: 'hi' },
    });
  });

  it('are not awaited for ever, nor kept without bounds', async () => {
    const url = await serveBytes([`HTTP/1.1 100 Continue\r\nX-A: ${'x'.repeat(100_000)}`, 'x'.repeat(100_000)]);
    expect(await result({ url })).toMatchObject({ failure: { kind: 'reset' } });
    const flood = await serveBytes(Array.from({ length: 200 }, () => 'HTTP/1.1 100 Continue\r\n\r\n'));
    expect(await result({ url: flood }, { timeout: 300 })).toMatchObject({ failure: { kind: 'timeout' } });
  });

  it('differ from a body that looks like them', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const url = await serveBytes([`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, body]);
    expect(await result({ url })).toMatchObject({ response: { body } });
  });

  it('may come on a connection that is kept', async () => {
    const url = await serve((request, response) => {
      response.writeContinue();
      setTimeout(() => response.end(request.url), 5);
    });
    const keeping = createTransport({ keepsConnections: true });
    for (const path of ['/1', '/2', '/3']) {
      const answer = await keeping.send({ method: 'POST', url: url + path, headers: [], body: 'x' }, {});
      expect(answer).toMatchObject({ response: { body: path } });
    }
    keeping.close();
  });
});

describe('the head of a response', () => {
  it('may be long, within bounds', async () => {
    const lengthy = (kilobytes: number) =>
      serveBytes([`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(kilobytes * 1024)}\r\nContent-Length: 2\r\n\r\nhi`]);
    const long = await result({ url: await lengthy(200) });
    expect(long).toMatchObject({ response: { status: 200, body: 'hi' } });
    expect(await result({ url: await lengthy(300) })).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('more than 256 KB of header fields') },
    });
  });

  it('may be all that came', async () => {
    const url = await serveBytes(['HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-A: b\r\n\r\n']);
    expect(await result({ url })).toMatchObject({
      response: { status: 200, body: '', size: 0, interruption: { kind: 'reset' } },
    });
  });

  it('does not count as a response when it is cut itself', async () => {
    expect(await result({ url: await serveBytes(['HTTP/1.1 200 OK\r\nX-A:']) })).toMatchObject({
      failure: { kind: 'reset' },
    });
  });

  it('may have no length: the end of the connection is the end of the body', async () => {
    const url = await serveBytes(['HTTP/1.0 200 OK\r\n\r\nhello ', 'world']);
    const answer = await result({ url });
    expect(answer).toMatchObject({ response: { body: 'hello world' } });
    expect(answer).not.toHaveProperty('response.interruption');
  });

  it('of chunks that are not written as they should leaves what came', async () => {
    const url = await serveBytes(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', 'zz\r\n']);
    expect(await result({ url })).toMatchObject({
      response: { body: 'hello', interruption: { kind: 'protocol' } },
    });
  });
});

describe('a request', () => {
  it.each([
    [['Expect', '100-continue'], 'does not wait'],
    [['Upgrade', 'websocket'], 'belongs to the connection'],
    [['Connection', 'Upgrade'], 'belongs to the connection'],
    [['transfer-encoding', 'chunked'], 'belongs to the connection'],
  ] as const)('with %j is not sent, and says why', async (field, words) => {
    let isReached = false;
    const url = await serve((_, response) => {
      isReached = true;
      response.end();
    });
    expect(await result({ url, headers: [field] })).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringMatching(new RegExp(`\`${field[0]}\` .*${words}`)) },
    });
    expect(isReached).toBe(false);
  });

  it.each(['close', 'keep-alive'])('may say Connection: %s', async (value) => {
    const url = await serve((_, response) => response.end('x'));
    expect(await result({ url, headers: [['Connection', value]] })).toMatchObject({ response: { body: 'x' } });
  });

  it('keeps names, order and repetition of its header fields', async () => {
    let seen: readonly string[] = [];
    const url = await serve((request, response) => {
      seen = request.rawHeaders;
      response.end();
    });
    const headers = [
      ['x-Zebra', '1'],
      ['X-apple', '2'],
      ['x-Zebra', '3'],
    ] as const;
    await result({ url, headers });
    expect(seen.join(' ')).toContain('x-Zebra 1 X-apple 2 x-Zebra 3');
  });
});

describe('the time allowed', () => {
  it('is for the head, then for each piece: a stream that keeps sending is not cut', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      let count = 0;
      const timer = setInterval(() => {
        response.write(`${++count} `);
        if (count < 12) return;
        clearInterval(timer);
        response.end();
      }, 100);
    });
    const answer = await result({ url }, { timeout: 1000 });
    expect(answer).toMatchObject({ response: { body: '1 2 3 4 5 6 7 8 9 10 11 12 ' } });
    expect(answer).not.toHaveProperty('response.interruption');
  });

  it('leaves what came when a stream falls silent', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      response.write('first');
    });
    expect(await result({ url }, { timeout: 100 })).toMatchObject({
      response: {
        body: 'first',
        interruption: { kind: 'timeout', message: expect.stringContaining('sent nothing more for 0.1 s') },
      },
    });
  });

  it('may be longer than a timer can count', async () => {
    const url = await serve((_, response) => setTimeout(() => response.end('x'), 30));
    expect(await result({ url }, { timeout: 1e12 })).toMatchObject({ response: { body: 'x' } });
  });

  it('ends with what came when the user stops a stream', async () => {
    let cancel: () => void = () => undefined;
    const signal: CancelSignal = {
      isCancelled: false,
      onCancel: (listener) => {
        cancel = listener;
        return () => undefined;
      },
    };
    const url = await serve((_, response) => {
      response.write('one');
    });
    const request = { method: 'GET', url, headers: [] };
    const answer = await transport.send(request, {}, signal, {
      onText: () => {
        cancel();
      },
    });
    expect(answer).toMatchObject({ response: { body: 'one', interruption: { kind: 'cancelled' } } });
  });
});

describe('a certificate that no one vouches for', () => {
  it('is taken from the named origin only', async () => {
    const start = async () => {
      const server = createTlsServer(createSelfSigned(['localhost']), (_, response) => response.end('hello'));
      return listen(server);
    };
    const [port, other] = [await start(), await start()];
    const named = `https://127.0.0.1:${port}`;
    const unverified = (url: string, unverifiedOrigin: string) => result({ url }, { unverifiedOrigin });
    expect(await unverified(`${named}/x`, `${named}/base/`)).toMatchObject({ response: { body: 'hello' } });
    expect(await unverified(`https://127.0.0.1:${other}/`, named)).toMatchObject({ failure: { kind: 'tls' } });
    expect(await unverified(`https://localhost:${port}/`, named)).toMatchObject({ failure: { kind: 'tls' } });
    expect(await unverified(`${named}/`, 'nonsense')).toMatchObject({ failure: { kind: 'tls' } });
  });

  it('is not taken on a kept connection that another request left unverified', async () => {
    const server = createTlsServer(createSelfSigned(), (_, response) => response.end('hello'));
    const url = `https://127.0.0.1:${await listen(server)}/`;
    const keeping = createTransport({ keepsConnections: true });
    const request = { method: 'GET', url, headers: [] };
    expect(await keeping.send(request, { unverifiedOrigin: url })).toHaveProperty('response');
    expect(await keeping.send(request, {})).toMatchObject({ failure: { kind: 'tls' } });
    keeping.close();
  });
});

describe('a credential', () => {
  async function redirecting(location: string) {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      seen.push(`${request.url ?? ''} ${request.headers.authorization ?? 'nothing'}`);
      if (request.url === '/base/x') response.writeHead(302, { Location: location }).end();
      else response.end('there');
    });
    return { url, seen };
  }
  const headers = [['Authorization', 'Bearer s3cret']] as const;

  it.each([
    ['/other', '/other nothing'],
    ['/base', '/base Bearer s3cret'],
    ['/base/y?z', '/base/y?z Bearer s3cret'],
    ['y', '/base/y Bearer s3cret'],
    ['/baseless', '/baseless nothing'],
    ['/base/../other', '/other nothing'],
    ['/base/%2e%2e/other', '/other nothing'],
    ['..', '/ nothing'],
  ])('of an endpoint goes behind its base URL only, also by a redirect to %s', async (location, expected) => {
    const { url, seen } = await redirecting(location);
    await result({ url: `${url}/base/x`, headers, credentialScope: `${url}/base` });
    expect(seen).toEqual(['/base/x Bearer s3cret', expected]);
  });

  it('comes back when a chain of redirects does', async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      seen.push(`${request.url ?? ''} ${request.headers.authorization ?? 'nothing'}`);
      const next: Readonly<Record<string, string>> = { '/base/x': '/login', '/login': '/base/y' };
      const location = next[request.url ?? ''];
      if (location === undefined) response.end();
      else response.writeHead(302, { Location: location }).end();
    });
    await result({ url: `${url}/base/x`, headers, credentialScope: `${url}/base/` });
    expect(seen).toEqual(['/base/x Bearer s3cret', '/login nothing', '/base/y Bearer s3cret']);
  });

  it('that the request itself names stays on its origin', async () => {
    const { url, seen } = await redirecting('/other');
    await result({ url: `${url}/base/x`, headers });
    expect(seen).toEqual(['/base/x Bearer s3cret', '/other Bearer s3cret']);
  });
});

describe('what went over the connection', () => {
  it('is all of the head as it was sent, and the sizes of both sides, compressed', async () => {
    const content = 'a'.repeat(10_000);
    const url = await serve((request, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync(`${request.rawHeaders.join('\n')}\n${content}`));
    });
    const keeping = createTransport({ keepsConnections: true });
    const request = { method: 'POST', url, headers: [['X-Own', 'ä']] as const, body: 'body' };
    const outcome = await keeping.send(request, {});
    keeping.close();
    if ('failure' in outcome || outcome.wire === undefined) throw new Error('There is no record.');
    const { response } = outcome;
    const wire = outcome.wire();
    const received = response.body.slice(0, response.body.indexOf('\naaa')).split('\n');
    expect(wire.headers.flat()).toEqual(received);
    const names = wire.headers.map(([name]) => name.toLowerCase());
    for (const name of ['host', 'connection', 'accept-encoding', 'content-length', 'x-own'])
      expect(names).toContain(name);
    expect(wire).toMatchObject({ method: 'POST', sent: { body: 4 } });
    expect(wire.received.body).toBeLessThan(1000);
    expect(response.size).toBeGreaterThan(10_000);
  });

  it('is that of the last exchange behind a redirect', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/there') response.end('here');
      else response.writeHead(303, { Location: '/there' }).end();
    });
    const outcome = await result({ url, method: 'POST', body: 'x' });
    const wire = 'wire' in outcome ? outcome.wire?.() : undefined;
    expect(wire).toMatchObject({ method: 'GET', sent: { body: 0 }, received: { body: 4 } });
  });
});
