import type { TextEdit } from '../text/edit';
import { parsePlainPart } from './plain-part';
import { TreeNode, type NodeDraft } from './tree-node';

/** What an edit did to a tree: children of one of its objects or arrays were replaced. */
export interface TreeChange {
  /** Leads from the root to `parent`: the index of the child in each object and array on the way. */
  readonly path: readonly number[];
  readonly parent: TreeNode;
  /** The index of the first replaced child. */
  readonly from: number;
  readonly removed: readonly TreeNode[];
  readonly added: readonly TreeNode[];
  /** The difference in the number of comments. */
  readonly comments: number;
}

/** An object or array around the edit, and the index of the child that holds the edit. */
interface Level {
  readonly node: TreeNode;
  readonly start: number;
  readonly index: number;
}

/** For longer parts, the whole body is parsed again. */
const longestPart = 200_000;

/**
 * Turns the tree of an error-free text into that of the edited text, and parses as little as possible: the children that the edit touches,
 * or the next larger part when these cannot be parsed alone. The nodes before and behind stay the same objects. Returns undefined, and
 * leaves the tree unchanged, when that is not possible. `text` is the text after the edit; the edit's span refers to the text before it.
 */
export function editPlainJson(root: TreeNode, former: string, text: string, edit: TextEdit): TreeChange | undefined {
  const { start, end } = edit.span;
  const delta = edit.newText.length - (end - start);
  const levels = levelsAround(root, start, end);
  for (let depth = levels.length - 1; depth >= 0; depth--) {
    const level = levels[depth];
    if (level === undefined) break;
    const { node } = level;
    const siblings = node.children ?? none;
    const from = firstEndingAt(siblings, start - level.start);
    let to = from;
    while (to < siblings.length && (siblings[to]?.at ?? 0) + level.start <= end) to++;
    const [before, behind] = [siblings[from - 1], siblings[to]];
    const partStart = level.start + (before === undefined ? 1 : before.at + before.length);
    const partEnd = level.start + (behind === undefined ? node.length - 1 : behind.at);
    if (partEnd - partStart + delta > longestPart) return undefined;
    // The part is copied, since the strings of the new nodes keep the text alive from which they were parsed.
    const written = ownText(text.slice(partStart, partEnd + delta));
    // A body with a variable must be masked first.
    if (written.includes('{{')) return undefined;
    const place = { isBehindChild: before !== undefined, isBeforeChild: behind !== undefined, depth: depth + 1 };
    const part = parsePlainPart(written, { parent: node, offset: partStart, ...place });
    if (part === undefined) continue;
    const removed = siblings.slice(from, to);
    const old = former.slice(partStart, partEnd);
    const comments = part.comments - (old.includes('/') ? commentsIn(old, place, node.type) : 0);
    (siblings as TreeNode[]).splice(from, to - from, ...part.children);
    moveBehind(levels.slice(0, depth + 1), from + part.children.length, delta);
    const path = levels.slice(0, depth).map(({ index }) => index);
    return { path, parent: node, from, removed, added: part.children, comments };
  }
  return undefined;
}

const none: TreeNode[] = [];

/** Returns the objects and arrays of which the edit leaves both brackets, from the root. */
function levelsAround(root: TreeNode, start: number, end: number): Level[] {
  const levels: Level[] = [];
  let node: TreeNode | undefined = root;
  let at = root.at;
  while (node?.children !== undefined && node.type !== 'property' && at < start && end < at + node.length) {
    const inner: number = firstEndingAt(node.children, start - at);
    levels.push({ node, start: at, index: inner });
    const child: TreeNode | undefined = node.children[inner];
    node = child?.type === 'property' ? child.children?.[1] : child;
    at += (child?.at ?? 0) + (child === node ? 0 : (node?.at ?? 0));
  }
  return levels;
}

/** Returns the index of the first child that ends at the offset or behind it, by binary search. */
function firstEndingAt(children: readonly TreeNode[], offset: number): number {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const child = children[middle];
    if (child !== undefined && child.at + child.length < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Resizes the nodes around the edit, and moves the nodes behind it. */
function moveBehind(levels: readonly Level[], firstBehind: number, delta: number): void {
  if (delta === 0) return;
  levels.forEach(({ node: tree, index }, depth) => {
    const node: NodeDraft = tree;
    const { children = none } = node;
    const isInnermost = depth === levels.length - 1;
    node.length += delta;
    // The child that holds the edit changes its length, and so does the member whose value it is.
    const around: NodeDraft | undefined = isInnermost ? undefined : children[index];
    if (around?.type === 'property') around.length += delta;
    for (let behind = isInnermost ? firstBehind : index + 1; behind < children.length; behind++) {
      const child: NodeDraft | undefined = children[behind];
      if (child !== undefined) child.at += delta;
    }
  });
}

function commentsIn(
  text: string,
  place: { readonly isBehindChild: boolean; readonly isBeforeChild: boolean; readonly depth: number },
  type: TreeNode['type'],
): number {
  const parent = new TreeNode(type, 0, undefined);
  return parsePlainPart(text, { ...place, parent, offset: 0 })?.comments ?? 0;
}

/** Copies a slice: in V8, a slice keeps the whole text alive, while a joined string is copied on first access. */
function ownText(slice: string): string {
  return ` ${slice}`.slice(1);
}
