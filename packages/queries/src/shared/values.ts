/** So many findings a query has at most. */
export const mostProblems = 50;

/** What a type of field holds, as far as a text can be judged by it. */
type Holds = 'whole' | 'number' | 'boolean' | 'ip' | 'date' | 'place' | 'text';

const holdsByType: Readonly<Record<string, Holds>> = {
  byte: 'whole',
  short: 'whole',
  integer: 'whole',
  long: 'whole',
  unsigned_long: 'whole',
  half_float: 'number',
  float: 'number',
  double: 'number',
  scaled_float: 'number',
  integer_range: 'number',
  long_range: 'number',
  float_range: 'number',
  double_range: 'number',
  boolean: 'boolean',
  ip: 'ip',
  ip_range: 'ip',
  date: 'date',
  date_nanos: 'date',
  date_range: 'date',
  geo_point: 'place',
  keyword: 'text',
  text: 'text',
  match_only_text: 'text',
  wildcard: 'text',
  constant_keyword: 'text',
  flattened: 'text',
  flat_object: 'text',
};

/** The largest and smallest numbers of the types with few bits. */
const bounds: Readonly<Record<string, readonly [number, number]>> = {
  byte: [-128, 127],
  short: [-32_768, 32_767],
  integer: [-2_147_483_648, 2_147_483_647],
};

/** Returns what fields of a type hold; undefined where that is not known. */
export function holdsOf(type: string | undefined): Holds | undefined {
  return type === undefined ? undefined : holdsByType[type];
}

/** Returns whether fields of a type take wildcards, regular expressions and fuzzy terms; undefined where that is not known. */
export function takesPatterns(type: string | undefined): boolean | undefined {
  const holds = holdsOf(type);
  return holds === undefined ? undefined : holds === 'text';
}

/**
 * Returns why a value does not have a field's type, as a part of a sentence behind "the field …": `holds numbers, and …`. Undefined where it is one,
 * or where that is not certain: formats of dates are those of a mapping, so only what no format reads is a mistake.
 */
export function misfitOf(value: string, type: string | undefined, isBound: boolean): string | undefined {
  switch (holdsOf(type)) {
    case 'whole':
    case 'number':
      return numberMisfit(value, type ?? '', isBound);
    case 'boolean':
      return value === 'true' || value === 'false' || value === ''
        ? undefined
        : `is a boolean, whose values are \`true\` and \`false\` only`;
    case 'ip':
      return isAddress(value, isBound) ? undefined : `holds IP addresses, and \`${shown(value)}\` is not one`;
    case 'date':
      return isNotADate(value) ? `holds dates, and \`${shown(value)}\` is not one` : undefined;
    case 'place':
      return 'is a `geo_point`, which only queries such as `geo_distance` search';
    default:
      return undefined;
  }
}

/** Returns a value as messages show it, without its tail where it is long. */
export function shown(value: string): string {
  const line = value.replaceAll('`', "'");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function numberMisfit(value: string, type: string, isBound: boolean): string | undefined {
  const text = value.trim();
  if (
    !/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?[dDfF]?$/.test(text) &&
    !/^[-+]?(?:NaN|Infinity|0[xX].*)$/.test(text)
  )
    return `holds numbers, and \`${shown(value)}\` is not one`;
  const holds = holdsOf(type);
  const amount = Number.parseFloat(text);
  const [least, most] = bounds[type] ?? [-Infinity, Infinity];
  if (amount < least || amount > most) return `is of the type \`${type}\`, and \`${shown(value)}\` is out of its range`;
  if (holds === 'whole' && !isBound && Number.isFinite(amount) && !Number.isInteger(amount))
    return `holds whole numbers, and \`${shown(value)}\` is not one`;
  return undefined;
}

/** Returns whether a text is an address, or unless it is a bound, a block of them. */
export function isAddress(value: string, isBound: boolean): boolean {
  const [, address = '', length] = /^([0-9a-fA-F:.]*)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  if (length !== undefined && (isBound || Number(length) > (address.includes(':') ? 128 : 32))) return false;
  if (address.includes(':')) return true;
  const parts = address.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/** Returns whether no format of a mapping reads a text as a date: it has no digit, its date math has no such unit, or its month has no such day. */
function isNotADate(value: string): boolean {
  if (value === '') return false;
  if (/^[=[{(!]|[\])}]$/.test(value)) return true;
  if (value.startsWith('now')) return !/^now(?:[-+]\d*[yMwdhHms]|\/[yMwdhHms])*$/.test(value);
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)(?=$|T|\|\|)(?:T(\d\d)(?::(\d\d))?)?/.exec(value) ?? [];
  if (year === undefined) return !/\d/.test(value);
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isInMonth = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
  return !isInMonth || Number(hour ?? 0) > 24 || Number(minute ?? 0) > 59;
}

/** Returns whether a lower bound is certainly above its upper one. */
export function areReversed(low: string, high: string, type: string | undefined): boolean {
  switch (holdsOf(type)) {
    case 'whole':
    case 'number': {
      const [from, to] = [Number(low), Number(high)];
      return low.trim() !== '' && high.trim() !== '' && from > to;
    }
    case 'date': {
      if (low.length !== high.length) return false;
      const isDate = (text: string): boolean => /^\d{4}(?:-\d\d){1,2}(?:T[\d:.]+Z?)?$/.test(text);
      return isDate(low) && isDate(high) && low > high;
    }
    case 'ip': {
      const [from, to] = [low, high].map((address) =>
        address
          .split('.')
          .map((part) => part.padStart(3, '0'))
          .join('.'),
      );
      return isAddress(low, true) && isAddress(high, true) && !/:/.test(low + high) && (from ?? '') > (to ?? '');
    }
    case 'boolean':
      return low === 'true' && high === 'false';
    default:
      return false;
  }
}
