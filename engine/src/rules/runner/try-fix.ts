import { withBlockText, type RequestFile } from '../../syntax/request-file';
import { applyEdits, type TextEdit } from '../../text/edit';
import { overlaps, type Span } from '../../text/span';
import type { Finding, Fix } from '../rule';
import type { FileChecker } from './check-file';

/** At most so many characters are checked again for the fixes of a block; later fixes are not offered. */
const mostTried = 2_000_000;

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
  const text = file.blocks[index]?.text ?? '';
  const before = file.blocks.slice(0, index).reduce((sum, block) => sum + block.text.length, 0);
  let tried = 0;
  return (finding, { edits }) => {
    if (!isApplicable(text, edits) || tried > mostTried) return false;
    tried += text.length;
    const edited = withBlockText(file, index, applyEdits(text, edits));
    const now = positioned(edited, check.trying(edited, file, options).findings);
    const former = positioned(file, check(file, options).findings);
    if (errorsIn(now) > errorsIn(former)) return false;
    const isSame = ({ rule, message }: Finding): boolean => rule === finding.rule && message === finding.message;
    const alike = now.filter((other) => isSame(other.finding));
    if (alike.length < former.filter((other) => isSame(other.finding)).length) return true;
    const movedSpan = moved(finding.span, edits);
    return !alike.some(({ finding: { span }, blockStart }) =>
      overlaps({ start: blockStart - before + span.start, end: blockStart - before + span.end }, movedSpan),
    );
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

interface PositionedFinding {
  readonly finding: Finding;
  readonly blockStart: number;
}

function positioned({ blocks }: RequestFile, findings: readonly (readonly Finding[])[]): readonly PositionedFinding[] {
  let start = 0;
  return blocks.flatMap(({ text }, index) => {
    const blockStart = start;
    start += text.length;
    return (findings[index] ?? []).map((finding) => ({ finding, blockStart }));
  });
}

function errorsIn(findings: readonly PositionedFinding[]): number {
  return findings.filter(({ finding }) => finding.severity === 'error').length;
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
