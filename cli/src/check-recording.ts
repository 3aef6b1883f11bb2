import { redact, type CheckOptions, type Engine } from '../../engine/src/index';
import { reportEntries, type EntryFinding, type ReportedFile } from '../../engine/src/report/index';
import { readRecording, type RecordedEntry } from './recording';

/** A longer body is data; in UTF-16 code units. */
const longestBody = 20_000_000;
/** A longer path is cut in messages. */
const longestPath = 80;

/** Checks the requests of a recording and the responses to them; returns why it cannot be read, as half a sentence. */
export function checkRecording(
  engine: Engine,
  path: string,
  text: string,
  options: CheckOptions,
): ReportedFile | string {
  const recording = readRecording(text);
  if ('cause' in recording) return recording.cause;
  function* found(): Generator<EntryFinding, undefined> {
    if ('cause' in recording) return undefined;
    for (const entry of recording.entries) {
      if ('cause' in entry) {
        const message = `The entry ${entry.cause}; it is not checked.`;
        yield { ...entry, title: '', finding: noticeOf(message) };
      } else yield* findingsOf(entry);
    }
    return undefined;
  }
  function* findingsOf(entry: RecordedEntry): Generator<EntryFinding, undefined> {
    const { request, response } = entry;
    const title = `, ${titleOf(request)}`;
    const isLong = [request.body, response?.body].some((body) => (body?.length ?? 0) > longestBody);
    if (isLong) {
      yield { ...entry, title, finding: noticeOf('The entry is too long to be checked: at most 20 MB are.') };
      return undefined;
    }
    const checked = engine.checkRecorded(request, response, options);
    for (const finding of checked?.findings ?? []) yield { ...entry, title, finding };
    for (const finding of checked?.ofAnswer ?? []) yield { ...entry, title: `${title}, response`, finding };
    return undefined;
  }
  return reportEntries(path, text, found(), recording.count);
}

/** Returns method and path; a query often holds secrets. */
function titleOf({ method, url }: RecordedEntry['request']): string {
  const [, path = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  const shown = redact(path === '' ? '/' : path);
  return `${method} ${shown.length > longestPath ? `${shown.slice(0, longestPath - 1)}…` : shown}`;
}

function noticeOf(message: string): EntryFinding['finding'] {
  return { rule: 'recording', severity: 'information', message, provenance: { kind: 'syntax' } };
}
