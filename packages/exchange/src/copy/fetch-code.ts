import { encodeBytes } from '@rulebook/text/base64';
import type { CopySource } from './copy-source';
import { javascriptText, quoteJavascript } from './javascript-text';
import type { Piece } from './pieces';

/** Returns a module of JavaScript that sends the request with `fetch`, or with `undici` where `fetch` refuses it. */
export function writeFetch(source: CopySource): string {
  const { method, body, headers } = source;
  const reads = body !== undefined && 'file' in body;
  const reason = reasonAgainstFetch(source);
  const imports = [
    ...(reason === undefined ? [] : ["import { request } from 'undici';"]),
    ...(reads ? ["import { readFile } from 'node:fs/promises';"] : []),
  ];
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name);
  const condition = headers.find(({ name }) =>
    /^if-(?:match|none-match|modified-since|unmodified-since|range)$/i.test(name),
  );
  const comments = [
    ...(reason !== undefined || condition === undefined
      ? []
      : [`// fetch adds Cache-Control and Pragma to a request with ${condition.name}.`]),
    ...(reason === undefined ? [] : [`// ${reason}, so this uses the package undici.`]),
    ...(source.isInsecure
      ? [
          '// Rulebook does not verify the certificate of this server. Set NODE_TLS_REJECT_UNAUTHORIZED=0 to do the same.',
        ]
      : []),
  ];
  const fields = headers.map(
    ({ name, value }) => [quoteJavascript(name), value.length === 0 ? "''" : javascriptText(value)] as const,
  );
  const lines =
    reason === undefined
      ? [
          '  headers: [',
          ...fields.map(([name, value]) => `    [${name}, ${value}],`),
          '  ],',
          // `fetch` would send a request that changes something again where a redirect leads.
          ...(source.followsRedirects ? [] : ["  redirect: 'manual',"]),
        ]
      : ['  headers: [', ...fields.map(([name, value]) => `    ${name}, ${value},`), '  ],'];
  const call = reason === undefined ? 'fetch' : 'request';
  const status = reason === undefined ? 'response.status' : 'response.statusCode';
  const text = reason === undefined ? 'response.text()' : 'response.body.text()';
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    ...comments,
    `const response = await ${call}(${javascriptText(source.url)}, {`,
    `  method: ${quoteJavascript(method)},`,
    ...lines,
    ...(body === undefined || isEmpty(body)
      ? []
      : [`  body: ${bodyExpression(body, reason === undefined && !has('content-type'))},`]),
    '});',
    `console.log(${status}, await ${text});`,
  ].join('\n');
}

/** Returns why `fetch` does not send the request, or sends another one. */
function reasonAgainstFetch({ method, body, headers }: CopySource): string | undefined {
  if (body !== undefined && /^(GET|HEAD)$/.test(method)) return `fetch does not send ${method} with a body`;
  if (/^(TRACE|CONNECT|TRACK)$/i.test(method)) return `fetch does not send ${method}`;
  const names = headers.map(({ name }) => name.toLowerCase());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return `fetch joins the repeated header field ${repeated}`;
  if (names.includes('range') && names.includes('accept-encoding'))
    return 'fetch adds Accept-Encoding to a request with Range';
  return names.includes('host') ? 'fetch does not send another Host' : undefined;
}

/** Its length is sent without it, and with an empty text also a media type. */
function isEmpty(body: NonNullable<CopySource['body']>): boolean {
  return 'pieces' in body && body.pieces.length === 0;
}

/** With `isBare`, no media type is sent, which `fetch` adds to a text. */
function bodyExpression(body: NonNullable<CopySource['body']>, isBare: boolean): string {
  if ('file' in body) return `await readFile(${quoteJavascript(body.file)})`;
  if (!body.pieces.some((piece) => piece instanceof Uint8Array)) {
    const text = javascriptText(body.pieces);
    return isBare ? `new TextEncoder().encode(${text})` : text;
  }
  return `Buffer.concat([${body.pieces.map(bufferOf).join(', ')}])`;
}

function bufferOf(piece: Piece): string {
  return piece instanceof Uint8Array
    ? `Buffer.from('${encodeBytes(piece)}', 'base64')`
    : `Buffer.from(${javascriptText([piece])})`;
}
