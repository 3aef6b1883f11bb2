import type { QueryContext, QueryField, QueryFields } from '@rulebook/catalogue/query-languages';
import type { KnownNames } from '@rulebook/catalogue/name-lists';
import { perObject } from '@rulebook/text/structures/memo';
import type { Binding, CheckContext } from '../binding/model';
import { queryContextOf } from '../binding/written-query';
import { askedNames, namesPlaceOf } from './asked-names';
import { nameKindsOf } from './name-lists';

/** Returns what is known of the service that a query goes to, with the indices and fields that its endpoint has listed. */
export function liveQueryContext(binding: Binding, { liveNames }: CheckContext, why: 'check' | 'show'): QueryContext {
  const asked = queryContextOf(binding);
  const place = liveNames && namesPlaceOf(binding);
  if (place === undefined || liveNames === undefined) return asked;
  const listed = (id: string, index: string): KnownNames | undefined => {
    const list = nameKindsOf(place.service).named(id)?.list;
    const names = list && askedNames(list, '', (parameter) => (parameter === 'index' ? index : undefined));
    return names && liveNames.of(place.endpoint, names, why);
  };
  const fieldsOf = (indices?: readonly string[]): QueryFields | undefined => {
    const isPlain = indices !== undefined && indices.length > 0 && indices.every((name) => /^[\w.*-]+$/.test(name));
    const known = isPlain ? listed('field', indices.join(',')) : undefined;
    return known && fieldsIn(known);
  };
  if (why === 'check') return { ...asked, fieldsOf };
  return { ...asked, fieldsOf, indices: (listed('index', '*')?.names ?? []).map(({ name }) => name) };
}

const fieldsIn = perObject(({ names, isWhole }: KnownNames): QueryFields => ({
  byName: new Map(names.map(({ name, description }) => [name, fieldOf(name, description)])),
  areAll: isWhole,
}));

function fieldOf(name: string, type: string | undefined): QueryField {
  return { name, ...(type !== undefined && { type }), ...(type === 'flattened' && { isFlattened: true }) };
}
