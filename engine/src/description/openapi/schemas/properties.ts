import { childOf, membersAt, objectOf, textsAt, type Place } from '../place';
import { isReference } from '../references';
import type { Compilation } from './compilation';
import { collectedParts } from './parts';

/** Returns the members of a schema, with those of the schemas that it extends. */
export function propertiesOf(compilation: Compilation, schema: Place): readonly Place[] {
  return collectedParts(compilation, [schema]).schemas.flatMap((part) => propertiesAt(compilation, part));
}

/** Returns the members that a schema lists itself. */
export function propertiesAt(compilation: Compilation, schema: Place): readonly Place[] {
  let properties = childOf(schema, 'properties');
  if (properties && isReference(properties.value)) {
    // The format does not foresee it; many tools follow it.
    compilation.problems.information('`properties` lists members; its `$ref` is followed all the same.', properties);
    properties = compilation.references.resolved(properties);
  }
  if (properties && objectOf(properties.value) === undefined)
    compilation.problems.error('`properties` must be an object.', properties);
  return membersAt(properties);
}

/** Returns the names of the members that schemas require. */
export function requiredOf(schemas: readonly Place[]): ReadonlySet<string> {
  const required = new Set<string>();
  for (const schema of schemas) {
    const list = childOf(schema, 'required');
    if (list === undefined) continue;
    for (const name of textsAt(schema, 'required')) required.add(name);
  }
  return required;
}
