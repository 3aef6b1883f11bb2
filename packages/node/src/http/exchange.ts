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
import type { Connection } from './connections';
import {
  connectionTimeoutFailure,
  cutCompressionFailure,
  idleFailure,
  timeoutFailure,
  unsavedFailure,
} from './failure';
import { ofLast } from '@rulebook/text';
import { proxyAuthorization } from './proxy';
import { bodyFieldsOf, fieldsOf } from './head-fields';
import { createBodyReader, type BodyReader, type ReadBody } from './read-body';

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
  /** It serves nothing else meanwhile. */
  readonly connection: Connection;
  readonly url: URL;
  readonly method: string;
  readonly headers: PreparedRequest['headers'];
  readonly body: PreparedRequest['body'];
  /** The proxy that takes the whole request; absent when the connection leads to the server. */
  readonly proxy: URL | undefined;
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
    input.connection.dispatcher.dispatch(request, exchange);
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
    input.connection.limit.begin(limit, () => {
      if (this.#storing !== undefined) this.#rest();
      else
        this.stop(
          this.#head === undefined ? timeoutFailure(url.host, limit, input.method) : idleFailure(url.host, limit),
        );
    });
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
    else this.#end(why);
    // Without a connection there is nothing to end.
    this.#controller?.abort(new Error('The request was ended.'));
  }

  fail(error: unknown): void {
    if (!this.#isFirst()) return;
    const why = this.#input.wordError(error);
    if (this.#head === undefined) this.#settle({ failure: why });
    else this.#end(why);
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
    const { observer, options, isLeft, connection } = this.#input;
    const started = {
      status,
      statusText: statusText === undefined || statusText === '' ? (STATUS_CODES[status] ?? '') : statusText,
      headers: connection.fieldsOf(given.rawHeaders),
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
    this.#isEndless = bodyFieldsOf(started.headers).isEventStream;
    if (this.#isEndless) connection.limit.end();
    else connection.limit.restart();
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
    this.#input.connection.gate.close();
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
        this.#input.connection.gate.open();
      });
    this.#storing = stored;
  }

  onResponseEnd(given: Dispatcher.DispatchController): void {
    this.#trailers = fieldsOf(given.rawTrailers);
    if (this.#isFirst()) this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  #rest(): void {
    if (!this.#isEndless) this.#input.connection.limit.restart();
  }

  #isFirst(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#input.connection.limit.end();
    clearTimeout(this.#connecting);
    return true;
  }

  #end(interruption?: TransportFailure): void {
    const head = this.#head;
    const reader = this.#reader;
    if (head === undefined || reader === undefined) return;
    const { started, connection, url } = this.#input;
    const { times, sent } = connection;
    const ended = performance.now();
    const firstByte = this.#headAt - this.#sentAt;
    const download = ended - this.#headAt;
    const isReused = times.connect === undefined && times.dns === undefined && times.tls === undefined;
    const timing = isReused ? { firstByte, download } : { ...times, firstByte, download };
    const answer = ({ parts, isWhole }: ReadBody): void => {
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
    };
    // Most bodies are there with their last piece.
    const read = this.#storing === undefined ? reader.end() : this.#stored(reader);
    if (!(read instanceof Promise)) answer(read);
    else
      read.then(answer).catch((error: unknown) => {
        this.#settle({ failure: unsavedFailure(error) });
      });
  }

  /** Returns the body when all of it is stored. */
  async #stored(reader: BodyReader): Promise<ReadBody> {
    await this.#storing;
    if (this.#refusal !== undefined) throw this.#refusal.error;
    return reader.end();
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
  const { origin, path } = partsOfUrl(url);
  if (proxy === undefined) return { origin, path, headers: flat(headers) };
  const authorization = proxyAuthorization(proxy);
  return {
    origin: proxy.origin,
    path: origin + path,
    headers: [
      ...(headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['Host', url.host]),
      ...flat(headers),
      ...(authorization === undefined ? [] : ['Proxy-Authorization', authorization]),
    ],
  };
}

// Requests after each other often have the same URL, and the same header fields.
const partsOfUrl = ofLast(({ origin, pathname, search }: URL) => ({ origin, path: pathname + search }));

const flat = ofLast((headers: PreparedRequest['headers']): string[] => {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
});
