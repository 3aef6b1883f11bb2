import { anything, type CompiledShape, type CompiledValues } from '../../compiled';
import { childOf, firstOf, textsAt, type Place } from '../place';
import { choice } from './choice';
import type { Parts, Reading, SchemaContext } from '../reading';
import { constraintsOf, formatAt } from './constraints-of';
import { allowsNull, schemaHas, type SimpleType } from './keywords';
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
  const options = types.map((type) => shapeOfType(reading, type, parts, listedValues, context));
  if (options.length === 0) return anything;
  if (isNullable && !types.includes('null')) options.push({ type: 'null' });
  return choice(options);
}

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
      return {
        type,
        items: itemsShape(reading, schemas, context),
        constraints: constraintsOf(schemas, 'array', reading.problems),
      };
    case 'object':
      return objectShape(reading, parts, context);
    case 'boolean':
    case 'null':
      return { type };
  }
}

function itemsShape(reading: Reading, schemas: readonly Place[], context: SchemaContext): CompiledShape {
  const items = schemas.flatMap((schema) => {
    const found = childOf(schema, 'items');
    if (found === undefined) return [];
    if (!Array.isArray(found.value) && !schemaHas(schema, 'prefixItems')) return [found];
    reading.problems.information('Items that depend on their position are not checked.', schema);
    return [];
  });
  return reading.shapeOfAll(items, { ...context, depth: context.depth + 1 });
}

function openValuesAt(schema: Place): CompiledValues | undefined {
  const values = textsAt(schema, 'x-extensible-enum');
  return values.length > 0 ? { values, isOpen: true } : undefined;
}
