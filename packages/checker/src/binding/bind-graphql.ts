import type { GraphqlReader, GraphqlSchema, GraphqlVariables, ReadGraphql } from '@rulebook/catalogue/graphql';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { Field, ObjectShape } from '@rulebook/catalogue/shape';
import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import { offsetsInString } from '@rulebook/json/string-offsets';
import type { Block, GraphqlBody, HeaderField, PathSegment, Placeholder } from '@rulebook/request-file/syntax/model';
import { overlaps, span, type Span } from '@rulebook/text/span';
import type { BoundGraphql } from './bound-graphql';
import type { Endpoint } from './model';

/** What decides by which schema a document is checked. */
interface GraphqlPlace {
  readonly block: Block;
  readonly operation: Operation | undefined;
  readonly endpoint: Endpoint | undefined;
  readonly vendor: string | undefined;
  readonly segments: readonly PathSegment[];
  readonly catalogue: Catalogue;
}

/** Where a document is written: a piece of the block after the other, or a string of JSON. */
interface WrittenDocument extends Pick<BoundGraphql, 'operationName' | 'form' | 'hasValues'> {
  readonly text: string;
  readonly placeholders: readonly Span[];
  /** For each character where it is in the block, and one more for the end. */
  readonly offsets: readonly number[];
  /** Behind it, a document that is being typed goes on up to here. */
  readonly limit: number;
}

/** Returns the document in the body of a request; undefined where there is none, or nothing can read it. */
export function bindGraphql(place: GraphqlPlace): BoundGraphql | undefined {
  const { block, catalogue } = place;
  const { graphql } = catalogue;
  if (graphql === undefined) return undefined;
  const written = writtenDocument(place);
  const reader = written && graphql.reader();
  if (written === undefined || reader === undefined) return undefined;
  const schema = schemaOf(place, reader);
  const { text, placeholders, offsets, limit, operationName, form, hasValues } = written;
  const document = { text, placeholders };
  const at = (offset: number): number => offsets[Math.min(offset, text.length)] ?? 0;
  const end = at(text.length);
  let variables: GraphqlVariables | undefined | null = null;
  let read: ReadGraphql | undefined;
  return {
    document,
    inBlock: ({ start, end: last }) => span(at(start), last > start ? at(last - 1) + 1 : at(start)),
    inDocument: (offset) => {
      if (offset >= (offsets[0] ?? 0) && offset <= end) {
        const found = offsets.findIndex((one) => one >= offset);
        return found < 0 ? undefined : { document, offset: found };
      }
      if (offset < end || offset > limit || block.text.slice(end, offset).trim() !== '') return undefined;
      return { document: { text: `${text} `, placeholders }, offset: text.length + 1 };
    },
    // What is asked of a request that is only sent needs none of these.
    get read() {
      return (read ??= reader.read(document));
    },
    ...(schema && { schema }),
    ...(operationName && { operationName }),
    form,
    get variables() {
      if (variables === null) variables = schema?.variablesOf(document, operationName?.text);
      return variables;
    },
    hasValues,
  };
}

/** Returns what the body of the request is by its schema: the variables of a document that is written by itself, or the object around it. */
export function graphqlOperation(
  { schema, variables, form }: Pick<BoundGraphql, 'schema' | 'variables' | 'form'>,
  operation: Operation | undefined,
): Operation | undefined {
  if (schema === undefined || variables === undefined || form === 'bare') return undefined;
  const provenance = schema.source.provenanceOf('');
  const { shape } = variables;
  return {
    id: graphqlOperationId,
    service: operation?.service ?? provenance.service,
    title: 'GraphQL',
    summary: '',
    methods: ['POST'],
    path: '',
    parameters: { path: [], query: [] },
    body: { provenance, shape: form === 'document' ? shape : envelope(operation, { ...variables, shape }, provenance) },
    responses: [],
    notes: [],
    provenance,
  };
}

/** The id of what stands for the variables of a document, which differ from document to document. */
export const graphqlOperationId = 'graphql.variables';

/** Returns the object that holds a document, with the variables of this one. */
function envelope(
  operation: Operation | undefined,
  { shape, required }: GraphqlVariables,
  provenance: Field['provenance'],
): ObjectShape {
  const described = operation?.body?.shape;
  const base = described?.type === 'object' ? described : undefined;
  const others = base?.fields.filter(({ name }) => name !== 'variables') ?? [];
  const variables: Field = {
    name: 'variables',
    summary: 'The values of the variables of the document.',
    provenance,
    shape: { type: 'choice', options: [shape, { type: 'null', isTolerated: true }] },
    ...(required.length > 0 && { required: true }),
  };
  return { type: 'object', name: 'GraphQL request', isOpen: true, ...base, fields: [...others, variables] };
}

function schemaOf(
  { operation, endpoint, vendor, catalogue: { graphql } }: GraphqlPlace,
  reader: GraphqlReader,
): GraphqlSchema | undefined {
  const named = endpoint?.graphql;
  const shipped = operation?.graphql;
  const source =
    named !== undefined
      ? graphql?.ofFile(named)
      : shipped && (vendor === undefined || shipped.vendors.includes(vendor.toLowerCase()))
        ? graphql?.ofPackage(shipped.schema, operation.service)
        : undefined;
  return source && reader.open(source);
}

