import { encodeBase64, encodeBytes } from '@rulebook/text/base64';
import type { CopySource } from './copy-source';
import { curlOptionsOf } from './curl-options';
import type { CopiedVariable, Piece } from './pieces';

/**
 * Returns a curl command for PowerShell 5.1 and 7. Each argument is quoted for the C runtime by itself, and PowerShell 7.3 and later is asked to
 * pass it on as earlier versions do. The body goes through a file, because PowerShell changes the bytes of pipes, and curl those of arguments.
 */
export function writeCurlForPowerShell(source: CopySource, variables: readonly CopiedVariable[]): string {
  const { body } = source;
  const checks = variables.map(({ name }) => `if (-not $env:${name}) { throw 'Set $env:${name} first.' }`);
  const options = curlOptionsOf(source).map(([flag, argument]) =>
    [flag, argument && quoteArgument(argument)].filter(Boolean).join(' '),
  );
  const command = (data: readonly string[]) => ['curl.exe', ...options, ...data].join(' `\n  ');
  const head = [...checks, "$PSNativeCommandArgumentPassing = 'Legacy'"];
  if (body === undefined) return [...head, command([])].join('\n');
  if ('file' in body) return [...head, command([`--data-binary ${quoteArgument([`@${body.file}`])}`])].join('\n');
  if (body.pieces.length === 0) return [...head, command([`--data-raw ${quoteArgument([])}`])].join('\n');
  return [
    ...head,
    '$body = [IO.Path]::GetTempFileName()',
    `[IO.File]::WriteAllBytes($body, ${bytesExpression(body.pieces)})`,
    command(['--data-binary "@$body"']),
    'Remove-Item $body',
  ].join('\n');
}

/** Returns an argument in quotation marks of its own, which PowerShell then passes on unchanged. */
function quoteArgument(pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === 'string' && /^[\w./:=-]*[\w/]$/.test(only)) return only;
  const parts = pieces.map((piece, index) => {
    if (typeof piece !== 'string') return piece instanceof Uint8Array ? "''" : `$env:${piece.variable}`;
    const isLast = index === pieces.length - 1;
    const escaped = piece.replace(/(\\*)"/g, '$1$1\\"');
    return literal(isLast ? escaped.replace(/\\+$/, '$&$&') : escaped);
  });
  const text = parts.join(' + ');
  if (pieces.length === 0) return `'""'`;
  return pieces.length === 1 && typeof only === 'string' ? `'"${text.slice(1, -1)}"'` : `('"' + ${text} + '"')`;
}

function bytesExpression(pieces: readonly Piece[]): string {
  const isText = pieces.every(
    (piece) => !(piece instanceof Uint8Array) && !(typeof piece === 'string' && !isPlain(piece)),
  );
  if (isText) return `[Text.Encoding]::UTF8.GetBytes(${pieces.map(expression).join(' + ')})`;
  const parts = pieces.map((piece) => {
    if (piece instanceof Uint8Array) return `[Convert]::FromBase64String('${encodeBytes(piece)}')`;
    if (typeof piece === 'string' && !isPlain(piece)) return `[Convert]::FromBase64String('${encodeBase64(piece)}')`;
    return `[Text.Encoding]::UTF8.GetBytes(${expression(piece)})`;
  });
  return parts.length === 1 ? (parts[0] ?? '') : `[byte[]](${parts.join(' + ')})`;
}

function expression(piece: Piece): string {
  if (typeof piece === 'string') return literal(piece);
  return piece instanceof Uint8Array ? "''" : `$env:${piece.variable}`;
}

/** Line ends depend on the file into which the text is pasted, and old versions read scripts as ANSI. */
function isPlain(text: string): boolean {
  return /^[\n\x20-\x7e]*$/.test(text);
}

/** PowerShell takes typographic quotation marks for plain ones, too. */
function literal(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
