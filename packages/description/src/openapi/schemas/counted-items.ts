import type { CompiledConstraint } from '../../compiled';
import { childOf, numberAt, type Place } from '../place';
import type { Reading } from '../reading';
import { withoutReferences } from './without-references';

/** Returns how many items of a list are of a form, by `contains`, `minContains` and `maxContains`. */
export function countedItems(reading: Reading, schemas: readonly Place[]): readonly CompiledConstraint[] {
  return schemas.flatMap((schema) =>
    heldBy(reading, schema, 'contains', (form) => {
      const minimum = numberAt(schema, 'minContains') ?? 1;
      const maximum = numberAt(schema, 'maxContains');
      if (minimum <= 0 && maximum === undefined) return undefined;
      return { of: 'items', schema: form, ...(minimum > 0 && { minimum }), ...(maximum !== undefined && { maximum }) };
    }),
  );
}

/** Returns what the names of an object are, by `propertyNames`. */
export function formsOfNames(reading: Reading, schemas: readonly Place[]): readonly CompiledConstraint[] {
  return schemas.flatMap((schema) =>
    heldBy(reading, schema, 'propertyNames', (form) => ({ of: 'names', schema: form })),
  );
}

type Options = Extract<CompiledConstraint, { readonly rule: 'unmet-condition' }>['options'];

function heldBy(
  reading: Reading,
  schema: Place,
  keyword: string,
  optionsOf: (form: unknown) => Options | undefined,
): readonly CompiledConstraint[] {
  const place = childOf(schema, keyword);
  if (place === undefined) return [];
  const form = withoutReferences(reading, place);
  if (form === undefined) {
    reading.problems.information(
      `\`${keyword}\` is not checked: its schema is very large, or contains itself.`,
      schema,
    );
    return [];
  }
  const options = optionsOf(form);
  return options === undefined ? [] : [{ rule: 'unmet-condition', options }];
}
