import { isRecord } from '@rulebook/json/is-record';
import type { ComparedPart } from '@rulebook/catalogue/read-back';
import { lengthText, millisecondsIn, type Units } from './scalars';

/** Returns the members of a response that are of a part, with lengths of time in the place of the times at which they end. */
export function partShown(
  actual: unknown,
  declared: unknown,
  { only, except = [], lengths = [] }: ComparedPart,
  units: Units,
): unknown {
  if (!isRecord(actual)) return actual;
  const members: Record<string, unknown> = { ...actual };
  for (const { member, from } of lengths) {
    const [end, begin] = [actual[member], actual[from]];
    const written = isRecord(declared) ? declared[member] : undefined;
    if (typeof end === 'number' && typeof begin === 'number')
      members[member] = lengthShown(end - begin, written, units);
  }
  if (only === undefined && except.length === 0) return members;
  const isOfPart = (name: string): boolean => only?.includes(name) ?? !except.includes(name);
  return Object.fromEntries(Object.entries(members).filter(([name]) => isOfPart(name)));
}

/** Returns the length as it is written, if it is the same in whole seconds. */
function lengthShown(milliseconds: number, written: unknown, units: Units): string {
  const wanted = typeof written === 'string' ? millisecondsIn(written, units) : undefined;
  const isSame = wanted !== undefined && Math.trunc(wanted / 1000) * 1000 === milliseconds;
  return isSame ? String(written) : lengthText(milliseconds, units);
}
