import { createMasker } from '@rulebook/catalogue/masking';
import type { CheckOptions } from '@rulebook/engine';
import type { Checker } from '@rulebook/engine/checking';
import { compareFindings, type RehearsedKind } from '@rulebook/engine/rehearsal';
import { secretsOfRecorded } from '@rulebook/sender/plan';
import { reportEntries, type EntryFinding } from '@rulebook/sender/report';
import { titleOfEntry } from '../check/check-recording';
import { readRecording, spanOfPart } from '../check/recording';
import type { RehearsedLine } from './model';

/** Checks the requests of a recording for both releases; returns why it cannot be read, as half a sentence. */
export function rehearseRecording(
  engine: Checker,
  path: string,
  text: string,
  { now, then }: { readonly now: CheckOptions; readonly then: CheckOptions },
): { readonly lines: readonly RehearsedLine[]; readonly requests: number } | string {
  const recording = readRecording(text);
  if ('cause' in recording) return recording.cause;
  const kinds: RehearsedKind[] = [];
  function* found(): Generator<EntryFinding, undefined> {
    if ('cause' in recording) return undefined;
    for (const entry of recording.entries) {
      if ('cause' in entry) continue;
      const { number, request, fileSpan } = entry;
      const of = (options: CheckOptions) => engine.checkRecorded(request, undefined, options)?.findings ?? [];
      const masker = createMasker(secretsOfRecorded(request));
      for (const { kind, finding } of compareFindings(of(now), of(then))) {
        kinds.push(kind);
        // Only what is in a body has a span.
        const part = finding.span.end > 0 ? 'body' : 'url';
        yield {
          number,
          title: `, ${titleOfEntry(request, masker)}`,
          fileSpan: spanOfPart(text, fileSpan, part) ?? { start: fileSpan.start, end: fileSpan.start + 1 },
          finding: { ...finding, message: masker.text(finding.message) },
        };
      }
    }
    return undefined;
  }
  const { findings, requests } = reportEntries(path, text, found(), recording.count);
  return { lines: Array.from(findings, (finding, at) => ({ kind: kinds[at] ?? 'changed', path, finding })), requests };
}
