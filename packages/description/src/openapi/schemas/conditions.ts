import { unlessEmpty, type CompiledCondition, type CompiledShape } from '../../compiled';
import { childOf, itemsAt, membersAt, objectOf, type Place } from '../place';
import { isReference } from '../references';
import type { Reading, SchemaContext } from '../reading';
import { hasOwnKeywords } from './parts';

/** A condition with more parts than this is not checked. */
const maxParts = 500;
const deepest = 30;

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

/** Returns a schema with what it refers to in the place of each reference; undefined if that has no end, or is too much. */
function withoutReferences(reading: Reading, schema: Place): unknown {
  let left = maxParts;
  const copy = (place: Place, open: readonly unknown[]): unknown => {
    const { value } = place;
    if (--left < 0 || open.length > deepest) throw new Unending();
    if (typeof value !== 'object' || value === null) return value;
    if (open.includes(value)) throw new Unending();
    const inner = [...open, value];
    if (Array.isArray(value)) return itemsAt(place).map((item) => copy(item, inner));
    const copied = (members: readonly Place[]): unknown =>
      Object.fromEntries(members.map((member): readonly [string, unknown] => [member.key, copy(member, inner)]));
    if (!isReference(value)) return copied(membersAt(place));
    const target = reading.references.resolved(place);
    if (target === undefined) throw new Unending();
    const referred = copy(target, inner);
    if (!hasOwnKeywords(reading, place)) return referred;
    return { allOf: [referred, copied(membersAt(place).filter(({ key }) => key !== '$ref'))] };
  };
  try {
    return copy(schema, []);
  } catch (error) {
    if (error instanceof Unending) return undefined;
    throw error;
  }
}

class Unending extends Error {}
