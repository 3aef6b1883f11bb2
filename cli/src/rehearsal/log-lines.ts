import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** A longer line is not read; in UTF-16 code units. */
const longestLine = 20_000_000;

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
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 16 })) {
    const parts = String(chunk).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) yield take(part);
    length += last.length;
    if (length <= longestLine) rest.push(last);
  }
  if (length > 0) yield take('');
  return undefined;
}

/** Returns the first line of a file, at most 64 KiB of it; undefined where it cannot be read. */
export async function logStart(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(longestStart), 0, longestStart, 0);
      const text = buffer.subarray(0, bytesRead).toString('utf8');
      return text.trimStart().split('\n', 1)[0] ?? '';
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** In bytes. */
const longestStart = 1 << 16;
