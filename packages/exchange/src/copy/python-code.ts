import { encodeBytes } from '@rulebook/text/base64';
import type { CopySource } from './copy-source';
import type { Piece } from './pieces';

/** Returns a script of Python that sends the request: with the package `requests`, or with Python's own client where that would change the URL. */
export function writePython(source: CopySource): string {
  const target = targetOf(source.url);
  return target === undefined || isKept(target.pieces) ? withRequests(source) : withOwnClient(source, target);
}

/** The parts of a URL: its host, as text, and what is sent in the request line. */
interface Target {
  readonly isSecure: boolean;
  readonly host: string;
  readonly pieces: readonly Piece[];
}

function targetOf([first = '', ...rest]: readonly Piece[]): Target | undefined {
  if (typeof first !== 'string') return undefined;
  const [, scheme = '', host = '', target = ''] = /^(https?):\/\/([^/?#@]+)([/?].*)?$/i.exec(first) ?? [];
  if (host === '' || (target === '' && rest.length > 0)) return undefined;
  return { isSecure: scheme.toLowerCase() === 'https', host, pieces: [target === '' ? '/' : target, ...rest] };
}

/** What `requests` and the package below it leave as it is; they encode and decode anything else, and resolve `..`. */
const kept = /^(?:[\w.~:/?@!$&'()*+,;=-]|%(?![46][1-9A-F]|[57][0-9A]|3[0-9]|2D|2E|5F|7E)[\dA-F]{2})*$/;

function isKept(target: readonly Piece[]): boolean {
  const text = target.filter((piece) => typeof piece === 'string').join('');
  const [path = ''] = text.split('?');
  return kept.test(text) && !/\/\.{1,2}(?:\/|$)/.test(path);
}

/** Returns whether a URL is sent as it is by the package requests, which HTTPie is written with. */
export function isKeptByPython(url: readonly Piece[]): boolean {
  const target = targetOf(url);
  return target === undefined || isKept(target.pieces);
}

function withOwnClient(source: CopySource, { isSecure, host, pieces }: Target): string {
  const { method, headers, body, isInsecure } = source;
  const unverified = isSecure && isInsecure;
  const imports = [
    ...(bodyPieces(body).some((piece) => piece instanceof Uint8Array) ? ['import base64'] : []),
    'import http.client',
    ...(hasVariables(source) ? ['import os'] : []),
    ...(unverified ? ['import ssl'] : []),
  ];
  const fields = joinRepeated(headers);
  const file = body !== undefined && 'file' in body;
  const options = unverified ? ', context=ssl._create_unverified_context()' : '';
  return [
    ...imports,
    '',
    '# The package requests would encode this URL in another way; this sends it as it is written. Redirects are not followed.',
    ...(fields.length < headers.length ? ['# A header field cannot be repeated here; the values are joined.'] : []),
    `connection = http.client.${isSecure ? 'HTTPSConnection' : 'HTTPConnection'}(${quotePython(host)}${options})`,
    'connection.request(',
    `    ${quotePython(method)},`,
    `    ${pythonText(pieces)},`,
    ...(body === undefined ? [] : [`    body=${bodyExpression(body)}${file ? '.read()' : ''},`]),
    '    headers={',
    ...fields.map(({ name, value }) => `        ${quotePython(name)}: ${fieldValue(value)},`),
    '    },',
    ')',
    'response = connection.getresponse()',
    'print(response.status, response.read().decode(errors="replace"))',
  ].join('\n');
}

function hasVariables({ url, headers, body }: CopySource): boolean {
  return [url, ...headers.map(({ value }) => value), bodyPieces(body)].some((pieces) =>
    pieces.some((piece) => typeof piece !== 'string' && !(piece instanceof Uint8Array)),
  );
}

function withRequests(source: CopySource): string {
  const { headers, body } = source;
  const hasBytes = bodyPieces(body).some((piece) => piece instanceof Uint8Array);
  const fields = joinRepeated(headers);
  const isJoined = fields.length < headers.length;
  const added = ['accept', 'user-agent', 'accept-encoding'].filter(
    (name) => !headers.some((header) => header.name.toLowerCase() === name),
  );
  return [
    ...(hasBytes ? ['import base64'] : []),
    ...(hasVariables(source) ? ['import os'] : []),
    ...(hasBytes || hasVariables(source) ? [''] : []),
    'import requests',
    '',
    ...(isJoined ? ['# requests cannot repeat a header field; the values are joined.'] : []),
    'response = requests.request(',
    `    ${quotePython(source.method)},`,
    `    ${pythonText(source.url)},`,
    '    headers={',
    ...fields.map(({ name, value }) => `        ${quotePython(name)}: ${fieldValue(value)},`),
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

/** Blanks around a value are not part of it, and clients of Python refuse them in front. */
function fieldValue([first = '', ...rest]: readonly Piece[]): string {
  return pythonText([typeof first === 'string' ? first.trimStart() : first, ...rest]);
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
