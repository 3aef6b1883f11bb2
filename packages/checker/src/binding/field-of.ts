import type { VendorNames } from '@rulebook/catalogue/identity';
import type { Field, KeyPattern, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { patternOf } from '@rulebook/text/patterns';
import { neutralHeaderName } from './vendor-name';
import { perObject } from '@rulebook/text/structures/memo';

/** Returns the field with this name or alias. */
export function fieldOf(shape: ObjectShape, key: string): Field | undefined {
  const field = fieldsByName(shape).get(key);
  return field === undefined && shape.headers ? headerNamed(shape.fields, key, shape.headers.vendorNames) : field;
}

const fieldsByName = perObject(({ fields }: ObjectShape): ReadonlyMap<string, Field> => {
  const found = new Map<string, Field>();
  for (const field of fields) {
    for (const name of [field.name, ...(field.aliases ?? [])]) if (!found.has(name)) found.set(name, field);
  }
  return found;
});

/** Returns the header field with this name, in any spelling and of any vendor. */
export function headerNamed(fields: readonly Field[], name: string, names: VendorNames | undefined): Field | undefined {
  const known = names ? neutralHeadersOf(fields)(names) : plainHeadersOf(fields);
  const wanted = name.toLowerCase();
  return known.get(wanted) ?? (names && known.get(neutralHeaderName(name, names).toLowerCase()));
}

const neutralHeadersOf = perObject((fields: readonly Field[]) =>
  perObject((names: VendorNames) => headersByName(fields, (name) => neutralHeaderName(name, names))),
);
const plainHeadersOf = perObject((fields: readonly Field[]) => headersByName(fields, (name) => name));

function headersByName(fields: readonly Field[], neutral: (name: string) => string): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  for (const field of fields) {
    const name = neutral(field.name).toLowerCase();
    if (!found.has(name)) found.set(name, field);
  }
  return found;
}

/** Returns the pattern that a key matches which is not one of the fields. A pattern that cannot be compared matches every key. */
export function keyPatternOf({ patterns }: ObjectShape, key: string): KeyPattern | undefined {
  return patterns?.find((pattern) => {
    if ('keys' in pattern) return pattern.keys.has(key);
    if ('beginnings' in pattern) return beginsLike(key, pattern.beginnings);
    return patternOf(pattern.pattern)?.matches(key) !== false;
  });
}

function beginsLike(key: string, beginnings: ReadonlySet<string>): boolean {
  for (let end = key.indexOf('.'); end >= 0; end = key.indexOf('.', end + 1)) {
    if (beginnings.has(key.slice(0, end))) return true;
  }
  return beginnings.has(key);
}

/** Returns the shape of the value below a key that is not one of the fields; undefined for a key that the object does not know. */
export function shapeOfKey(shape: ObjectShape, key: string): Shape | undefined {
  return keyPatternOf(shape, key)?.shape ?? shape.entries?.shape;
}
