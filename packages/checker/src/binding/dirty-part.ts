import type { Shape } from '@rulebook/catalogue/shape';
import { changedRange, type ChangedRange } from '@rulebook/text/structures/changed-range';
import { perObject } from '@rulebook/text/structures/memo';
import type { Body } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { childAt } from '@rulebook/json/placed-node';
import type { TreeNode } from '@rulebook/json/tree-node';
import { changeBetween, type TextChange } from '@rulebook/text/changed-text';
import type { Span } from '@rulebook/text/span';
import { conditionsOf, otherShapesOf, valueAt } from './bind-value';
import type { Binding, BoundValue } from './model';

/** What the rules check of a block's bodies: after an edit, only what it changed. */
export interface CheckedPart {
  /** Objects and arrays of the request body of which keys or items may differ. */
  readonly nodes: readonly JsonNode[];
  /** Nodes of the request body that are new, with everything in them. */
  readonly freshNodes: readonly JsonNode[];
  /** Values in which something is new. */
  readonly around: readonly BoundValue[];
  /** Values that are new, with everything in them. */
  readonly fresh: readonly BoundValue[];
}

/** The part of a block's bodies that an edit changed. */
export interface DirtyPart extends CheckedPart {
  /** What differs in the text, up to the ends of the values that were replaced. */
  readonly change: TextChange;
  /** Where the innermost object or array around the change begins; undefined if there is none. */
  readonly holderStart: number | undefined;
}

/** Returns the bodies of a block as a whole, and the parameters that are JSON. */
export function wholePartOf({ request, body, lines, responseBody, jsonParameters }: Binding): CheckedPart {
  if ((request.body ?? body ?? lines ?? responseBody ?? jsonParameters) === undefined) return noPart;
  const freshNodes = request.body?.kind === 'json' ? request.body.values : [];
  const fresh: BoundValue[] = [];
  for (const { value } of jsonParameters ?? []) if (value !== undefined) fresh.push(value);
  if (body !== undefined) fresh.push(body);
  for (const { value } of lines ?? []) if (value !== undefined) fresh.push(value);
  if (responseBody !== undefined) fresh.push(responseBody);
  return { nodes: [], freshNodes, around: [], fresh };
}

const noPart: CheckedPart = { nodes: [], freshNodes: [], around: [], fresh: [] };

/** Returns the part that differs between two versions of a block; undefined if something outside of its bodies differs. `known` is what differs in the text. */
export function dirtyPartOf(former: Binding, binding: Binding, known?: TextChange): DirtyPart | undefined {
  const written = known ?? changeBetween(former.block.text, binding.block.text);
  if (!isAlikeOutside(former, binding, written)) return undefined;
  const change = widened(
    widened(written, former.block.placeholders, binding.block.placeholders),
    hidingProblemsOf(former),
    hidingProblemsOf(binding),
  );
  const [formerRoots, roots] = [rootsOf(former), rootsOf(binding)];
  let level: Level = {
    former: formerRoots.map(({ tree }) => tree),
    trees: roots.map(({ tree }) => tree),
    index: 0,
    formerValueAt: (index) => formerRoots[index]?.value,
    valueAt: (index) => roots[index]?.value,
    nodeAt: (index) => roots[index]?.node,
  };
  let replaced = changedRange(formerRoots, roots, (a, b) => isSameRoot(a, b, change)) ?? nothing;
  const outer: Level[] = [];
  for (;;) {
    const inner = innerLevel(level, replaced, change);
    if (inner === undefined) break;
    const { former, trees, start } = inner;
    replaced = changedRange(former, trees, (a, b) => isSameNode(a, b, start, change)) ?? nothing;
    outer.push(level);
    level = inner;
  }
  // When the meaning of members depends on one that was replaced, all of them are replaced.
  if (replaced !== nothing && level.value !== undefined && dependsOnMembers(level.value)) {
    const { index } = level;
    replaced = { start: index, endBefore: index + 1, endAfter: index + 1 };
    level = outer.pop() ?? level;
  }
  const around = [...outer, level].flatMap(({ value }) => value ?? []);
  const fresh = Array.from({ length: replaced.endAfter - replaced.start }, (_, index) => replaced.start + index);
  return {
    change: upToNodes(change, level, replaced),
    holderStart: level.start,
    nodes: level.node === undefined ? [] : [level.node],
    freshNodes: fresh.flatMap((index) => level.nodeAt(index) ?? []),
    around,
    fresh: fresh.flatMap((index) => level.valueAt(index) ?? []),
  };
}

