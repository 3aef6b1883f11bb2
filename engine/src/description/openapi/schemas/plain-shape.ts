import type { CompiledShape } from '../../compiled';
import { childOf, textsAt, type Place } from '../place';
import { choice } from './choice';
import { anything, type Compilation, type Parts, type SchemaContext } from './compilation';
import { constraintsOf, formatOf } from './constraints-of';
import { allowsNull, schemaHas, type SimpleType } from './keywords';
import { objectShape } from './object-shape';
import { describedValues } from './texts';
import { listedValuesOf, typesOf } from './types';

/** Returns the shape of schemas without alternatives: one for each JSON type that they allow. */
export function plainShape(compilation: Compilation, parts: Parts, context: SchemaContext): CompiledShape {
  const { schemas } = parts;
  const isNullable = allowsNull(schemas);
  const listedValues = listedValuesOf(compilation, schemas);
  const types = typesOf(compilation, parts, listedValues);
  if (types.includes('boolean') && listedValues?.filter((value) => typeof value === 'boolean').length === 1)
    compilation.problems.information('Which boolean is allowed is not checked.', schemas[0] ?? compilation.root);
  const options = types.map((type) => shapeOfType(compilation, type, parts, listedValues, context));
  if (options.length === 0) return anything;
  if (isNullable && !types.includes('null')) options.push({ type: 'null' });
  return choice(options);
}

function shapeOfType(
  compilation: Compilation,
  type: SimpleType,
  parts: Parts,
  listedValues: readonly unknown[] | undefined,
  context: SchemaContext,
): CompiledShape {
  const { schemas } = parts;
  switch (type) {
    case 'string': {
      const texts = listedValues?.filter((value): value is string => typeof value === 'string');
      const values = texts && { values: describedValues(texts, schemas) };
      const open = openValuesOf(schemas);
      const format = formatOf(schemas);
      return {
        type,
        ...(values ? { values } : open && { values: open }),
        ...(!values && format && { format }),
        ...(values ? {} : constraintsOf(schemas, 'string', compilation.problems)),
      };
    }
    case 'integer':
    case 'number': {
      const numbers = listedValues?.filter((value): value is number => typeof value === 'number');
      if (numbers) return { type, values: { values: describedValues(numbers, schemas) } };
      return { type, ...constraintsOf(schemas, 'number', compilation.problems) };
    }
    case 'array':
      return {
        type,
        items: itemsShape(compilation, schemas, context),
        ...constraintsOf(schemas, 'array', compilation.problems),
      };
    case 'object':
      return objectShape(compilation, parts, context);
    case 'boolean':
    case 'null':
      return { type };
  }
}

function itemsShape(compilation: Compilation, schemas: readonly Place[], context: SchemaContext): CompiledShape {
  const items = schemas.flatMap((schema) => {
    const found = childOf(schema, 'items');
    if (found === undefined) return [];
    if (!Array.isArray(found.value) && !schemaHas(schema, 'prefixItems')) return [found];
    compilation.problems.information('Items that depend on their position are not checked.', schema);
    return [];
  });
  return compilation.shapeOfAll(items, { ...context, depth: context.depth + 1 });
}

function openValuesOf(schemas: readonly Place[]) {
  for (const schema of schemas) {
    const values = textsAt(schema, 'x-extensible-enum');
    if (values.length > 0) return { values, isOpen: true as const };
  }
  return undefined;
}
