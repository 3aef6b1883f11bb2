import type { ConstraintOptions } from '@rulebook/catalogue/constraints';
import { decideSchema } from '@rulebook/json/decide-schema';
import { isRecord } from '@rulebook/json/is-record';

type Options = ConstraintOptions['unmet-condition'];

/** How many items of a list, or the names of an object, do not meet a condition. */
export type Unmet =
  | { readonly of: 'items'; readonly found: number }
  | { readonly of: 'names'; readonly names: readonly string[] };

/** Returns what of a value certainly does not meet a condition; undefined where it does, or where that is not known. */
export function unmetBy(value: unknown, { of, schema, minimum = 0, maximum = Infinity }: Options): Unmet | undefined {
  if (of === 'names') {
    const names = isRecord(value) ? Object.keys(value).filter((name) => decideSchema(schema, name) === false) : [];
    return names.length === 0 ? undefined : { of, names };
  }
  if (!Array.isArray(value)) return undefined;
  const decided = value.map((item) => decideSchema(schema, item));
  const found = decided.filter((one) => one === true).length;
  const possible = decided.filter((one) => one !== false).length;
  return found > maximum || possible < minimum ? { of, found } : undefined;
}
