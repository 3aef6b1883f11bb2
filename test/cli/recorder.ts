import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server that keeps the bytes of each request, in Latin-1, and responds to each with an empty JSON object. */
export async function startRecorder() {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      requests.push(text);
      text = '';
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-elastic-product: Elasticsearch\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { requests, place: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/**
 * Returns a recorded request without what differs between Rulebook and curl: the case of `Host` and `Content-Length`, the blank behind the
 * colon of an empty field, and the field `Connection`, which curl does not send.
 */
export function withoutNamedDifferences(request: string): string {
  const end = request.indexOf('\r\n\r\n');
  const [line = '', ...fields] = request.slice(0, end).split('\r\n');
  const kept = fields
    .filter((field) => !/^connection:/i.test(field))
    .map((field) => field.replace(/^(host|content-length):/i, (name) => name.toLowerCase()).replace(/: *$/, ':'));
  return [line, ...kept].join('\r\n') + request.slice(end);
}
