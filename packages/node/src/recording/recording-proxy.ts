import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopbackHost } from '@rulebook/text';
import { failureOf } from '../http/failure';
import { foreignRequest } from '../sandbox/foreign-request';
import { fieldsToHandOn, pairsOf } from './hop-fields';
import { createKeptBody, type ReadBody } from './kept-body';
import { passUpgrade } from './pass-upgrade';
import { targetOf, type Target, type TargetOptions } from './target';

/** A request that went through, and the response to it. */
export interface PassedExchange {
  readonly method: string;
  /** The URL of the service. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ReadBody;
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: ReadBody;
    readonly size: number;
  };
  /** In milliseconds. */
  readonly duration: number;
  readonly ended: number;
}

/** Where the proxy is, what it hands on to, and who hears of it. */
export interface ProxyOptions extends TargetOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** The most bytes of a body that are kept. */
  readonly maxBody: number;
  readonly onExchange: (exchange: PassedExchange) => void;
  /** Hears of what went through and is not kept, as a sentence. */
  readonly onProblem: (what: string) => void;
}

/** A proxy that runs. */
export interface RecordingProxy {
  readonly port: number;
  /** Takes no more requests and ends those that are under way; resolves when all that was kept has been handed over. */
  readonly close: () => Promise<void>;
}

/** All bodies together keep at most so many bytes. */
const maxKept = 256 * 1024 * 1024;

