/** Units of time values, with their milliseconds. */
type TimeUnitLengths = ReadonlyMap<string, number>;

/** The units of the sandbox's own requests. */
const ownUnits: TimeUnitLengths = new Map([
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
  ['micros', 1e-3],
  ['nanos', 1e-6],
]);

/** Returns a time value such as `7d` in whole milliseconds, or undefined for any other text. */
export function timeValueMilliseconds(text: string, units = ownUnits): number | undefined {
  const [, amount, written] = /^\s*(\d+)\s*([a-zA-Z]+)\s*$/.exec(text) ?? [];
  if (amount === undefined || written === undefined) return /^\s*0\s*$/.test(text) ? 0 : undefined;
  // Units ignore case, except that a capital `M` is not a unit.
  const length = written === 'M' ? undefined : units.get(written.toLowerCase());
  return length === undefined ? undefined : Math.floor(Number(amount) * length);
}
