import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const emptyObject =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-elastic-product: Elasticsearch\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';

/** Starts a server that keeps the bytes of each request, in Latin-1, until the test ends, and responds to each with an empty JSON object. */
export async function startRecorder() {
  const recorder = await openRecorder(() => emptyObject);
  onTestFinished(recorder.close);
  return recorder;
}

/** Starts a server that keeps the bytes of each request, in Latin-1; `answerTo` returns the bytes of the response to the last one. */
export async function openRecorder(answerTo: (request: string, requests: readonly string[]) => string) {
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
      // Without a length there is no body.
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      const request = text;
      requests.push(request);
      text = '';
      socket.end(answerTo(request, requests));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { requests, place: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/**
 * Returns a recorded request without what differs between Rulebook and curl: the case of `Host` and `Content-Length`, the blank behind the
 * colon of an empty field, the field `Connection`, which curl does not send, and what each of them says of itself.
 */
export function withoutNamedDifferences(request: string): string {
  const end = request.indexOf('\r\n\r\n');
  const [line = '', ...fields] = request.slice(0, end).split('\r\n');
  const kept = fields
    .filter(
      (field) =>
        !/^(?:connection:|accept: \*\/\*$|user-agent: (?:curl|rulebook)\/|accept-encoding: gzip, deflate, br, zstd$)/i.test(
          field,
        ),
    )
    .map((field) => field.replace(/^(host|content-length):/i, (name) => name.toLowerCase()).replace(/: *$/, ':'));
  return [line, ...kept].join('\r\n') + request.slice(end);
}
