import { childOf, membersAt, objectOf, textsAt, type Place } from '../place';
import { isReference } from '../references';
import type { Reading } from '../reading';
import { collectedParts } from './parts';

/** Returns the members of a schema, with those of the schemas that it extends. */
export function propertiesOf(reading: Reading, schema: Place): readonly Place[] {
  return collectedParts(reading, [schema]).schemas.flatMap((part) => propertiesAt(reading, part));
}

/** Returns the members that a schema lists itself. */
export function propertiesAt(reading: Reading, schema: Place): readonly Place[] {
  let properties = childOf(schema, 'properties');
  if (properties && isReference(properties.value)) {
    // The format does not foresee it; many tools follow it.
    reading.problems.information('`properties` lists members; its `$ref` is followed nevertheless.', properties);
    properties = reading.references.resolved(properties);
  }
  if (properties && objectOf(properties.value) === undefined)
    reading.problems.error('`properties` must be an object.', properties);
  return membersAt(properties);
}

/** Returns the names of the members that schemas require. */
export function requiredOf(schemas: readonly Place[]): ReadonlySet<string> {
  return new Set(schemas.flatMap((schema) => textsAt(schema, 'required')));
}
