/**
 * Names with dates, such as `<logs-{now/d{yyyy.MM|+02:00}}>`: between `<` and `>`, each pair of braces holds a moment, and perhaps a format and a
 * time zone behind `|`. A character behind `\` is meant as it is.
 */
interface Part {
  /** The text in front of the moment. */
  readonly text: string;
  /** Absent behind the last moment. */
  readonly moment?: { readonly math: string; readonly format: string; readonly zone: string };
}

/** Why a name cannot be read. */
interface DateMathProblem {
  readonly problem: string;
}

const standardFormat = 'uuuu.MM.dd';

/** Returns whether a name is written as date math. */
export function isDateMathName(name: string): boolean {
  return name.startsWith('<') && name.endsWith('>') && name.length > 1;
}

/** Returns the name that date math means at a moment, in milliseconds since 1970; a name without it stays as it is. */
export function resolveDateMathName(name: string, now: number): string | DateMathProblem {
  const parts = partsOfName(name);
  if (parts === undefined) return name;
  if ('problem' in parts) return parts;
  let resolved = '';
  for (const { text, moment } of parts) {
    resolved += text;
    if (moment === undefined) continue;
    const date = dateOf(moment, now);
    if (typeof date !== 'string') return date;
    resolved += date;
  }
  return resolved === '' ? { problem: 'nothing captured' } : resolved;
}

/** Returns a pattern with `*` that matches what date math means at any moment; a name without it, or one that cannot be read, stays as it is. */
export function patternOfDateMathName(name: string): string {
  const parts = partsOfName(name);
  if (parts === undefined || 'problem' in parts) return name;
  const pattern = parts.map(({ text, moment }) => text + (moment === undefined ? '' : '*')).join('');
  return pattern.replaceAll(/\*{2,}/g, '*');
}

function partsOfName(name: string): readonly Part[] | DateMathProblem | undefined {
  if (!isDateMathName(name)) return undefined;
  const parts: Part[] = [];
  let text = '';
  let inside: string | undefined;
  let isInFormat = false;
  let isEscaped = false;
  for (const character of name.slice(1, -1)) {
    if (character === '\\' && !isEscaped) {
      isEscaped = true;
      continue;
    }
    const isBrace = !isEscaped && (character === '{' || character === '}');
    isEscaped = false;
    if (inside === undefined) {
      if (!isBrace) text += character;
      else if (character === '{') inside = '';
      else return { problem: `[${name}] has a brace too many; \`\\\` in front of a brace makes it a part of the name` };
    } else if (!isBrace) inside += character;
    else if (character === '{') {
      if (isInFormat) return { problem: `[${name}] has a brace too many in a date` };
      isInFormat = true;
      inside += character;
    } else if (isInFormat) {
      isInFormat = false;
      inside += character;
    } else {
      const moment = partOfText(inside);
      if ('problem' in moment) return moment;
      parts.push({ text, moment });
      text = '';
      inside = undefined;
    }
  }
  if (inside !== undefined) return { problem: `[${name}] has a brace that is not closed` };
  return [...parts, { text }];
}

function partOfText(inside: string): NonNullable<Part['moment']> | DateMathProblem {
  const start = inside.indexOf('{');
  if (start < 0) return { math: inside, format: standardFormat, zone: 'Z' };
  if (!inside.endsWith('}')) return { problem: `the format of the date [${inside}] is not at its end` };
  const [format = '', ...zone] = inside.slice(start + 1, -1).split('|');
  if (format === '') return { problem: `the date [${inside}] has an empty format` };
  return { math: inside.slice(0, start), format, zone: zone.length === 0 ? 'Z' : zone.join('|') };
}

const day = 86_400_000;
const lengths: Readonly<Record<string, number>> = { h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 };

/** Returns the moment that date math such as `now-1d/d` means, in milliseconds since 1970 and by universal time. */
export function momentOf(math: string, now: number): number | DateMathProblem {
  return localOf(math, now, () => 0);
}

function dateOf({ math, format, zone }: NonNullable<Part['moment']>, now: number): string | DateMathProblem {
  const offset = offsetOf(zone);
  if (offset === undefined) return { problem: `unknown time zone [${zone}]` };
  const local = localOf(math, now, offset);
  return typeof local === 'number' ? formatted(local, format) : local;
}

function localOf(math: string, now: number, offset: (at: number) => number): number | DateMathProblem {
  const [start, steps] = beginningOf(math, now, offset);
  if (start === undefined) return { problem: `failed to parse date field [${math}]` };
  // The date as a clock in the zone shows it.
  let local = start + offset(start);
  let rest = steps;
  while (rest !== '') {
    const [whole, sign = '', amount = '', unit = ''] = /^([-+/])(\d*)([A-Za-z]?)/.exec(rest) ?? [];
    if (whole === undefined) return { problem: `operator not supported for date math [${rest}]` };
    if (unit === '') return { problem: 'truncated date math' };
    if (sign === '/' && amount !== '' && amount !== '1') return { problem: 'rounding `/` takes one unit only' };
    const next = sign === '/' ? rounded(local, unit) : moved(local, Number(`${sign}${amount || '1'}`), unit);
    if (next === undefined) return { problem: `unit [${unit}] not supported for date math [${rest}]` };
    local = next;
    rest = rest.slice(whole.length);
  }
  return local;
}

