import { withBlockText, type RequestFile } from '../../syntax/request-file';
import { applyEdits, type TextEdit } from '../../text/edit';
import { overlaps, type Span } from '../../text/span';
import type { Finding, Fix } from '../rule';
import type { FileChecker } from './check-file';

/** Together so many characters are checked again for the fixes of a block; those that follow are not offered. */
const mostTried = 2_000_000;

/**
 * Returns a function that says whether a fix of a finding in the block does what it should: the edits change the text, the finding is gone,
 * and the file has no more errors than before. A rule sees one place; what its fix means for the rest of the file shows when it is tried.
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
    const now = placed(edited, check.trying(edited, file, options).findings);
    const former = placed(file, check(file, options).findings);
    if (errorsIn(now) > errorsIn(former)) return false;
    const isSame = ({ rule, message }: Finding): boolean => rule === finding.rule && message === finding.message;
    const alike = now.filter((other) => isSame(other.finding));
    if (alike.length < former.filter((other) => isSame(other.finding)).length) return true;
    const place = moved(finding.span, edits);
    return !alike.some(({ finding: { span }, blockStart }) =>
      overlaps({ start: blockStart - before + span.start, end: blockStart - before + span.end }, place),
    );
  };
}

/** Returns whether the edits lie in the text, do not overlap, and make another text of it. */
function isApplicable(text: string, edits: readonly TextEdit[]): boolean {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start);
  return (
    ordered.every(({ span }, at) => {
      return span.start <= span.end && span.start >= (ordered[at - 1]?.span.end ?? 0) && span.end <= text.length;
    }) && applyEdits(text, edits) !== text
  );
}

interface PlacedFinding {
  readonly finding: Finding;
  readonly blockStart: number;
}

function placed({ blocks }: RequestFile, findings: readonly (readonly Finding[])[]): readonly PlacedFinding[] {
  let start = 0;
  return blocks.flatMap(({ text }, index) => {
    const blockStart = start;
    start += text.length;
    return (findings[index] ?? []).map((finding) => ({ finding, blockStart }));
  });
}

function errorsIn(findings: readonly PlacedFinding[]): number {
  return findings.filter(({ finding }) => finding.severity === 'error').length;
}

/** Returns where the span is after the edits; what is inserted at its ends belongs to it. */
function moved({ start, end }: Span, edits: readonly TextEdit[]): Span {
  let [before, inside] = [0, 0];
  for (const { span, newText } of edits) {
    const delta = newText.length - (span.end - span.start);
    if (span.end < start) before += delta;
    else if (span.start <= end) inside += delta;
  }
  return { start: start + before, end: Math.max(start, end + inside) + before };
}
