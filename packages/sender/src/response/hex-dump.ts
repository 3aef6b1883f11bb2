import { createMasker } from '@rulebook/catalogue/masking/masker';

/** The number of bytes that are shown of a body. */
export const dumped = 4096;

const perLine = 16;

/**
 * Returns the first 4 KB of bytes as lines of offset, hexadecimal bytes and ASCII, with known secrets masked. A mask may be shorter than
 * its secret, so the offsets behind one differ.
 */
export function hexDump(bytes: Uint8Array, secrets: readonly string[]): string {
  const text = String.fromCharCode(...bytes.subarray(0, dumped));
  const masked = createMasker([...secrets, ...secrets.map(inBytes)]).text(text);
  const lines: string[] = [];
  for (let at = 0; at < masked.length; at += perLine) lines.push(lineOf(at, masked.slice(at, at + perLine)));
  return lines.join('\n');
}

function lineOf(offset: number, text: string): string {
  const codes = Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(2, '0'));
  const halves = [codes.slice(0, perLine / 2), codes.slice(perLine / 2)].map((half) => half.join(' '));
  const ascii = text.replace(/[^\x20-\x7e]/g, '.');
  return `${offset.toString(16).padStart(8, '0')}  ${halves
    .join('  ')
    .trimEnd()
    .padEnd(perLine * 3)}  |${ascii}|`;
}

/** Returns a text with one character for each byte of its UTF-8. */
function inBytes(text: string): string {
  // Half of a surrogate pair has no bytes.
  const whole = text.replace(/\p{Cs}/gu, '');
  return encodeURIComponent(whole).replace(/%([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
