import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import { isQueryShape, queryInTarget, writtenQuery, type WrittenQuery } from '@rulebook/checker/binding/written-query';
import { span, touches, type Span } from '@rulebook/text/span';

/** A position in a query that is in a string of a body, or in a parameter. */
export interface QueryCursor {
  readonly kind: 'query';
  readonly span: Span;
  readonly query: WrittenQuery;
  /** The position in the query. */
  readonly place: number;
}

/** Returns the query that a position of a body is in; undefined where it is in none. */
export function queryCursorAt(binding: Binding | undefined, offset: number): QueryCursor | undefined {
  const roots = binding?.queries ? rootsOf(binding) : [];
  const value = valueAt(
    roots.find((root) => touches(root.span, offset)),
    offset,
  );
  const parameter = binding?.query.find((one) => one.hasValue && touches(one.span, offset));
  const query = binding && (value ? writtenQuery(value, binding) : parameter && queryInTarget(parameter, binding));
  const place = query?.inQuery(offset);
  return query === undefined || place === undefined
    ? undefined
    : { kind: 'query', span: span(offset, offset), query, place };
}

/** Returns the body, or the values of its lines. */
function rootsOf({ body, lines = [] }: Binding): readonly BoundValue[] {
  return [body, ...lines.map(({ value }) => value)].filter((value) => value !== undefined);
}

function valueAt(root: BoundValue | undefined, offset: number): BoundValue | undefined {
  let value = root;
  while (value !== undefined && touches(value.span, offset)) {
    if (isQueryShape(value.shape)) return value;
    const inner: readonly BoundValue[] = [...value.items, ...value.members.flatMap((member) => member.value ?? [])];
    value = inner.find((one) => touches(one.span, offset));
  }
  return undefined;
}

/** Returns the queries in a body, and in the query of a target. */
export function queriesIn(binding: Binding | undefined): readonly WrittenQuery[] {
  if (binding?.queries === undefined) return [];
  const found = binding.query.flatMap((parameter) => queryInTarget(parameter, binding) ?? []);
  const waiting = [...rootsOf(binding)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const query = isQueryShape(value.shape) ? writtenQuery(value, binding) : undefined;
    if (query !== undefined) found.push(query);
    waiting.push(...value.items, ...value.members.flatMap((member) => member.value ?? []));
  }
  return found;
}
