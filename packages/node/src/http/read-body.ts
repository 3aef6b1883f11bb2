import { TextDecoder } from 'node:util';
import type { ReceivedResponse, ResponseObserver } from '@rulebook/sender/plan';
import { kindOfBody } from './body-kind';
import { createUnpacker } from './content-codings';
import { bodyFieldsOf } from './head-fields';

/** A body after its end. */
export interface ReadBody {
  readonly parts: Pick<ReceivedResponse, 'body' | 'bytes' | 'binary' | 'miscoded' | 'isTruncated' | 'size'>;
  /** False when the compression ended before it was complete. */
  readonly isWhole: boolean;
}

/** Reads a body while it arrives. */
export interface BodyReader {
  /** Takes a piece. If it returns a promise, wait for it before the next piece; it rejects when the observer refuses more. */
  readonly push: (chunk: Buffer) => void | Promise<void>;
  /** Ends the body, also early; rejects when the observer refused something. */
  readonly end: () => ReadBody | Promise<ReadBody>;
}

/** How a body is read. */
interface ReadOptions {
  readonly headers: ReceivedResponse['headers'];
  /** The most bytes to keep. */
  readonly maximum: number;
  readonly keepsBytes: boolean;
  readonly observer: ResponseObserver;
}

/**
 * A small body can unpack to any size. Behind what is kept, it is unpacked to be counted only: up to so many times what is kept, or the bytes that
 * came, since usual content is packed no better. Unless a user takes the content, unpacking stops there.
 */
const counted = { timesKept: 4, timesReceived: 100 };

/** Returns a reader that unpacks a body, keeps its beginning, and passes on what the observer asks for. */
export function createBodyReader({ headers, maximum, keepsBytes, observer }: ReadOptions): BodyReader {
  const { contentType, codings } = bodyFieldsOf(headers);
  const content = createCollector(maximum);
  const isFollowed = observer.onText !== undefined && observer.followsText?.(headers) !== false;
  const text = isFollowed ? createTextFeed(contentType, maximum, observer.onText) : undefined;
  let refusal: Error | undefined;
  const take = (chunk: Buffer): void | Promise<void> => {
    content.add(chunk);
    text?.add(chunk);
    return refusal === undefined ? observer.onBytes?.(chunk) : undefined;
  };
  /** The end of the last piece. */
  let taken: Promise<void> | undefined;
  let received = 0;
  let isAbandoned = false;
  const furthest = () => counted.timesKept * maximum + counted.timesReceived * received;
  const unpacker = createUnpacker(codings, (chunk) => {
    if (isAbandoned) return undefined;
    taken = take(chunk)?.catch((error: unknown) => {
      refusal ??= error instanceof Error ? error : new Error('The body was not taken.');
    });
    isAbandoned = observer.onBytes === undefined && content.size() > furthest();
    if (isAbandoned) unpacker?.destroy();
    return taken;
  });
  const finish = (from: Collector, isWhole: boolean, stillPacked: readonly string[]): ReadBody => {
    text?.end();
    const bytes = from.bytes();
    const isTruncated = from.size() > bytes.length;
    const kind = kindOfBody(contentType, bytes, !isTruncated);
    const packing = stillPacked.length > 0 ? `data compressed as ${stillPacked.join(', ')}` : undefined;
    return {
      isWhole,
      parts: {
        body: 'charset' in kind ? decoded(bytes, kind.charset, isTruncated) : '',
        ...('binary' in kind && { binary: packing ?? kind.binary }),
        ...(keepsBytes && { bytes }),
        isTruncated,
        size: from.size(),
      },
    };
  };
  if (unpacker === undefined) return { push: take, end: () => finish(content, true, codings) };

  // The raw bytes, in case the body is not compressed although its header field says so.
  const packed = createCollector(maximum);
  return {
    push: (chunk) => {
      received += chunk.length;
      if (content.size() === 0) packed.add(chunk);
      if (refusal !== undefined) return Promise.reject(refusal);
      return isAbandoned ? undefined : unpacker.push(chunk);
    },
    end: async () => {
      if (packed.size() === 0 || isAbandoned) return finish(content, true, []);
      const { isWhole } = await unpacker.end();
      await taken;
      if (refusal !== undefined) throw refusal;
      if (isWhole || content.size() > 0) return finish(content, isWhole, []);
      text?.add(packed.bytes());
      await observer.onBytes?.(packed.bytes());
      const { parts } = finish(packed, true, codings);
      return { isWhole: true, parts: { ...parts, miscoded: codings.join(', ') } };
    },
  };
}

/** What reads most bodies, and makes no table for each. */
const ofUtf8 = new TextDecoder();

/** Returns the text of bytes; a truncated one without the beginning of its last character. */
function decoded(bytes: Buffer, charset: string, isTruncated: boolean): string {
  if (charset === 'utf-8' && !isTruncated) return ofUtf8.decode(bytes);
  return new TextDecoder(charset).decode(bytes, { stream: isTruncated });
}

interface Collector {
  readonly add: (chunk: Buffer) => void;
  /** Returns what was kept. */
  readonly bytes: () => Buffer;
  /** Returns the length of all that was added. */
  readonly size: () => number;
}

function createCollector(maximum: number): Collector {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      const room = Math.max(0, maximum - size);
      size += chunk.length;
      if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    },
    bytes: () => {
      const [first = Buffer.alloc(0)] = chunks;
      if (chunks.length < 2) return first;
      const joined = Buffer.concat(chunks);
      chunks.splice(0, chunks.length, joined);
      return joined;
    },
    size: () => size,
  };
}

/** Passes text on while it arrives, and stops where the content proves to be binary. */
function createTextFeed(contentType: string | undefined, maximum: number, onText: (text: string) => void) {
  let decoder: TextDecoder | undefined;
  let room = maximum;
  const hand = (text: string) => {
    if (text !== '') onText(text);
  };
  return {
    add: (chunk: Buffer) => {
      if (room <= 0 || chunk.length === 0) return;
      const part = chunk.subarray(0, room);
      if (decoder === undefined) {
        const kind = kindOfBody(contentType, part, false);
        if ('charset' in kind) decoder = new TextDecoder(kind.charset);
      }
      const isText = decoder !== undefined && (decoder.encoding.startsWith('utf-16') || !part.includes(0));
      room = isText ? room - part.length : 0;
      if (isText) hand(decoder?.decode(part, { stream: true }) ?? '');
    },
    end: () => {
      if (room > 0) hand(decoder?.decode() ?? '');
    },
  };
}
