import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@octokit/webhooks-methods';

/** A delivery as its receiver saw it. */
export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What the official verifier says about the signature. */
  readonly isSigned: boolean;
}

/** A receiver of webhook deliveries on this machine. */
export interface DeliveryReceiver {
  readonly url: string;
  readonly received: readonly ReceivedDelivery[];
  /** Resolves when that many have arrived. */
  arrived(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a receiver that responses 200 to deliveries that are signed with the secret, and 401 to others. */
export async function startReceiver(secret: string): Promise<DeliveryReceiver> {
  const received: ReceivedDelivery[] = [];
  const waiting: { readonly count: number; readonly go: () => void }[] = [];
  const take = async (headers: IncomingHttpHeaders, body: string): Promise<number> => {
    const signature = headers['x-hub-signature-256'];
    const isSigned = typeof signature === 'string' && (await verify(secret, body, signature));
    received.push({ headers, body, isSigned });
    for (const { count, go } of waiting) if (received.length >= count) go();
    return isSigned ? 200 : 401;
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      void take(request.headers, body).then((status) => response.writeHead(status).end('seen'));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    arrived: (count) =>
      new Promise((go) => {
        if (received.length >= count) go();
        else waiting.push({ count, go });
      }),
    stop: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}
