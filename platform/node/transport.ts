import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type {
  CancelSignal,
  PreparedRequest,
  ReceivedResponse,
  SendOptions,
  Transport,
  TransportFailure,
} from '../../engine/src/index';
import { createConnections, type Connections } from './connections';
import { cancelledFailure, failureOf, invalidUrlFailure, proxyFailure, timeoutFailure } from './failure';
import type { ProxySettings } from './proxy';
import { maximumRedirects, redirectOf } from './redirects';

const defaultTimeout = 30_000;
const defaultMaximum = 10 * 1024 * 1024;

/** How a transport works. */
export interface TransportOptions {
  readonly proxies?: ProxySettings;
  /** Keep connections between requests, which a long run needs; `close` ends them. */
  readonly keepsConnections?: boolean;
}

/** The transport of Node. */
export interface NodeTransport extends Transport {
  readonly close: () => void;
}

/** Returns the transport of Node. Unless connections are kept, each request has one of its own and nothing stays open. */
export function createTransport({ proxies = {}, keepsConnections = false }: TransportOptions = {}): NodeTransport {
  const connections = createConnections(proxies, keepsConnections);
  return {
    send: (prepared, options, signal) => sendFollowing(connections, prepared, options, signal),
    close: connections.close,
  };
}

type Outcome = { readonly response: ReceivedResponse } | { readonly failure: TransportFailure };

async function sendFollowing(
  connections: Connections,
  prepared: PreparedRequest,
  options: SendOptions,
  signal?: CancelSignal,
): Promise<Outcome> {
  const redirects: string[] = [];
  let url = parseUrl(prepared.url);
  if (url === undefined) return { failure: invalidUrlFailure() };
  for (;;) {
    const outcome = await sendOnce(connections, url, prepared, options, signal);
    if ('failure' in outcome) return outcome;
    const next = redirectOf(url, prepared.method, outcome.response);
    if (next === undefined || options.followsRedirects === false || redirects.length >= maximumRedirects) {
      return redirects.length === 0 ? outcome : { response: { ...outcome.response, redirects } };
    }
    redirects.push(next.href);
    url = next;
  }
}

async function sendOnce(
  connections: Connections,
  url: URL,
  prepared: PreparedRequest,
  options: SendOptions,
  signal?: CancelSignal,
): Promise<Outcome> {
  const host = url.host;
  if (signal?.isCancelled) return { failure: cancelledFailure(host) };
  const limit = options.timeout ?? defaultTimeout;
  const connection = connections.open(url, { verifyTls: options.verifyTls, timeout: limit });
  const { response, abort } = exchange(url, prepared, options, connection.dispatcher);
  let ending: 'timeout' | 'cancelled' | undefined;
  const end = (reason: 'timeout' | 'cancelled') => {
    ending ??= reason;
    abort();
  };
  const timer = setTimeout(() => {
    end('timeout');
  }, limit);
  const stopListening = signal?.onCancel(() => {
    end('cancelled');
  });
  try {
    return { response: await response };
  } catch (error) {
    if (ending === 'timeout') return { failure: timeoutFailure(host, limit) };
    if (ending === 'cancelled') return { failure: cancelledFailure(host) };
    return { failure: connection.isProxied ? proxyFailure(error, host) : failureOf(error, host) };
  } finally {
    clearTimeout(timer);
    stopListening?.();
    connection.release();
  }
}

/** Sends and collects by the dispatcher's own events: a stream in between takes longer than all the rest of a small answer. */
function exchange(
  url: URL,
  prepared: PreparedRequest,
  options: SendOptions,
  dispatcher: Dispatcher,
): { readonly response: Promise<ReceivedResponse>; readonly abort: () => void } {
  const started = performance.now();
  const maximum = options.maximumBody ?? defaultMaximum;
  let controller: Dispatcher.DispatchController | undefined;
  let isAborted = false;
  let abort = () => {
    isAborted = true;
  };
  const response = new Promise<ReceivedResponse>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let kept = 0;
    let head: Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'> | undefined;
    const calledOff = () => new Error('The request was called off.');
    abort = () => {
      isAborted = true;
      controller?.abort(calledOff());
      // Without a connection there is nobody to tell.
      reject(calledOff());
    };
    const request: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: prepared.method as 'GET',
      headers: prepared.headers.flat(),
      ...(prepared.body !== undefined && { body: bytesOf(prepared.body) }),
    };
    dispatcher.dispatch(request, {
      onRequestStart(given) {
        controller = given;
        if (isAborted) given.abort(calledOff());
      },
      onResponseStart({ rawHeaders }, status, _headers, statusText) {
        // Others announce the answer only.
        if (status < 200) return;
        head = { status, statusText: statusText ?? '', headers: pairsOf(rawHeaders) };
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (kept >= maximum) return;
        const part = chunk.length > maximum - kept ? chunk.subarray(0, maximum - kept) : chunk;
        chunks.push(part);
        kept += part.length;
      },
      onResponseEnd() {
        const { status = 0, statusText = '', headers = [] } = head ?? {};
        const isTruncated = size > kept;
        const [first = Buffer.alloc(0)] = chunks;
        const bytes = chunks.length < 2 ? first : Buffer.concat(chunks);
        resolve({
          httpVersion: '1.1',
          status,
          statusText: statusText || (STATUS_CODES[status] ?? ''),
          headers,
          body: (isTruncated ? bytes : decode(bytes, headers, maximum)).toString('utf8'),
          isTruncated,
          size,
          duration: performance.now() - started,
        });
      },
      onResponseError(_controller, error) {
        reject(error);
      },
    });
  });
  return {
    response,
    abort: () => {
      abort();
    },
  };
}

function bytesOf(body: NonNullable<PreparedRequest['body']>): string | Buffer {
  if (typeof body === 'string') return body;
  return Buffer.concat(body.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Returns names and values as they came; the dispatcher gives a flat list of bytes. */
function pairsOf(raw: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(raw)) return [];
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([textOf(raw[at]), textOf(raw[at + 1])]);
  return pairs;
}

/** Header fields are bytes of which only ASCII is certain. */
function textOf(bytes: unknown): string {
  return Buffer.isBuffer(bytes) ? bytes.toString('latin1') : String(bytes);
}

/** Returns the body without its compression, or as it came when it cannot be read. */
function decode(body: Buffer, headers: readonly (readonly [string, string])[], maximum: number): Buffer {
  const encoding = headers
    .find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    .trim()
    .toLowerCase();
  // A small body can be made to grow without bounds.
  const options = { maxOutputLength: maximum };
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body, options);
    if (encoding === 'deflate') return inflateSync(body, options);
    if (encoding === 'br') return brotliDecompressSync(body, options);
  } catch {
    return body;
  }
  return body;
}

function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}
