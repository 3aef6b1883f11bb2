import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { WireRequest } from '@rulebook/sandbox';
import { createPlainReader, type PlainFields, type PlainRequest } from './plain-head';
import { plainResponse } from './plain-response';
import { decodedBody, type ReadBody } from './request-body';
import type { Answered } from './answered';
import type { UnreadResponses } from './unread-responses';

/** How plain requests are answered. */
interface PlainOptions {
  readonly answer: (request: WireRequest) => Promise<Answered> | Answered;
  /** Whether the service may see requests with these fields; asked once for each text of them. */
  readonly isHeard: (fields: PlainFields) => boolean;
  readonly limitOf: (target: string) => number;
  readonly unread: UnreadResponses;
  readonly readTimeout: number;
  readonly keepAliveTimeout: number;
  readonly requestTimeout: number;
  /** Called for a new connection on which nothing arrived for that long. */
  readonly onSilent: (socket: Socket) => void;
}

/** The connections whose requests are answered without Node's parser, streams and response. */
export interface PlainRequests {
  /** Returns the answer to the request that Node reads next on a connection, where it was found before the connection was handed over. */
  readonly answeredAhead: (socket: Socket) => Promise<Answered> | undefined;
  /** Ends each connection as soon as nothing is answered on it. */
  readonly end: () => void;
  /** Ends all at once. */
  readonly destroy: () => void;
}

/**
 * Answers the usual requests of a server by itself, at half of what Node needs for them: each a piece with a plain head and its whole body, behind
 * the response to the one before. At the first request that is anything else, or whose response is, the connection is Node's for good, with
 * all that was not answered. So this knows nothing of chunks, pipelines, expectations, compression and whatever is broken.
 */
export function takePlainRequests(server: Server, options: PlainOptions): PlainRequests {
  const ahead = new WeakMap<Socket, Promise<Answered>>();
  const open = new Map<Socket, Taken>();
  const read = createPlainReader(options.isHeard);
  const [toNode] = server.listeners('connection');
  if (toNode !== undefined) {
    server.off('connection', toNode as (socket: Socket) => void);
    server.on('connection', (socket: Socket) => {
      const taken = takeFrom(socket, read, options, (piece, answered) => {
        open.delete(socket);
        if (answered !== undefined) ahead.set(socket, answered);
        socket.pause();
        socket.unshift(piece);
        toNode.call(server, socket);
        process.nextTick(() => socket.resume());
      });
      open.set(socket, taken);
      socket.once('close', () => open.delete(socket));
    });
  }
  return {
    answeredAhead: (socket) => {
      const answered = ahead.get(socket);
      if (answered !== undefined) ahead.delete(socket);
      return answered;
    },
    end: () => {
      for (const { end } of open.values()) end();
    },
    destroy: () => {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** A connection whose requests are answered here. */
interface Taken {
  /** Ends it, behind the response that is on its way. */
  readonly end: () => void;
}

/** Leaves a connection to Node with a piece of what arrived, and the answer to the request there if it was found. */
type HandOver = (piece: Buffer, answered?: Promise<Answered>) => void;

function takeFrom(
  socket: Socket,
  read: (piece: Buffer) => PlainRequest | undefined,
  options: PlainOptions,
  handOver: HandOver,
): Taken {
  const { answer, limitOf, unread, readTimeout, keepAliveTimeout, requestTimeout, onSilent } = options;
  const keptSeconds = Math.floor(keepAliveTimeout / 1000);
  let isBusy = false;
  let isEnding = false;
  let isNew = true;

  const leave: HandOver = (piece, answered) => {
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError);
    socket.setTimeout(0);
    handOver(piece, answered);
  };
  const onData = (piece: Buffer): void => {
    if (isBusy) {
      // It comes again behind the response.
      socket.pause();
      socket.unshift(piece);
      return;
    }
    const request = read(piece);
    if (request === undefined || request.fields.length > limitOf(request.target)) {
      leave(piece);
      return;
    }
    isBusy = true;
    isNew = false;
    void respond(request, piece);
  };
  const respond = async (request: PlainRequest, piece: Buffer): Promise<void> => {
    const { method, target, fields } = request;
    const { text, bytes } = fields.length === 0 ? noBody : decodedBody(request.body);
    let answered: Answered;
    try {
      answered = await answer({ method, target, headers: fields.pairs, body: text, ...(bytes && { bytes }) });
    } catch (error) {
      const failed = Promise.reject<Answered>(error as Error);
      failed.catch(() => undefined);
      leave(piece, failed);
      return;
    }
    if (socket.destroyed) return;
    const { response, fault } = answered;
    const isHead = method === 'HEAD';
    const sent = fault === undefined ? plainResponse(response, { isHead, keptSeconds, now: Date.now() }) : undefined;
    const left = sent === undefined ? undefined : unread.admit(sent.length);
    if (sent === undefined || left === undefined) {
      leave(piece, Promise.resolve(answered));
      return;
    }
    socket.write(sent, () => {
      left();
      isBusy = false;
      if (socket.timeout !== keepAliveTimeout) socket.setTimeout(keepAliveTimeout);
      if (isEnding) socket.end();
      else if (socket.isPaused()) socket.resume();
    });
    // The system did not take all of it. The time counts from the last byte that the client took.
    if (socket.writableLength > 0) socket.setTimeout(readTimeout);
  };
  const onEnd = (): void => {
    isEnding = true;
    if (!isBusy) socket.end();
  };
  const onTimeout = (): void => {
    if (socket.writableLength > 0 || !(isBusy || isNew)) socket.destroy();
    else if (!isBusy) onSilent(socket);
  };
  const onError = (): void => {
    socket.destroy();
  };
  socket.setTimeout(requestTimeout);
  socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError);
  return {
    end: () => {
      isEnding = true;
      if (!isBusy) socket.destroy();
    },
  };
}

const noBody: ReadBody = { text: '' };
