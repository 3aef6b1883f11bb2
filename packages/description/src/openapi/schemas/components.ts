import { childOf, itemsAt, membersAt, placeBelow, type Place } from '../place';
import { isReference } from '../references';
import { spelledOut } from '../wording';
import type { Reading } from '../reading';

/** Returns the name of a schema that has one: `#/components/schemas/Pet`, or a file of its own. */
export function componentName(schema: Place): string | undefined {
  const holder = schema.parent?.key;
  if (holder === 'schemas' || holder === 'definitions' || holder === '$defs') return schema.key;
  if (schema.parent !== undefined) return schema.parent.parent === undefined ? spelledOut(schema.key) : undefined;
  const file = schema.file.slice(schema.file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return file === '' ? undefined : spelledOut(file);
}

/** Returns the schema of the components with a name. */
export function componentNamed(reading: Reading, name: string): Place | undefined {
  const schemas = componentSchemas(reading);
  return schemas && childOf(schemas, name);
}

function componentSchemas({ dialect, root }: Reading): Place | undefined {
  return dialect === 'swagger-2.0' ? childOf(root, 'definitions') : placeBelow(root, 'components', 'schemas');
}

/** Returns the schemas of the components that extend others by `allOf`, by the schemas that they extend. */
export function extensionsIn(reading: Reading): ReadonlyMap<unknown, readonly Place[]> {
  const extensions = new Map<unknown, Place[]>();
  for (const schema of membersAt(componentSchemas(reading))) {
    for (const item of itemsAt(childOf(schema, 'allOf'))) {
      if (!isReference(item.value)) continue;
      const target = reading.references.resolved(item);
      if (target === undefined) continue;
      const known = extensions.get(target.value);
      if (known) known.push(schema);
      else extensions.set(target.value, [schema]);
    }
  }
  return extensions;
}
