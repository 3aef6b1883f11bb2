import type {
  QueryContext,
  QueryLanguage,
  QueryLanguages,
  QueryParam,
  QueryProblem,
} from '@rulebook/catalogue/query-languages';
import type { QueryFact, Shape } from '@rulebook/catalogue/shape';
import { membersOfObject, valueOfNode, type JsonNode } from '@rulebook/json/json-node';
import { offsetsInString } from '@rulebook/json/string-offsets';
import { decodedPart } from '@rulebook/text/decode';
import { someOverlaps } from '@rulebook/text/search';
import { span, type Span } from '@rulebook/text/span';
import type { Binding, BoundParameter, BoundValue } from './model';

/** A query in a string of a body. */
export interface WrittenQuery {
  readonly language: QueryLanguage;
  readonly fact: QueryFact;
  /** What the string means, with a parameter in place of each variable of the request file. */
  readonly text: string;
  /** Where the first variable of the request file is in it; what comes behind is not judged. */
  readonly limit: number;
  /** The span in the block of a part of the query. */
  readonly inBlock: (part: Span) => Span;
  /** Returns the place in the query of an offset in the block; undefined where it is not in it. */
  readonly inQuery: (offset: number) => number | undefined;
  /** Returns how a part of the query is written in the string. */
  readonly write: (text: string) => string;
  /** The values that come with the query; absent where they are not known. */
  readonly params?: readonly WrittenParam[];
}

/** A value that comes with a query, and where it is in the block. */
interface WrittenParam extends QueryParam {
  readonly span: Span;
}

/** Returns whether values of a shape can be queries. */
export function isQueryShape(shape: Shape): boolean {
  return shape.type === 'string' && shape.query !== undefined;
}

/** Returns the query that a value of a body is; undefined for any other. */
export function writtenQuery(value: BoundValue, { block, queries }: Binding): WrittenQuery | undefined {
  const { shape, node, parent } = value;
  if (shape.type !== 'string' || shape.query === undefined || queries === undefined) return undefined;
  const { by } = shape.query;
  if (by !== undefined && parent?.node.children?.some(isOther(by))) return undefined;
  const query = readQuery(node, shape.query, block, queries);
  const params = shape.query.params === undefined ? undefined : paramsIn(parent?.node, shape.query.params, block);
  return query && params ? { ...query, params } : query;
}

/** Returns the values next to a query: those of a list, or the members of an object. */
function paramsIn(
  parent: JsonNode | undefined,
  name: string,
  { text, placeholders }: Pick<Binding['block'], 'text' | 'placeholders'>,
): readonly WrittenParam[] | undefined {
  const members = parent === undefined ? [] : membersOfObject(parent);
  // A member that is still being typed may become the values.
  if (parent?.children?.length !== members.length) return undefined;
  const params = members.find(({ key }) => key === name)?.value;
  if (params === undefined || params.type === 'null') return [];
  const isOpen = ({ offset, length }: JsonNode): boolean => someOverlaps(placeholders, offset, offset + length);
  const read = (node: JsonNode, key?: JsonNode): WrittenParam => ({
    ...(key !== undefined && { name: String(key.value) }),
    ...(!isOpen(node) && { value: valueOfNode(node) }),
    ...(node.type === 'number' && { written: text.slice(node.offset, node.offset + node.length) }),
    span: span((key ?? node).offset, node.offset + node.length),
  });
  if (params.type === 'object') {
    const named = membersOfObject(params);
    if (named.length !== params.children?.length || named.some(({ keyNode }) => isOpen(keyNode))) return undefined;
    return named.map(({ keyNode, value }) => read(value, keyNode));
  }
  if (params.type !== 'array') return undefined;
  return (params.children ?? []).map((node) => {
    const [member, other] = membersOfObject(node);
    const isNamed = member !== undefined && other === undefined && node.children?.length === 1;
    return isNamed ? { ...read(member.value, member.keyNode), span: read(node).span } : read(node);
  });
}

