import { dirtyPartOf, type DirtyPart } from '../../binding/dirty-part';
import type { Binding } from '../../binding/model';
import { createMemo } from '@rulebook/text/structures/memo';
import { forgetFormer, formerOf, largeTexts } from '@rulebook/request-file/syntax/edit-block';
import type { Block } from '@rulebook/request-file/syntax/model';
import { largeBody } from '@rulebook/request-file/syntax/bodies/parse-body';
import { changeOf, type TextChange } from '@rulebook/text/changed-text';
import type { Span } from '@rulebook/text/span';
import type { Finding } from '../rule';
import { collectReports, type BlockCheck, type Make, type Origin } from './collect-reports';
import { findingOf, withoutSuppressed } from './findings';

/** A finding, and the span of what its rule looked at. */
interface Reported {
  readonly finding: Finding;
  readonly rank: Origin['rank'];
  readonly start: number;
  readonly end: number;
}

/** What was found in a large block, in the order of the text, before comments suppress some of it. */
interface Checked {
  readonly binding: Binding;
  readonly reported: readonly Reported[];
}

const checked = createMemo<Block, Checked>({ most: largeTexts, weightOf: ({ text }) => text.length });

/**
 * Checks a block with a large JSON body. After an edit, rules check only what is in and around it; the other findings move with their text.
 * Returns undefined for any other block.
 */
export function checkLargeBody(check: BlockCheck): readonly Finding[] | undefined {
  const { block, binding, context, rules, severities } = check;
  if (binding === undefined || block.text.length < largeBody) return undefined;
  const basis = [context, rules, severities];
  const former = formerOf(block);
  const known = former && checked.kept(former.block, basis);
  const reported =
    (known && reportedAfterEdit(check, binding, known, former.edit && changeOf(former.edit))) ?? reportedByAll(check);
  forgetFormer(block);
  // Of rules of which one threw, nothing is kept: it has checked only some of the values.
  if (reported.isWhole) checked.of(block, basis, () => ({ binding, reported: reported.list }));
  return withoutSuppressed(
    reported.list.map(({ finding }) => finding),
    block.suppressions,
  );
}

interface ReportList {
  readonly list: readonly Reported[];
  readonly isWhole: boolean;
}

function reportedByAll(check: BlockCheck, part?: DirtyPart): ReportList {
  let isWhole = true;
  const onRuleFailure: BlockCheck['onRuleFailure'] = (rule, frames) => {
    isWhole = false;
    if (part === undefined) check.onRuleFailure?.(rule, frames);
  };
  return { list: ordered(collectReports({ ...check, onRuleFailure }, toReported, part)), isWhole };
}

function reportedAfterEdit(
  check: BlockCheck,
  binding: Binding,
  former: Checked,
  written: TextChange | undefined,
): ReportList | undefined {
  const part = dirtyPartOf(former.binding, binding, written);
  if (part === undefined) return undefined;
  const rest: Reported[] = [];
  for (const one of former.reported) {
    if (isStale(one, part)) continue;
    const moved = movedBy(one, part.change);
    if (moved === undefined) return undefined;
    rest.push(moved);
  }
  const again = reportedByAll(check, part);
  return again.isWhole ? { list: ordered([...rest, ...again.list]), isWhole: true } : undefined;
}

const toReported: Make<Reported> = (rule, report, severity, { rank, node }) => ({
  finding: findingOf(rule, report, severity),
  rank,
  start: node?.offset ?? 0,
  end: node === undefined ? 0 : node.offset + node.length,
});

/** Returns whether the rule looked at something that has changed, so that it has checked that again. */
function isStale({ rank, start, end }: Reported, { change, holderStart }: DirtyPart): boolean {
  if (rank === 0) return true;
  if (end <= change.start || start >= change.end) return false;
  // A rule for nodes looks at keys and items only.
  return rank === 2 || holderStart === undefined || start >= holderStart;
}

/** Returns the finding with its positions after the edit; undefined if one of them is within the change. */
function movedBy(reported: Reported, change: TextChange): Reported | undefined {
  const { finding, rank } = reported;
  const { related } = finding;
  if (reported.end <= change.start && finding.span.end <= change.start && related === undefined) return reported;
  const span = movedSpan(finding.span, change);
  const { start, end } = movedSpan(reported, change) ?? { start: reported.start, end: reported.end + change.delta };
  if (span === undefined) return undefined;
  if (related === undefined) return { finding: { ...finding, span }, rank, start, end };
  const positions = related.flatMap((position) => {
    const moved =
      position.block === undefined && position.location === undefined
        ? movedSpan(position.span, change)
        : position.span;
    return moved === undefined ? [] : [{ ...position, span: moved }];
  });
  return positions.length < related.length
    ? undefined
    : { finding: { ...finding, span, related: positions }, rank, start, end };
}

function movedSpan(span: Span, { start, end, delta }: TextChange): Span | undefined {
  if (span.end <= start) return span;
  return span.start >= end ? { start: span.start + delta, end: span.end + delta } : undefined;
}

/** Sorts the reports by their position in the text, and reports at the same position by the order in which rules run. */
function ordered(reported: readonly Reported[]): readonly Reported[] {
  return [...reported].sort(
    (a, b) =>
      a.finding.span.start - b.finding.span.start ||
      a.finding.span.end - b.finding.span.end ||
      a.rank - b.rank ||
      inOrderOfVisit(a, b),
  );
}

/** A value is visited before its content, and after the values behind it. */
function inOrderOfVisit(a: Reported, b: Reported): number {
  if (a.start === b.start && a.end === b.end) return 0;
  if (a.start <= b.start && b.end <= a.end) return -1;
  return b.start <= a.start && a.end <= b.end ? 1 : b.start - a.start;
}
