import type { CompiledField } from '../../compiled';
import { childOf, firstOf, type Place } from '../place';
import { factsAt, spelledOut } from '../wording';
import type { Reading, SchemaContext } from '../reading';
import { shownAt, withProse } from './prose-facts';
import { annotated, exampleAt, jsonOf, looksLikeSnippet } from './texts';

/** Returns a member or parameter with the shape of a schema. */
export function compiledField(
  reading: Reading,
  name: string,
  schemas: readonly Place[],
  context: Omit<SchemaContext, 'name'>,
): CompiledField {
  const inner = { ...context, name: spelledOut(name) || 'object', depth: context.depth + 1 };
  // Many schemas that describe the same member take time together.
  reading.spend(schemas.length - 1);
  const shape = reading.shapeOfAll(schemas, inner);
  const described = schemas.flatMap((schema) => annotated(schema, reading));
  const example = firstOf(described, exampleAt);
  const text = firstOf(described, (place) => childOf(place, 'description'));
  return {
    ...factsAt(described),
    name,
    shape: context.use === 'request' ? withProse(shape, text, { shown: described.flatMap(shownAt) }) : shape,
    default: firstOf(described, (place) => jsonOf(place, 'default')),
    example: example !== undefined && looksLikeSnippet(example) ? undefined : example,
  };
}
