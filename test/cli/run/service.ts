import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that the service has received. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly cookie: string | undefined;
}

/** Starts a service on this machine that notes what it is asked, until the test ends; `answer` may change the response, which is an empty object. */
export async function startNoting(
  answer: (request: IncomingMessage, response: ServerResponse, asked: readonly Asked[]) => void = () => undefined,
) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', cookie: request.headers.cookie });
    request.resume();
    response.setHeader('Content-Type', 'application/json');
    answer(request, response, asked);
    if (!response.writableEnded) response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    asked,
    /** What was asked, in a word each. */
    urls: () => asked.map(({ url }) => url),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}
