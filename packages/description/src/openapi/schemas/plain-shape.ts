import { anything, type CompiledShape, type CompiledValues } from '../../compiled';
import { firstOf, textsAt, type Place } from '../place';
import { choice } from './choice';
import type { Parts, Reading, SchemaContext } from '../reading';
import { conditionsOf } from './conditions';
import { constraintsOf, formatAt } from './constraints-of';
import { allowsNull, isNullByAll, schemaHas, type SimpleType } from './keywords';
import { listShape } from './list-shape';
import { objectShape } from './object-shape';
import { describedValues } from './texts';
import { listedValuesOf, typesOf } from './types';

/** Returns the shape of schemas without alternatives: one for each JSON type that they allow. */
export function plainShape(reading: Reading, parts: Parts, context: SchemaContext): CompiledShape {
  const { schemas } = parts;
  const isNullable = allowsNull(schemas);
  const listedValues = listedValuesOf(reading, schemas);
  const types = typesOf(reading, parts, listedValues);
  if (types.includes('boolean') && listedValues?.filter((value) => typeof value === 'boolean').length === 1)
    reading.problems.information('Which boolean is allowed is not checked.', schemas[0] ?? reading.root);
  const conditions = conditionsOf(reading, schemas, context);
  const conditional = (shape: CompiledShape): CompiledShape =>
    conditions === undefined || typeof shape === 'number' || shape.type === 'switch' ? shape : { ...shape, conditions };
  const options: CompiledShape[] = types.map((type) =>
    conditional(shapeOfType(reading, type, parts, listedValues, context)),
  );
  if (options.length === 0) return conditional(anything);
  if (isNullable && !types.includes('null'))
    options.push({ type: 'null', ...(!isNullByAll(schemas) && { isTolerated: true }) });
  // What holds in addition does not say of which type the value is, unless it names one.
  if (context.use === 'part' && !schemas.some((schema) => schemaHas(schema, 'type')) && listedValues === undefined)
    options.push(...otherTypes.flatMap(([type, shape]) => (types.includes(type) ? [] : [shape])));
  return choice(options);
}

const otherTypes: readonly (readonly [SimpleType, CompiledShape])[] = [
  ['object', { type: 'object', isOpen: true }],
  ['array', { type: 'array', items: anything }],
  ['string', { type: 'string' }],
  ['number', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['null', { type: 'null' }],
];

function shapeOfType(
  reading: Reading,
  type: SimpleType,
  parts: Parts,
  listedValues: readonly unknown[] | undefined,
  context: SchemaContext,
): CompiledShape {
  const { schemas } = parts;
  switch (type) {
    case 'string': {
      const texts = listedValues?.filter((value): value is string => typeof value === 'string');
      if (texts) return { type, values: { values: describedValues(texts, schemas) } };
      return {
        type,
        values: firstOf(schemas, openValuesAt),
        format: firstOf(schemas, formatAt),
        constraints: constraintsOf(schemas, 'string', reading.problems),
      };
    }
    case 'integer':
    case 'number': {
      const numbers = listedValues?.filter((value): value is number => typeof value === 'number');
      if (numbers) return { type, values: { values: describedValues(numbers, schemas) } };
      return { type, constraints: constraintsOf(schemas, 'number', reading.problems) };
    }
    case 'array':
      return listShape(reading, parts, context);
    case 'object':
      return objectShape(reading, parts, context);
    case 'boolean':
    case 'null':
      return { type };
  }
}

function openValuesAt(schema: Place): CompiledValues | undefined {
  const values = textsAt(schema, 'x-extensible-enum');
  return values.length > 0 ? { values, isOpen: true } : undefined;
}
