import { count, lineStartsOf, positionAt, type LinePosition } from '@rulebook/text';
import { readEntry, spanOfPart } from '../check/recording';
import { UnreadRest } from './log-lines';
import { entriesOfFile, type EntryText } from './recording-entries';
import { targetOf, type SentRequests } from './sent-requests';

/** Reads the requests of a recording, entry by entry; returns what is to be known of it, as sentences without their ends, or why it cannot be read. */
export async function readSentRecording(
  path: string,
  sent: SentRequests,
  baseUrlOf: (url: string) => string | undefined,
): Promise<readonly string[] | { readonly cause: string }> {
  const notes: string[] = [];
  const entries = entriesOfFile(path);
  let number = 0;
  let unread = 0;
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      if (!(error instanceof UnreadRest)) throw error;
      return { done: true, value: error.message } as const;
    });
    if (next.done !== true) {
      number++;
      if (!addEntry(next.value, number, sent, baseUrlOf)) unread++;
      continue;
    }
    const end = next.value;
    if (end === 'no-list') return { cause: 'it is not a HAR recording: it has no list `log.entries`' };
    if (end === 'cut' && number === 0) return { cause: 'it is not valid JSON; record it again, or export it as HAR' };
    if (end === 'cut') notes.push(`it ends in its middle, behind entry ${number}; copy it again`);
    else if (end !== 'whole') notes.push(number === 0 ? end : `it is read up to entry ${number}: ${end}`);
    break;
  }
  if (unread > 0) notes.push(`${count(unread, 'entry', 'entries')} of ${number} cannot be read as requests of HTTP`);
  if (number === 0) notes.push('it has no entries');
  return notes;
}

/** Returns whether an entry holds a request. */
function addEntry(
  { text, start }: EntryText,
  number: number,
  sent: SentRequests,
  baseUrlOf: (url: string) => string | undefined,
): boolean {
  const value = text === undefined ? undefined : valueOf(text);
  if (text === undefined || value === undefined) return false;
  const entry = readEntry(value);
  if ('cause' in entry) return false;
  const { request, response } = entry;
  const whole = { start: 0, end: text.length };
  sent.add(
    request,
    {
      ...{ title: `Entry ${number}, `, entry: number, line: start.line },
      rangeOf: (isInBody) => {
        const { start: from, end } = spanOfPart(text, whole, isInBody ? 'body' : 'url') ?? { start: 0, end: 1 };
        const starts = lineStartsOf(text);
        return { start: below(start, positionAt(starts, from)), end: below(start, positionAt(starts, end)) };
      },
    },
    response && {
      ...{ method: request.method, status: response.status, body: response.body ?? '' },
      target: targetOf(request.url, baseUrlOf(request.url)),
    },
  );
  return true;
}

function below(start: LinePosition, { line, character }: LinePosition): LinePosition {
  return { line: start.line + line, character: line === 0 ? start.character + character : character };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
