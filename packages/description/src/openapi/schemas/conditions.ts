import { unlessEmpty, type CompiledCondition, type CompiledShape } from '../../compiled';
import { childOf, itemsAt, membersAt, objectOf, type Place } from '../place';
import type { Reading, SchemaContext } from '../reading';
import { withoutReferences } from './without-references';

/** Of conditions with more schemas than this, some are not looked at. */
const maxParts = 500;

/** Returns what holds of a value where it has a form: by `if`, and by `dependentSchemas`. */
export function conditionsOf(
  reading: Reading,
  schemas: readonly Place[],
  context: SchemaContext,
): readonly CompiledCondition[] | undefined {
  return unlessEmpty(
    schemas.flatMap((schema) => [
      ...ifConditions(reading, schema, context),
      ...dependentConditions(reading, schema, context),
    ]),
  );
}

/** Returns the members that schemas name only under a condition. */
export function conditionalProperties(reading: Reading, schemas: readonly Place[]): readonly Place[] {
  const found: Place[] = [];
  const seen = new Set<unknown>();
  const waiting = schemas.flatMap(conditionalSchemas);
  for (let next = waiting.pop(); next !== undefined && seen.size < maxParts; next = waiting.pop()) {
    const schema = reading.references.resolved(next);
    if (schema === undefined || objectOf(schema.value) === undefined || seen.has(schema.value)) continue;
    seen.add(schema.value);
    found.push(...membersAt(childOf(schema, 'properties')));
    waiting.push(
      ...conditionalSchemas(schema),
      ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => itemsAt(childOf(schema, keyword))),
    );
  }
  return found;
}

function conditionalSchemas(schema: Place): readonly Place[] {
  return [
    ...['if', 'then', 'else'].flatMap((keyword) => childOf(schema, keyword) ?? []),
    ...['dependentSchemas', 'dependencies'].flatMap((keyword) => membersAt(childOf(schema, keyword))),
  ];
}

function ifConditions(reading: Reading, schema: Place, context: SchemaContext): readonly CompiledCondition[] {
  const condition = childOf(schema, 'if');
  const then = childOf(schema, 'then');
  const otherwise = childOf(schema, 'else');
  if (condition === undefined || (then ?? otherwise) === undefined) return [];
  const when = withoutReferences(reading, condition);
  if (when === undefined) {
    reading.problems.information('`if` is not checked: its schema is very large, or contains itself.', schema);
    return [];
  }
  return [{ when, then: shapeIn(reading, then, context), otherwise: shapeIn(reading, otherwise, context) }];
}

function dependentConditions(reading: Reading, schema: Place, context: SchemaContext): readonly CompiledCondition[] {
  return ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    membersAt(childOf(schema, keyword)).flatMap((entry): readonly CompiledCondition[] => {
      if (Array.isArray(entry.value)) return [];
      const when = { type: 'object', required: [entry.key] };
      return [{ when, then: shapeIn(reading, entry, context) }];
    }),
  );
}

/** The schema around a condition lists the members; what holds in addition lists only what it limits. */
function shapeIn(reading: Reading, schema: Place | undefined, context: SchemaContext): CompiledShape | undefined {
  if (schema === undefined || typeof schema.value === 'boolean') return undefined;
  const use = context.use === 'request' ? 'part' : context.use;
  return reading.shapeOf(schema, { ...context, use, depth: context.depth + 1 });
}