function writtenDocument(place: GraphqlPlace): WrittenDocument | undefined {
  const { block } = place;
  const body = block.request?.body;
  if (body === undefined) return undefined;
  if (body.span.end - body.span.start > longest) return undefined;
  if (body.kind === 'graphql') return body.file ? undefined : documentByItself(block, body);
  if (isGraphqlType(block.request?.headers ?? [])) {
    const isBare = body.kind === 'json' || (body.kind === 'text' && body.files === undefined);
    return isBare ? piecesOf(block, [body.span], { form: 'bare', hasValues: true }) : undefined;
  }
  if (body.kind !== 'json' || body.isLines) return undefined;
  const isPlace = place.endpoint?.graphql !== undefined || place.operation?.graphql !== undefined;
  const last = place.segments.findLast(({ text }) => text !== '');
  if (!isPlace && !/^graphql$/i.test(last?.text ?? '')) return undefined;
  const [root] = body.values;
  return root && documentInJson(block, root, isPlace);
}

function isGraphqlType(headers: readonly HeaderField[]): boolean {
  return headers.some(
    ({ name, value }) =>
      name.text.toLowerCase() === 'content-type' && /^\s*application\/graphql\b(?!-)/i.test(value.text),
  );
}

function documentByItself(block: Block, { query, variables, fragments = [], operation }: GraphqlBody): WrittenDocument {
  const written = piecesOf(block, [query, ...fragments], {
    form: 'document',
    // What a file says nothing of is in the request that takes it.
    hasValues: variables !== undefined || block.association !== undefined,
    ...(operation && { operationName: operation }),
  });
  // Where fragments are in front of the request, its end is not that of the document.
  return fragments.length > 0
    ? { ...written, limit: query.end }
    : { ...written, limit: variables?.start ?? block.text.length };
}

function piecesOf(
  { text, placeholders }: Block,
  pieces: readonly Span[],
  facts: Pick<WrittenDocument, 'operationName' | 'form' | 'hasValues'>,
): WrittenDocument {
  let written = '';
  const offsets: number[] = [];
  for (const { start, end } of pieces) {
    if (written !== '') {
      written += '\n';
      offsets.push(start);
    }
    written += text.slice(start, end);
    for (let at = start; at < end; at++) offsets.push(at);
  }
  offsets.push(pieces.at(-1)?.end ?? 0);
  const found = placedIn(offsets, placeholders);
  return { text: masked(written, found), placeholders: found, offsets, limit: text.length, ...facts };
}

/** Returns where the variables of the request file are in a document. */
function placedIn(offsets: readonly number[], placeholders: readonly Placeholder[]): readonly Span[] {
  const byStart = new Map(placeholders.map((one) => [one.span.start, one.span]));
  return offsets.flatMap((offset, index) => {
    const place = byStart.get(offset);
    return place && index < offsets.length - 1 ? [span(index, index + place.end - place.start)] : [];
  });
}

function masked(text: string, placeholders: readonly Span[]): string {
  let behind = 0;
  const parts = placeholders.map(({ start, end }) => {
    const part = text.slice(behind, start) + '_'.repeat(end - start);
    behind = end;
    return part;
  });
  return parts.join('') + text.slice(behind);
}

/** In UTF-16 code units. What reads documents leaves longer ones out, too. */
const longest = 100_000;

/** What a document begins with. At the path of an endpoint with a schema, an empty one is being typed. */
const beginning = /^\s*(?:#[^\n]*\n\s*)*(?:\{|(?:query|mutation|subscription|fragment)\b)/;

function documentInJson(block: Block, root: JsonNode, isPlace: boolean): WrittenDocument | undefined {
  const members = membersOfObject(root);
  const query = members.find(({ key }) => key === 'query')?.value;
  if (query?.type !== 'string' || typeof query.value !== 'string') return undefined;
  const text = query.value;
  if (!beginning.test(text) && !(isPlace && text.trim() === '')) return undefined;
  const place = span(query.offset, query.offset + query.length);
  const offsets = offsetsInString(block.text, place);
  // Escapes that JSON does not have leave nothing to map.
  if (offsets?.length !== text.length + 1) return undefined;
  const inText = block.placeholders.filter((one) => overlaps(one.span, place));
  const named = members.find(({ key }) => key === 'operationName')?.value;
  const placeOfName = named && span(named.offset, named.offset + named.length);
  const isKnown =
    placeOfName && named.type === 'string' && !block.placeholders.some((one) => overlaps(one.span, placeOfName));
  return {
    text,
    placeholders: placedIn(offsets, inText),
    offsets,
    limit: offsets[text.length] ?? 0,
    form: 'envelope',
    hasValues: members.some(({ key }) => key === 'variables'),
    ...(isKnown && { operationName: { text: String(named.value), span: placeOfName } }),
  };
}
