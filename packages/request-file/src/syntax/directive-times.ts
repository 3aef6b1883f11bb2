const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };
/** The longest time that a timer takes. */
const longestTime = 2 ** 31 - 1;

/** Reads a number with or without a unit. */
function timeOf(text: string, withoutUnit: (number: number) => number): number | undefined {
  const [, digits, unit] = /^(\d{1,10}(?:\.\d{1,6})?)\s*(ms|s|m|min|h)?$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  const time = unit === undefined ? withoutUnit(number) : number * (units[unit.toLowerCase()] ?? 1);
  return Math.min(Math.round(time), longestTime);
}

/** Reads a time limit. JetBrains counts in seconds and httpYac in milliseconds; no one waits 1,000 seconds, so such a number is of the latter. */
export function timeLimitOf(text: string): number | undefined {
  const limit = timeOf(text, (number) => (number < 1000 ? number * 1000 : number));
  return limit === 0 ? undefined : limit;
}

/** Reads a pause, which httpYac and Kulala count in milliseconds. */
export function pauseOf(text: string): number | undefined {
  return timeOf(text, (number) => number);
}
