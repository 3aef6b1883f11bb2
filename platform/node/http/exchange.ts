import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import type {
  PreparedRequest,
  ReceivedResponse,
  ResponseObserver,
  SendOptions,
  TransportFailure,
  WireRecord,
} from '../../../engine/src/sending/plan/index';
import type { ConnectTimes, SentHead } from './connectors';
import {
  connectionTimeoutFailure,
  cutCompressionFailure,
  idleFailure,
  timeoutFailure,
  unsavedFailure,
} from './failure';
import { proxyAuthorization } from './proxy';
import { readBody, type BodyReader } from './read-body';
import type { ReadGate } from './read-gate';

/** In milliseconds. */
export const defaultTimeout = 30_000;
const longestTimeout = 2 ** 31 - 1;
const defaultMaximum = 10 * 1024 * 1024;

/** Status line and header fields of a response. */
export type Head = Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>;

/** The result of an exchange: a response, the head of one that redirects, or a failure. */
export type Exchanged =
  | { readonly response: ReceivedResponse; readonly wire?: WireRecord | undefined }
  | { readonly left: Head }
  | { readonly failure: TransportFailure };

/** One request, and everything that is needed to send it. */
export interface ExchangeInput {
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  readonly method: string;
  readonly headers: PreparedRequest['headers'];
  readonly body: PreparedRequest['body'];
  /** The proxy that takes the whole request; absent when the connection leads to the server. */
  readonly proxy: URL | undefined;
  /** What it took to connect, once the request was sent. */
  readonly times: ConnectTimes;
  /** The head of the request, once it was sent. */
  readonly sent: SentHead;
  /** Holds back the response while a piece of it is being stored. */
  readonly gate: ReadGate;
  readonly options: SendOptions;
  readonly observer: ResponseObserver;
  /** When the first request was sent, by `performance.now()`. */
  readonly started: number;
  /** Returns whether the body of this response is not read because the redirect is followed. */
  readonly isLeft: (head: Head) => boolean;
  /** Turns an error of the connection into a message. */
  readonly wordError: (error: unknown) => TransportFailure;
}

/** A running exchange. */
export interface Exchange {
  readonly outcome: Promise<Exchanged>;
  /** Ends it early; what has arrived becomes the response. */
  readonly stop: (why: TransportFailure) => void;
}

/** Sends a request and collects its response by the dispatcher's own events; a stream would take most of the time of a small response. */
export function startExchange(input: ExchangeInput): Exchange {
  const { url, options, observer } = input;
  const { maximumBody = defaultMaximum, keepsBytes = false, timeout = defaultTimeout } = options;
  const limit = Math.min(timeout, longestTimeout);
  let controller: Dispatcher.DispatchController | undefined;
  let head: Head | undefined;
  let reader: BodyReader | undefined;
  let trailers: Head['headers'] = [];
  let isOver = false;
  let packed = 0;
  let sentAt = input.started;
  let headAt = sentAt;
  let settle: (exchanged: Exchanged) => void = () => undefined;
  const outcome = new Promise<Exchanged>((resolve) => {
    settle = resolve;
  });
  // Set while pieces are being stored, one after the other; the time limit does not count then.
  let storing: Promise<void> | undefined;
  let refusal: { readonly error: unknown } | undefined;
  // Events may be hours apart; the user ends such a response.
  let isEndless = false;
  const rest = () => {
    if (!isEndless) timer.refresh();
  };
  const timer = setTimeout(() => {
    if (storing !== undefined) timer.refresh();
    else stop(head === undefined ? timeoutFailure(url.host, limit) : idleFailure(url.host, limit));
  }, limit);
  // The time for the connection is a part of the other one, which may be longer or shorter.
  const { connectionTimeout } = options;
  const connecting =
    connectionTimeout === undefined
      ? undefined
      : setTimeout(() => {
          stop(connectionTimeoutFailure(url.host, connectionTimeout));
        }, connectionTimeout);
  const isFirst = (): boolean => {
    if (isOver) return false;
    isOver = true;
    clearTimeout(timer);
    clearTimeout(connecting);
    return true;
  };
  const end = async (interruption?: TransportFailure): Promise<void> => {
    if (head === undefined || reader === undefined) return;
    const ended = performance.now();
    const timing = { ...input.times, firstByte: headAt - sentAt, download: ended - headAt };
    const answer = { httpVersion: '1.1', ...head, duration: ended - input.started, timing };
    try {
      await storing;
      if (refusal !== undefined) throw refusal.error;
      const { parts, isWhole } = await reader.end();
      const cut = interruption ?? (isWhole ? undefined : cutCompressionFailure(url.host));
      const response = {
        ...answer,
        ...parts,
        ...(trailers.length > 0 && { trailers }),
        ...(cut && { interruption: cut }),
      };
      settle({ response, wire: wireOf(input, head, packed) });
    } catch (error) {
      settle({ failure: unsavedFailure(error) });
    }
  };
  const stop = (why: TransportFailure) => {
    if (!isFirst()) return;
    if (head === undefined) settle({ failure: why });
    else void end(why);
    // Without a connection there is nothing to end.
    controller?.abort(new Error('The request was ended.'));
  };
  const fail = (error: unknown) => {
    if (!isFirst()) return;
    const why = input.wordError(error);
    if (head === undefined) settle({ failure: why });
    else void end(why);
  };
  const request: Dispatcher.DispatchOptions = {
    ...targetOf(input),
    method: input.method as 'GET',
    ...(input.body !== undefined && { body: bytesOf(input.body) }),
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      controller = given;
      sentAt = performance.now();
      clearTimeout(connecting);
      if (isOver) given.abort(new Error('The request was ended.'));
    },
    onResponseStart(given, status, _headers, statusText) {
      // Informational responses come before the final one.
      if (isOver || status < 200) return;
      timer.refresh();
      const started = {
        status,
        statusText: statusText === undefined || statusText === '' ? (STATUS_CODES[status] ?? '') : statusText,
        headers: pairsOf(given.rawHeaders),
      };
      if (input.isLeft(started)) {
        isFirst();
        settle({ left: started });
        given.abort(new Error('The request went on elsewhere.'));
        return;
      }
      head = started;
      headAt = performance.now();
      observer.onHead?.(started);
      isEndless = isEventStream(started.headers);
      if (isEndless) clearTimeout(timer);
      reader = readBody({ headers: started.headers, maximum: maximumBody, keepsBytes, observer });
    },
    onResponseData(given, chunk) {
      if (isOver) return;
      packed += chunk.length;
      rest();
      const taken =
        storing === undefined
          ? reader?.push(chunk)
          : storing.then(() => (refusal === undefined ? reader?.push(chunk) : undefined));
      if (taken === undefined) return;
      input.gate.close();
      const stored = taken
        .catch((error: unknown) => {
          refusal ??= { error };
          if (!isFirst()) return;
          settle({ failure: unsavedFailure(error) });
          given.abort(new Error('The request was ended.'));
        })
        .then(() => {
          // Others may follow that came in the same piece of the connection.
          if (storing !== stored) return;
          storing = undefined;
          if (!isOver) rest();
          input.gate.open();
        });
      storing = stored;
    },
    onResponseEnd(given) {
      trailers = pairsOf(given.rawTrailers);
      if (isFirst()) void end();
    },
    onResponseError(_controller, error) {
      fail(error);
    },
  };
  try {
    input.dispatcher.dispatch(request, handler);
  } catch (error) {
    fail(error);
  }
  return { outcome, stop };
}

