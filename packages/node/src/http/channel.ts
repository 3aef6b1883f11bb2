import { isUtf8 } from 'node:buffer';
import { STATUS_CODES, type ClientRequest, type IncomingMessage } from 'node:http';
import type { ClientOptions, WebSocket } from 'ws';
import type {
  CancelSignal,
  ChannelStep,
  PreparedRequest,
  ReceivedResponse,
  ResponseObserver,
  SendOptions,
  TransportFailure,
} from '@rulebook/sender/plan';
import { bodyOfMessages, createMessageLog, type MessageLog } from './channel-messages';
import { maximumHead } from './connections';
import { createPlainConnector, type ConnectTimes } from './connectors';
import { defaultMaximum, defaultTimeout } from './exchange';
import {
  cancelledFailure,
  certificateFailure,
  channelFailure,
  failureOf,
  idleFailure,
  invalidUrlFailure,
  proxyFailure,
  refusedHeaderFailure,
  timeoutFailure,
} from './failure';
import { fieldsOf, isOfHandshake, pairsOf } from './handshake-fields';
import type { ProxySettings } from './proxy';
import { createBodyReader } from './read-body';
import { pause } from './retries';
import { isExempt, parseUrl, wayTo } from './server-way';
import { secureContextOf } from './tls-options';

/** A request that opens a WebSocket connection, and everything that is needed to send it. */
interface ChannelInput {
  readonly proxies: ProxySettings;
  readonly prepared: PreparedRequest;
  readonly steps: readonly ChannelStep[];
  readonly options: SendOptions;
  readonly signal: CancelSignal | undefined;
  readonly observer: ResponseObserver;
}

type Outcome = { readonly response: ReceivedResponse } | { readonly failure: TransportFailure };
type Head = Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>;

/** In milliseconds: a server that does not confirm the end of a connection is not waited for any longer. */
const patience = 1000;
const longestTimeout = 2 ** 31 - 1;
/** The codes of an end that is none of an error: finished, going away, and without a code (RFC 6455, 7.4.1). */
const usualEnds: ReadonlySet<number> = new Set([1000, 1001, 1005]);

/** Opens a WebSocket connection, exchanges its messages, and returns them when it ends. A redirect is not followed. */
export async function openChannel(input: ChannelInput): Promise<Outcome> {
  const { prepared, options, signal } = input;
  if (options.pause !== undefined) await pause(options.pause, signal);
  const url = parseUrl(prepared.url);
  if (url === undefined) return { failure: invalidUrlFailure() };
  const refused = prepared.headers.find(isOfHandshake);
  if (refused !== undefined) return { failure: refusedHeaderFailure(refused[0]) };
  if (signal?.isCancelled) return { failure: cancelledFailure(url.host) };
  const way = wayTo(url, prepared.headers, input);
  if ('failure' in way) return way;
  const isEncrypted = url.protocol === 'https:';
  const isUnverified = isEncrypted && isExempt(url, options.unverifiedOrigin);
  const times: ConnectTimes = {};
  const abandoned = new AbortController();
  let connect: ReturnType<typeof createPlainConnector>;
  try {
    const secureContext = isEncrypted ? secureContextOf(way.own) : undefined;
    connect = createPlainConnector({
      // A proxy passes such a connection on in a tunnel only.
      tunnel: way.proxy,
      verifiesProxy: input.proxies.isUnverified !== true,
      tls: { rejectUnauthorized: !isUnverified, ...(secureContext && { secureContext }) },
      times,
      signal: abandoned.signal,
    });
  } catch (error) {
    return { failure: certificateFailure(error, url.host) };
  }
  const known = { hasCertificate: way.own?.clientCertificate !== undefined, isEncrypted };
  const wordError = (error: unknown) =>
    way.proxy === undefined ? failureOf(error, url.host, known) : proxyFailure(error, url.host, way.source, known);
  const { WebSocket: Socket } = await import('ws');
  const channel = new RunningChannel(input, url, { times, isUnverified, wordError });
  const { protocols, headers } = fieldsOf(prepared.headers);
  try {
    const socket = new Socket(url.href.replace(/^http/, 'ws'), protocols, {
      headers,
      // Unpacking could make any size of a small message.
      perMessageDeflate: false,
      maxPayload: Math.max(1, options.maximumBody ?? defaultMaximum),
      maxHeaderSize: maximumHead,
      followRedirects: false,
      createConnection: ((_: unknown, done: (error: Error | null, socket: unknown) => void) => {
        const { hostname, host, protocol, port } = url;
        connect({ hostname: hostname.replace(/^\[(.*)\]$/, '$1'), host, protocol, port }, (...[error, connected]) => {
          if (abandoned.signal.aborted) connected?.destroy();
          else done(error, connected);
        });
      }) as unknown as NonNullable<ClientOptions['createConnection']>,
    });
    channel.follow(socket);
  } catch (error) {
    channel.fail(error);
  }
  const stopListening = signal?.onCancel(() => {
    channel.cancel();
  });
  const outcome = await channel.outcome;
  stopListening?.();
  abandoned.abort();
  return outcome;
}

