import { createServer, Server, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { SendOptions } from '../../../../packages/sender/src/plan/index';
import { createTransport, type NodeTransport } from '../../../../packages/node/src/http/transport';
import { createSelfSigned } from '../../../certificate';

let server: Http2SecureServer | undefined;
let transport: NodeTransport | undefined;
afterEach(() => {
  transport?.close();
  server?.close();
});

/** Sends requests one after the other to a server that speaks both versions, and returns what it saw. */
async function sendTo(allowsHttp1: boolean, options: Partial<SendOptions>, count = 1) {
  const seen: string[] = [];
  const { cert, key } = createSelfSigned();
  server = createSecureServer({ cert, key, allowHTTP1: allowsHttp1 }, (request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      seen.push(`${request.httpVersion} ${request.method} ${request.url} ${request.headers['x-a'] ?? ''} ${body}`);
      response.setHeader('X-Two', ['a', 'b']);
      response.end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/path?q=1`;
  transport = createTransport({ keepsConnections: true });
  const outcomes = [];
  for (let at = 0; at < count; at++)
    outcomes.push(
      await transport.send(
        {
          method: 'POST',
          url,
          headers: [
            ['X-A', 'one'],
            ['Connection', 'keep-alive'],
          ],
          body: 'ü',
        },
        { unverifiedOrigin: url, ...options },
      ),
    );
  return { seen, outcomes };
}

describe('HTTP/2', () => {
  it('is spoken where it is offered and the server wants it', async () => {
    const { seen, outcomes } = await sendTo(true, { http2: true }, 2);
    expect(seen).toEqual(['2.0 POST /path?q=1 one ü', '2.0 POST /path?q=1 one ü']);
    for (const outcome of outcomes) {
      expect('response' in outcome && outcome.response).toMatchObject({
        httpVersion: '2',
        status: 200,
        body: '{"ok":true}',
      });
      expect(
        'response' in outcome && outcome.response.headers.filter(([name]) => name.toLowerCase() === 'x-two'),
      ).toEqual([['x-two', 'a, b']]);
    }
  });

  it('is left to a server that knows only HTTP/1.1, or has no TLS, and the response says so', async () => {
    const { cert, key } = createSelfSigned();
    const answer: RequestListener = (request, response) => response.end(request.httpVersion);
    for (const old of [createTlsServer({ cert, key }, answer), createServer(answer)]) {
      await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
      const scheme = old instanceof Server ? 'http' : 'https';
      const url = `${scheme}://127.0.0.1:${(old.address() as AddressInfo).port}/`;
      transport = createTransport();
      const outcome = await transport.send({ method: 'GET', url, headers: [] }, { unverifiedOrigin: url, http2: true });
      expect('response' in outcome && outcome.response).toMatchObject({ httpVersion: '1.1', body: '1.1' });
      old.closeAllConnections();
      old.close();
    }
  });

  it('is not offered otherwise', async () => {
    const { seen, outcomes } = await sendTo(true, {});
    expect(seen).toEqual(['1.1 POST /path?q=1 one ü']);
    const [outcome] = outcomes;
    expect(outcome && 'response' in outcome && outcome.response.httpVersion).toBe('1.1');
  });
});