const nothing: ChangedRange = { start: 0, endBefore: 0, endAfter: 0 };

/** Returns whether two versions of a block are the same request, and only a body of it differs. */
function isAlikeOutside(former: Binding, binding: Binding, { start, end, delta }: TextChange): boolean {
  const isWithin = (before: Body | undefined, after: Body | undefined): boolean =>
    before?.kind === 'json' &&
    after?.kind === 'json' &&
    before.span.start === after.span.start &&
    before.span.end + delta === after.span.end &&
    before.span.start <= start &&
    end <= before.span.end;
  return (
    (isWithin(former.request.body, binding.request.body) ||
      isWithin(former.block.response?.body, binding.block.response?.body)) &&
    former.block.association === binding.block.association &&
    former.operation === binding.operation &&
    former.service === binding.service &&
    former.endpoint === binding.endpoint &&
    former.vendor === binding.vendor &&
    JSON.stringify(former.destination) === JSON.stringify(binding.destination)
  );
}

/** Returns the change with everything that the edit made of the items, such as a placeholder that ends at another place. */
function widened<T extends { readonly span: Span }>(
  change: TextChange,
  former: readonly T[],
  items: readonly T[],
): TextChange {
  const { delta } = change;
  const differing = changedRange(former, items, (a, b) => {
    const length = a.span.end - a.span.start;
    return length === b.span.end - b.span.start && isMovedBy(change, a.span.start, length, b.span.start);
  });
  if (differing === undefined) return change;
  let { start, end } = change;
  for (const { span } of former.slice(differing.start, differing.endBefore)) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  for (const { span } of items.slice(differing.start, differing.endAfter)) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end - delta);
  }
  return { start, end, delta };
}

/** Returns whether something outside of the change is where it must be after it. */
function isMovedBy({ start, end, delta }: TextChange, former: number, length: number, at: number): boolean {
  return former + length <= start ? at === former : former >= end && at === former + delta;
}

function hidingProblemsOf({ request, block }: Binding) {
  const bodies = [request.body, block.response?.body];
  return bodies.flatMap((body) =>
    body?.kind === 'json' ? body.problems.filter(({ mayHideMember }) => mayHideMember === true) : [],
  );
}

/** A value at the top of a body. */
interface Root {
  readonly tree: TreeNode;
  /** Absent in a recorded response. */
  readonly node?: JsonNode | undefined;
  readonly value?: BoundValue | undefined;
  /** The nodes are the same objects in each version of the text that has them. */
  readonly isShared: boolean;
}

function rootsOf({ request, block, body, lines, responseBody }: Binding): readonly Root[] {
  const own = request.body?.kind === 'json' ? request.body : undefined;
  const answer = block.response?.body?.kind === 'json' ? block.response.body : undefined;
  return [
    ...(own?.trees ?? none).map((tree, index) => {
      const node = own?.values[index];
      const value = lines === undefined ? (index === 0 ? body : undefined) : lines[index]?.value;
      return { tree, node, value, isShared: node !== tree };
    }),
    ...(answer?.trees ?? none).map((tree, index) => {
      return { tree, value: index === 0 ? responseBody : undefined, isShared: answer?.values[index] !== tree };
    }),
  ];
}

const none: readonly TreeNode[] = [];

/** The values in an object or array around the change, or at the top of the bodies, before and after it. */
interface Level {
  readonly former: readonly TreeNode[];
  readonly trees: readonly TreeNode[];
  /** The place of the object or array in the level around it. */
  readonly index: number;
  /** Where the object or array begins, before and after. */
  readonly start?: number;
  readonly node?: JsonNode | undefined;
  readonly value?: BoundValue | undefined;
  readonly formerValueAt: (index: number) => BoundValue | undefined;
  readonly valueAt: (index: number) => BoundValue | undefined;
  readonly nodeAt: (index: number) => JsonNode | undefined;
}

