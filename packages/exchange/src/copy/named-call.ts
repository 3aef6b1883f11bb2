import { decodePart } from '@rulebook/text/decode';
import type { CopySource, ServiceCall } from './copy-source';
import { javascriptLiteral, jsonOfPieces, memberName, type JsonMembers, type JsonValue } from './javascript-literal';
import { javascriptText, quoteJavascript } from './javascript-text';
import type { Piece } from './pieces';
import type { PlannedCall } from './planned-call';

/**
 * Returns the lines that call the client's method for an operation; undefined where the method cannot send the same: what is not the path of
 * the operation, two parameters of one name, or a value that the client would write in another way.
 */
export function namedCall(
  source: CopySource,
  call: ServiceCall,
  headers: CopySource['headers'],
): readonly string[] | undefined {
  const { named, client } = call;
  const target = targetOf(source, call);
  if (named === undefined || target === undefined) return undefined;
  const path = pathParametersOf(target.path, named.path);
  const body = bodyParametersOf(source.body, named);
  if (path === undefined || body === undefined) return undefined;
  const isRoute = client.style === 'route';
  // The method of the first client sends what remains as the query or as the body, by the method of HTTP.
  if (isRoute && (/^(GET|HEAD)$/.test(source.method) ? body.length > 0 : target.query.length > 0)) return undefined;
  if (isRoute && target.query.some(([name, value]) => name === 'q' && value.includes('+'))) return undefined;
  const isKnown = ([name]: TextParameter): boolean => named.query?.includes(name) !== false;
  const parameters = [...path, ...target.query.filter(isKnown).map(withScalar), ...body];
  const names = new Set(parameters.map(([name]) => name));
  if (names.size < parameters.length || [...names].some((name) => reserved[client.style].has(name))) return undefined;
  const others = target.query.filter((one) => !isKnown(one));
  if (new Set(others.map(([name]) => name)).size < others.length) return undefined;
  const fields = headers
    .filter(({ name, value: [text] }) => name.toLowerCase() !== 'content-type' || !isOwnType(text, named))
    .map(({ name, value }) => `${quoteJavascript(name.toLowerCase())}: ${javascriptText(value)}`);
  const headerLines = fields.length > 0 ? [`headers: { ${fields.join(', ')} }`] : [];
  const method = `const response = await ${client.methods}.${named.method}(`;
  if (isRoute)
    return [
      ...called(method, [...membersOfCall(parameters, '  '), ...headerLines]),
      'console.log(response.status, response.data);',
    ];
  const querystring =
    others.length > 0 ? [`querystring: ${javascriptLiteral(Object.fromEntries(others.map(withScalar)))}`] : [];
  return [
    method,
    ...(parameters.length === 0
      ? ['  {},']
      : ['  {', ...membersOfCall(parameters, '    ').map((member) => `    ${member},`), '  },']),
    `  { ${[...querystring, ...headerLines, 'meta: true'].join(', ')} },`,
    ');',
    'console.log(response.statusCode, response.body);',
  ];
}

type Parameter = readonly [name: string, value: JsonValue];
type TextParameter = readonly [name: string, value: string];

/** Names that have a meaning of their own in the calls of the clients. */
const reserved: Readonly<Record<ServiceCall['client']['style'], ReadonlySet<string>>> = {
  route: new Set(['data', 'headers', 'baseUrl', 'request', 'mediaType', 'url', 'method']),
  transport: new Set(['body', 'querystring']),
};

function called(start: string, members: readonly string[]): readonly string[] {
  return members.length === 0 ? [`${start});`] : [`${start}{`, ...members.map((member) => `  ${member},`), '});'];
}

function membersOfCall(parameters: readonly Parameter[], indent: string): readonly string[] {
  return parameters.map(([name, value]) => `${memberName(name)}: ${javascriptLiteral(value, indent)}`);
}

/** Returns the words of the path and the query; undefined where a variable is in the URL, or an escape cannot be read. */
function targetOf({ url }: CopySource, { baseUrl }: ServiceCall) {
  const [text, ...rest] = url;
  if (typeof text !== 'string' || rest.length > 0) return undefined;
  const [path = '', query = ''] = text.slice(baseUrl.length).split(/\?(.*)/s);
  if (!isDecodable(text)) return undefined;
  const pairs = query === '' ? [] : query.split('&');
  return {
    path,
    query: pairs.map((pair): TextParameter => {
      const [name = '', value = ''] = pair.split(/=(.*)/s).map((part) => decodePart(part, { isForm: true }));
      return [name, value];
    }),
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the parameters of the path; undefined when it is not the path of the operation. */
function pathParametersOf(path: string, template: string): readonly Parameter[] | undefined {
  const words = path.split('/').map((word) => decodePart(word));
  const expected = template.split('/');
  if (words.length !== expected.length) return undefined;
  const parameters: Parameter[] = [];
  for (const [index, word] of words.entries()) {
    const part = expected[index] ?? '';
    const name = /^\{([\w-]+)\}$/.exec(part)?.[1];
    // An empty segment, and one of dots, mean another path to the client.
    if (name === undefined ? part.includes('{') || word !== part : /^\.{0,2}$/.test(word)) return undefined;
    if (name !== undefined) parameters.push(withScalar([name, word]));
  }
  return parameters;
}

/** Writes what is a number or a truth value in a URL as one. The text of a search stays text. */
function withScalar([name, text]: TextParameter): Parameter {
  if (name === 'q') return [name, text];
  if (text === 'true' || text === 'false') return [name, text === 'true'];
  return [name, /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text];
}

/** Returns the parameters of the body; undefined when the client would write another one. */
function bodyParametersOf(body: CopySource['body'], named: PlannedCall): readonly Parameter[] | undefined {
  if (body === undefined || 'file' in body || body.pieces.length === 0) return [];
  if (named.takesLines === true) return named.body === undefined ? undefined : linesOfPieces(body.pieces, named.body);
  const value = jsonOfPieces(body.pieces)?.value;
  if (value === undefined) return undefined;
  if (named.body !== undefined) return [[named.body, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value as JsonMembers);
  // Without members there is no body at all, and the client takes names that it does not know for the query.
  const isWhole = members.length > 0 && members.every(([name]) => named.members?.includes(name) !== false);
  return isWhole ? members : undefined;
}

function linesOfPieces(pieces: readonly Piece[], name: string): readonly Parameter[] | undefined {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece !== 'string') lines.at(-1)?.push(piece);
    else
      for (const [index, part] of piece.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (part !== '') lines.at(-1)?.push(part);
      }
  }
  if (lines.at(-1)?.length === 0) lines.pop();
  const values = lines.flatMap((line) => jsonOfPieces(line) ?? []);
  return values.length < lines.length ? undefined : [[name, values.map(({ value }) => value)]];
}

/** Returns whether the client writes this media type itself. */
function isOwnType(type: Piece | undefined, { takesLines }: PlannedCall): boolean {
  const own = takesLines === true ? /^application\/x-ndjson$/i : /^application\/json(?:; *charset=utf-8)?$/i;
  return typeof type === 'string' && own.test(type);
}
