import { datePartsOf } from './times';

const months = 'January February March April May June July August September October November December'.split(' ');
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Parts of a pattern: letters of one kind, a text in quotes, or a sign. */
const parts = /([A-Za-z])\1*|'((?:[^']|'')*)'|[^A-Za-z']/g;

/** Returns a time in a pattern such as `yyyy-MM-dd`; undefined for a pattern with letters that are not read. */
export function formatTime(time: number, pattern: string): string | undefined {
  let text = '';
  for (const [written, letter, quoted] of pattern.matchAll(parts)) {
    if (quoted !== undefined) text += quoted === '' ? "'" : quoted.replaceAll("''", "'");
    else if (letter === undefined) text += written;
    else {
      const shown = shownPart(time, letter, written.length);
      if (shown === undefined) return undefined;
      text += shown;
    }
  }
  return text;
}

function shownPart(time: number, letter: string, length: number): string | undefined {
  const { year, month, day, rest } = datePartsOf(time);
  const padded = (value: number): string => String(value).padStart(length, '0');
  const hour = Math.floor(rest / 3_600_000);
  switch (letter) {
    case 'y':
    case 'u':
      return length === 2 ? String(year % 100).padStart(2, '0') : padded(year);
    case 'M':
    case 'L':
      if (length < 3) return padded(month + 1);
      return length === 3 ? months[month]?.slice(0, 3) : months[month];
    case 'd':
      return padded(day);
    case 'E':
      return length < 4 ? days[new Date(time).getUTCDay()]?.slice(0, 3) : days[new Date(time).getUTCDay()];
    case 'H':
      return padded(hour);
    case 'h':
      return padded(hour % 12 === 0 ? 12 : hour % 12);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'm':
      return padded(Math.floor(rest / 60_000) % 60);
    case 's':
      return padded(Math.floor(rest / 1000) % 60);
    case 'S':
      return String(rest % 1000)
        .padStart(3, '0')
        .padEnd(length, '0')
        .slice(0, length);
    case 'X':
      return 'Z';
    case 'D':
      return padded(Math.floor((time - Date.UTC(year, 0, 1)) / 86_400_000) + 1);
    default:
      return undefined;
  }
}

/** A part of a pattern that is read: so many letters of one kind, or a text as it is. */
type Part = { readonly letter: string; readonly length: number } | { readonly text: string };

/** A place in a text that is read. */
interface Reading {
  readonly text: string;
  at: number;
}

/** Returns what reads times in a pattern; undefined for a pattern with letters that are not read. */
export function timeReader(pattern: string): ((text: string) => number | undefined) | undefined {
  const read: Part[] = [];
  for (const [written, letter, quoted] of pattern.matchAll(parts))
    read.push(letter === undefined ? { text: quoted ?? written } : { letter, length: written.length });
  if (read.some((part) => 'letter' in part && !'yuMdHmsSX'.includes(part.letter))) return undefined;
  return (text) => {
    const reading: Reading = { text, at: 0 };
    const values = new Map<string, number>();
    for (const part of read) {
      if ('text' in part) {
        if (!text.startsWith(part.text, reading.at)) return undefined;
        reading.at += part.text.length;
      } else {
        const value = readPart(reading, part.letter, part.length);
        if (value === undefined) return undefined;
        values.set(part.letter, value);
      }
    }
    return reading.at === text.length ? timeOfParts(values) : undefined;
  };
}

function readPart(reading: Reading, letter: string, length: number): number | undefined {
  if (letter === 'X') return readZone(reading);
  if (letter === 'M' && length > 2) {
    const rest = reading.text.slice(reading.at);
    const month = months.findIndex((name) => rest.startsWith(length === 3 ? name.slice(0, 3) : name));
    reading.at += length === 3 ? 3 : (months[month]?.length ?? 0);
    return month < 0 ? undefined : month + 1;
  }
  const most = length === 1 ? (letter === 'y' || letter === 'u' ? 9 : 2) : length;
  let digits = '';
  while (digits.length < most && /^\d$/.test(reading.text[reading.at] ?? ''))
    digits += reading.text[reading.at++] ?? '';
  if (digits.length === 0 || (length > 1 && digits.length < length)) return undefined;
  if (letter === 'S') return Number(digits.padEnd(3, '0').slice(0, 3));
  return letter === 'y' && length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** Reads an offset such as `Z` or `+01:00`, in milliseconds. */
function readZone(reading: Reading): number | undefined {
  const [written, sign, hours = '0', minutes = '0'] =
    /^(?:Z|([+-])(\d\d)(?::?(\d\d))?)/.exec(reading.text.slice(reading.at, reading.at + 6)) ?? [];
  if (written === undefined) return undefined;
  reading.at += written.length;
  return sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
}

function timeOfParts(values: ReadonlyMap<string, number>): number | undefined {
  const of = (letter: string, usual: number): number => values.get(letter) ?? usual;
  const [month, day] = [of('M', 1), of('d', 1)];
  const [hour, minute, second] = [of('H', 0), of('m', 0), of('s', 0)];
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second, of('S', 0)));
  date.setUTCFullYear(values.get('y') ?? of('u', 1970), month - 1, day);
  const isReal = month <= 12 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal ? date.getTime() - of('X', 0) : undefined;
}
