import { isRecord } from '@rulebook/json/is-record';
import { compareValues } from './compare-values';
import type { DeclaredPart } from './declared';
import { normalise } from './normalise';
import { partShown } from './part-shown';
import { isAtOne } from './patterns';
import { placesIn } from './places-in';
import type { Units } from './scalars';

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a declared part that the endpoint has in another way, with what the file declares. */
export function differingMembers(
  part: DeclaredPart,
  shown: unknown,
  names: Readonly<Record<string, string>>,
  units: Units,
): Members {
  return Object.fromEntries(differing(part, shown, names, units).map(({ name, declared }) => [name, declared]));
}

/** Returns the same members with what the endpoint has; `null` for what it does not have. */
export function formerMembers(
  part: DeclaredPart,
  shown: unknown,
  names: Readonly<Record<string, string>>,
  units: Units,
): Members {
  // A request that sends an object replaces all of it.
  if (isAtOne(part.part.whole, [])) {
    const raw = partShown(placesIn(shown, part.part.at, names)[0]?.value, part.value, part.part, units);
    return differs(part, shown, names, units) && isRecord(raw) ? raw : {};
  }
  return Object.fromEntries(differing(part, shown, names, units).map(({ name, actual }) => [name, actual ?? null]));
}

/** Returns whether the endpoint has a part in another way. */
export function differs(
  { part, value, shape, around }: DeclaredPart,
  shown: unknown,
  names: Readonly<Record<string, string>>,
  units: Units,
): boolean {
  const raw = partShown(placesIn(shown, part.at, names)[0]?.value, value, part, units);
  const by = { form: part, units, hiddenReason: () => undefined };
  return compareValues(value, normalise(raw, part), by, { names: [], path: '', shape, around }).changes.length > 0;
}

function differing(
  { part, value, shape, around }: DeclaredPart,
  shown: unknown,
  names: Readonly<Record<string, string>>,
  units: Units,
): readonly { readonly name: string; readonly declared: unknown; readonly actual: unknown }[] {
  const raw = partShown(placesIn(shown, part.at, names)[0]?.value, value, part, units);
  const actual = normalise(raw, part);
  if (!isRecord(value)) return [];
  const there: Members = isRecord(actual) ? actual : {};
  // What is written in the form of the service is sent back in it.
  const written: Members = part.flat === undefined && isRecord(raw) ? raw : there;
  return Object.entries(value).flatMap(([name, declared]) => {
    const { changes } = compareValues(
      { [name]: declared },
      Object.hasOwn(there, name) ? { [name]: there[name] } : {},
      { form: part, units, hiddenReason: () => undefined },
      { names: [], path: '', shape, around },
    );
    if (changes.length === 0) return [];
    return [{ name, declared, actual: Object.hasOwn(written, name) ? written[name] : there[name] }];
  });
}
