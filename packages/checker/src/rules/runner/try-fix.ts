import type { Sequence } from '@rulebook/text/structures/sequence';
import { withBlockText, type RequestFile } from '@rulebook/request-file/syntax/request-file';
import { applyEdits, type TextEdit } from '@rulebook/text/edit';
import { overlaps, type Span } from '@rulebook/text/span';
import type { Finding, Fix } from '../rule';
import type { FileChecker } from './check-file';
import type { CheckedBlock } from './file-block';
import { findingCounts } from './finding-counts';

/** At most so many characters are checked again for the fixes of a block; later fixes are not offered. */
const maxTried = 2_000_000;

/**
 * Returns a function that tests a fix of a finding in the block: the edits must change the text and remove the finding,
 * and the file must not have more errors than before. A rule sees one position; only a trial shows what its fix means for the rest of the file.
 */
export function createFixTrial(
  file: RequestFile,
  index: number,
  check: FileChecker,
  options: Parameters<FileChecker>[1],
): (finding: Finding, fix: Fix) => boolean {
  const text = file.blocks.at(index)?.text ?? '';
  const before = file.blocks.offsetOf(index);
  let tried = 0;
  return (finding, { edits }) => {
    if (!isApplicable(text, edits) || tried > maxTried) return false;
    tried += text.length;
    const former = check(file, options).blocks;
    const edited = withBlockText(file, index, applyEdits(text, edits));
    const now = check(edited, options).blocks;
    if (errorsIn(now) > errorsIn(former)) return false;
    const alike = positionsOf(finding, now);
    if (alike.length < positionsOf(finding, former).length) return true;
    const movedSpan = moved(finding.span, edits);
    return !alike.some(({ start, end }) => overlaps({ start: start - before, end: end - before }, movedSpan));
  };
}

/** Returns whether the edits are inside the text, do not overlap, and change it. */
function isApplicable(text: string, edits: readonly TextEdit[]): boolean {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start);
  return (
    ordered.every(({ span }, at) => {
      return span.start <= span.end && span.start >= (ordered[at - 1]?.span.end ?? 0) && span.end <= text.length;
    }) && applyEdits(text, edits) !== text
  );
}

/** Returns where a file has findings of the same rule and message. */
function positionsOf({ rule, message }: Finding, blocks: Sequence<CheckedBlock>): readonly Span[] {
  const found: Span[] = [];
  blocks.visit(
    findingCounts,
    (counted) => [...counted.values()].some((findingCount) => findingCount.rule === rule),
    ({ findings }, index) => {
      for (const { rule: other, message: text, span } of findings) {
        if (other !== rule || text !== message) continue;
        const start = blocks.offsetOf(index);
        found.push({ start: start + span.start, end: start + span.end });
      }
    },
  );
  return found;
}

function errorsIn(blocks: Sequence<CheckedBlock>): number {
  const counted = [...(blocks.total(findingCounts)?.values() ?? [])];
  return counted.reduce((sum, { severity, count }) => sum + (severity === 'error' ? count : 0), 0);
}

/** Returns the span after the edits; text that is inserted at its ends belongs to it. */
function moved({ start, end }: Span, edits: readonly TextEdit[]): Span {
  let [before, inside] = [0, 0];
  for (const { span, newText } of edits) {
    const delta = newText.length - (span.end - span.start);
    if (span.end < start) before += delta;
    else if (span.start <= end) inside += delta;
  }
  return { start: start + before, end: Math.max(start, end + inside) + before };
}
