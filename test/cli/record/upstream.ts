import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { folderOf, spawnCommandLine } from '../command-line';

/** Starts a service that answers so until the test ends; returns its URL. */
export async function startService(
  answer: RequestListener,
  upgrade?: (message: IncomingMessage, socket: Duplex) => void,
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer(answer).on('connection', (socket) => sockets.add(socket));
  if (upgrade !== undefined) server.on('upgrade', upgrade);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A recorder that runs. */
export interface Recorder {
  readonly url: string;
  readonly folder: string;
  /** Ends it as Ctrl-C does, and resolves with what it printed. */
  readonly end: () => Promise<{ readonly code: number | null; readonly out: string; readonly error: string }>;
}

/** Starts `rulebook record` in a folder with these files, and waits until it is ready. */
export async function startRecorder(
  args: readonly string[],
  files: Readonly<Record<string, string>> = { 'a.txt': '' },
): Promise<Recorder> {
  const folder = folderOf(files);
  const child = spawnCommandLine(['record', '--json', '--output', 'rec.http', ...args], { cwd: folder });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  let error = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const url = await new Promise<string>((done, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (lines.length === 0) done((JSON.parse(line) as { readonly url: string }).url);
      lines.push(line);
    });
    void ended.then((code) => {
      reject(new Error(`It ended with ${code}: ${error}`));
    });
  });
  return {
    url,
    folder,
    end: async () => {
      child.kill('SIGINT');
      return { code: await ended, out: lines.slice(1).join('\n'), error };
    },
  };
}

/** Sends a request as it is given, and returns the head of its response and its text. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((done, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    socket.on('close', () => {
      done(received);
    });
    socket.on('error', reject);
  });
}

/** Sends a request, and returns its response before its body is there. */
export function open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  return new Promise((done, reject) => {
    request(url, { headers, agent: false }, done).on('error', reject).end();
  });
}

/** Returns the body of a received request. */
export function bodyOf(message: IncomingMessage): Promise<string> {
  return text(message);
}
