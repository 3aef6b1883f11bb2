import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import type {
  PreparedRequest,
  ReceivedResponse,
  ResponseObserver,
  SendOptions,
  TransportFailure,
  WireRecord,
} from '@rulebook/sender/plan';
import type { ConnectTimes, SentHead } from './connectors';
import {
  connectionTimeoutFailure,
  cutCompressionFailure,
  idleFailure,
  timeoutFailure,
  unsavedFailure,
} from './failure';
import { proxyAuthorization } from './proxy';
import { createBodyReader, type BodyReader } from './read-body';
import type { ReadGate } from './read-gate';

/** In milliseconds. */
export const defaultTimeout = 30_000;
const longestTimeout = 2 ** 31 - 1;
/** In bytes. */
export const defaultMaximum = 10 * 1024 * 1024;

/** Status line and header fields of a response. */
export type Head = Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>;

/** The result of an exchange: a response, the head of one that redirects, or a failure. */
export type Exchanged =
  | { readonly response: ReceivedResponse; readonly wire?: (() => WireRecord) | undefined }
  | { readonly left: Head }
  | { readonly failure: TransportFailure };

/** One request, and everything that is needed to send it. */
interface ExchangeInput {
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
  const exchange = new RunningExchange(input);
  const { origin, path, headers } = targetOf(input);
  const body = input.body === undefined ? {} : { body: bytesOf(input.body) };
  const request: Dispatcher.DispatchOptions = { origin, path, headers, method: input.method as 'GET', ...body };
  try {
    input.dispatcher.dispatch(request, exchange);
  } catch (error) {
    exchange.fail(error);
  }
  return {
    outcome: exchange.outcome,
    stop: (why) => {
      exchange.stop(why);
    },
  };
}

class RunningExchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Exchanged>;
  readonly #input: ExchangeInput;
  readonly #timer: NodeJS.Timeout;
  readonly #connecting: NodeJS.Timeout | undefined;
  #settle: (exchanged: Exchanged) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Head | undefined;
  #reader: BodyReader | undefined;
  #trailers: Head['headers'] = [];
  #isOver = false;
  #packed = 0;
  #sentAt: number;
  #headAt: number;
  /** Set while pieces are being stored, one after the other; the time limit does not count then. */
  #storing: Promise<void> | undefined;
  #refusal: { readonly error: unknown } | undefined;
  /** Events may be hours apart; the user ends such a response. */
  #isEndless = false;

  constructor(input: ExchangeInput) {
    const { url, options, started } = input;
    this.#input = input;
    this.#sentAt = started;
    this.#headAt = started;
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const limit = Math.min(options.timeout ?? defaultTimeout, longestTimeout);
    this.#timer = setTimeout(() => {
      if (this.#storing !== undefined) this.#timer.refresh();
      else this.stop(this.#head === undefined ? timeoutFailure(url.host, limit) : idleFailure(url.host, limit));
    }, limit);
    // The time for the connection is a part of the other one, which may be longer or shorter.
    const { connectionTimeout } = options;
    this.#connecting =
      connectionTimeout === undefined
        ? undefined
        : setTimeout(() => {
            this.stop(connectionTimeoutFailure(url.host, connectionTimeout));
          }, connectionTimeout);
  }

  stop(why: TransportFailure): void {
    if (!this.#isFirst()) return;
    if (this.#head === undefined) this.#settle({ failure: why });
    else void this.#end(why);
    // Without a connection there is nothing to end.
    this.#controller?.abort(new Error('The request was ended.'));
  }

  fail(error: unknown): void {
    if (!this.#isFirst()) return;
    const why = this.#input.wordError(error);
    if (this.#head === undefined) this.#settle({ failure: why });
    else void this.#end(why);
  }

  onRequestStart(given: Dispatcher.DispatchController): void {
    this.#controller = given;
    this.#sentAt = performance.now();
    clearTimeout(this.#connecting);
    if (this.#isOver) given.abort(new Error('The request was ended.'));
  }

  onResponseStart(given: Dispatcher.DispatchController, status: number, _headers: unknown, statusText?: string): void {
    // Informational responses come before the final one.
    if (this.#isOver || status < 200) return;
    this.#timer.refresh();
    const { observer, options, isLeft } = this.#input;
    const started = {
      status,
      statusText: statusText === undefined || statusText === '' ? (STATUS_CODES[status] ?? '') : statusText,
      headers: pairsOf(given.rawHeaders),
    };
    if (isLeft(started)) {
      this.#isFirst();
      this.#settle({ left: started });
      given.abort(new Error('The request went on elsewhere.'));
      return;
    }
    this.#head = started;
    this.#headAt = performance.now();
    observer.onHead?.(started);
    this.#isEndless = isEventStream(started.headers);
    if (this.#isEndless) clearTimeout(this.#timer);
    const { maximumBody = defaultMaximum, keepsBytes = false } = options;
    this.#reader = createBodyReader({ headers: started.headers, maximum: maximumBody, keepsBytes, observer });
  }

  onResponseData(given: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#packed += chunk.length;
    this.#rest();
    const taken =
      this.#storing === undefined
        ? this.#reader?.push(chunk)
        : this.#storing.then(() => (this.#refusal === undefined ? this.#reader?.push(chunk) : undefined));
    if (taken === undefined) return;
    this.#input.gate.close();
    const stored = taken
      .catch((error: unknown) => {
        this.#refusal ??= { error };
        if (!this.#isFirst()) return;
        this.#settle({ failure: unsavedFailure(error) });
        given.abort(new Error('The request was ended.'));
      })
      .then(() => {
        // Others may follow that came in the same piece of the connection.
        if (this.#storing !== stored) return;
        this.#storing = undefined;
        if (!this.#isOver) this.#rest();
        this.#input.gate.open();
      });
    this.#storing = stored;
  }

  onResponseEnd(given: Dispatcher.DispatchController): void {
    this.#trailers = pairsOf(given.rawTrailers);
    if (this.#isFirst()) void this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  #rest(): void {
    if (!this.#isEndless) this.#timer.refresh();
  }

  #isFirst(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#connecting);
    return true;
  }

  async #end(interruption?: TransportFailure): Promise<void> {
    const head = this.#head;
    if (head === undefined || this.#reader === undefined) return;
    const { started, times, url, sent } = this.#input;
    const ended = performance.now();
    const firstByte = this.#headAt - this.#sentAt;
    const download = ended - this.#headAt;
    const isReused = times.connect === undefined && times.dns === undefined && times.tls === undefined;
    const timing = isReused ? { firstByte, download } : { ...times, firstByte, download };
    try {
      await this.#storing;
      if (this.#refusal !== undefined) throw this.#refusal.error;
      const { parts, isWhole } = await this.#reader.end();
      const cut = interruption ?? (isWhole ? undefined : cutCompressionFailure(url.host));
      const response: { -readonly [Member in keyof ReceivedResponse]: ReceivedResponse[Member] } = {
        httpVersion: sent.isHttp2 === true ? '2' : '1.1',
        status: head.status,
        statusText: head.statusText,
        headers: head.headers,
        duration: ended - started,
        timing,
        ...parts,
      };
      if (this.#trailers.length > 0) response.trailers = this.#trailers;
      if (cut) response.interruption = cut;
      // The connection is about to send the next request.
      const { text } = sent;
      const { body } = this.#input;
      const packed = this.#packed;
      this.#settle({ response, wire: text === undefined ? undefined : () => wireOf(text, body, head, packed) });
    } catch (error) {
      this.#settle({ failure: unsavedFailure(error) });
    }
  }
}

/** Returns what went over the connection, with the head of the request in `text`. */
function wireOf(text: string, body: PreparedRequest['body'] = '', head: Head, packed: number): WireRecord {
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
  if (proxy === undefined) return { origin: url.origin, path, headers: flat(headers) };
  const authorization = proxyAuthorization(proxy);
  return {
    origin: proxy.origin,
    path: url.origin + path,
    headers: [
      ...(headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['Host', url.host]),
      ...flat(headers),
      ...(authorization === undefined ? [] : ['Proxy-Authorization', authorization]),
    ],
  };
}

function flat(headers: PreparedRequest['headers']): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
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
