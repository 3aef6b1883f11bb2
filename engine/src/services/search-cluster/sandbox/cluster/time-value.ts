import { timeUnits } from '../../catalogue/time-units';

/** Returns a time value such as `7d` in whole milliseconds, or undefined for any other text. */
export function timeValueMilliseconds(text: string): number | undefined {
  const [, amount, written] = /^\s*(\d+)\s*([a-zA-Z]+)\s*$/.exec(text) ?? [];
  if (amount === undefined || written === undefined) return /^\s*0\s*$/.test(text) ? 0 : undefined;
  // Units ignore case, except that a capital `M` is not a unit.
  const name = written === 'M' ? undefined : written.toLowerCase();
  const unit = timeUnits.units.find((known) => known.name === name);
  return unit === undefined ? undefined : Math.floor(Number(amount) * unit.milliseconds);
}
