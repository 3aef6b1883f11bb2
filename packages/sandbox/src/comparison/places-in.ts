import { isRecord } from '@rulebook/json/is-record';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';

/** A value to which members lead. */
interface FoundPlace {
  /** The names that the service has chosen. */
  readonly names: readonly string[];
  readonly value: unknown;
}

/** Returns the values to which the members lead; `*` leads to each. */
export function placesIn(
  value: unknown,
  [name, ...rest]: MemberNames,
  names: Readonly<Record<string, string>>,
): readonly FoundPlace[] {
  if (name === undefined) return value === undefined ? [] : [{ names: [], value }];
  if (Array.isArray(value)) return placesIn((value as readonly unknown[])[Number(name)], rest, names);
  if (!isRecord(value)) return [];
  if (name === '*')
    return Object.entries(value).flatMap(([key, member]) =>
      placesIn(member, rest, names).map((one) => ({ ...one, names: [key, ...one.names] })),
    );
  const [, parameter] = /^\{(.*)\}$/.exec(name) ?? [];
  const key = parameter === undefined ? name : (names[parameter] ?? name);
  return placesIn(valueAt(value, [key]), rest, names);
}
