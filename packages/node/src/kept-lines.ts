import { readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { textLines, type LineSource } from '@rulebook/services';
import { keepsIn } from './compiled-parts';
import { openPrivateFile, writePrivateFile } from './files/private-file';

// A text of megabytes of which a program needs a few lines: unpacked once, it is kept with the compiled parts, and read line by line.
// The file is all lines, then the end and the checksum of each, then how many there are and the checksum of these numbers.

const bytesOfNumber = 4;
const bytesOfEnd = 2 * bytesOfNumber;
const mostLines = 100_000;

/**
 * Returns the lines of a text: those that were kept under the name, which says what the text is made from, or those of what is made now. A
 * character must be one byte. Throws what `make` throws; a line that turns out to be damaged is made again.
 */
export function keptLines(name: string, make: () => string): LineSource {
  const folder = keepsIn();
  if (folder === undefined) return textLines(make());
  const path = join(folder, `${name}.lines`);
  const makeAndKeep = (): LineSource => {
    const text = make();
    keep(path, text);
    return textLines(text);
  };
  const kept = openLines(path);
  if (kept === undefined) return makeAndKeep();
  let made: LineSource | undefined;
  return {
    count: kept.count,
    line: (index) => kept.line(index) ?? (made ??= makeAndKeep()).line(index),
  };
}

interface KeptLines {
  readonly count: number;
  /** Undefined when it is not what was kept. */
  readonly line: (index: number) => string | undefined;
}

function openLines(path: string): KeptLines | undefined {
  const file = openPrivateFile(path);
  if (file === undefined) return undefined;
  const read = (from: number, to: number): Buffer | undefined => {
    if (from < 0 || to < from || to > file.size) return undefined;
    const bytes = Buffer.allocUnsafe(to - from);
    try {
      return readSync(file.descriptor, bytes, 0, bytes.length, from) === bytes.length ? bytes : undefined;
    } catch {
      return undefined;
    }
  };
  const end = read(file.size - bytesOfEnd, file.size);
  const count = end?.readUInt32LE(0) ?? 0;
  if (end === undefined || count === 0 || count > mostLines) return undefined;
  const numbers = read(file.size - bytesOfEnd - 2 * count * bytesOfNumber, file.size - bytesOfEnd);
  if (numbers === undefined || crc32(numbers) !== end.readUInt32LE(bytesOfNumber)) return undefined;
  const numberAt = (index: number): number => numbers.readUInt32LE(index * bytesOfNumber);
  return {
    count,
    line: (index) => {
      if (index < 0 || index >= count) return undefined;
      const line = read(index === 0 ? 0 : numberAt(index - 1), numberAt(index));
      return line !== undefined && crc32(line) === numberAt(count + index) ? line.toString('latin1') : undefined;
    },
  };
}

function keep(path: string, text: string): void {
  const lines = text.split('\n').map((line) => Buffer.from(line, 'latin1'));
  const numbers = Buffer.allocUnsafe(2 * lines.length * bytesOfNumber);
  let length = 0;
  for (const [index, line] of lines.entries()) {
    length += line.length;
    numbers.writeUInt32LE(length, index * bytesOfNumber);
    numbers.writeUInt32LE(crc32(line), (lines.length + index) * bytesOfNumber);
  }
  const end = Buffer.allocUnsafe(bytesOfEnd);
  end.writeUInt32LE(lines.length, 0);
  end.writeUInt32LE(crc32(numbers), bytesOfNumber);
  try {
    writePrivateFile(path, Buffer.concat([...lines, numbers, end]));
  } catch {
    // Without it, the next start only takes longer.
  }
}
