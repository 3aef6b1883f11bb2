import { bindingSuccessionOf, forgetBindingSuccession, type BindingSuccession } from '../../binding/follow-body';
import type { Binding, BoundValue } from '../../binding/model';
import { isLargeBody } from '../../syntax/edit-block';
import type { JsonNode } from '../../syntax/model';
import type { TextEdit } from '../../text/edit';
import type { Span } from '../../text/span';
import { findingOf } from './findings';
import type { Finding, Rule } from '../rule';
import { tellRules, visit, visitNodes, type BlockCheck, type Make, type Origin, type Tour } from './tell-rules';

/** A finding, and what its rule looked at. */
interface Told extends Origin {
  readonly finding: Finding;
}

interface Kept {
  readonly rules: readonly Rule[];
  /** In the order of the text. */
  readonly told: readonly Told[];
}

const kept = new WeakMap<Binding, Kept>();

/**
 * Checks a large JSON body. Of an edited one, rules look again only at what the edit changed and at what stands around it; the other findings
 * move with their text. Returns undefined for any other block.
 */
export function checkLargeBody(check: BlockCheck): readonly Finding[] | undefined {
  const { block, binding } = check;
  if (binding?.body === undefined || !isLargeBody(block)) return undefined;
  const told = followed(check, binding) ?? toldOfAll(check, binding);
  return told.map(({ finding }) => finding);
}

function toldOfAll(check: BlockCheck, binding: Binding): readonly Told[] {
  let isFaulty = false;
  const onFault: BlockCheck['onFault'] = (rule, frames) => {
    isFaulty = true;
    check.onFault?.(rule, frames);
  };
  const told = ordered(tellRules({ ...check, onFault }, tell));
  // A rule that threw looked at some values and not at others.
  if (!isFaulty) kept.set(binding, { rules: check.rules, told });
  return told;
}

function followed(check: BlockCheck, binding: Binding): readonly Told[] | undefined {
  const succession = bindingSuccessionOf(binding);
  if (succession === undefined) return undefined;
  forgetBindingSuccession(binding);
  const former = kept.get(succession.former);
  if (former?.rules !== check.rules) return undefined;
  kept.delete(succession.former);
  const { tour, isStale } = tourOf(succession);
  const rest: Told[] = [];
  for (const one of former.told) {
    if (isStale(one)) continue;
    const moved = movedBy(one, succession.text.edit);
    if (moved === undefined) return undefined;
    rest.push(moved);
  }
  let isFaulty = false;
  const again = tellRules({ ...check, onFault: () => (isFaulty = true) }, tell, tour);
  if (isFaulty) return undefined;
  const told = ordered([...rest, ...again]);
  kept.set(binding, { rules: check.rules, told });
  return told;
}

const tell: Make<Told> = (rule, report, severity, { rank, node }) => ({
  finding: findingOf(rule, report, severity),
  rank,
  node,
});

/** Returns what is looked at again, and what of that told before no longer holds. */
function tourOf({ text, values: { around, fresh } }: BindingSuccession): {
  readonly tour: Tour;
  readonly isStale: (told: Told) => boolean;
} {
  const values: BoundValue[] = [...around];
  for (const value of fresh) visit(value, (inner) => values.push(inner));
  // Of what is around that, the keys are as they were.
  const { parent, removed } = text.change;
  const nodes = new Set<JsonNode>([parent]);
  visitNodes(
    fresh.map(({ node }) => node),
    (node) => nodes.add(node),
  );
  const gone = new Set<JsonNode>();
  const waiting: JsonNode[] = [...removed];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    gone.add(node);
    for (const child of node.children ?? []) waiting.push(child);
  }
  const seen = new Set(values.map(({ node }) => node));
  return {
    tour: { nodes: [...nodes], values },
    isStale: ({ rank, node }) => node === undefined || gone.has(node) || (rank === 1 ? nodes : seen).has(node),
  };
}

/** Returns the finding with the places that it has after the edit; undefined when one of them is within the edit. */
function movedBy(told: Told, edit: TextEdit): Told | undefined {
  const { finding } = told;
  const { related } = finding;
  if (finding.span.end <= edit.span.start && related === undefined) return told;
  const span = movedSpan(finding.span, edit);
  if (span === undefined) return undefined;
  if (related === undefined) return { ...told, finding: { ...finding, span } };
  const places = related.flatMap((place) => {
    const moved = place.block === 0 && place.location === undefined ? movedSpan(place.span, edit) : place.span;
    return moved === undefined ? [] : [{ ...place, span: moved }];
  });
  return places.length < related.length ? undefined : { ...told, finding: { ...finding, span, related: places } };
}

function movedSpan({ start, end }: Span, edit: TextEdit): Span | undefined {
  const delta = edit.newText.length - (edit.span.end - edit.span.start);
  const moved = (offset: number): number | undefined =>
    offset <= edit.span.start ? offset : offset >= edit.span.end ? offset + delta : undefined;
  const [from, to] = [moved(start), moved(end)];
  return from === undefined || to === undefined ? undefined : { start: from, end: to };
}

/** Brings what was told in the order of the text, and what is told of the same place in the order in which rules run. */
function ordered(told: readonly Told[]): readonly Told[] {
  return [...told].sort(
    (a, b) =>
      a.finding.span.start - b.finding.span.start ||
      a.finding.span.end - b.finding.span.end ||
      a.rank - b.rank ||
      inOrderOfVisit(a.node, b.node),
  );
}

/** A value is looked at before what is in it, and after those that stand behind it. */
function inOrderOfVisit(a: JsonNode | undefined, b: JsonNode | undefined): number {
  if (a === b || a === undefined || b === undefined) return 0;
  const isAround = (outer: JsonNode, inner: JsonNode): boolean =>
    outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length;
  if (isAround(a, b)) return -1;
  return isAround(b, a) ? 1 : b.offset - a.offset;
}