/** Returns the moment with which date math begins, and what follows it. */
function beginningOf(
  math: string,
  now: number,
  offset: (at: number) => number,
): readonly [start: number | undefined, steps: string] {
  if (math.startsWith('now')) return [now, math.slice('now'.length)];
  const end = math.indexOf('||');
  const written = end < 0 ? math : math.slice(0, end);
  const [, year, month = '01', date = '01', time = '00:00:00'] =
    /^(\d{4})(?:[-.](\d\d))?(?:[-.](\d\d))?(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(written) ?? [];
  if (year === undefined) return [undefined, ''];
  const at = Date.parse(`${year}-${month}-${date}T${time}Z`);
  return [Number.isNaN(at) ? undefined : at - offset(at), end < 0 ? '' : math.slice(end + 2)];
}

/** Returns how many milliseconds the clocks of a zone are ahead at a moment; undefined for an unknown zone. */
function offsetOf(zone: string): ((at: number) => number) | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return () => 0;
  const [, sign, hours = '', minutes = '0'] = /^(?:UTC|GMT)?([-+])(\d{1,2})(?::?(\d\d))?$/.exec(zone) ?? [];
  if (sign !== undefined) {
    const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return Number(hours) > 18 ? undefined : () => (sign === '-' ? -ahead : ahead);
  }
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    return (at) => {
      const shown = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
      const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
      const local = Date.UTC(
        part('year'),
        part('month') - 1,
        part('day'),
        part('hour'),
        part('minute'),
        part('second'),
      );
      return local - Math.floor(at / 1000) * 1000;
    };
  } catch {
    return undefined;
  }
}

function moved(local: number, amount: number, unit: string): number | undefined {
  const step = unit === 'w' ? 7 * day : unit === 'd' ? day : lengths[unit];
  if (step !== undefined) return local + amount * step;
  if (unit !== 'M' && unit !== 'y') return undefined;
  const date = new Date(local);
  const dayOfMonth = date.getUTCDate();
  // The last day of a shorter month stands for the days that it does not have.
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + amount * (unit === 'y' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(dayOfMonth, last));
}

function rounded(local: number, unit: string): number | undefined {
  const date = new Date(local);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (unit === 'y') return Date.UTC(year, 0);
  if (unit === 'M') return Date.UTC(year, month);
  if (unit === 'w') return Date.UTC(year, month, dayOfMonth - ((date.getUTCDay() + 6) % 7));
  const step = unit === 'd' ? day : lengths[unit];
  return step === undefined ? undefined : Math.floor(local / step) * step;
}

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function formatted(local: number, format: string): string | DateMathProblem {
  let shown = '';
  for (const [word, quoted] of format.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z]/g)) {
    const letter = word.charAt(0);
    if (quoted !== undefined) shown += quoted === '' ? "'" : quoted.replaceAll("''", "'");
    else if (!/[A-Za-z]/.test(letter)) shown += word;
    else {
      const part = partOfDate(new Date(local), letter, word.length);
      if (part === undefined) return { problem: `invalid format: [${format}]` };
      shown += part;
    }
  }
  return shown;
}

function partOfDate(date: Date, letter: string, count: number): string | undefined {
  const padded = (value: number): string => String(value).padStart(count, '0');
  const year = (value: number): string => (count === 2 ? String(value % 100).padStart(2, '0') : padded(value));
  const named = (name = ''): string => (count === 3 ? name.slice(0, 3) : name);
  const hour = date.getUTCHours();
  switch (letter) {
    case 'y':
    case 'u':
      return year(date.getUTCFullYear());
    case 'Y':
    case 'x':
      return year(weekOf(date).year);
    case 'w':
      return padded(weekOf(date).week);
    case 'M':
    case 'L':
      return count > 2 ? named(months[date.getUTCMonth()]) : padded(date.getUTCMonth() + 1);
    case 'd':
      return padded(date.getUTCDate());
    case 'D':
      return padded(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / day) + 1);
    case 'E':
      return count < 3 ? weekdays[date.getUTCDay()]?.slice(0, 3) : named(weekdays[date.getUTCDay()]);
    case 'e':
      return padded(((date.getUTCDay() + 6) % 7) + 1);
    case 'H':
      return padded(hour);
    case 'h':
      return padded(hour % 12 || 12);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'm':
      return padded(date.getUTCMinutes());
    case 's':
      return padded(date.getUTCSeconds());
    case 'S':
      return String(date.getUTCMilliseconds()).padStart(3, '0').padEnd(count, '0').slice(0, count);
    default:
      return undefined;
  }
}

/** Returns the week of a date, and the year to which it belongs: that of its Thursday. */
function weekOf(date: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * day);
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0)) / day / 7) + 1 };
}
