import { randomBytes } from 'node:crypto';

/** Asking the system costs more than a text, so it is asked for many. In bytes. */
const pieceLength = 4096;
let piece = Buffer.alloc(0);
/** What is in front of it was given away. */
let next = 0;

/** Returns a text of letters, digits, `-` and `_` that no one can guess. */
export function randomText(length: number): string {
  if (next + length > piece.length) {
    piece = randomBytes(Math.max(length, pieceLength));
    next = 0;
  }
  next += length;
  return piece.toString('base64url', next - length, next).slice(0, length);
}
