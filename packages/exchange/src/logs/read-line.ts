import { isRecord } from '@rulebook/json/is-record';
import { readAuditEvent } from './audit-log';
import { otherLine, unreadLine, type LogLine } from './model';
import { readPlainEntry, readSlowEntry } from './slow-log';

/** Reads a line of a slow log or an audit log of a search cluster. */
export function readLogLine(line: string): LogLine {
  const text = line.trim();
  if (text === '') return otherLine;
  if (!text.startsWith('{')) return readPlainEntry(text) ?? (/^\[[\dT:.,+-]+\]/.test(text) ? unreadLine : cutLine);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return cutLine;
  }
  if (!isRecord(value)) return unreadLine;
  // What was searched for in a store of logs is in a member of its own.
  const members = isRecord(value._source) ? value._source : value;
  return readAuditEvent(members) ?? readSlowEntry(members) ?? unreadLine;
}

/** A line that begins or ends in its middle. */
const cutLine: LogLine = { kind: 'unread', reason: 'cut' };

/** The first lines may be cut, or of something else. */
const firstLines = 50;

/** Returns whether a text begins with lines of such a log; one of the first is enough. */
export function beginsLog(text: string): boolean {
  const lines = text.split('\n', firstLines).map((line) => line.trim());
  return lines.some((line) => line !== '' && readLogLine(line).kind !== 'unread');
}
