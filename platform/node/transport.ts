import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { request as send, type Dispatcher } from 'undici';
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
  let request = prepared;
  for (;;) {
    const outcome = await sendOnce(connections, request, options, signal);
    if ('failure' in outcome) return outcome;
    const url = parseUrl(request.url);
    const next = url && redirectOf(url, request.method, outcome.response);
    if (next === undefined || options.followsRedirects === false || redirects.length >= maximumRedirects) {
      return redirects.length === 0 ? outcome : { response: { ...outcome.response, redirects } };
    }
    redirects.push(next.href);
    request = { ...request, url: next.href };
  }
}

async function sendOnce(
  connections: Connections,
  prepared: PreparedRequest,
  options: SendOptions,
  signal?: CancelSignal,
): Promise<Outcome> {
  const url = parseUrl(prepared.url);
  if (url === undefined) return { failure: invalidUrlFailure() };
  const host = url.host;
  if (signal?.isCancelled) return { failure: cancelledFailure(host) };
  const limit = options.timeout ?? defaultTimeout;
  const abort = new AbortController();
  let ending: 'timeout' | 'cancelled' | undefined;
  const end = (reason: 'timeout' | 'cancelled') => {
    ending ??= reason;
    abort.abort();
  };
  const timer = setTimeout(() => {
    end('timeout');
  }, limit);
  const stopListening = signal?.onCancel(() => {
    end('cancelled');
  });
  const { dispatcher, isProxied, release } = connections.open(url, { verifyTls: options.verifyTls, timeout: limit });
  try {
    return { response: await exchange(url, prepared, options, dispatcher, abort.signal) };
  } catch (error) {
    if (ending === 'timeout') return { failure: timeoutFailure(host, limit) };
    if (ending === 'cancelled') return { failure: cancelledFailure(host) };
    return { failure: isProxied ? proxyFailure(error, host) : failureOf(error, host) };
  } finally {
    clearTimeout(timer);
    stopListening?.();
    release();
  }
}

async function exchange(
  url: URL,
  prepared: PreparedRequest,
  options: SendOptions,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const started = performance.now();
  const maximum = options.maximumBody ?? defaultMaximum;
  const answer = await send(url, {
    method: prepared.method as 'GET',
    headers: prepared.headers.flatMap(([name, value]) => [name, value]),
    ...(prepared.body !== undefined && { body: prepared.body }),
    dispatcher,
    signal,
    responseHeaders: 'raw',
  });
  const chunks: Buffer[] = [];
  let size = 0;
  let kept = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (kept >= maximum) continue;
    const part = chunk.subarray(0, maximum - kept);
    chunks.push(part);
    kept += part.length;
  }
  const headers = pairsOf(answer.headers);
  const isTruncated = size > kept;
  const bytes = Buffer.concat(chunks);
  return {
    httpVersion: '1.1',
    status: answer.statusCode,
    statusText: answer.statusText || (STATUS_CODES[answer.statusCode] ?? ''),
    headers,
    body: (isTruncated ? bytes : decode(bytes, headers, maximum)).toString('utf8'),
    isTruncated,
    size,
    duration: performance.now() - started,
  };
}

/** Returns names and values as they came, for `responseHeaders: 'raw'` gives a flat list although its type says an object. */
function pairsOf(raw: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(raw)) {
    const pairs: (readonly [string, string])[] = [];
    for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([String(raw[at]), String(raw[at + 1])]);
    return pairs;
  }
  return Object.entries(raw as Record<string, string | string[] | undefined>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one) => [name, one] as const),
  );
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
