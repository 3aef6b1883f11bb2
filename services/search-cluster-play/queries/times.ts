/** Returns the milliseconds since 1970 of a time in the usual form, such as `2026-01-31T12:00:00Z`; undefined for another text. */
export function timeOfText(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, fraction, zone] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d:?(?:\d\d)?)?)?)?)?)?$/.exec(
      text,
    ) ?? [];
  if (year === undefined) return undefined;
  const parts = [year, month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0].map(Number);
  const [y = 0, m = 1, d = 1, h = 0, min = 0, s = 0] = parts;
  if (m < 1 || m > 12 || d < 1 || d > daysOf(y, m - 1) || h > 23 || min > 59 || s > 59) return undefined;
  const millis = Math.floor(Number((fraction ?? '').padEnd(9, '0')) / 1e6);
  return utc(y, m - 1, d) + ((h * 60 + min) * 60 + s) * 1000 + millis - offsetOf(zone);
}

function offsetOf(zone = 'Z'): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Returns the nanoseconds since 1970 of a time in the usual form. */
export function nanosOfText(text: string): bigint | undefined {
  const millis = timeOfText(text);
  if (millis === undefined) return undefined;
  const digits = /[.,](\d{1,9})/.exec(text)?.[1] ?? '';
  return BigInt(millis) * 1_000_000n + BigInt(digits.padEnd(9, '0').slice(3));
}

/** Returns a time as servers show it: in milliseconds, or in nanoseconds if it has them. */
export function shownTime(value: unknown): string {
  if (typeof value !== 'bigint') return new Date(Number(value)).toISOString();
  const nanos = ((value % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const text = new Date(Number((value - nanos) / 1_000_000n)).toISOString().slice(0, 19);
  const digits = String(nanos).padStart(9, '0');
  return `${text}.${digits.endsWith('000000') ? digits.slice(0, 3) : digits.endsWith('000') ? digits.slice(0, 6) : digits}Z`;
}

/** A span of time: months, days and milliseconds, which are added in this order. */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly millis: number;
}

const units: Readonly<Record<string, Span>> = {
  millisecond: { months: 0, days: 0, millis: 1 },
  second: { months: 0, days: 0, millis: 1000 },
  minute: { months: 0, days: 0, millis: 60_000 },
  hour: { months: 0, days: 0, millis: 3_600_000 },
  day: { months: 0, days: 1, millis: 0 },
  week: { months: 0, days: 7, millis: 0 },
  month: { months: 1, days: 0, millis: 0 },
  quarter: { months: 3, days: 0, millis: 0 },
  year: { months: 12, days: 0, millis: 0 },
};

const short: Readonly<Record<string, string>> = {
  ...{ ms: 'millisecond', sec: 'second', s: 'second', min: 'minute', m: 'minute', h: 'hour', d: 'day', w: 'week' },
  ...{ mo: 'month', q: 'quarter', yr: 'year', y: 'year' },
};

/** Returns a span of time in whole units. */
export function spanOf({ amount, unit }: { readonly amount: number; readonly unit: string }): Span {
  const { months, days, millis } = units[short[unit] ?? unit.replace(/s$/, '')] ?? { months: 0, days: 0, millis: 0 };
  return { months: months * amount, days: days * amount, millis: millis * amount };
}

/** Returns a time with a span of time added, or taken away with the sign -1. */
export function addSpan(time: number, { months, days, millis }: Span, sign = 1): number {
  let date = time;
  if (months !== 0) {
    const { year, month, day, rest } = datePartsOf(time);
    const total = year * 12 + month + months * sign;
    const [y, m] = [Math.floor(total / 12), ((total % 12) + 12) % 12];
    date = utc(y, m, Math.min(day, daysOf(y, m))) + rest;
  }
  return date + (days * 86_400_000 + millis) * sign;
}

/** Returns a time rounded down to a span of time. */
export function truncate(time: number, { months, days, millis }: Span): number {
  if (months > 0) {
    const { year, month } = datePartsOf(time);
    const first = Math.floor((year * 12 + month - 12) / months) * months + 12;
    return utc(Math.floor(first / 12), first % 12, 1);
  }
  // A week begins on Monday; several of them, and days, are counted from 1970.
  if (days === 7) {
    const size = days * 86_400_000;
    const monday = -3 * 86_400_000;
    return Math.floor((time - monday) / size) * size + monday;
  }
  const size = days * 86_400_000 + millis;
  return size > 0 ? Math.floor(time / size) * size : time;
}

/** Returns the parts of a time: `rest` are the milliseconds of its day. */
export function datePartsOf(time: number): {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly rest: number;
} {
  const date = new Date(time);
  const rest = ((time % 86_400_000) + 86_400_000) % 86_400_000;
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), rest };
}

