import { isAddress } from '../shared/values';
import { units } from './types';

/** Returns why a text is not read as a value of a type: a part of a sentence behind the text. Undefined where it may be one. */
export function misreadText(text: string, type: string): string | undefined {
  switch (type) {
    case 'datetime':
    case 'date_nanos':
      return isNotADate(text) ? 'is not a date of the form `2026-01-31` or `2026-01-31T12:00:00Z`' : undefined;
    case 'ip':
      return isAddress(text, true) ? undefined : 'is not an address';
    case 'date_period':
    case 'time_duration':
      return isNotASpan(text) ? 'is not a span of time, such as `1 day`' : undefined;
    default:
      return undefined;
  }
}

/** Returns whether a text is certainly not read as a date: servers want the form of ISO 8601, and no date math. */
function isNotADate(text: string): boolean {
  if (text === '' || /^[A-Za-z]/.test(text) || /^[^+-].*\//.test(text)) return true;
  if (/^\d{4}-\d\d-\d\d \d/.test(text) || /^\d{1,3}(?:-|$)/.test(text)) return true;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d))?)?)?)?)?/.exec(text) ?? [];
  if (year === undefined) return false;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > last) return true;
  return Number(hour) > 24 || Number(minute) > 59 || Number(second) > 59;
}

/** Returns whether a text is not a number and a unit with a blank in between. */
export function isNotASpan(text: string): boolean {
  const [, unit] = /^\s*[+-]?\d+\s+([A-Za-z]+)\s*$/.exec(text) ?? [];
  return unit === undefined || !units.has(unit.toLowerCase());
}
