import type { Definitions } from '../binding/destination';
import type { Binding, BoundParameter } from '../binding/model';
import type { AskedNames } from '@rulebook/catalogue/name-lists';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { isQueryShape, writtenQuery } from '../binding/written-query';
import { nodeAt } from '@rulebook/json/json-node';
import { someOverlaps } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';
import { askedNames, plainName, takesSeveral, valuesOfPath, type PathValue } from './asked-names';
import { nameKindsOf, type NameKind } from './name-lists';

/** A name of a list that a request has. */
export interface NameUse {
  readonly kind: NameKind;
  readonly asked: AskedNames;
  /** As the service reads it. */
  readonly name: string;
  readonly span: Span;
  /** The parameter, or the first member of the body that leads to it. */
  readonly holder: string;
  /** Whether the request may create what it names. */
  readonly mayCreate: boolean;
}

/** Returns the names of lists in the path, the query and the body of a request: in the path from the outside to the inside, and none of a variable. */
export function nameUsesIn(binding: Binding, service: Service, definitions?: Definitions): readonly NameUse[] {
  const { operation, path, query, method } = binding;
  if (operation === undefined) return [];
  const kinds = nameKindsOf(service);
  const found: NameUse[] = [];
  const written = pathValuesOf(path);
  const add = (kind: NameKind | undefined, holder: string, texts: readonly NameText[], isRead = false): void => {
    if (kind === undefined || texts.length === 0) return;
    const values = valuesOfPath(written, service, kind.list, definitions);
    const asked = askedNames(kind.list, operation.path, values);
    if (asked === undefined) return;
    const mayCreate = !isRead && kind.mayCreate(operation, method);
    for (const { text, span } of texts)
      if (text !== '' && !kind.isPattern(text)) found.push({ kind, asked, name: text, span, holder, mayCreate });
  };
  for (const parameter of [...path, ...query]) {
    const kind = parameter.kind === 'query' ? 'query' : 'path';
    const { name } = parameter.field;
    add(kinds.inParameter(operation, name, kind), name, textsOfParameter(parameter, service));
  }
  for (const { path: members, kind, isRead } of kinds.inBody(operation))
    add(kind, members[0] ?? '', textsOfMember(binding, members, service), isRead);
  add(kinds.named('index'), 'query', indicesOfQueries(binding), true);
  return found;
}

/** Returns the lists of which a request may create names that it does not have at a known place. */
export function openedLists(
  { path, service, method }: Pick<Binding, 'path' | 'service' | 'method'>,
  operation: Operation,
): readonly AskedNames[] {
  if (service === undefined) return [];
  return nameKindsOf(service).all.flatMap((kind) => {
    if (!kind.mayCreateOthers(operation, method)) return [];
    return askedNames(kind.list, operation.path, valuesOfPath(pathValuesOf(path), service, kind.list)) ?? [];
  });
}

function pathValuesOf(path: readonly BoundParameter[]): readonly PathValue[] {
  return path.map(({ field, text }) => ({ name: field.name, text }));
}

interface NameText {
  readonly text: string;
  readonly span: Span;
}

/** Returns the texts between the commas of a parameter that takes several names. */
function textsOfParameter(
  { field, text, span, hasPlaceholder, hasValue }: BoundParameter,
  service: Service,
): readonly NameText[] {
  if (hasPlaceholder || !hasValue) return [];
  return piecesOf(text, span.start, field.shape.type === 'array' || takesSeveral(service)).flatMap((piece) => {
    const name = plainName(piece.text);
    return name === undefined ? [] : [{ ...piece, text: name }];
  });
}

/** Returns the texts of a member of a JSON body, which may be a list. Of the body of an operation that is not described, nothing is bound. */
function textsOfMember({ block, request }: Binding, path: readonly string[], service: Service): readonly NameText[] {
  const { body } = request;
  const node = body?.kind === 'json' ? nodeAt(body.values[0], path) : undefined;
  if (node === undefined) return [];
  const all = node.type === 'array' ? (node.children ?? []) : [node];
  return all.flatMap(({ type, value, offset, length }) => {
    const span = { start: offset, end: offset + length };
    if (type !== 'string' || someOverlaps(block.placeholders, span.start, span.end)) return [];
    const text = String(value);
    // With escapes, it is not known where a part of it is.
    return length === text.length + 2 ? piecesOf(text, offset + 1, takesSeveral(service)) : [{ text, span }];
  });
}

/** Returns the indices that queries of a body read, in front of the first variable in each. */
function indicesOfQueries(binding: Binding): readonly NameText[] {
  return (binding.body?.members ?? []).flatMap(({ value }): readonly NameText[] => {
    const query = value && isQueryShape(value.shape) ? writtenQuery(value, binding) : undefined;
    if (query?.language.indicesIn === undefined) return [];
    const { language, text, limit, inBlock } = query;
    return (language.indicesIn?.(text) ?? [])
      .filter(({ span: { end } }) => end < limit || limit === text.length)
      .map((named) => ({ text: named.text, span: inBlock(named.span) }));
  });
}

function piecesOf(text: string, start: number, isList: boolean): readonly NameText[] {
  const found: NameText[] = [];
  let at = start;
  for (const piece of isList ? text.split(',') : [text]) {
    found.push({ text: piece, span: { start: at, end: at + piece.length } });
    at += piece.length + 1;
  }
  return found;
}
