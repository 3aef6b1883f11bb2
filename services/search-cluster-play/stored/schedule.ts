/** The fields of an expression: seconds, minutes, hours, days of the month, months, days of the week, and years. */
const ranges = [
  { least: 0, most: 59 },
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] },
  { least: 1, most: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
  { least: 1970, most: 2199 },
] as const;

/** Set where a field is not read: the last day, the nearest weekday, or a weekday of the month by its number. */
const special = /[LW#]/i;

/** A schedule by cron: the values of each field; undefined where any value fits. */
type Schedule = readonly (ReadonlySet<number> | undefined)[];

/** Returns the schedule of an expression; what is none, or has a field that the sandbox does not read, is said. */
export function readSchedule(text: string): Schedule | 'invalid' | 'unplayed' {
  const words = text.trim().split(/\s+/);
  if (words.length !== 6 && words.length !== 7) return 'invalid';
  const fields: (ReadonlySet<number> | undefined)[] = [];
  let isSpecial = false;
  for (const [at, word] of words.entries()) {
    // The names of months and days have these letters, too.
    if (special.test(word.replaceAll(/[A-Z]{3}/gi, ''))) isSpecial = true;
    else {
      const field = readField(word, at);
      if (field === 'invalid') return 'invalid';
      fields.push(field);
    }
  }
  return isSpecial ? 'unplayed' : fields;
}

function readField(word: string, at: number): ReadonlySet<number> | undefined | 'invalid' {
  if (word === '*' || (word === '?' && (at === 3 || at === 5))) return undefined;
  const range = ranges[at];
  if (range === undefined) return 'invalid';
  const values = new Set<number>();
  for (const part of word.split(',')) {
    const [, first = '', last, step] = /^(\*|[A-Za-z]{3}|\d+)(?:-([A-Za-z]{3}|\d+))?(?:\/(\d+))?$/.exec(part) ?? [];
    const from = first === '*' ? range.least : numberOf(first, range);
    const to = last !== undefined ? numberOf(last, range) : first === '*' || step !== undefined ? range.most : from;
    const by = step === undefined ? 1 : Number(step);
    if (from === undefined || to === undefined || from < range.least || to > range.most || by < 1) return 'invalid';
    // A range may go beyond the end, as from Friday to Monday.
    const width = range.most - range.least + 1;
    const end = to < from ? to + width : to;
    for (let value = from; value <= end; value += by) values.add(range.least + ((value - range.least) % width));
  }
  return values;
}

function numberOf(
  text: string,
  range: { readonly least: number; readonly names?: readonly string[] },
): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const at = range.names?.indexOf(text.toUpperCase()) ?? -1;
  return at < 0 ? undefined : range.least + at;
}

const day = 24 * 60 * 60 * 1000;
/** A day that fits comes within eight years, as does the next 29 February, or never. */
const furthestDay = 8 * 366 + 1;

/** Returns the first time of a schedule after another, in milliseconds since 1970 by UTC; undefined where there is none. */
export function nextTime(
  [seconds, minutes, hours, days, months, weekdays, years]: Schedule,
  after: number,
): number | undefined {
  const today = Math.floor(after / day) * day;
  for (let at = 0; at <= furthestDay; at++) {
    const start = today + at * day;
    const date = new Date(start);
    const fits =
      has(days, date.getUTCDate()) &&
      has(months, date.getUTCMonth() + 1) &&
      has(weekdays, date.getUTCDay() + 1) &&
      has(years, date.getUTCFullYear());
    const time = fits ? timeOfDay(seconds, minutes, hours, after - start) : undefined;
    if (time !== undefined) return start + time;
  }
  return undefined;
}

function has(values: ReadonlySet<number> | undefined, value: number): boolean {
  return values === undefined || values.has(value);
}

/** Returns the first time in a day behind another, in milliseconds. */
function timeOfDay(
  seconds: Schedule[number],
  minutes: Schedule[number],
  hours: Schedule[number],
  after: number,
): number | undefined {
  for (let hour = 0; hour < 24; hour++) {
    if (!has(hours, hour) || (hour + 1) * 3_600_000 <= after) continue;
    for (let minute = 0; minute < 60; minute++) {
      if (!has(minutes, minute)) continue;
      for (let second = 0; second < 60; second++) {
        const time = ((hour * 60 + minute) * 60 + second) * 1000;
        if (has(seconds, second) && time > after) return time;
      }
    }
  }
  return undefined;
}
