import { isExpression } from './patterns';
import { isQueryString } from './query-string';

/** A form of texts that more than one service uses, with what messages and hovers call it. */
export interface FormatOfText {
  readonly name: string;
  /** With its article, for messages. */
  readonly noun: string;
  readonly example: string;
  /** Whether servers may accept the text. In doubt, they do. */
  readonly accepts: (text: string) => boolean;
}

/** The forms of texts that descriptions name. */
const textFormats = {
  'date-time': {
    name: 'date and time',
    noun: 'a date and time',
    example: '2030-01-31T12:00:00Z',
    accepts: isDateTime,
  },
  time: { name: 'time', noun: 'a time', example: '12:00:00Z', accepts: isTime },
  duration: { name: 'duration', noun: 'a duration', example: 'P7D', accepts: isDuration },
  email: { name: 'email address', noun: 'an email address', example: 'name@example.com', accepts: isEmail },
  hostname: { name: 'host name', noun: 'a host name', example: 'www.example.com', accepts: isHostname },
  ipv4: { name: 'IPv4 address', noun: 'an IPv4 address', example: '192.0.2.1', accepts: isIpv4 },
  ipv6: { name: 'IPv6 address', noun: 'an IPv6 address', example: '2001:db8::1', accepts: isIpv6 },
  uri: { name: 'URI', noun: 'a URI', example: 'https://example.com/', accepts: isUri },
  'uri-reference': { name: 'URI reference', noun: 'a URI reference', example: '/path', accepts: isUriReference },
  uuid: { name: 'UUID', noun: 'a UUID', example: '123e4567-e89b-12d3-a456-426614174000', accepts: isUuid },
  'json-pointer': { name: 'JSON pointer', noun: 'a JSON pointer', example: '/a/b', accepts: isJsonPointer },
  regex: {
    name: 'regular expression',
    noun: 'a regular expression',
    example: '^[a-z]+$',
    accepts: isRegularExpression,
  },
  'query-string': {
    name: 'query string',
    noun: 'a query with closed brackets and quotes, and a word behind each field and operator,',
    example: 'title:(one OR two)',
    accepts: isQueryString,
  },
  /** Any text; what it says is that it is secret. */
  password: { name: 'password', noun: 'a password', example: '', accepts: () => true },
  byte: { name: 'Base64', noun: 'Base64 text', example: 'UnVsZXM=', accepts: isBase64 },
} as const satisfies Readonly<Record<string, FormatOfText>>;

/** The name of a form of texts. */
export type TextFormatName = keyof typeof textFormats;

/** Returns the form with this name; undefined for a name that has no checker here. */
export function textFormatNamed(name: string): FormatOfText | undefined {
  return Object.hasOwn(textFormats, name) ? textFormats[name as TextFormatName] : undefined;
}

/** Returns whether the text is a date of the calendar, `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const lengths = [31, isLeapYear(Number(year)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return Number(day) >= 1 && Number(day) <= (lengths[Number(month) - 1] ?? 0);
}

/** Returns whether the text is a point in time: a date, mostly with a time behind it. Servers rarely insist on the zone. */
function isDateTime(text: string): boolean {
  const [date = '', time, ...others] = text.trim().split(/[Tt ](?=\d)/);
  return others.length === 0 && isCalendarDate(date) && (time === undefined || isTime(time));
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function isTime(text: string): boolean {
  const match = /^(\d{2})(?::?(\d{2}))?(?::?(\d{2})(?:[.,]\d+)?)? ?(?:[Zz]|UTC|[+-](\d{2}):?(\d{2})?)?$/.exec(text);
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return hour <= 24 && minute <= 59 && second <= 60 && zoneHour <= 23 && zoneMinute <= 59;
}

/** Besides the durations of ISO 8601, services mean `10s` and `01:30:00` by this name. */
function isDuration(text: string): boolean {
  return (
    /^[+-]?P(?=\d|T\d)(?:\d+(?:[.,]\d+)?[YMWD]){0,4}(?:T(?:\d+(?:[.,]\d+)?[HMS]){1,3})?$/i.test(text) ||
    /^[+-]?(?:\d+(?:\.\d+)? ?[a-zµ]{1,12} ?){1,8}$/i.test(text) ||
    /^[+-]?(?:\d+\.)?\d+:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(text) ||
    /^\d+$/.test(text)
  );
}

/** Many servers accept a name in front of the address, and several addresses. */
function isEmail(text: string): boolean {
  return /[^\s@]@[^\s@]/.test(text) && !/@@|@$|^@/.test(text.trim());
}

function isHostname(text: string): boolean {
  const name = text.replace(/:\d{1,5}$/, '').replace(/\.$/, '');
  if (isIpv6(name.replace(/^\[|\]$/g, ''))) return true;
  return name.split('.').every((label) => label.length <= 63 && /^[\p{L}\p{N}*_-]+$/u.test(label));
}

function isIpv4(text: string): boolean {
  const [address = '', length, ...others] = text.split('/');
  if (others.length > 0 || (length !== undefined && !/^([0-9]|[12]\d|3[0-2])$/.test(length))) return false;
  const parts = address.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const [scoped = '', length, ...others] = text.split('/');
  if (others.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return false;
  const [address = ''] = scoped.split('%');
  const embedded = /:(\d[\d.]*\.\d+)$/.exec(address)?.[1];
  if (embedded !== undefined && !isIpv4(embedded)) return false;
  const plain = embedded === undefined ? address : address.slice(0, -embedded.length) + '0:0';
  const halves = plain.split('::');
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const all = groups.flat();
  if (halves.length > 2 || !all.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? all.length <= 7 : all.length === 8;
}

function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text) && isUriReference(text);
}

function isUriReference(text: string): boolean {
  return !/[\s<>"]/.test(text);
}

function isUuid(text: string): boolean {
  return /^(\{[\da-f-]+\}|(urn:uuid:)?[\da-f-]+)$/i.test(text) && text.replace(/urn:uuid:|[{}-]/gi, '').length === 32;
}

/** As a fragment of a URI, a pointer begins with `#`. */
function isJsonPointer(text: string): boolean {
  return text === '#' || /^#?\//.test(text);
}

/** Servers have other dialects, so only what is not closed is wrong. */
function isRegularExpression(text: string): boolean {
  return isExpression(text) || isClosed(text);
}

/** Returns whether every group and character class of the expression is closed. */
function isClosed(source: string): boolean {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
    else if (character === '[') {
      const start = source[at + 1] === '^' ? at + 2 : at + 1;
      // A bracket at the start of a class stands for itself.
      let end = start + 1;
      while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
      if (end >= source.length) return false;
      at = end;
    }
  }
  return depth === 0 && !/(^|[^\\])(\\\\)*\\$/.test(source);
}

function isBase64(text: string): boolean {
  const plain = text.replace(/\s+/g, '');
  const content = plain.replace(/={1,2}$/, '');
  return /^[\w+/-]*$/.test(content) && content.length % 4 !== 1;
}