/** Returns the one object or array that holds the change and is still the same element; undefined if there is none. */
function innerLevel(
  level: Level,
  replaced: ChangedRange,
  change: TextChange,
): (Level & { readonly start: number }) | undefined {
  const { start: index, endBefore, endAfter } = replaced;
  if (endBefore !== index + 1 || endAfter !== index + 1) return undefined;
  let [former, tree] = [level.former[index], level.trees[index]];
  let node = level.nodeAt(index);
  let start = (level.start ?? 0) + (former?.at ?? 0);
  if (former?.at !== tree?.at) return undefined;
  if (former?.type === 'property' && tree?.type === 'property') {
    // A change within the value leaves what is in front of it as it was; it is compared below.
    [former, tree, node] = [former.children?.[1], tree.children?.[1], node && childAt(node, 1)];
    start += tree?.at ?? 0;
  }
  if (former?.children === undefined || tree?.children === undefined || former.type !== tree.type) return undefined;
  const holds = start < change.start && change.end < start + former.length;
  if (!holds || former.length + change.delta !== tree.length) return undefined;
  const [formerValue, value] = [level.formerValueAt(index), level.valueAt(index)];
  if (!isSameMeaning(formerValue, value)) return undefined;
  // What is in the value decides what holds of it.
  if (value !== undefined && conditionsOf(value) !== undefined) return undefined;
  return {
    former: former.children,
    trees: tree.children,
    index,
    start,
    node,
    value,
    formerValueAt: (at) => childOf(formerValue, at),
    valueAt: (at) => childOf(value, at),
    nodeAt: (at) => node && childAt(node, at),
  };
}

function childOf(value: BoundValue | undefined, index: number): BoundValue | undefined {
  return value && valueAt(value, index);
}

function isSameRoot(former: Root, root: Root, change: TextChange): boolean {
  if ((former.node === undefined) !== (root.node === undefined)) return false;
  const isShared = former.isShared || root.isShared;
  return isSameNode(former.tree, root.tree, 0, change, isShared) && isSameMeaning(former.value, root.value);
}

/** Returns whether a node outside of the change is what it was; `start` is where the object or array around both begins. */
function isSameNode(former: TreeNode, tree: TreeNode, start: number, change: TextChange, isShared = true): boolean {
  if (former.type !== tree.type || former.length !== tree.length) return false;
  if (!isMovedBy(change, start + former.at, former.length, start + tree.at)) return false;
  if (!isShared || former === tree) return true;
  if (former.children === undefined || tree.children === undefined) return former.value === tree.value;
  return former.children === tree.children || former.children.length + tree.children.length === 0;
}

/** Returns whether both are the same documented element, so that what is alike in them means the same. */
function isSameMeaning(former: BoundValue | undefined, value: BoundValue | undefined): boolean {
  if (former === undefined || value === undefined) return former === value;
  const [formerOthers, others] = [otherShapesOf(former), otherShapesOf(value)];
  return (
    former.shape === value.shape &&
    former.declared === value.declared &&
    former.field === value.field &&
    former.isMismatch === value.isMismatch &&
    former.isOpaque === value.isOpaque &&
    changedRange(formerOthers?.equal ?? [], others?.equal ?? []) === undefined &&
    changedRange(formerOthers?.further ?? [], others?.further ?? []) === undefined
  );
}

/** Returns whether the meaning of a member depends on the text of another one. */
function dependsOnMembers(value: BoundValue): boolean {
  return otherShapesOf(value) !== undefined || hasSwitches(value.shape);
}

const hasSwitches = perObject((shape: Shape): boolean => {
  if (shape.type !== 'object') return false;
  const { fields, entries, patterns = [] } = shape;
  return [...fields, ...patterns, ...(entries ? [entries] : [])].some((part) => isSwitch(part.shape));
});

function isSwitch(shape: Shape): boolean {
  return shape.type === 'switch' || (shape.type === 'choice' && shape.options.some(isSwitch));
}

/** Returns the change up to the ends of the nodes that were replaced. */
function upToNodes(
  { start, end, delta }: TextChange,
  level: Level,
  { start: index, endBefore }: ChangedRange,
): TextChange {
  const [first, last] = endBefore > index ? [level.former[index], level.former[endBefore - 1]] : [];
  if (first === undefined || last === undefined) return { start, end, delta };
  const around = level.start ?? 0;
  return { start: Math.min(start, around + first.at), end: Math.max(end, around + last.at + last.length), delta };
}
