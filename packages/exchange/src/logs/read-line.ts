import { isRecord } from '@rulebook/json/is-record';
import { readAuditEvent } from './audit-log';
import { otherLine, unreadLine, type LogLine } from './model';
import { readPlainEntry, readSlowEntry } from './slow-log';

/** Reads a line of a slow log or an audit log of a search cluster. */
export function readLogLine(line: string): LogLine {
  const text = line.trim();
  if (text === '') return otherLine;
  if (!text.startsWith('{')) return readPlainEntry(text) ?? unreadLine;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadLine;
  }
  return (isRecord(value) ? (readAuditEvent(value) ?? readSlowEntry(value)) : undefined) ?? unreadLine;
}

/** Returns whether a text begins with a line of such a log. */
export function beginsLog(text: string): boolean {
  const [line = ''] = text.trimStart().split('\n', 1);
  return readLogLine(line).kind !== 'unread' && line.trim() !== '';
}
