import type { Field, KeyPattern, ListShape, ObjectShape, Shape, TextShape } from '@rulebook/catalogue/shape';
import type { FieldNaming } from './mapping-types';
import type { Provenance } from '@rulebook/catalogue/facts';

/** Returns a string that names a field of the index. */
export function nameText(naming: FieldNaming): TextShape {
  // A script and a query in words hold names and more.
  const isName = naming.terms === undefined && naming.use !== 'script';
  return { type: 'string', naming, ...(isName && { nameOf: 'field' }) };
}

/** Returns an array of strings that name fields of the index. */
export function nameList(naming: FieldNaming): ListShape {
  return { type: 'array', items: nameText(naming) };
}

/** Returns a map whose keys name fields of the index. */
export function nameMap(
  map: {
    readonly name: string;
    readonly entry: Shape;
    readonly summary: string;
    readonly fields?: readonly Field[];
    readonly patterns?: readonly KeyPattern[];
  },
  naming: FieldNaming,
): ObjectShape {
  return {
    type: 'object',
    name: map.name,
    fields: map.fields ?? [],
    entries: { keyName: 'field', summary: map.summary, shape: map.entry },
    ...(map.patterns && { patterns: map.patterns }),
    naming,
    keysOf: 'field',
  };
}

/** Returns a field of an options object, with a short summary. */
export function option(name: string, shape: Shape, summary: string, provenance: Provenance, standard?: string): Field {
  return { name, summary, provenance, shape, ...(standard === undefined ? {} : { default: standard }) };
}
