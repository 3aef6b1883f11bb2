import type { CopySource } from './copy-source';
import { quoteForBash } from './curl-bash';
import type { Piece } from './pieces';
import { isKeptByPython } from './python-code';

/** Returns a command of HTTPie for a POSIX shell. */
export function writeHttpie(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name);
  const raw = body !== undefined && 'pieces' in body && body.pieces.length > 0 ? body.pieces : undefined;
  const words: (readonly Piece[])[] = [
    ...(followsRedirects ? [['--follow']] : []),
    ...(isInsecure ? [['--verify=no']] : []),
    // It would resolve and decode the path.
    ...(isKeptByPython(url) ? [] : [['--path-as-is']]),
    ...(raw === undefined ? [] : [['--raw', '=', ...raw]]),
    ...(body !== undefined && 'file' in body ? [] : [['--ignore-stdin']]),
    [method],
    url,
    ...headers.map(({ name, value }) => (value.every((piece) => piece === '') ? [`${name};`] : [`${name}:`, ...value])),
    // What HTTPie would add to a body.
    ...((raw !== undefined || (body !== undefined && 'file' in body)) && !has('content-type')
      ? [['Content-Type:']]
      : []),
  ];
  const command = `http ${words.map((word) => quoteForBash(joined(word))).join(' \\\n  ')}`;
  return body !== undefined && 'file' in body ? `${command} < ${quoteForBash([body.file])}` : command;
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const [first, second, ...rest] = pieces;
  return typeof first === 'string' && typeof second === 'string' ? joined([first + second, ...rest]) : pieces;
}
