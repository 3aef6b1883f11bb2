import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Fault, WireRequest, WireResponse } from '../../engine/src/index';
import { readRequestBody } from './request-body';

/** A service to play, and how. */
export interface ListenerOptions {
  /** Answers a request; a rejection becomes an answer of 500. */
  readonly answer: (request: WireRequest, baseUrl: string) => Promise<Answered> | Answered;
  /** 0 takes a free one. */
  readonly port: number;
  /** The address to listen at; that of this machine alone unless given. */
  readonly host?: string;
  /** The most bytes of a request's body, compressed or not; 1 MiB unless given. */
  readonly maximumBody?: number | ((target: string) => number);
  /** How long a request may take to arrive, in milliseconds; 15,000 unless given. */
  readonly requestTimeout?: number;
}

/** An answer, and what is to happen to it on its way. */
export interface Answered {
  readonly response: WireResponse;
  readonly fault?: Fault;
}

/** A service that is being played. */
export interface SandboxListener {
  readonly baseUrl: string;
  /** Answers what has arrived and resolves when the port is free. A second call does nothing more. */
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';
/** Answers that are being written when the listener stops get this long. */
const farewell = 500;

/** Plays a service, on the loopback interface unless told otherwise. Rejects with a sentence for the user when the port cannot be had. */
export async function startSandboxListener(options: ListenerOptions): Promise<SandboxListener> {
  const { maximumBody = 1024 * 1024, requestTimeout = 15_000, host = loopback } = options;
  const limitOf = typeof maximumBody === 'number' ? () => maximumBody : maximumBody;
  const delays = createDelays();
  let baseUrl = '';

  const answerRequest = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readRequestBody(message, limitOf(message.url ?? '/'));
    if ('problem' in body) {
      // The rest is read and dropped until the time for a request is over: a closed connection would swallow the answer.
      message.resume();
      refuse(response, body.status, body.problem);
      return;
    }
    const request = {
      method: message.method ?? 'GET',
      target: message.url ?? '/',
      headers: headerPairs(message),
      body: body.text,
    };
    const answered = await options.answer(request, baseUrl);
    const { fault } = answered;
    if (fault?.kind === 'delay') await delays.wait(fault.milliseconds);
    if (fault?.kind === 'drop') response.destroy();
    else write(response, answered.response, { isHead: message.method === 'HEAD', isCut: fault?.kind === 'cut' });
  };

  const server = createServer(
    {
      requestTimeout,
      headersTimeout: requestTimeout,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: Math.min(1000, requestTimeout),
      maxHeaderSize: 16 * 1024,
    },
    (message, response) => {
      answerRequest(message, response).catch(() => {
        // A fault of ours, or the client went away in the middle; neither may take the sandbox down.
        refuse(response, 500, 'The sandbox failed at this request. Its state is as before.');
      });
    },
  );
  server.on('clientError', answerBroken);
  await listen(server, options.port, host);
  baseUrl = `http://${nameInUrl(host)}:${(server.address() as AddressInfo).port}`;

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    delays.end();
    return close(server);
  };
  return { baseUrl, stop: () => (stopped ??= stop()) };
}

/** An address that means every interface is none that can be called. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0') return loopback;
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Makes answers wait, and lets all of them go at once in the end. */
function createDelays(): { readonly wait: (milliseconds: number) => Promise<void>; readonly end: () => void } {
  const waiting = new Set<() => void>();
  let isOver = false;
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const go = (): void => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, isOver ? 0 : milliseconds);
        waiting.add(go);
      }),
    end: () => {
      isOver = true;
      for (const go of waiting) go();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        reject(new Error(`The sandbox cannot listen at ${host}: it is no address of this machine.`));
        return;
      }
      const why =
        error.code === 'EADDRINUSE'
          ? 'it is taken. Stop the program that listens there, or choose other ports'
          : `${error.code ?? 'the system refused it'}. Choose other ports`;
      reject(new Error(`The sandbox cannot listen on port ${port}: ${why} with --port-base N or --free-ports.`));
    });
    server.listen({ port, host }, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, farewell);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function headerPairs({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}

function write(
  response: ServerResponse,
  { status, headers, body }: WireResponse,
  { isHead, isCut }: { readonly isHead: boolean; readonly isCut: boolean },
): void {
  const hasBody = status !== 204 && status !== 304;
  const length = hasBody ? ['Content-Length', String(Buffer.byteLength(body))] : [];
  response.writeHead(status, [...headers.flat(), ...length]);
  const sent = isHead || !hasBody ? '' : body;
  if (!isCut) response.end(sent);
  else {
    const bytes = Buffer.from(sent);
    response.flushHeaders();
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
      response.destroy();
    });
  }
}

/** Answers a request that never reached the service. */
function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ message, status });
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const line =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
  const body = JSON.stringify({
    message: 'This is not an HTTP request that the sandbox can read.',
    status: parseInt(line),
  });
  socket.end(
    `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
