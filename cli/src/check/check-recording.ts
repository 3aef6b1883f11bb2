import type { Checker } from '@rulebook/engine/checking';
import type { CheckOptions } from '@rulebook/engine';
import { createMasker, type Masker } from '@rulebook/catalogue/masking';
import { secretsOfRecorded } from '@rulebook/sender/plan';
import type { Span } from '@rulebook/text';
import { reportEntries, type EntryFinding, type ReportedFile } from '@rulebook/sender/report';
import { readRecording, spanOfPart, type PartOfEntry, type RecordedEntry } from './recording';

/** A longer body is data; in UTF-16 code units. */
const longestBody = 20_000_000;
/** A longer path is cut in messages. */
const longestPath = 80;

/** Checks the requests of a recording and the responses to them; returns why it cannot be read, as half a sentence. */
export function checkRecording(
  engine: Checker,
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
        yield { number: entry.number, fileSpan: startOf(entry.fileSpan), title: '', finding: noticeOf(message) };
      } else yield* findingsOf(entry);
    }
    return undefined;
  }
  function* findingsOf(entry: RecordedEntry): Generator<EntryFinding, undefined> {
    const { number, request, response, fileSpan } = entry;
    const isLong = [request.body, response?.body].some((body) => (body?.length ?? 0) > longestBody);
    if (isLong) {
      const title = `, ${titleOfEntry(request, createMasker(secretsOfRecorded({ ...request, body: '' })))}`;
      const finding = noticeOf('The entry is too long to be checked: at most 20 MB are.');
      yield { number, fileSpan: startOf(fileSpan), title, finding };
      return undefined;
    }
    const { findings = [], ofAnswer = [] } = engine.checkRecorded(request, response, options) ?? {};
    if (findings.length === 0 && ofAnswer.length === 0) return undefined;
    const masker = createMasker(secretsOfRecorded(request, response?.body));
    const title = `, ${titleOfEntry(request, masker)}`;
    const spans: Partial<Record<PartOfEntry, Span>> = {};
    const found = (finding: EntryFinding['finding'], part: PartOfEntry, of = title): EntryFinding => ({
      number,
      fileSpan: (spans[part] ??= spanOfPart(text, fileSpan, part) ?? startOf(fileSpan)),
      title: of,
      finding: { ...finding, message: masker.text(finding.message) },
    });
    // Only what is in a body has a span.
    for (const finding of findings) yield found(finding, finding.span.end > 0 ? 'body' : 'url');
    for (const finding of ofAnswer) yield found(finding, 'answer', `${title}, response`);
    return undefined;
  }
  return reportEntries(path, text, found(), recording.count);
}

/** Returns method and path; a query often holds secrets. */
export function titleOfEntry({ method, url }: RecordedEntry['request'], masker: Masker): string {
  const [, path = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  const shown = masker.text(path === '' ? '/' : path);
  return `${method} ${shown.length > longestPath ? `${shown.slice(0, longestPath - 1)}…` : shown}`;
}

function startOf({ start }: Span): Span {
  return { start, end: start + 1 };
}

function noticeOf(message: string): EntryFinding['finding'] {
  return { rule: 'recording', severity: 'information', message, provenance: { kind: 'syntax' } };
}
