import { createServer, type RequestListener, type Server } from 'node:http';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a free port of this machine until the test has finished. */
export async function listen(server: Server | SocketServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.close(() => {
          done();
        });
        for (const socket of sockets) socket.destroy();
      }),
  );
  return (server.address() as AddressInfo).port;
}

/** Serves HTTP and returns the base URL. */
export async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

/** Answers each request, taken to be whole when its head is, with these pieces and a pause behind each; then ends the connection. */
export async function serveBytes(pieces: readonly (string | Buffer)[], pause = 10): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      void (async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await new Promise((done) => setTimeout(done, pause));
        }
        socket.end();
      })();
    });
  });
  return `http://127.0.0.1:${await listen(server)}`;
}
