import { encodeBase64, encodeBytes } from '@rulebook/text/base64';
import type { CopySource } from './copy-source';
import { curlOptionsOf, type CurlOption } from './curl-options';
import type { Piece } from './pieces';

/** Linux takes arguments of up to 128 KB. */
const longestArgument = 100_000;

/** Returns a curl command for bash, zsh and other shells that know `$'…'`. */
export function writeCurlForBash(source: CopySource): string {
  const { body } = source;
  const options = curlOptionsOf(source);
  if (body === undefined) return commandOf(options);
  if ('file' in body) return commandOf([...options, ['--data-binary', [`@${body.file}`]]]);
  const isArgument = source.size < longestArgument && !body.pieces.some((piece) => hasNul(piece));
  // `--data-raw`, since a body may begin with `@`.
  return isArgument
    ? commandOf([...options, ['--data-raw', body.pieces]])
    : `${printed(body.pieces)} | ${commandOf([...options, ['--data-binary', ['@-']]])}`;
}

function commandOf(options: readonly CurlOption[]): string {
  const lines = options.map(([flag, argument]) =>
    [flag, argument && quoteForBash(flag === '-H' ? argument.map(inLatin1) : argument)].filter(Boolean).join(' '),
  );
  const first = lines.findIndex((_, index) => options[index]?.[0] === '');
  return `curl ${[lines.slice(0, first + 1).join(' '), ...lines.slice(first + 1)].join(' \\\n  ')}`;
}

/** Header fields are sent in Latin-1, whatever the terminal writes. */
function inLatin1(piece: Piece): Piece {
  return typeof piece === 'string' && /[\x80-\xff]/.test(piece)
    ? Uint8Array.from(piece, (unit) => unit.charCodeAt(0))
    : piece;
}

/** Returns one word of a command. */
export function quoteForBash(pieces: readonly Piece[]): string {
  const word = pieces
    .map((piece) => {
      if (typeof piece === 'string') return quoteText(piece);
      // The command does not run as long as the variable has no value.
      return piece instanceof Uint8Array ? `$'${escapeBytes(piece)}'` : `"\${${piece.variable}:?is not set}"`;
    })
    .join('');
  return word === '' ? "''" : word;
}

function quoteText(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  // A terminal changes control characters that are pasted into `'…'`, except line ends.
  return /(?!\n)\p{Cc}/u.test(text)
    ? `$'${text.replace(/[\\']/g, '\\$&').replace(/\p{Cc}/gu, controlIn)}'`
    : `'${text.replace(/'/g, "'\\''")}'`;
}

function escapeBytes(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      if (byte === 0x27 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
      return byte < 0x20 || byte > 0x7e ? hex(byte) : String.fromCharCode(byte);
    })
    .join('');
}

/** Beyond ASCII, a control character is not one byte. */
function controlIn(sign: string): string {
  const code = sign.charCodeAt(0);
  return code < 0x80 ? hex(code) : sign;
}

function hex(code: number): string {
  if (code === 9) return '\\t';
  if (code === 10) return '\\n';
  return code === 13 ? '\\r' : `\\x${code.toString(16).padStart(2, '0')}`;
}

function hasNul(piece: Piece): boolean {
  if (typeof piece === 'string') return piece.includes('\0');
  return piece instanceof Uint8Array && piece.includes(0);
}

/** Returns a command that prints the pieces: no argument can hold NUL, and a long body is longer than an argument may be. */
function printed(pieces: readonly Piece[]): string {
  const commands = pieces.map((piece) =>
    hasNul(piece) || piece instanceof Uint8Array
      ? `printf %s '${base64Of(piece)}' | base64 -d`
      : `printf %s ${quoteForBash([piece])}`,
  );
  return commands.length === 1 ? (commands[0] ?? '') : `{ ${commands.join('; ')}; }`;
}

function base64Of(piece: Piece): string {
  if (piece instanceof Uint8Array) return encodeBytes(piece);
  return typeof piece === 'string' ? encodeBase64(piece) : '';
}
