import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliverEffect } from '../../../packages/sandbox/src/index';
import { deliver } from '../../../packages/node/src/sandbox/deliver';
import { createSelfSigned } from '../../certificate';

let server: Server;
let port = 0;
const bodies: string[] = [];
beforeAll(async () => {
  server = createServer(createSelfSigned(), (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(202).end('taken');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function send(verifyTls: boolean) {
  const delivery = {
    kind: 'deliver',
    hook: 1,
    delivery: 2,
    url: `https://127.0.0.1:${port}/hook`,
    headers: [['Content-Type', 'application/json']],
    body: '{"zen":"x"}',
    signing: { secret: 'hush', fields: [{ name: 'X-Signature', hash: 'sha256', prefix: 'h=' }] },
    verifyTls,
  } as unknown as DeliverEffect;
  return deliver(delivery, { allowHosts: [], timeout: 5000, signal: new AbortController().signal });
}

it('delivers over TLS to a receiver that no one vouches for only when the hook is set not to verify', async () => {
  const refused = await send(true);
  expect(refused.status).toBe(0);
  expect(refused.statusText).toContain('certificate');
  expect(bodies).toEqual([]);
  const taken = await send(false);
  expect(taken).toMatchObject({ status: 202, statusText: 'OK', responseBody: 'taken' });
  expect(bodies).toEqual(['{"zen":"x"}']);
  const digest = createHmac('sha256', 'hush').update('{"zen":"x"}').digest('hex');
  expect(taken.requestHeaders).toContainEqual(['X-Signature', `h=${digest}`]);
});
