import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import type {
  PreparedRequest,
  ReceivedResponse,
  ResponseObserver,
  SendOptions,
  TransportFailure,
} from '../../engine/src/index';
import { cutCompressionFailure, idleFailure, timeoutFailure, unsavedFailure } from './failure';
import { readBody, type BodyReader } from './read-body';

const defaultTimeout = 30_000;
const longestTimeout = 2 ** 31 - 1;
const defaultMaximum = 10 * 1024 * 1024;

/** The beginning of an answer. */
export type Head = Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>;

/** What became of an exchange: an answer, the head of one that led elsewhere, or why there is none. */
export type Exchanged =
  { readonly response: ReceivedResponse } | { readonly left: Head } | { readonly failure: TransportFailure };

/** One request and what is needed to send it. */
export interface ExchangeInput {
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  readonly method: string;
  readonly headers: PreparedRequest['headers'];
  readonly body: PreparedRequest['body'];
  readonly isProxied: boolean;
  readonly options: SendOptions;
  readonly observer: ResponseObserver;
  /** When the first request was sent, by `performance.now()`. */
  readonly started: number;
  /** Returns whether the answer with this head is left, since it leads elsewhere. */
  readonly isLeft: (head: Head) => boolean;
  /** Words an error of the connection. */
  readonly wordError: (error: unknown) => TransportFailure;
}

/** A running exchange. */
export interface Exchange {
  readonly outcome: Promise<Exchanged>;
  /** Ends it; what came until then is the answer. */
  readonly stop: (why: TransportFailure) => void;
}

/** Sends and collects by the dispatcher's own events: a stream in between takes longer than all the rest of a small answer. */
export function startExchange(input: ExchangeInput): Exchange {
  const { url, options, observer } = input;
  const { maximumBody = defaultMaximum, keepsBytes = false, timeout = defaultTimeout } = options;
  const limit = Math.min(timeout, longestTimeout);
  let controller: Dispatcher.DispatchController | undefined;
  let head: Head | undefined;
  let reader: BodyReader | undefined;
  let isOver = false;
  let settle: (exchanged: Exchanged) => void = () => undefined;
  const outcome = new Promise<Exchanged>((resolve) => {
    settle = resolve;
  });
  // While somebody stores a piece, nobody waits for the service.
  let isStoring = false;
  const timer = setTimeout(() => {
    if (isStoring) timer.refresh();
    else stop(head === undefined ? timeoutFailure(url.host, limit) : idleFailure(url.host, limit));
  }, limit);
  const isFirst = (): boolean => {
    if (isOver) return false;
    isOver = true;
    clearTimeout(timer);
    return true;
  };
  const end = async (interruption?: TransportFailure): Promise<void> => {
    if (head === undefined || reader === undefined) return;
    const duration = performance.now() - input.started;
    const answer = { httpVersion: '1.1', ...head, duration };
    try {
      const { parts, isWhole } = await reader.end();
      const cut = interruption ?? (isWhole ? undefined : cutCompressionFailure(url.host));
      settle({ response: { ...answer, ...parts, ...(cut && { interruption: cut }) } });
    } catch (error) {
      settle({ failure: unsavedFailure(error) });
    }
  };
  const stop = (why: TransportFailure) => {
    if (!isFirst()) return;
    if (head === undefined) settle({ failure: why });
    else void end(why);
    // Without a connection there is nobody to tell.
    controller?.abort(new Error('The request was ended.'));
  };
  const fail = (error: unknown) => {
    if (!isFirst()) return;
    const why = input.wordError(error);
    if (head === undefined) settle({ failure: why });
    else void end(why);
  };
  const request: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: input.method as 'GET',
    headers: input.isProxied ? groupedHeaders(input.headers) : input.headers.flat(),
    ...(input.body !== undefined && { body: bytesOf(input.body) }),
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      controller = given;
      if (isOver) given.abort(new Error('The request was ended.'));
    },
    onResponseStart(given, status, _headers, statusText) {
      // Others announce the answer only.
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
      observer.onHead?.(started);
      reader = readBody({ headers: started.headers, maximum: maximumBody, keepsBytes, observer });
    },
    onResponseData(given, chunk) {
      // undici 7.30 hands on an empty piece at each `resume`; to pause at that would go on for ever.
      if (isOver || chunk.length === 0) return;
      timer.refresh();
      const welcome = reader?.push(chunk);
      if (welcome === undefined) return;
      isStoring = true;
      given.pause();
      welcome.then(
        () => {
          isStoring = false;
          timer.refresh();
          given.resume();
        },
        (error: unknown) => {
          if (!isFirst()) return;
          settle({ failure: unsavedFailure(error) });
          given.abort(new Error('The request was ended.'));
        },
      );
    },
    onResponseEnd() {
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

function bytesOf(body: NonNullable<PreparedRequest['body']>): string | Buffer {
  if (typeof body === 'string') return body;
  return Buffer.concat(body.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** undici 7.30 takes the last of equal names only when a list of header fields goes through a proxy. */
function groupedHeaders(headers: PreparedRequest['headers']): Record<string, string | string[]> {
  const grouped = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const values = grouped.get(name);
    if (values === undefined) grouped.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries(
    [...grouped].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
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
