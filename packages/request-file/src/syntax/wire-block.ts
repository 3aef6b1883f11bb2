import { noOtherParts } from './other-tools/other-parts';
import type { Block, Body, HeaderField, JsonBody, RequestTarget, Token } from './model';
import { parseJson } from '@rulebook/json/parse-json';
import { parseTarget } from './parse-target';
import type { TreeNode } from '@rulebook/json/tree-node';
import { decodePart } from '@rulebook/text/decode';
import { perObject, perText } from '@rulebook/text/structures/memo';

/** The parts of a request as they came over the wire. */
interface WireParts {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const nowhere = { start: 0, end: 0 };
const placeless = (text: string): Token => ({ text, span: nowhere });

/** Makes a block of a request that was received: no variables, no comments, strict JSON. A directive names the endpoint. */
export function blockOfWire(parts: WireParts, endpoint: string, takesLines: (path: string) => boolean): Block {
  const target = targetOf(parts.target);
  const body =
    parts.body.trim() === ''
      ? undefined
      : isForm(parts)
        ? textBody(parts.body)
        : (takesLines(target.path.text) ? strictLines : strictBody)(parts.body);
  return {
    text: parts.body,
    isSent: true,
    directives: [{ name: placeless('endpoint'), value: placeless(endpoint), span: nowhere }],
    suppressions: [],
    variables: [],
    placeholders: [],
    comments: [],
    request: {
      form: 'classic',
      method: placeless(parts.method),
      target,
      headers: fieldsOf(parts.headers),
      ...(body ? { body } : {}),
      lineSpan: nowhere,
      span: { start: 0, end: parts.body.length },
    },
    ...noOtherParts,
    asserts: [],
    unsupported: [],
    problems: [],
  };
}

/** Makes a block of a request that was recorded with its whole URL. An undefined body was not recorded, so nothing is known of it. */
export function blockOfRecorded(recorded: RecordedParts, takesLines: (path: string) => boolean): Block {
  const { url, body = '' } = recorded;
  const block = blockOfWire({ ...recorded, target: url, body }, '', takesLines);
  const { request } = block;
  if (request === undefined) return block;
  const { body: strict, ...rest } = request;
  const written = recorded.body === undefined ? unknownBody : isJsonBody(recorded) ? strict : textBody(body);
  return { ...block, directives: [], request: { ...rest, ...(written && { body: written }) } };
}

/** The parts of a recorded request. */
export type RecordedParts = Pick<WireParts, 'method' | 'headers'> & { readonly url: string; readonly body?: string };

/** The content of a file is not looked at here. */
const unknownBody: Body = { kind: 'file', span: nowhere, path: placeless(''), fillsVariables: false };

/** Returns whether the body says of itself that it is a form; its first characters could be read as JSON. */
function isForm({ headers }: WireParts): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
}

function textBody(text: string): Body | undefined {
  return text === '' ? undefined : { kind: 'text', span: { start: 0, end: text.length } };
}

function isJsonBody({ headers, body = '' }: RecordedParts): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return type === undefined ? /^\s*[[{]/.test(body) : /\bjson\b|[+-]json\b|ndjson|\bjsonl/i.test(type);
}

/** A server may hand in one list for all requests with these fields. */
const fieldsOf = perObject((headers: WireParts['headers']): readonly HeaderField[] =>
  headers.map(([name, value]) => ({
    name: placeless(name),
    value: placeless(value),
    hasPlaceholder: false,
    span: nowhere,
  })),
);

/** Callers repeat the targets of few operations. */
const maxTargets = 500;
const targetOf = perText(maxTargets, wireTarget);

function wireTarget(target: string): RequestTarget {
  const written = parseTarget(target, [{ start: 0, end: target.length }]);
  return {
    span: nowhere,
    ...(written.origin && { origin: placeless(written.origin.text) }),
    originHasPlaceholder: false,
    path: placeless(decodePart(written.path.text)),
    segments: written.segments.map(({ text }) => ({ ...placeless(decodePart(text)), hasPlaceholder: false })),
    query: written.query.map(({ name, value }) => ({
      name: placeless(decodePart(name.text)),
      ...(value ? { value: placeless(decodePart(value.text.replaceAll('+', ' '))) } : {}),
      hasPlaceholder: false,
      span: nowhere,
    })),
  };
}

function strictBody(text: string): JsonBody {
  const { trees, problems, isTooDeep } = parseJson(text, 0, text.length, { form: 'standard' });
  const message = isTooDeep ? 'The body is nested too deeply.' : 'The body is not valid JSON.';
  return strict(text, trees, problems.length === 0 ? undefined : message);
}

/** Reads newline-delimited JSON. */
function strictLines(text: string): JsonBody {
  const trees: TreeNode[] = [];
  let isRead = true;
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    if (text.slice(start, end).trim() !== '') {
      const parsed = parseJson(text, start, end, { form: 'standard' });
      if (parsed.problems.length === 0) trees.push(...parsed.trees);
      else isRead = false;
    }
    start = end + 1;
  }
  return { ...strict(text, trees, isRead ? undefined : 'A line of the body is not valid JSON.'), isLines: true };
}

function strict(text: string, trees: readonly TreeNode[], message: string | undefined): JsonBody {
  const span = { start: 0, end: text.length };
  const problems = message === undefined ? [] : [{ code: 'malformed-json' as const, message, span }];
  return { kind: 'json', span, values: trees, trees, problems, isRelaxed: false, relaxations: [], depth: 0 };
}
