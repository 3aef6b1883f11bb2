// A server on loopback that writes down what it receives, and answers alike.
import { createServer } from 'node:http';

/** @typedef {{ method: string, url: string, fields: readonly string[], body: string }} Received */

/** Header fields that every program has its own of, or that follow from the connection. */
const own = new Set([
  'host',
  'connection',
  'user-agent',
  'accept',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
  'keep-alive',
]);

/** Starts the server. `taken` returns what came since the last call. */
export async function startRecorder() {
  /** @type {Received[]} */
  let received = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const fields = [];
      for (let index = 0; index < request.rawHeaders.length; index += 2) {
        const name = (request.rawHeaders[index] ?? '').toLowerCase();
        if (!own.has(name)) fields.push(`${name}: ${request.rawHeaders[index + 1]}`);
      }
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        fields: fields.toSorted(),
        body: Buffer.concat(parts).toString('latin1'),
      });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"id":7,"token":"t-1"}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    base: `http://127.0.0.1:${port}`,
    taken: () => {
      const all = received;
      received = [];
      return all;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