/** Starts the proxy on 127.0.0.1; rejects with a sentence. */
export async function startRecordingProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const { to, port } = options;
  const isEncrypted = to.protocol === 'https:';
  const agent = new (isEncrypted ? https : http).Agent({ keepAlive: true });
  const pending = new Set<Promise<void>>();
  let kept = 0;
  let isFull = false;
  const take = (bytes: number): boolean => {
    if (kept + bytes > maxKept && !isFull) {
      isFull = true;
      options.onProblem('256 MB of bodies are kept; further requests go through, and their bodies are not kept');
    }
    if (isFull) return false;
    kept += bytes;
    return true;
  };
  const target = targetOf(options, agent);
  const server = http.createServer({ keepAliveTimeout: 5000, requestTimeout: 0, insecureHTTPParser: false });
  const handle = (awaitsContinue: boolean) => (request: http.IncomingMessage, response: http.ServerResponse) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      request.resume();
      answer(response, refusal.status, refusal.problem);
      return;
    }
    const done = pass({ request, response, target, options, take, awaitsContinue }).then(
      (exchange) => {
        if (exchange !== undefined) options.onExchange(exchange);
      },
      () => undefined,
    );
    pending.add(done);
    void done.finally(() => pending.delete(done));
  };
  server.on('request', handle(false));
  server.on('checkContinue', handle(true));
  server.on('connect', (_, socket: Duplex) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    options.onProblem('a client took this for a proxy of all addresses (CONNECT); let it call the printed address');
  });
  server.on('upgrade', (request, socket: Duplex, head) => {
    const refusal = refusalOf(request);
    if (refusal === undefined) passUpgrade({ request, socket, head, target, onProblem: options.onProblem });
    else socket.end(`HTTP/1.1 ${refusal.status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
  server.on('clientError', (_, socket: Duplex) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, port);
  const own = (server.address() as AddressInfo).port;
  const close = async (): Promise<void> => {
    server.close();
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    await Promise.all(pending);
  };
  if (isSelf(to, own)) {
    await close();
    throw new Error(`--to ${to.href} is the address of this recorder itself; name the service, or another --port`);
  }
  return { port: own, close };
}

/** Returns whether a service is what listens on a port of this machine. */
function isSelf(to: URL, port: number): boolean {
  const isHere = isLoopbackHost(to.hostname) || /^(?:0\.0\.0\.0|\[::\])$/.test(to.hostname);
  return isHere && Number(to.port === '' ? (to.protocol === 'https:' ? 443 : 80) : to.port) === port;
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : 'the system refused it';
      const cause = code === 'EADDRINUSE' ? 'another program listens there' : code;
      reject(new Error(`127.0.0.1:${port} cannot be used: ${cause}; name another --port, or leave it out`));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** A web page of another machine must not use the recorder; nor is it a proxy for all addresses. */
function refusalOf(request: http.IncomingMessage): { readonly status: number; readonly problem: string } | undefined {
  const foreign = foreignRequest(request, true);
  if (foreign !== undefined) return { ...foreign, problem: foreign.problem.replace('The sandbox', 'The recorder') };
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return undefined;
  return {
    status: 400,
    problem:
      'The recorder takes a path, not a whole URL: it stands for one service. Call the address that it has printed.',
  };
}

/** Returns text for a client, which says who answers. */
function answer(response: http.ServerResponse, status: number, problem: string): void {
  const body = `rulebook record: ${problem}\n`;
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  response.end(body);
}

interface Passing {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly target: Target;
  readonly options: ProxyOptions;
  readonly take: (bytes: number) => boolean;
  readonly awaitsContinue: boolean;
}

/** Hands on a request and its response; resolves with the copy when both are complete, or without one. */
function pass(passing: Passing): Promise<PassedExchange | undefined> {
  const { request, response, target, options, take, awaitsContinue } = passing;
  const { method = 'GET', url = '/' } = request;
  const began = performance.now();
  const path = url === '*' ? url : `${target.prefix}${url}`;
  const what = `${method} ${url.split('?', 1)[0] ?? ''}`;
  const sent = createKeptBody(options.maxBody, take);
  const received = createKeptBody(options.maxBody, take);
  return new Promise((resolve) => {
    const headers = fieldsToHandOn(request.rawHeaders, target.host);
    const hasBody = ['content-length', 'transfer-encoding'].some((name) => request.headers[name] !== undefined);
    // Without it, Node would divide a body that is not there.
    if (!hasBody && !/^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method)) headers.push('Content-Length', '0');
    const onward = target.request({ method, path, headers });
    let isOver = false;
    const end = (exchange?: PassedExchange): void => {
      isOver = true;
      resolve(exchange);
    };
    const fail = (error: unknown): void => {
      if (isOver) return;
      end();
      const failure = failureOf(error, target.host);
      const advice = failure.isUntrusted ? ' Here, --cacert FILE or --insecure does the same.' : '';
      const message = `${failure.message}${advice}`;
      if (response.headersSent) {
        options.onProblem(`${what} is not recorded: the service ended its response too early`);
        response.destroy();
        return;
      }
      options.onProblem(`${what} is not recorded: ${message}`);
      answer(response, 502, `${target.base} gave no response. ${message}`);
    };
    onward.on('error', fail);
    response.on('close', () => {
      if (isOver) return;
      end();
      onward.destroy();
      if (!response.writableFinished) options.onProblem(`${what} is not recorded: the client ended the connection`);
    });
    const send = (): void => {
      request.on('data', (chunk: Buffer) => {
        sent.add(chunk);
      });
      request.pipe(onward);
    };
    if (awaitsContinue) {
      onward.on('continue', () => {
        response.writeContinue();
        send();
      });
      onward.flushHeaders();
    } else send();
    onward.on('response', (incoming) => {
      response.sendDate = false;
      const { statusCode = 502, statusMessage = '', rawHeaders } = incoming;
      incoming.on('error', fail).on('aborted', () => {
        fail(new Error('aborted'));
      });
      response.writeHead(statusCode, statusMessage, fieldsToHandOn(rawHeaders));
      response.flushHeaders();
      incoming.on('data', (chunk: Buffer) => {
        received.add(chunk);
      });
      incoming.on('end', () => {
        const trailers = pairsOf(incoming.rawTrailers);
        if (trailers.length > 0) response.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]));
      });
      incoming.pipe(response);
      response.on('finish', () => {
        if (isOver) return;
        isOver = true;
        const duration = performance.now() - began;
        const ended = Date.now();
        void copyOf().then(resolve, () => {
          resolve(undefined);
        });
        async function copyOf(): Promise<PassedExchange> {
          const sentFields = pairsOf(headers);
          const fields = pairsOf(rawHeaders);
          return {
            ...{ method, url: `${target.base}${url === '*' ? '' : url}`, headers: sentFields, duration, ended },
            body: await sent.read(sentFields),
            response: {
              ...{ status: statusCode, statusText: statusMessage, httpVersion: incoming.httpVersion, headers: fields },
              body: await received.read(fields),
              size: received.size(),
            },
          };
        }
      });
    });
  });
}
