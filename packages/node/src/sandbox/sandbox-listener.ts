import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Fault, WireRequest, WireResponse } from '@rulebook/sandbox';
import { answerPreflight, crossOriginHeaders } from './cross-origin';
import { foreignRequest } from './foreign-request';
import { isLoopbackHost } from '@rulebook/text';
import { lookedUp } from '../http/looked-up';
import { createBodyMemory, readRequestBody, type BodyMemory } from './request-body';

/** How a service is played. */
export interface ListenerOptions {
  /** Answers a request; a rejection becomes a response with status 500. */
  readonly answer: (request: WireRequest, baseUrl: string) => Promise<Answered> | Answered;
  /** 0 takes any free port. */
  readonly port: number;
  /** The address to listen at; that of this machine alone unless given. */
  readonly host?: string;
  /** The most bytes of a request's body, compressed or not; 1 MiB unless given. */
  readonly maximumBody?: number | ((target: string) => number);
  /** The memory that bodies share which arrive at the same time; without a limit unless given. */
  readonly memory?: BodyMemory;
  /** The bytes of responses that wait to be read; shared by the listeners of a sandbox; without a limit unless given. */
  readonly unread?: UnreadResponses;
  /** How long a client may read nothing of a response that waits for it, in milliseconds; 60,000 unless given. */
  readonly readTimeout?: number;
  /** How long a connection is kept without a request, in milliseconds. */
  readonly keepAliveTimeout?: number;
  /** How long a request may take to arrive, in milliseconds; 15,000 unless given. */
  readonly requestTimeout?: number;
  /** The server and its connections do not keep the process alive. */
  readonly isBackground?: boolean;
  /** Called for each request at which the sandbox failed, with the error. */
  readonly onRuleFailure?: (request: Pick<WireRequest, 'method' | 'target'>, error: unknown) => void;
  /** Makes the response to a request that is refused before the service sees it; a short JSON object unless given. */
  readonly refusal?: Refusal;
}

/** Makes a response of a status and one or two sentences for the user. */
export type Refusal = (status: number, message: string) => WireResponse;

/** A response, and the fault that is injected into it, if any. */
export interface Answered {
  readonly response: WireResponse;
  readonly fault?: Fault;
}

/** A running listener. */
export interface SandboxListener {
  readonly baseUrl: string;
  /** Answers the requests that have arrived, and resolves when the port is free. Further calls do nothing. */
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';
/**
 * How long an idle connection is kept, in milliseconds. Node checks this time before it reads a request that waited during other work,
 * so it must be longer than any such work.
 */
const keptAlive = 600_000;
/** How long responses in progress may take after a stop, in milliseconds. */
const farewell = 500;

/** Bounds what responses that no one reads keep in memory. */
interface UnreadResponses {
  /** Returns whether a response of so many bytes may wait; what it takes is given back by calling the function. */
  readonly admit: (bytes: number) => (() => void) | undefined;
}

/** Creates a bound of so many bytes. One response may always wait, however long it is. */
export function boundUnread(limit: number): UnreadResponses {
  let waiting = 0;
  return {
    admit: (bytes) => {
      if (waiting > 0 && waiting + bytes > limit) return undefined;
      waiting += bytes;
      return () => void (waiting -= bytes);
    },
  };
}

/** Plays a service, on the loopback interface unless `host` names another. Rejects with a sentence for the user when the port cannot be had. */
export async function startSandboxListener(options: ListenerOptions): Promise<SandboxListener> {
  const { maximumBody = 1024 * 1024, requestTimeout = 15_000, host = loopback, refusal = plainRefusal } = options;
  const { memory = createBodyMemory(Infinity), unread = boundUnread(Infinity), readTimeout = 60_000 } = options;
  const isLocal = isLoopbackHost(host);
  const limitOf = typeof maximumBody === 'number' ? () => maximumBody : maximumBody;
  const delays = createDelays(options.isBackground === true);
  let baseUrl = '';

  const answerRequest = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const foreign = foreignRequest(message, isLocal);
    if (foreign) {
      const { 'content-length': length, 'transfer-encoding': coding } = message.headers;
      // Closing while a body arrives would lose the response.
      if (length === undefined && coding === undefined) response.shouldKeepAlive = false;
      message.resume();
      refuseConnection(response, refusal(foreign.status, foreign.problem));
      return;
    }
    for (const [name, value] of crossOriginHeaders(message)) response.setHeader(name, value);
    const preflight = answerPreflight(message);
    if (preflight) {
      message.resume();
      refuseConnection(response, preflight);
      return;
    }
    const target = requestTargetOf(message);
    const body = await readRequestBody(message, limitOf(target), memory);
    if ('problem' in body) {
      // The rest is read and dropped until the time for a request is over: closing the connection would lose the response.
      message.resume();
      refuseConnection(response, refusal(body.status, body.problem));
      return;
    }
    const request = {
      method: message.method ?? 'GET',
      target,
      headers: headerPairs(message),
      body: body.text,
      ...(body.bytes && { bytes: body.bytes }),
    };
    const answered = await options.answer(request, baseUrl);
    const { fault } = answered;
    if (fault?.kind === 'delay') await delays.wait(fault.milliseconds);
    if (fault?.kind === 'drop') response.destroy();
    else {
      const left = unread.admit(lengthOf(answered.response));
      if (left === undefined) {
        refuseConnection(response, refusal(503, tooMuchUnread));
        return;
      }
      response.once('close', left);
      write(response, answered.response, { isHead: message.method === 'HEAD', isCut: fault?.kind === 'cut' });
      // Counts from the last byte that the client took. Of a small response, nothing waits: the system has taken all of it.
      if (response.writableLength > 0) response.setTimeout(readTimeout, () => response.destroy());
    }
  };

