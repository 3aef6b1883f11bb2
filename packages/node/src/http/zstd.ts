import { Duplex, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';

/** The largest window that a response may use, by RFC 9659. */
const maximumWindow = 8 * 1024 * 1024;
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** A frame's head: magic, descriptor, window, dictionary and size. */
const longestHead = 18;
/** A block of four bytes may unpack to 128 KB. */
const sliceLength = 256;

/** Returns a stream that unpacks zstd: Node's own where it has one (22.15), else fzstd. */
export function createZstdStream(): Duplex {
  const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };
  return createZstdDecompress?.() ?? Duplex.from(unpack);
}

async function* unpack(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let unpacked: Uint8Array[] = [];
  const decompress = new Decompress((chunk) => {
    if (chunk.length > 0) unpacked.push(chunk.slice());
  });
  let last = Buffer.alloc(0);
  for await (const chunk of source) {
    last = Buffer.concat([last, chunk]);
    refuseLargeWindows(last);
    last = last.subarray(-longestHead);
    // In small pieces, so that the reader can slow it down and other work is not blocked.
    for (let at = 0; at < chunk.length; at += sliceLength) {
      decompress.push(chunk.subarray(at, at + sliceLength));
      yield* unpacked;
      unpacked = [];
    }
  }
  refuseLargeWindows(Buffer.concat([last, Buffer.alloc(longestHead)]));
  decompress.push(new Uint8Array(0), true);
  yield* unpacked;
}

/** fzstd allocates the window that a frame asks for, up to 2 GB. */
function refuseLargeWindows(bytes: Buffer): void {
  for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) {
    if (at + longestHead <= bytes.length && windowOf(bytes.subarray(at)) > maximumWindow) {
      throw new Error('The window of the frame is too large.');
    }
  }
}

/** RFC 8878, 3.1.1.1. */
function windowOf(frame: Buffer): number {
  const descriptor = frame.readUInt8(4);
  if ((descriptor & 0x20) === 0) {
    const window = frame.readUInt8(5);
    const base = 2 ** (10 + (window >> 3));
    return base + (base / 8) * (window & 7);
  }
  const dictionary = descriptor & 3;
  const at = 5 + (dictionary === 3 ? 4 : dictionary);
  switch (descriptor >> 6) {
    case 0:
      return frame.readUInt8(at);
    case 1:
      return frame.readUInt16LE(at) + 256;
    case 2:
      return frame.readUInt32LE(at);
    default:
      return Number(frame.readBigUInt64LE(at));
  }
}
