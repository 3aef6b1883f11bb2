import { encodeBytes } from '../../text/base64';
import type { CopySource } from './copy-source';
import type { Piece } from './pieces';

/** Returns a script of Python that sends the request with the package `requests`. */
export function writePython(source: CopySource): string {
  const { headers, body } = source;
  const hasVariables = [source.url, ...headers.map(({ value }) => value), bodyPieces(body)].some((pieces) =>
    pieces.some((piece) => typeof piece !== 'string' && !(piece instanceof Uint8Array)),
  );
  const hasBytes = bodyPieces(body).some((piece) => piece instanceof Uint8Array);
  const fields = joinRepeated(headers);
  const isJoined = fields.length < headers.length;
  const added = ['accept', 'user-agent', 'accept-encoding'].filter(
    (name) => !headers.some((header) => header.name.toLowerCase() === name),
  );
  return [
    ...(hasBytes ? ['import base64'] : []),
    ...(hasVariables ? ['import os'] : []),
    ...(hasBytes || hasVariables ? [''] : []),
    'import requests',
    '',
    ...(isJoined ? ['# requests cannot repeat a header field; the values are joined.'] : []),
    'response = requests.request(',
    `    ${quotePython(source.method)},`,
    `    ${pythonText(source.url)},`,
    '    headers={',
    ...fields.map(({ name, value }) => `        ${quotePython(name)}: ${pythonText(value)},`),
    // requests adds these fields unless they are switched off.
    ...added.map((name) => `        ${quotePython(name)}: None,`),
    '    },',
    ...(body === undefined ? [] : [`    data=${bodyExpression(body)},`]),
    ...(source.isInsecure ? ['    verify=False,'] : []),
    ...(source.followsRedirects ? [] : ['    allow_redirects=False,']),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

function bodyPieces(body: CopySource['body']): readonly Piece[] {
  return body !== undefined && 'pieces' in body ? body.pieces : [];
}

function joinRepeated(headers: CopySource['headers']): CopySource['headers'] {
  const joined = new Map<string, CopySource['headers'][number]>();
  for (const header of headers) {
    const key = header.name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before ? { ...before, value: [...before.value, ', ', ...header.value] } : header);
  }
  return [...joined.values()];
}

function bodyExpression(body: NonNullable<CopySource['body']>): string {
  if ('file' in body) return `open(${quotePython(body.file)}, "rb")`;
  if (body.pieces.length === 0) return '""';
  return body.pieces
    .map((piece) =>
      piece instanceof Uint8Array ? `base64.b64decode("${encodeBytes(piece)}")` : `${pythonText([piece])}.encode()`,
    )
    .join(' + ');
}

function pythonText(pieces: readonly Piece[]): string {
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return quotePython(piece);
    return piece instanceof Uint8Array ? '""' : `os.environ["${piece.variable}"]`;
  });
  return parts.length === 0 ? '""' : parts.join(' + ');
}

/** The escapes of JSON are those of Python; other line separators end no line there. */
function quotePython(text: string): string {
  return JSON.stringify(text).replace(/\u007f/g, '\\x7f');
}