  const server = createServer(
    {
      requestTimeout,
      headersTimeout: requestTimeout,
      keepAliveTimeout: options.keepAliveTimeout ?? keptAlive,
      connectionsCheckingInterval: Math.min(1000, requestTimeout),
      maxHeaderSize: 16 * 1024,
      // Checked in `foreignRequest`, with a response that explains it.
      requireHostHeader: false,
    },
    (message, response) => {
      answerRequest(message, response).catch((error: unknown) => {
        // Either an error of the sandbox, or the client closed the connection. Neither may end the sandbox.
        if (message.complete)
          options.onRuleFailure?.({ method: message.method ?? 'GET', target: requestTargetOf(message) }, error);
        const problem =
          'The sandbox failed at this request because of an error of its own. Its state is unchanged. Please report this.';
        refuseConnection(response, refusal(500, problem));
      });
    },
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    answerBroken(error, socket, refusal);
  });
  server.on('checkExpectation', (message, response) => {
    message.resume();
    refuseConnection(
      response,
      refusal(417, 'The sandbox knows no expectation other than `100-continue`; remove the `Expect` header field.'),
    );
  });
  if (options.isBackground) server.on('connection', (socket) => socket.unref());
  await listen(server, options.port, host);
  if (options.isBackground) server.unref();
  baseUrl = `http://${nameInUrl(host)}:${(server.address() as AddressInfo).port}`;

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    delays.end();
    return close(server);
  };
  return { baseUrl, stop: () => (stopped ??= stop()) };
}

const tooMuchUnread =
  'Responses wait in the memory of the sandbox because their clients do not read them. Read them, or send fewer requests at a time.';

/** An address that stands for all interfaces cannot be called. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0') return loopback;
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Delays responses; `end` releases all of them at once. */
function createDelays(isBackground: boolean): {
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly end: () => void;
} {
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
        if (isBackground) timer.unref();
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
        reject(
          new Error(
            `The sandbox cannot listen at ${host}: it is not an address of this machine. Use 127.0.0.1 or another address of this machine.`,
          ),
        );
        return;
      }
      const why =
        error.code === 'EADDRINUSE'
          ? 'another program uses it. Stop that program, or choose other ports'
          : `${error.code ?? 'the system refused it'}. Choose other ports`;
      reject(new Error(`The sandbox cannot listen on port ${port}: ${why} with --port-base N or --free-ports.`));
    });
    server.listen({ port, host: lookedUp(host) }, resolve);
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
  answer: WireResponse,
  { isHead, isCut }: { readonly isHead: boolean; readonly isCut: boolean },
): void {
  const { status, headers, body, bytes = body } = answer;
  const hasBody = status !== 204 && status !== 304;
  const length = hasBody ? ['Content-Length', String(lengthOf(answer))] : [];
  response.writeHead(status, [...headers.flat(), ...length]);
  const sent = isHead || !hasBody ? '' : bytes;
  if (!isCut) response.end(sent);
  else {
    const whole = Buffer.from(sent);
    response.flushHeaders();
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => {
      response.destroy();
    });
  }
}

function lengthOf({ body, bytes }: WireResponse): number {
  return bytes?.length ?? Buffer.byteLength(body);
}

/** Answers a request that never reached the service. */
function refuseConnection(response: ServerResponse, answer: WireResponse): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else write(response, answer, { isHead: response.req.method === 'HEAD', isCut: false });
}

/** Makes a response that belongs to no service. */
export function plainRefusal(status: number, message: string): WireResponse {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8']],
    body: JSON.stringify({ message, status }),
  };
}

/** Clients of proxies send the whole URL, whose host says nothing more than the `Host` header field. */
function requestTargetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/is.exec(url) ?? [];
  return path === undefined ? url : path.startsWith('/') ? path : `/${path}`;
}

function answerBroken(error: NodeJS.ErrnoException, socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, problem] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'The request took too long to arrive. Send its whole head and body at once.']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'The header fields are longer than the sandbox accepts. Send fewer or shorter ones.']
        : [
            400,
            'This is not an HTTP request that the sandbox can read. Check that its URL begins with http:// and that its header fields are well formed.',
          ];
  const { headers, body } = refusal(status, problem);
  const fields = [...headers, ['Connection', 'close'], ['Content-Length', String(Buffer.byteLength(body))]];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...fields.map(([name, text]) => `${name}: ${text}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