interface ChannelParts {
  readonly times: ConnectTimes;
  readonly isUnverified: boolean;
  readonly wordError: (error: unknown) => TransportFailure;
}

class RunningChannel {
  readonly outcome: Promise<Outcome>;
  readonly #input: ChannelInput;
  readonly #url: URL;
  readonly #parts: ChannelParts;
  readonly #log: MessageLog;
  readonly #limit: number;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #settle: (outcome: Outcome) => void = () => undefined;
  #socket: WebSocket | undefined;
  #idle: NodeJS.Timeout | undefined;
  #head: Head | undefined;
  #headAt = 0;
  #isOver = false;
  /** What ended the connection early. */
  #interruption: TransportFailure | undefined;
  #isOpen = false;
  #isClosing = false;
  /** The response of a server that does not open the connection. */
  #refusal: IncomingMessage | undefined;
  #next = 0;
  /** The messages that arrived and that no step has waited for. */
  #unclaimed = 0;

  constructor(input: ChannelInput, url: URL, parts: ChannelParts) {
    const { options, observer } = input;
    this.#input = input;
    this.#url = url;
    this.#parts = parts;
    this.#log = createMessageLog(options.maximumBody ?? defaultMaximum, observer.onMessage);
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#limit = Math.min(options.timeout ?? defaultTimeout, longestTimeout);
    const forHandshake = Math.min(options.connectionTimeout ?? this.#limit, this.#limit);
    this.#timer = setTimeout(() => {
      this.#end(timeoutFailure(url.host, forHandshake));
    }, forHandshake);
  }

  follow(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('upgrade', (message: IncomingMessage) => {
      this.#begin(message);
    });
    socket.on('open', () => {
      this.#open(socket);
    });
    socket.on('message', (data, isBinary) => {
      this.#receive(data as Buffer, isBinary);
    });
    socket.on('unexpected-response', (request: ClientRequest, message: IncomingMessage) => {
      void this.#refuse(request, message);
    });
    socket.on('error', (error) => {
      this.fail(error);
    });
    socket.on('close', (code, reason) => {
      this.#closed(code, reason.toString());
    });
  }

  /** What goes wrong before the connection is open is a failure; later, it ends the list of messages. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    const why = channelFailure(error, this.#url.host, this.#input.options.maximumBody ?? defaultMaximum);
    this.#interruption ??= why ?? this.#parts.wordError(error);
    if (!this.#isOpen) this.#finish({ failure: this.#interruption });
    else this.#socket?.terminate();
  }

  cancel(): void {
    this.#end(cancelledFailure(this.#url.host));
  }

  #begin({ statusCode = 101, statusMessage = '', rawHeaders }: IncomingMessage): void {
    this.#head = {
      status: statusCode,
      statusText: statusMessage === '' ? (STATUS_CODES[statusCode] ?? '') : statusMessage,
      headers: pairsOf(rawHeaders),
    };
    this.#headAt = performance.now();
  }

  #open(socket: WebSocket): void {
    if (this.#isOver || this.#head === undefined) return;
    this.#isOpen = true;
    const { observer } = this.#input;
    observer.onHead?.(this.#head);
    clearTimeout(this.#timer);
    this.#rest();
    observer.onChannel?.({
      send: (text) => {
        const isOpen = !this.#isClosing && !this.#isOver && socket.readyState === socket.OPEN;
        if (isOpen) this.#send(text);
        return isOpen;
      },
      close: () => {
        this.#close();
      },
    });
    this.#advance();
  }

  /** Begins the time without a message anew. */
  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      // Silence is the usual end, unless a message is still waited for.
      if (this.#next < this.#input.steps.length) this.#interruption ??= idleFailure(this.#url.host, this.#limit);
      this.#close();
    }, this.#limit);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return;
    this.#log.add('received', data, isBinary);
    this.#unclaimed++;
    if (this.#isClosing) return;
    this.#rest();
    this.#advance();
  }

  /** Sends the next messages of the request, as far as it does not have to wait. */
  #advance(): void {
    const { steps } = this.#input;
    for (let step = steps[this.#next]; step !== undefined; step = steps[this.#next]) {
      if (step.waits > this.#unclaimed || this.#isClosing) return;
      this.#unclaimed -= step.waits;
      this.#next++;
      if (step.message === undefined) this.#close();
      else this.#send(step.message);
    }
  }

  #send(message: NonNullable<ChannelStep['message']>): void {
    const pieces = typeof message === 'string' ? [message] : message;
    const data = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
    const isBinary = typeof message !== 'string' && !isUtf8(data);
    this.#socket?.send(data, { binary: isBinary }, () => undefined);
    this.#log.add('sent', data, isBinary);
    this.#rest();
  }

  #close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    clearTimeout(this.#idle);
    this.#socket?.close(1000);
    setTimeout(() => {
      this.#socket?.terminate();
    }, patience).unref();
  }

  /** Ends the connection at once. */
  #end(why: TransportFailure): void {
    if (this.#isOver) return;
    this.#interruption ??= why;
    if (this.#refusal !== undefined) this.#refusal.destroy();
    else if (!this.#isOpen) {
      this.#finish({ failure: why });
      this.#socket?.terminate();
    } else {
      this.#isClosing = true;
      this.#socket?.terminate();
      this.#closed(1006, '');
    }
  }

  #closed(code: number, reason: string): void {
    if (this.#isOver || this.#head === undefined || !this.#isOpen) return;
    const { host } = this.#url;
    const isByServer = !this.#isClosing && this.#interruption === undefined;
    if (isByServer && !usualEnds.has(code)) this.#interruption = channelFailure(code, host, 0);
    else if (isByServer && this.#next < this.#input.steps.length)
      this.#interruption = channelFailure('unsent', host, 0);
    void this.#answer(this.#head, isByServer && code !== 1006 && code !== 1005 ? { code, reason } : undefined);
  }

  async #answer(head: Head, close: { readonly code: number; readonly reason: string } | undefined): Promise<void> {
    const { messages, omitted, size } = this.#log.end();
    const body = bodyOfMessages(messages);
    this.#isOver = true;
    const bytes = Buffer.from(body);
    try {
      await this.#input.observer.onBytes?.(bytes);
    } catch {
      // Who stores it says why it was not.
    }
    this.#finish({
      response: {
        ...this.#measured(head),
        body,
        ...(this.#input.options.keepsBytes && { bytes }),
        isTruncated: omitted > 0,
        size,
        channel: { messages, ...(omitted > 0 && { omitted }), ...(close && { close }) },
        ...(this.#interruption && { interruption: this.#interruption }),
      },
    });
  }

  /** Takes the response of a server that does not open the connection. */
  async #refuse(request: ClientRequest, message: IncomingMessage): Promise<void> {
    this.#begin(message);
    const head = this.#head;
    if (head === undefined || this.#isOver) return;
    this.#refusal = message;
    this.#timer.refresh();
    const { observer, options } = this.#input;
    observer.onHead?.(head);
    const { maximumBody: maximum = defaultMaximum, keepsBytes = false } = options;
    const reader = createBodyReader({ headers: head.headers, maximum, keepsBytes, observer });
    let size = 0;
    try {
      for await (const chunk of message) {
        await reader.push(chunk as Buffer);
        // It only explains the refusal, and has no end of its own.
        if ((size += (chunk as Buffer).length) > maximum) break;
      }
    } catch {
      // What has come is enough.
    }
    if (this.#isOver) return;
    request.destroy();
    const { parts } = await reader.end();
    const isRedirect = head.status >= 300 && head.status < 400;
    this.#finish({
      response: {
        ...this.#measured(head),
        ...parts,
        ...(isRedirect && { unfollowed: 'a WebSocket connection begins at the URL of its request' }),
        ...this.#interruptionOf(head),
      },
    });
  }

  #interruptionOf({ status }: Head): Pick<ReceivedResponse, 'interruption'> {
    const why = this.#interruption ?? (status < 300 ? channelFailure('unopened', this.#url.host, 0) : undefined);
    return why === undefined ? {} : { interruption: why };
  }

  #measured(head: Head) {
    const { times, isUnverified } = this.#parts;
    const ended = performance.now();
    const connected = (times.dns ?? 0) + (times.connect ?? 0) + (times.tls ?? 0);
    const firstByte = Math.max(0, this.#headAt - this.#started - connected);
    return {
      httpVersion: '1.1',
      ...head,
      duration: ended - this.#started,
      timing: { ...times, firstByte, download: ended - this.#headAt },
      ...(isUnverified && { isUnverified }),
    };
  }

  #finish(outcome: Outcome): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#idle);
    this.#settle(outcome);
  }
}
