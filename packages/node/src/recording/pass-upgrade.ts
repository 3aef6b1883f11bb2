import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureOf } from '../http/failure';
import { fieldsOfUpgrade, pairsOf } from './hop-fields';
import type { Target } from './target';

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly target: Target;
  readonly onProblem: (what: string) => void;
}

/** Hands on a request for another protocol, such as WebSocket, and then all bytes in both directions. Nothing of it is kept. */
export function passUpgrade({ request, socket, head, target, onProblem }: Upgrade): void {
  const { method = 'GET', url = '/' } = request;
  const what = `${method} ${url.split('?', 1)[0] ?? ''}`;
  const onward = target.request({
    method,
    path: `${target.prefix}${url}`,
    headers: fieldsOfUpgrade(request.rawHeaders, target.host),
    isUpgrade: true,
  });
  socket.on('error', () => onward.destroy());
  socket.on('close', () => onward.destroy());
  onward.on('error', (error) => {
    const { message } = failureOf(error, target.host);
    onProblem(`${what} is not handed on: ${message}`);
    if (socket.writable) socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  onward.on('upgrade', (response, other, first) => {
    onProblem(`${what} (${request.headers.upgrade ?? 'upgrade'}) goes through and is not recorded`);
    socket.write(headOf(response));
    if (first.length > 0) socket.write(first);
    if (head.length > 0) other.write(head);
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
    other.pipe(socket).pipe(other);
  });
  onward.on('response', (response) => {
    // The service does not change the protocol: its response ends the connection.
    socket.write(headOf(response, true));
    response.pipe(socket);
  });
  onward.end();
}

function headOf({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage, isLast = false): string {
  const fields = pairsOf(rawHeaders).filter(
    ([name]) => !isLast || !/^(?:connection|keep-alive|transfer-encoding)$/i.test(name),
  );
  const lines = [...fields, ...(isLast ? [['Connection', 'close'] as const] : [])].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
}
