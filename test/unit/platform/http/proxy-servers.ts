import { createServer } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { listen } from './loopback-server';

/** What a proxy was asked for. */
export interface ProxyLog {
  readonly seen: string[];
}

/** Starts an HTTP proxy whose tunnels all lead to one port of this machine. */
export async function tunnelProxy(port: number, { seen }: ProxyLog): Promise<string> {
  const server = createServer();
  server.on('connect', (request, socket: Socket) => {
    seen.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    join(socket, port, () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  });
  return `127.0.0.1:${await listen(server)}`;
}

/** How a SOCKS5 proxy behaves. */
export interface SocksOptions extends ProxyLog {
  readonly user?: string;
  readonly password?: string;
  /** The code of its reply; 0 connects. */
  readonly reply?: number;
  /** Ends the connection at once. */
  readonly hangsUp?: boolean;
}

/** Starts a SOCKS5 proxy (RFC 1928, RFC 1929) whose connections all lead to one port of this machine. */
export async function socksProxy(port: number, { seen, user, password, reply = 0, hangsUp }: SocksOptions) {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    if (hangsUp) {
      socket.once('data', () => socket.destroy());
      return;
    }
    const request = (bytes: Buffer) => {
      const isName = bytes[3] === 3;
      const host = isName ? bytes.toString('latin1', 5, 5 + (bytes[4] ?? 0)) : [...bytes.subarray(4, 8)].join('.');
      seen.push(`${host}:${bytes.readUInt16BE(bytes.length - 2)}`);
      const answer = Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);
      if (reply === 0) join(socket, port, () => socket.write(answer));
      else socket.end(answer);
    };
    socket.once('data', (greeting) => {
      const methods = [...greeting.subarray(2)];
      if (user === undefined) {
        socket.once('data', request).write(Buffer.from([5, 0]));
        return;
      }
      if (!methods.includes(2)) {
        socket.end(Buffer.from([5, 255]));
        return;
      }
      socket.once('data', (bytes) => {
        const length = bytes[1] ?? 0;
        const given = [bytes.toString('utf8', 2, 2 + length), bytes.toString('utf8', 3 + length)];
        const isRight = given[0] === user && given[1] === password;
        socket.once('data', request).write(Buffer.from([1, isRight ? 0 : 1]));
      });
      socket.write(Buffer.from([5, 2]));
    });
  });
  return `127.0.0.1:${await listen(server)}`;
}

function join(socket: Socket, port: number, ready: () => void): void {
  const behind = connect(port, '127.0.0.1', ready);
  behind.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('error', () => behind.destroy()).on('close', () => behind.destroy());
  socket.pipe(behind).pipe(socket);
}
