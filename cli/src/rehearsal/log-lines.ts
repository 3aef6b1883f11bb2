import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';

/** A longer line is not read; in UTF-16 code units. */
const longestLine = 20_000_000;

/** Why the rest of a file could not be read, as half a sentence. */
export class UnreadRest extends Error {}

/** Reads a file as text, piece by piece, also one that is compressed by gzip. Throws `UnreadRest` behind what could be read. */
export async function* piecesOfFile(path: string): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let isCompressed: boolean | undefined;
  const gunzip = createGunzip();
  const made: Buffer[] = [];
  let problem: Error | undefined;
  gunzip.on('data', (piece: Buffer) => made.push(piece));
  gunzip.on('error', (error) => (problem = error));
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16 }) as AsyncIterable<Buffer>) {
    isCompressed ??= isGzip(chunk);
    if (!isCompressed) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    await new Promise<void>((resolve) => {
      gunzip.once('error', () => resolve());
      gunzip.write(chunk, () => resolve());
    });
    for (const piece of made.splice(0)) yield decoder.decode(piece, { stream: true });
    if (problem !== undefined) throw new UnreadRest('its compressed data is damaged; copy it again');
  }
  if (isCompressed === true) {
    await new Promise<void>((resolve) => {
      gunzip.once('error', () => resolve());
      gunzip.once('end', () => resolve());
      gunzip.end();
    });
    for (const piece of made.splice(0)) yield decoder.decode(piece, { stream: true });
    if (problem !== undefined) throw new UnreadRest('its compressed data ends before its end; copy it again');
  }
  yield decoder.decode();
  return undefined;
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Reads the lines of a file one after the other, without keeping them. A line that is too long is undefined. */
export async function* linesOfFile(path: string): AsyncGenerator<string | undefined, undefined> {
  let rest: string[] = [];
  let length = 0;
  const take = (last: string): string | undefined => {
    const line = length > longestLine ? undefined : rest.join('') + last;
    rest = [];
    length = 0;
    return line;
  };
  let problem: UnreadRest | undefined;
  const pieces = piecesOfFile(path);
  for (;;) {
    const next = await pieces.next().catch((error: unknown) => {
      if (!(error instanceof UnreadRest)) throw error;
      problem = error;
      return { done: true, value: undefined } as const;
    });
    if (next.done === true) break;
    const parts = next.value.split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) yield take(part);
    length += last.length;
    if (length <= longestLine) rest.push(last);
  }
  if (length > 0) yield take('');
  if (problem !== undefined) throw problem;
  return undefined;
}

/** Returns the first lines of a file, at most 64 KiB of it; undefined where it cannot be read. */
export async function logStart(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(longestStart), 0, longestStart, 0);
      const bytes = buffer.subarray(0, bytesRead);
      if (!isGzip(bytes)) return bytes.toString('utf8');
      // What is there of it is enough.
      return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 26 }).toString(
        'utf8',
        0,
        longestStart,
      );
    } finally {
      await file.close();
    }
  } catch (error) {
    // Damaged from the start: it is there, and holds nothing that can be read.
    return error instanceof Error && 'code' in error && /^(?:Z_|ERR_BUFFER)/.test(String(error.code)) ? '' : undefined;
  }
}

/** In bytes. */
const longestStart = 1 << 16;
