import { readLogLine, type UnreadReason } from '@rulebook/exchange/logs';
import { count } from '@rulebook/text';
import { linesOfFile, UnreadRest } from './log-lines';
import type { UnreadLines } from './model';
import { remember, type SentRequests } from './sent-requests';

/** Where the requests of a log went, for the checker. */
export const logPlace = { name: 'log', baseUrl: 'http://log.invalid' };

/** What is known of a log after its last line, besides what its requests are. */
interface ReadLog {
  /** Absent: all lines are understood. */
  readonly unread?: UnreadLines;
  /** What is to be known of it, as a sentence without its end. */
  readonly notes: readonly string[];
  /** Its lines that are understood. */
  readonly understood: number;
}

const reasons: Readonly<Record<UnreadReason | 'long', string>> = {
  cut: 'not whole',
  shortened: 'cut by the server',
  form: 'of another form',
  long: 'longer than 20 MB',
};

/** Reads the requests of a log, line by line. */
export async function readLog(path: string, sent: SentRequests): Promise<ReadLog> {
  const ids = new Map<string, true>();
  const unread = new Map<UnreadReason | 'long', number>();
  const notes: string[] = [];
  let first = 0;
  let total = 0;
  try {
    for await (const line of linesOfFile(path)) {
      total++;
      const read = line === undefined ? ({ kind: 'unread', reason: 'long' } as const) : readLogLine(line);
      if (read.kind === 'unread') {
        first ||= total;
        unread.set(read.reason, (unread.get(read.reason) ?? 0) + 1);
      }
      if (read.kind !== 'request') continue;
      const { id, method, target, body, of } = read.request;
      if (id !== undefined && ids.has(id)) continue;
      if (id !== undefined) remember(ids, id, true);
      const at = { line: total - 1, character: 0 };
      sent.add(
        { method, url: `${logPlace.baseUrl}${target}`, headers: [], body },
        { title: '', line: at.line, rangeOf: () => ({ start: at, end: at }) },
        of === undefined ? undefined : { method, target, status: 200, body: '', of },
      );
    }
  } catch (error) {
    if (!(error instanceof UnreadRest)) throw error;
    notes.push(total === 0 ? error.message : `it is read up to line ${total}: ${error.message}`);
  }
  if (total === 0 && notes.length === 0) notes.push('it is empty');
  const shortened = unread.get('shortened') ?? 0;
  if (shortened > 0 && shortened === total)
    notes.push(`the requests in ${count(total, 'line')} of it are cut by the server; let it log longer sources`);
  const lost = [...unread.values()].reduce((sum, number) => sum + number, 0);
  if (sent.requests === 0 && total > lost) notes.push(`no request is in ${count(total - lost, 'line')} of it`);
  return {
    notes,
    understood: total - lost,
    ...(lost > 0 && {
      unread: {
        ...{ path, count: lost, of: total, first },
        reasons: [...unread].map(([reason, number]) => `${number} ${number === 1 ? 'is' : 'are'} ${reasons[reason]}`),
      },
    }),
  };
}
