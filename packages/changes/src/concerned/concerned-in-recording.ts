import { parseJson } from '@rulebook/json/parse-json';
import { lineStartsOf, positionAt } from '@rulebook/text/lines';
import type { Span } from '@rulebook/text/span';
import type { ConcernedLine } from '../model';
import { changesOf, type ChangeIndex } from './change-index';
import type { Concerned, ConcernedEntry, ConcernedParts, ConcernedRecording } from './model';
import { provedParts } from './proved';
import { concernedInRequest, concernedInAnswer, type ConcernedPart } from './request-lines';

/** Returns what changes mean for a recording: where the parts of its entries are, and no edits, since it says what was sent. */
export function concernedInRecording(
  parts: ConcernedParts,
  index: ChangeIndex,
  recording: ConcernedRecording,
): Concerned {
  const starts = lineStartsOf(recording.text);
  const lines: ConcernedLine[] = [];
  let requests = 0;
  let concerned = 0;
  for (const entry of recording.entries) {
    const found = partsOfEntry(parts, index, recording, entry);
    if (found === undefined) continue;
    requests++;
    if (found.length > 0) concerned++;
    for (const { part, span } of found) {
      lines.push({
        file: recording.name,
        line: positionAt(starts, span.start).line + 1,
        span,
        what: 'recording',
        change: part.change,
        isProved: part.isProved,
      });
    }
  }
  return { requests, concerned, lines };
}

function partsOfEntry(
  { reader, service }: ConcernedParts,
  index: ChangeIndex,
  { before, after }: ConcernedRecording,
  { request, response, url, body, answer }: ConcernedEntry,
): readonly { readonly part: ConcernedPart; readonly span: Span }[] | undefined {
  const bound = reader.bindRecorded(request, before.context);
  if (bound?.operation === undefined || bound.service?.id !== service) return undefined;
  const changes = changesOf(index, bound.operation, bound.method);
  const sides = { before: bound, after: reader.bindRecorded(request, after.context) };
  const former = new Set((reader.checkRecorded(request, undefined, before)?.findings ?? []).map(keyOfFinding));
  const now = reader.checkRecorded(request, undefined, after)?.findings ?? [];
  const findings = now.filter((one) => !former.has(keyOfFinding(one)));
  const ofRequest = provedParts(concernedInRequest(sides, changes), findings, sides).map((part) => ({
    part,
    // Only what is in a body has a place.
    span: part.span.end > 1 && body !== undefined ? body : url,
  }));
  const root = response?.body === undefined ? undefined : parseJson(response.body, 0, response.body.length).trees[0];
  const ofAnswer = response === undefined ? [] : concernedInAnswer(root, response.status, changes);
  return [...ofRequest, ...ofAnswer.map((part) => ({ part, span: answer ?? url }))];
}

function keyOfFinding({
  rule,
  message,
  span,
}: {
  readonly rule: string;
  readonly message: string;
  readonly span: Span;
}): string {
  return `${rule} ${span.start} ${/^(?:required|missing)-/.test(rule) ? message : ''}`;
}