function utc(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(2000, month, day));
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year < 100 ? year + 400 : year, month + 1, 0)).getUTCDate();
}

const extracted: Readonly<Record<string, (time: number) => number>> = {
  year: (time) => datePartsOf(time).year,
  year_of_era: (time) => datePartsOf(time).year,
  month_of_year: (time) => datePartsOf(time).month + 1,
  day_of_month: (time) => datePartsOf(time).day,
  day_of_week: (time) => new Date(time).getUTCDay() || 7,
  day_of_year: (time) => Math.floor((time - utc(datePartsOf(time).year, 0, 1)) / 86_400_000) + 1,
  hour_of_day: (time) => Math.floor(datePartsOf(time).rest / 3_600_000),
  minute_of_hour: (time) => Math.floor(datePartsOf(time).rest / 60_000) % 60,
  minute_of_day: (time) => Math.floor(datePartsOf(time).rest / 60_000),
  second_of_minute: (time) => Math.floor(datePartsOf(time).rest / 1000) % 60,
  second_of_day: (time) => Math.floor(datePartsOf(time).rest / 1000),
  milli_of_second: (time) => datePartsOf(time).rest % 1000,
  milli_of_day: (time) => datePartsOf(time).rest,
  epoch_day: (time) => Math.floor(time / 86_400_000),
  instant_seconds: (time) => Math.floor(time / 1000),
  proleptic_month: (time) => datePartsOf(time).year * 12 + datePartsOf(time).month,
};

/** Returns what reads a part of a time, by its name in any case; undefined where there is no such part. */
export function partOfTime(name: string): ((time: number) => number) | undefined {
  const key = name
    .toLowerCase()
    .replace(/^(year|month|day|hour|minute|second|epoch)s?$/, (word) => shortParts[word] ?? word);
  return Object.hasOwn(extracted, key) ? extracted[key] : undefined;
}

const shortParts: Readonly<Record<string, string>> = {
  ...{ month: 'month_of_year', day: 'day_of_month', hour: 'hour_of_day', minute: 'minute_of_hour' },
  second: 'second_of_minute',
};

/** Returns how many whole units lie between two times; undefined where there is no such unit. */
export function differenceIn(unit: string, from: number, to: number): number | undefined {
  const key = (differences[unit.toLowerCase()] ?? unit.toLowerCase()).replace(/s$/, '');
  const { months, days, millis } = units[key] ?? { months: 0, days: 0, millis: 0 };
  if (months === 0) {
    const size = key === 'microsecond' ? 0.001 : key === 'nanosecond' ? 0.000001 : days * 86_400_000 + millis;
    return size === 0 ? undefined : Math.trunc((to - from) / size);
  }
  const [one, other] = [datePartsOf(from), datePartsOf(to)];
  let count = (other.year - one.year) * 12 + other.month - one.month;
  const behind = (other.day - one.day) * 86_400_000 + other.rest - one.rest;
  if (count > 0 && behind < 0) count--;
  if (count < 0 && behind > 0) count++;
  return Math.trunc(count / months);
}

const differences: Readonly<Record<string, string>> = {
  ...{ yy: 'year', yyyy: 'year', qq: 'quarter', q: 'quarter', mm: 'month', m: 'month', dd: 'day', d: 'day' },
  ...{ wk: 'week', ww: 'week', hh: 'hour', mi: 'minute', n: 'minute', ss: 'second', s: 'second', ms: 'millisecond' },
  ...{ dy: 'day', y: 'day', dw: 'day', weekday: 'day', mcs: 'microsecond', ns: 'nanosecond', dayofyear: 'day' },
};
