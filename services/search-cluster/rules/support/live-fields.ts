import type { Binding, CheckContext } from '@rulebook/checker/binding/model';
import { askedNames, namesPlaceOf } from '@rulebook/checker/live-names/asked-names';
import { nameKindsOf } from '@rulebook/checker/live-names/name-lists';
import type { QueryField, QueryFields } from '@rulebook/catalogue/query-languages';
import type { KnownNames } from '@rulebook/catalogue/name-lists';
import { perObject } from '@rulebook/text/structures/memo';

/** Returns the fields of indices that the endpoint of a request has listed; undefined while it has not. */
export function liveFieldsOf(
  binding: Binding,
  { liveNames }: CheckContext,
  indices: readonly string[] | undefined,
): QueryFields | undefined {
  const place = liveNames && namesPlaceOf(binding);
  const list = place && nameKindsOf(place.service).named('field')?.list;
  if (place === undefined || list === undefined || indices === undefined || indices.length === 0) return undefined;
  const asked = askedNames(list, binding.operation?.path ?? '', (parameter) => (parameter === 'index' ? indices.join(',') : undefined));
  const known = asked && liveNames?.of(place.endpoint, asked, 'check');
  return known && fieldsOf(known);
}

const fieldsOf = perObject(({ names, isWhole }: KnownNames): QueryFields => ({
  byName: new Map(names.map(({ name, description }): readonly [string, QueryField] => [name, { name, ...(description !== undefined && { type: description }), ...(description === 'flattened' && { isFlattened: true }) }])),
  // Of fields that only exist while a query runs, the list knows nothing.
  areAll: isWhole,
}));
