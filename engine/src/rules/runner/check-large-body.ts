import { bindingEditOf, forgetBindingEdit, type BindingEdit } from '../../binding/follow-body';
import type { Binding, BoundValue } from '../../binding/model';
import { isLargeBody } from '../../syntax/edit-block';
import type { JsonNode } from '../../syntax/model';
import type { TextEdit } from '../../text/edit';
import type { Span } from '../../text/span';
import { findingOf } from './findings';
import type { Finding, Rule } from '../rule';
import {
  collectReports,
  visit,
  visitNodes,
  type BlockCheck,
  type Make,
  type Origin,
  type Dirty,
} from './collect-reports';

/** A finding, and what its rule looked at. */
interface Reported extends Origin {
  readonly finding: Finding;
}

interface Kept {
  readonly rules: readonly Rule[];
  /** In the order of the text. */
  readonly reported: readonly Reported[];
}

const kept = new WeakMap<Binding, Kept>();

/**
 * Checks a large JSON body. After an edit, rules check only the dirty values, which are those in and around the edit; the other findings
 * move with their text. Returns undefined for any other block.
 */
export function checkLargeBody(check: BlockCheck): readonly Finding[] | undefined {
  const { block, binding } = check;
  if (binding?.body === undefined || !isLargeBody(block)) return undefined;
  const reported = followed(check, binding) ?? reportedByAll(check, binding);
  return reported.map(({ finding }) => finding);
}

function reportedByAll(check: BlockCheck, binding: Binding): readonly Reported[] {
  let hasFailed = false;
  const onRuleFailure: BlockCheck['onRuleFailure'] = (rule, frames) => {
    hasFailed = true;
    check.onRuleFailure?.(rule, frames);
  };
  const reported = ordered(collectReports({ ...check, onRuleFailure }, toReported));
  // A rule that threw has checked only some of the values.
  if (!hasFailed) kept.set(binding, { rules: check.rules, reported });
  return reported;
}

function followed(check: BlockCheck, binding: Binding): readonly Reported[] | undefined {
  const edited = bindingEditOf(binding);
  if (edited === undefined) return undefined;
  forgetBindingEdit(binding);
  const former = kept.get(edited.former);
  if (former?.rules !== check.rules) return undefined;
  kept.delete(edited.former);
  const { dirty, isStale } = dirtyPartOf(edited);
  const rest: Reported[] = [];
  for (const one of former.reported) {
    if (isStale(one)) continue;
    const moved = movedBy(one, edited.text.edit);
    if (moved === undefined) return undefined;
    rest.push(moved);
  }
  let hasFailed = false;
  const again = collectReports({ ...check, onRuleFailure: () => (hasFailed = true) }, toReported, dirty);
  if (hasFailed) return undefined;
  const reported = ordered([...rest, ...again]);
  kept.set(binding, { rules: check.rules, reported });
  return reported;
}

const toReported: Make<Reported> = (rule, report, severity, { rank, node }) => ({
  finding: findingOf(rule, report, severity),
  rank,
  node,
});

/** Returns the dirty values, and the earlier reports that no longer hold. */
function dirtyPartOf({ text, values: { around, fresh } }: BindingEdit): {
  readonly dirty: Dirty;
  readonly isStale: (reported: Reported) => boolean;
} {
  const values: BoundValue[] = [...around];
  for (const value of fresh) visit(value, (inner) => values.push(inner));
  // The keys of the outer values are unchanged.
  const { parent, removed } = text.change;
  const nodes = new Set<JsonNode>([parent]);
  visitNodes(
    fresh.map(({ node }) => node),
    (node) => nodes.add(node),
  );
  const outdated = new Set<JsonNode>();
  const waiting: JsonNode[] = [...removed];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    outdated.add(node);
    for (const child of node.children ?? []) waiting.push(child);
  }
  const seen = new Set(values.map(({ node }) => node));
  return {
    dirty: { nodes: [...nodes], values },
    isStale: ({ rank, node }) => node === undefined || outdated.has(node) || (rank === 1 ? nodes : seen).has(node),
  };
}

/** Returns the finding with its positions after the edit; undefined if one of them is within the edit. */
function movedBy(reported: Reported, edit: TextEdit): Reported | undefined {
  const { finding } = reported;
  const { related } = finding;
  if (finding.span.end <= edit.span.start && related === undefined) return reported;
  const span = movedSpan(finding.span, edit);
  if (span === undefined) return undefined;
  if (related === undefined) return { ...reported, finding: { ...finding, span } };
  const positions = related.flatMap((position) => {
    const moved =
      position.block === undefined && position.location === undefined ? movedSpan(position.span, edit) : position.span;
    return moved === undefined ? [] : [{ ...position, span: moved }];
  });
  return positions.length < related.length
    ? undefined
    : { ...reported, finding: { ...finding, span, related: positions } };
}

function movedSpan({ start, end }: Span, edit: TextEdit): Span | undefined {
  const delta = edit.newText.length - (edit.span.end - edit.span.start);
  const moved = (offset: number): number | undefined =>
    offset <= edit.span.start ? offset : offset >= edit.span.end ? offset + delta : undefined;
  const [from, to] = [moved(start), moved(end)];
  return from === undefined || to === undefined ? undefined : { start: from, end: to };
}

/** Sorts the reports by their position in the text, and reports at the same position by the order in which rules run. */
function ordered(reported: readonly Reported[]): readonly Reported[] {
  return [...reported].sort(
    (a, b) =>
      a.finding.span.start - b.finding.span.start ||
      a.finding.span.end - b.finding.span.end ||
      a.rank - b.rank ||
      inOrderOfVisit(a.node, b.node),
  );
}

/** A value is visited before its content, and after the values behind it. */
function inOrderOfVisit(a: JsonNode | undefined, b: JsonNode | undefined): number {
  if (a === b || a === undefined || b === undefined) return 0;
  const isAround = (outer: JsonNode, inner: JsonNode): boolean =>
    outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length;
  if (isAround(a, b)) return -1;
  return isAround(b, a) ? 1 : b.offset - a.offset;
}
