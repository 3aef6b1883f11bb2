import { timeUnits } from '@rulebook/search-cluster/facts/time-units';
import { timeValueMilliseconds as readTimeValue } from '@rulebook/sandbox/time-value';

const units = new Map(timeUnits.units.map(({ name, milliseconds }) => [name, milliseconds]));

/** Returns a time value such as `7d` in whole milliseconds, or undefined for any other text. */
export function timeValueMilliseconds(text: string): number | undefined {
  return readTimeValue(text, units);
}
