import type { OfficialClient } from '@rulebook/catalogue/identity';
import { decodePart } from '@rulebook/text/decode';
import type { CopySource, ServiceCall } from './copy-source';
import { javascriptLiteral, jsonOfPieces, memberName } from './javascript-literal';
import { javascriptText, quoteJavascript } from './javascript-text';
import { namedCall } from './named-call';
import type { Piece } from './pieces';

/** Returns a module of JavaScript that sends the request with the service's official client; undefined where the client cannot. */
export function writeClientCode(source: CopySource): string | undefined {
  const { call, body } = source;
  // The clients read bodies as text, and files are not a part of their calls.
  if (call === undefined || (body !== undefined && 'file' in body)) return undefined;
  if (body?.pieces.some((piece) => piece instanceof Uint8Array)) return undefined;
  const [start, ...rest] = source.url;
  if (typeof start !== 'string' || !start.startsWith(call.baseUrl)) return undefined;
  const { client, baseUrl } = call;
  const { auth, headers } = authOf(source, client);
  const target = [start.slice(baseUrl.length) || '/', ...rest];
  const options = [`${client.baseUrl}: ${quoteJavascript(baseUrl)}`, ...(auth === undefined ? [] : [`auth: ${auth}`])];
  const fields = headers.map(({ name, value }) => `${quoteJavascript(name.toLowerCase())}: ${javascriptText(value)}`);
  return [
    `import { ${client.className} } from '${client.package}';`,
    '',
    `const ${client.variable} = new ${client.className}({ ${options.join(', ')} });`,
    ...(namedCall(source, call, headers) ??
      (client.style === 'route'
        ? routeCall(source, call, target, fields)
        : transportCall(source, call, target, fields))),
  ].join('\n');
}

function routeCall(
  { method, body }: CopySource,
  { client, template }: ServiceCall,
  target: readonly Piece[],
  fields: readonly string[],
): readonly string[] {
  const { route, parameters } = routeOf(target, template);
  const members = [
    ...parameters.map(([name, value]) => `${memberName(name)}: ${quoteJavascript(value)}`),
    ...bodyMember(body, 'data'),
    ...(fields.length > 0 ? [`headers: { ${fields.join(', ')} }`] : []),
  ];
  const line = javascriptText([`${method} `, ...route].reduce<Piece[]>(joined, []));
  return [
    `const response = await ${client.variable}.request(${line}, {`,
    ...members.map((member) => `  ${member},`),
    '});',
    'console.log(response.status, response.data);',
  ];
}

function transportCall(
  { method, body }: CopySource,
  { client }: ServiceCall,
  target: readonly Piece[],
  fields: readonly string[],
): readonly string[] {
  const isLines = fields.some((field) => /^'content-type': '[^']*ndjson/.test(field));
  return [
    `const response = await ${client.variable}.transport.request(`,
    '  {',
    `    method: ${quoteJavascript(method)},`,
    `    path: ${javascriptText(target)},`,
    ...bodyMember(body, isLines ? 'bulkBody' : 'body').map((member) => `    ${member.replaceAll('\n', '\n  ')},`),
    '  },',
    `  { ${[...(fields.length > 0 ? [`headers: { ${fields.join(', ')} }`] : []), 'meta: true'].join(', ')} },`,
    ');',
    'console.log(response.statusCode, response.body);',
  ];
}

/** Returns the route with the parameters of its path, as far as the client writes their values as they are in the URL. */
function routeOf(
  target: readonly Piece[],
  template: string | undefined,
): { readonly route: readonly Piece[]; readonly parameters: readonly (readonly [string, string])[] } {
  const [first, ...rest] = target;
  if (typeof first !== 'string') return { route: target, parameters: [] };
  const [path = '', query] = splitAt(first, '?');
  const words = path.split('/');
  const names = template?.split('/') ?? [];
  const parameters: (readonly [string, string])[] = [];
  // A variable at the end belongs to the last word of the path.
  const last = rest.length > 0 && query === undefined ? words.length - 1 : words.length;
  const segments = words.map((word, index) => {
    const name =
      names.length === words.length && index < last ? /^\{(\w+)\}$/.exec(names[index] ?? '')?.[1] : undefined;
    const value = decodePart(word);
    if (name === undefined || reserved.has(name) || encodeURIComponent(value) !== word) return escapeRoute(word);
    parameters.push([name, value]);
    return `{${name}}`;
  });
  return { route: [segments.join('/') + (query === undefined ? '' : `?${escapeRoute(query)}`), ...rest], parameters };
}

/** Names that the options of a call have themselves. */
const reserved: ReadonlySet<string> = new Set(['data', 'headers', 'baseUrl', 'request', 'mediaType', 'url', 'method']);

function escapeRoute(text: string): string {
  return text.replace(/\{/g, '%7B').replace(/\}/g, '%7D');
}

function splitAt(text: string, sign: string): readonly [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function joined(pieces: Piece[], piece: Piece): Piece[] {
  const last = pieces.at(-1);
  if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
  else pieces.push(piece);
  return pieces;
}

/** Returns the credential as the client takes it, and the header fields that the client does not write itself. */
function authOf({ headers, body }: CopySource, { auth }: OfficialClient) {
  const field = headers.find(({ name }) => name.toLowerCase() === 'authorization');
  const [scheme, ...credential] = field?.value ?? [];
  const [, word = '', first = ''] = (typeof scheme === 'string' && /^([A-Za-z]+) +(.*)$/s.exec(scheme)) || [];
  const form = Object.hasOwn(auth, word.toLowerCase()) ? auth[word.toLowerCase()] : undefined;
  const value = javascriptText([...(first === '' ? [] : [first]), ...credential]);
  const isOwn = ({ name, value: [text] }: CopySource['headers'][number]) => {
    const key = name.toLowerCase();
    if (key === 'authorization') return form === undefined;
    if (key === 'content-type') return body !== undefined;
    return !(key === 'user-agent' || key === 'accept-encoding' || (key === 'accept' && text === '*/*'));
  };
  return {
    headers: headers.filter(isOwn),
    auth: form === undefined || value === "''" ? undefined : form.replace('$', () => value),
  };
}

function bodyMember(body: CopySource['body'], name: string): readonly string[] {
  if (body === undefined || 'file' in body || body.pieces.length === 0) return [];
  const [text] = body.pieces;
  const value = body.pieces.length === 1 && typeof text === 'string' ? jsonOfPieces([text])?.value : undefined;
  const isObject = typeof value === 'object' && value !== null;
  return [`${name}: ${isObject ? javascriptLiteral(value, '  ') : javascriptText(body.pieces)}`];
}