/** Returns the query that a parameter of the target is, such as `q`; undefined for any other. */
export function queryInTarget(
  { field: { shape }, text: written, span: at }: BoundParameter,
  { block, queries }: Binding,
): WrittenQuery | undefined {
  if (shape.type !== 'string' || shape.query === undefined || block.text.slice(at.start, at.end) !== written)
    return undefined;
  const language = queries?.()[shape.query.language];
  const { text, offsets } = decodedPart(written);
  const first = block.placeholders.find(({ span: one }) => one.start >= at.start && one.end <= at.end)?.span.start;
  const found = first === undefined ? -1 : offsets.findIndex((one) => at.start + one >= first);
  const inBlock = (index: number): number => at.start + (offsets[index] ?? written.length);
  return (
    language && {
      ...{ language, fact: shape.query, text, limit: found < 0 ? text.length : found },
      inBlock: ({ start, end }) => span(inBlock(start), inBlock(Math.max(start, end))),
      inQuery: (offset) =>
        offset < at.start || offset > at.end ? undefined : offsets.findIndex((one) => at.start + one >= offset),
      write: (part) => encodeURIComponent(part).replaceAll('%3A', ':').replaceAll('%2C', ','),
    }
  );
}

/** Returns whether a member says that the query is in another language. */
function isOther(by: NonNullable<QueryFact['by']>): (member: JsonNode) => boolean {
  return ({ children = [] }) => {
    const [key, value] = children;
    return key?.value === by.name && !by.values.includes(String(value?.value));
  };
}

/** Returns the query that is in a string of a block. */
export function readQuery(
  node: JsonNode,
  fact: QueryFact,
  { text: source, placeholders }: Pick<Binding['block'], 'text' | 'placeholders'>,
  queries: () => QueryLanguages,
): WrittenQuery | undefined {
  if (node.type !== 'string' || typeof node.value !== 'string') return undefined;
  const language = queries()[fact.language];
  if (language === undefined) return undefined;
  const end = node.offset + node.length;
  const isTripled = source.startsWith('"""', node.offset);
  const offsets = isTripled ? undefined : offsetsInString(source, { start: node.offset, end });
  const at = (index: number): number => (offsets === undefined ? node.offset + 3 + index : (offsets[index] ?? end - 1));
  const { length } = node.value;
  const variables = placeholders.filter((one) => one.span.start >= node.offset && one.span.end <= end);
  const first = variables[0]?.span.start;
  const found = first === undefined ? -1 : (offsets?.findIndex((one) => one >= first) ?? first - at(0));
  const limit = found < 0 ? length : found;
  return {
    ...{ language, fact, limit, text: isTripled ? withoutVariables(node.value, variables, at(0)) : node.value },
    inBlock: ({ start, end: last }) => span(at(start), at(Math.max(start, last))),
    inQuery: (offset) => {
      const start = at(0);
      if (offset < start || offset > at(length)) return undefined;
      if (offsets === undefined) return offset - start;
      const place = offsets.findIndex((one) => one >= offset);
      return place < 0 ? length : Math.min(place, length);
    },
    write: (text) => (isTripled ? text : JSON.stringify(text).slice(1, -1)),
  };
}

/** Returns a text with underscores in place of variables, as a string of JSON is read with them. */
function withoutVariables(text: string, variables: readonly { readonly span: Span }[], from: number): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span: one } of variables) {
    pieces.push(text.slice(at, one.start - from), '_'.repeat(one.end - one.start));
    at = one.end - from;
  }
  return pieces.join('') + text.slice(at);
}

/** Returns what is known, with the form of the query and the values that come with it. */
export function ofForm(
  { fact: { form, names }, params, limit, text }: WrittenQuery,
  context: QueryContext,
): QueryContext {
  return {
    ...context,
    ...(form !== undefined && { form }),
    ...(names !== undefined && { names }),
    // A variable may stand for a parameter.
    ...(params !== undefined && limit === text.length && { params }),
  };
}

/** Returns where the finding about a query is in the block. */
export function placeInBlock({ inBlock, params }: WrittenQuery, { span: own, param }: QueryProblem): Span {
  return (param === undefined ? undefined : params?.[param]?.span) ?? inBlock(own);
}

/** Returns what of the findings about a query is certain whatever its variables are. */
export function certainProblems(query: WrittenQuery, context: QueryContext): readonly QueryProblem[] {
  return withinLimit(query, query.language.problemsIn(query.text, ofForm(query, context)));
}

function withinLimit(query: WrittenQuery, found: readonly QueryProblem[]): readonly QueryProblem[] {
  return query.limit === query.text.length ? found : found.filter(({ span: { end } }) => end < query.limit);
}

/** Returns what is known of the service of a request that a query goes to, without fields. */
export function queryContextOf({ vendor, version }: Binding): QueryContext {
  const [major, minor = 0] = (version ?? '').split('.').map(Number);
  return {
    ...(vendor !== undefined && { product: vendor }),
    ...(major !== undefined && major > 0 && !Number.isNaN(minor) && { version: [major, minor] as const }),
    fieldsOf: () => undefined,
    indices: [],
  };
}
