import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import { parseJson } from '@rulebook/json/parse-json';
import { reference } from '@rulebook/request-file/syntax/curl/imported';
import { fieldOf, type Exchange } from './model';

/** A value that a service has made, and where it is in which response. */
interface MadeValue {
  /** The place of the exchange. */
  readonly from: number;
  /** What is behind the name of the request: `response.body.$.id`. */
  readonly way: string;
  readonly isId: boolean;
  /** The request creates something, so that its response says it again in the next run. */
  readonly isCreated: boolean;
}

/** What is found in an exchange where a value of an earlier response was. */
export interface Reference {
  readonly from: number;
  readonly way: string;
}

/** Finds values of earlier responses. */
export interface ReferenceFinder {
  /** Returns an exchange with the values of earlier responses replaced, and from which responses they are; `nameOf` names a request. */
  readonly replaced: (index: number, nameOf: (from: number) => string) => Replaced;
}

/** An exchange whose texts refer to earlier responses. */
export interface Replaced {
  readonly url: string;
  readonly headers: Exchange['headers'];
  readonly body?: string;
  readonly from: ReadonlySet<number>;
}

const deepest = 4;
/** A response with more values is data. */
const maxValues = 2000;
/** A text without the name of an id is taken for one from this length. */
const longEnough = 8;

/** Reads which values the services of exchanges have made. */
export function createReferences(exchanges: readonly Exchange[]): ReferenceFinder {
  const made = new Map<string, MadeValue[]>();
  for (const [index, exchange] of exchanges.entries()) {
    for (const [text, value] of valuesMadeBy(exchange, index)) {
      const known = made.get(text);
      if (known === undefined) made.set(text, [value]);
      else known.push(value);
    }
  }
  const find = (text: string, before: number, isId: boolean): Reference | undefined => {
    // A short number in another place is a number, and not an id.
    const isLong = text.length >= longEnough;
    const possible = (made.get(text) ?? []).filter(
      (one) => one.from < before && (isId ? one.isId || isLong : one.isId && isLong),
    );
    // What was created last is meant before what was only listed.
    return (
      possible.findLast(({ isCreated }) => isCreated) ??
      possible.findLast(({ isId: isNamed }) => isNamed) ??
      possible.at(-1)
    );
  };
  return {
    replaced: (index, nameOf) => {
      const from = new Set<number>();
      const put = (text: string, isId: boolean): string | undefined => {
        const found = find(text, index, isId);
        if (found === undefined) return undefined;
        from.add(found.from);
        return reference(`${nameOf(found.from)}.${found.way}`);
      };
      const exchange = exchanges[index];
      if (exchange === undefined) return { url: '', headers: [], from };
      const url = urlWith(exchange, put);
      const headers = exchange.headers.map(([name, value]) => [name, fieldWith(name, value, put)] as const);
      const body = exchange.body === undefined ? undefined : bodyWith(exchange.body, put);
      return { url, headers, ...(body !== undefined && { body }), from };
    },
  };
}

type Put = (text: string, isId: boolean) => string | undefined;

/** Replaces path parameters and values of the query. */
function urlWith({ url, operation }: Exchange, put: Put): string {
  const [, origin = '', path = '', query = ''] = /^([a-z]+:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  const parameters = operation?.parameters;
  const segments = path.split('/').map((segment) => {
    const text = decoded(segment);
    const isParameter = parameters === undefined ? /\d/.test(text) : parameters.includes(text);
    return (isParameter ? put(text, true) : undefined) ?? segment;
  });
  const pairs = query
    .slice(1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return pair;
      const found = put(decoded(pair.slice(equals + 1).replaceAll('+', ' ')), isIdName(decoded(pair.slice(0, equals))));
      return found === undefined ? pair : `${pair.slice(0, equals)}=${found}`;
    });
  return `${origin}${segments.join('/')}${query === '' ? '' : `?${pairs.join('&')}`}`;
}

