/** Formats of a date: two with a name, or letters such as `YYYY-MM-DD HH:mm:ss`; text in square brackets stays. */
export function formatDate(time: number, format: string, offsetMinutes: number): string {
  // In UTC, the shifted time has the fields of the local time.
  const local = new Date(time + offsetMinutes * 60_000);
  if (Number.isNaN(local.getTime())) return '';
  const zone = zoneOf(offsetMinutes);
  if (format === 'iso8601') return local.toISOString().replace('Z', offsetMinutes === 0 ? 'Z' : zone);
  if (format === 'rfc1123') {
    return local.toUTCString().replace('GMT', offsetMinutes === 0 ? 'GMT' : zone.replace(':', ''));
  }
  return format.replace(
    /\[([^[\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z|X|x/g,
    (letters, literal: string | undefined) => literal ?? dateField(letters, local, time, zone),
  );
}

const months = 'January February March April May June July August September October November December'.split(' ');
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function dateField(letters: string, local: Date, time: number, zone: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const month = local.getUTCMonth();
  const hour = local.getUTCHours();
  const fields: Readonly<Record<string, string>> = {
    YYYY: String(local.getUTCFullYear()).padStart(4, '0'),
    YY: two(local.getUTCFullYear() % 100),
    MMMM: months[month] ?? '',
    MMM: (months[month] ?? '').slice(0, 3),
    MM: two(month + 1),
    M: String(month + 1),
    DD: two(local.getUTCDate()),
    D: String(local.getUTCDate()),
    dddd: days[local.getUTCDay()] ?? '',
    ddd: (days[local.getUTCDay()] ?? '').slice(0, 3),
    HH: two(hour),
    H: String(hour),
    hh: two(hour % 12 || 12),
    h: String(hour % 12 || 12),
    mm: two(local.getUTCMinutes()),
    m: String(local.getUTCMinutes()),
    ss: two(local.getUTCSeconds()),
    s: String(local.getUTCSeconds()),
    SSS: String(local.getUTCMilliseconds()).padStart(3, '0'),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
    Z: zone,
    ZZ: zone.replace(':', ''),
    X: String(Math.floor(time / 1000)),
    x: String(time),
  };
  return fields[letters] ?? letters;
}

function zoneOf(minutes: number): string {
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
}
