import type { TextChange } from '@rulebook/text/changed-text';
import type { Span } from '@rulebook/text/span';
import { firstIndexWhere } from '@rulebook/text/search';
import { TreeNode, type NodeDraft, type ParsedJson } from './tree-node';

/** The trees of a text before an edit, parts of which still hold after it. */
export interface FormerJson {
  readonly bodies: readonly (Pick<ParsedJson, 'trees' | 'relaxations' | 'depth'> & {
    readonly problems: readonly { readonly span: Span }[];
  })[];
  readonly change: TextChange;
}

/** A node of a former tree of which the text is the same in the new text. */
export interface ReusableNode {
  readonly node: TreeNode;
  /** It and those of its neighbours behind it that can be taken over with it: members of one object, or items of one array. */
  readonly run: readonly TreeNode[];
  /** It has a problem, so how it is read may depend on what is around it. */
  readonly isBroken: boolean;
  /** Where comments and `"""` strings begin in the run, in the new text. */
  readonly relaxations: readonly number[];
  /** At most so many objects and arrays are in each other in each of the run. */
  readonly depth: number;
}

/** Returns the node that may be at a place of the new text: a property, or a value. */
export type Reuse = (at: number, isProperty: boolean) => ReusableNode | undefined;

interface Level {
  readonly children: readonly TreeNode[];
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  /** The children of an object or array. */
  readonly isList: boolean;
  index: number;
}

/**
 * Finds the nodes of the former trees that can be taken over, for places that only increase. A node can be when the edit touched neither it
 * nor the character behind it; one with a problem only if it turns out the same when it is read again.
 */
export function createReuse({ bodies, change: { start, end, delta } }: FormerJson): Reuse {
  const trees = bodies.flatMap((body) => body.trees);
  const problems = bodies.flatMap((body) => body.problems.map(({ span }) => span.start)).sort((a, b) => a - b);
  const [body, ...others] = bodies;
  const relaxations = others.length === 0 ? (body?.relaxations ?? []) : bodies.flatMap((one) => one.relaxations);
  const deepest = Math.max(0, ...bodies.map(({ depth }) => depth));
  const levels: Level[] = [{ children: trees, start: 0, end: Infinity, depth: 0, isList: false, index: 0 }];

  const find: Reuse = (at, isProperty) => {
    if (at >= start && at < end + delta) return undefined;
    const former = at < start ? at : at - delta;
    let level = levels[levels.length - 1];
    while (level !== undefined && former >= level.end) {
      levels.pop();
      level = levels[levels.length - 1];
    }
    while (level !== undefined) {
      const child = advance(level, former);
      const childStart = level.start + (child?.at ?? 0);
      if (child === undefined || childStart > former) return undefined;
      const isTouched = former < start && former + child.length >= start;
      if (childStart === former && (child.type === 'property') === isProperty && !isTouched) {
        // A problem at the end of the body is marked at the character before.
        const problem = problems[firstIndexWhere(problems, (one) => one >= former)] ?? Infinity;
        const run = runFrom(level, Math.min(former < start ? start : Infinity, problem));
        const last = run.at(-1);
        if (last === undefined) return { node: child, run: [child], isBroken: true, relaxations: [], depth: 0 };
        const behind = level.start + last.at + last.length;
        const from = firstIndexWhere(relaxations, (one) => one > former);
        const found: number[] = [];
        for (let index = from; (relaxations[index] ?? Infinity) < behind; index++) {
          found.push((relaxations[index] ?? 0) + at - former);
        }
        const depth = Math.max(0, deepest - level.depth);
        return { node: child, run, isBroken: false, relaxations: found, depth };
      }
      const { children } = child;
      if (children === undefined || children.length === 0) return undefined;
      const depth = level.depth + (child.type === 'property' ? 0 : 1);
      level = {
        children,
        start: childStart,
        end: childStart + child.length,
        depth,
        isList: child.type !== 'property',
        index: 0,
      };
      levels.push(level);
    }
    return undefined;
  };

  return find;
}

/** Moves to the first child that ends behind the place. */
function advance(level: Level, former: number): TreeNode | undefined {
  const { children, start } = level;
  for (; level.index < children.length; level.index++) {
    const child = children[level.index];
    if (child !== undefined && start + child.at + child.length > former) return child;
  }
  return undefined;
}

/** Returns the nodes from the current one on that end before the place; none that lacks its value. */
function runFrom({ children, start, index, isList }: Level, before: number): readonly TreeNode[] {
  const most = isList ? children.length : index + 1;
  let end = index;
  for (; end < most; end++) {
    const child = children[end];
    if (child === undefined || start + child.at + child.length >= before || !isWhole(child)) break;
  }
  return children.slice(index, end);
}

function isWhole({ type, colonAt, children }: TreeNode): boolean {
  return type !== 'property' || (colonAt !== undefined && children?.length === 2);
}

/** Returns the former node in place of one that was read again and is the same, so that no one takes it for changed. */
export function shared<T extends TreeNode | undefined>(former: ReusableNode | undefined, node: T): T | TreeNode {
  return former !== undefined && node !== undefined && isAlike(former.node, node)
    ? movedTo(node.at, former.node)
    : node;
}

/** Compares the nodes in them by identity, unless they are leaves: those that did not change were taken over or shared before. */
function isAlike(former: TreeNode, node: TreeNode): boolean {
  const [before, after] = [former.children, node.children];
  if (former.type !== node.type || former.length !== node.length || former.value !== node.value) return false;
  if (former.colonAt !== node.colonAt || before?.length !== after?.length) return false;
  return after === undefined || after.every((child, index) => isSameChild(before?.[index], child));
}

function isSameChild(former: TreeNode | undefined, child: TreeNode): boolean {
  return former === child || (former?.at === child.at && child.children === undefined && isAlike(former, child));
}

/** Returns the node at another place in its parent. */
export function movedTo(at: number, node: TreeNode): TreeNode {
  if (node.at === at) return node;
  const moved: NodeDraft = new TreeNode(node.type, at, undefined);
  moved.length = node.length;
  moved.value = node.value;
  moved.children = node.children;
  moved.colonAt = node.colonAt;
  return moved;
}
