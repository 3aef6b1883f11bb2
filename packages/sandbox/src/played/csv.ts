import { isRecord } from '@rulebook/json/is-record';

/** Returns a list of objects as comma-separated values (RFC 4180), with the names of their members first; undefined for anything else. */
export function csvOf(value: unknown): string | undefined {
  const rows = listIn(value)?.filter(isRecord);
  if (rows === undefined) return undefined;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])).join(','));
  return names.length === 0 ? '' : `${[names.map(cellOf).join(','), ...lines].join('\r\n')}\r\n`;
}

/** Returns the list that a value is or has. */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isRecord(value) ? (Object.values(value).find(Array.isArray) as readonly unknown[] | undefined) : undefined;
}

function cellOf(value: unknown): string {
  const text = value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