/** Returns what went over the connection; undefined where the head of the request is not known. */
function wireOf({ sent, body = '' }: ExchangeInput, head: Head, packed: number): WireRecord | undefined {
  const { text } = sent;
  if (text === undefined) return undefined;
  const [line = '', ...fields] = text.replace(/(?:\r\n)+$/, '').split('\r\n');
  const response = [
    `HTTP/1.1 ${head.status} ${head.statusText}`,
    ...head.headers.map((pair) => pair.join(': ')),
    '',
    '',
  ];
  return {
    method: line.split(' ', 1).join(''),
    headers: fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), field.slice(colon + 1).trim()] as const;
    }),
    sent: { head: Buffer.byteLength(text, 'latin1'), body: Buffer.byteLength(bytesOf(body)) },
    received: { head: Buffer.byteLength(response.join('\r\n'), 'latin1'), body: packed },
  };
}

function isEventStream(headers: Head['headers']): boolean {
  return headers.some(([name, value]) => /^content-type$/i.test(name) && /^\s*text\/event-stream\b/i.test(value));
}

function bytesOf(body: NonNullable<PreparedRequest['body']>): string | Buffer {
  if (typeof body === 'string') return body;
  return Buffer.concat(body.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Returns where a request goes; a proxy gets the whole URL, and its credential. */
function targetOf({
  url,
  proxy,
  headers,
}: ExchangeInput): Pick<Dispatcher.DispatchOptions, 'origin' | 'path' | 'headers'> {
  const path = url.pathname + url.search;
  if (proxy === undefined) return { origin: url.origin, path, headers: headers.flat() };
  const authorization = proxyAuthorization(proxy);
  return {
    origin: proxy.origin,
    path: url.origin + path,
    headers: [
      ...(headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['Host', url.host]),
      ...headers.flat(),
      ...(authorization === undefined ? [] : ['Proxy-Authorization', authorization]),
    ],
  };
}

/** Returns names and values in their order; the dispatcher gives a flat list of buffers. */
function pairsOf(raw: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(raw)) return [];
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([textOfBytes(raw[at]), textOfBytes(raw[at + 1])]);
  return pairs;
}

/** Header fields are bytes; only ASCII is certain. */
function textOfBytes(bytes: unknown): string {
  return Buffer.isBuffer(bytes) ? bytes.toString('latin1') : String(bytes);
}
