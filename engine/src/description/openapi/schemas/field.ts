import type { CompiledField } from '../../compiled';
import type { Place } from '../place';
import { factsAt, spelledOut } from '../wording';
import type { Compilation, SchemaContext } from './compilation';
import { annotated, exampleAt, firstOf, jsonOf, looksLikeSnippet } from './texts';

/** Returns a member or parameter with the shape of a schema. */
export function compiledField(
  compilation: Compilation,
  name: string,
  schemas: readonly Place[],
  context: Omit<SchemaContext, 'name'>,
): CompiledField {
  const inner = { ...context, name: spelledOut(name) || 'object', depth: context.depth + 1 };
  // Many schemas that describe the same member take time together.
  compilation.spend(schemas.length - 1);
  const shape = compilation.shapeOfAll(schemas, inner);
  const described = schemas.flatMap((schema) => annotated(schema, compilation.references));
  const standard = firstOf(described, (place) => jsonOf(place, 'default'));
  const example = firstOf(described, exampleAt);
  return {
    ...factsAt(described),
    name,
    shape,
    ...(standard !== undefined && { default: standard }),
    ...(example !== undefined && !looksLikeSnippet(example) && { example }),
  };
}
