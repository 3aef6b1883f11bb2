const milliseconds: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  micros: 1e-3,
  nanos: 1e-6,
};

/** Returns a time value such as `7d` in whole milliseconds, or undefined for text that is none. */
export function timeValueMilliseconds(text: string): number | undefined {
  const [, amount, unit] = /^\s*(\d+)\s*([a-zA-Z]+)\s*$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return /^\s*0\s*$/.test(text) ? 0 : undefined;
  // Minutes are told from nothing else by their case, so `M` is no unit.
  const factor = unit === 'M' ? undefined : milliseconds[unit.toLowerCase()];
  return factor === undefined ? undefined : Math.floor(Number(amount) * factor);
}