/** Replaces a token that a service has given, and the version of what is changed. */
function fieldWith(name: string, value: string, put: Put): string {
  const [, scheme, token = ''] = /^(Bearer|Token|ApiKey)\s+(\S+)$/i.exec(value) ?? [];
  if (scheme !== undefined) {
    const found = put(token, true);
    return found === undefined ? value : `${scheme} ${found}`;
  }
  return /^(?:if-match|if-none-match|x-.*)$/i.test(name) ? (put(value, /^if-/i.test(name)) ?? value) : value;
}

/** Replaces the values of members that are named like ids. */
function bodyWith(body: string, put: Put): string {
  if (!/^\s*[[{]/.test(body)) return body;
  const { trees, problems } = parseJson(body, 0, body.length, { form: 'standard' });
  const [root] = trees;
  if (root === undefined || problems.length > 0) return body;
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const visit = (node: JsonNode, name: string, depth: number): void => {
    if (depth > deepest) return;
    if (node.type === 'object') for (const { key, value } of membersOfObject(node)) visit(value, key, depth + 1);
    else if (node.type === 'array') for (const item of node.children ?? []) visit(item, name, depth + 1);
    else if (isIdName(name) && (node.type === 'string' || node.type === 'number')) {
      const found = put(String(node.value), true);
      if (found === undefined) return;
      const text = node.type === 'string' ? `"${found}"` : found;
      edits.push({ start: node.offset, end: node.offset + node.length, text });
    }
  };
  visit(root, '', 0);
  let text = body;
  for (const edit of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  return text;
}

/** Returns the values of a response that its request does not have, each as text. */
function valuesMadeBy(
  { method, url, body, response }: Exchange,
  from: number,
): readonly (readonly [string, MadeValue])[] {
  if (response.status >= 400) return [];
  const isCreated = method === 'POST' || method === 'PUT';
  const found: [string, MadeValue][] = [];
  const etag = fieldOf(response.headers, 'etag');
  if (etag !== undefined) found.push([etag, { from, way: 'response.headers.etag', isId: true, isCreated }]);
  const text = response.body ?? '';
  if (!/^\s*[[{]/.test(text)) return found;
  const { trees, problems } = parseJson(text, 0, text.length, { form: 'standard' });
  const [root] = trees;
  if (root === undefined || problems.length > 0) return found;
  // The name of the host says nothing of what was sent to it.
  const sent = `${decoded(url.replace(/^[a-z]+:\/\/[^/?#]*/i, ''))} ${body ?? ''}`;
  const visit = (node: JsonNode, way: string, name: string, depth: number): void => {
    if (depth > deepest || found.length > maxValues) return;
    if (node.type === 'object') {
      for (const { key, value } of membersOfObject(node))
        if (/^[A-Za-z_]\w*$/.test(key)) visit(value, `${way}.${key}`, key, depth + 1);
    } else if (node.type === 'array') {
      // Only the first item of a list is likely to be there again.
      const [first] = node.children ?? [];
      if (first !== undefined) visit(first, `${way}[0]`, name, depth + 1);
    } else if (node.type === 'string' || node.type === 'number') {
      const value = String(node.value);
      const isId = isIdName(name);
      if (value === '' || (node.type === 'number' && !isId) || isSent(sent, value)) return;
      found.push([value, { from, way: `response.body.${way}`, isId, isCreated }]);
    }
  };
  visit(root, '$', '', 0);
  return found;
}

/** Returns whether a value is a word of what was sent. */
function isSent(sent: string, value: string): boolean {
  for (let at = sent.indexOf(value); at >= 0; at = sent.indexOf(value, at + 1)) {
    if (!/\w/.test(sent[at - 1] ?? '') && !/\w/.test(sent[at + value.length] ?? '')) return true;
  }
  return false;
}

/** Returns whether a name says that its value identifies something, or lets in. */
function isIdName(name: string): boolean {
  return /^(?:id|uuid|guid|key|slug|number|token|cursor|etag|sha)$|(?:[_-](?:id|ids|uuid|key|token)|Id|Ids|Uuid|Key|Token)$/.test(
    name,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
