import type { TextEdit } from '@rulebook/text/edit';
import { firstIndexWhere } from '@rulebook/text/search';
import { movedTo } from './former-json';
import { keepKeys } from './placed-node';
import { TreeNode, type NodeDraft } from './tree-node';

/** A value around an edit, and its place among those in the same object or array. */
interface Step {
  readonly siblings: readonly TreeNode[];
  readonly index: number;
  readonly node: TreeNode;
}

/**
 * Returns the trees after an edit within the quotes of one string, without reading the text again: it takes the place of the former string, and
 * what is behind it moves. Undefined where a key is edited, or the text in the quotes may mean something else than its characters.
 */
export function treesWithEditedText(
  trees: readonly TreeNode[],
  { span, newText }: TextEdit,
  formerText: (start: number, end: number) => string,
): { readonly trees: readonly TreeNode[]; readonly start: number; readonly end: number } | undefined {
  if (!isPlain(newText)) return undefined;
  const steps: Step[] = [];
  let siblings = trees;
  let start = 0;
  for (;;) {
    const around = start;
    const index = firstIndexWhere(siblings, (one) => around + one.at + one.length > span.start);
    const node = siblings[index];
    if (node === undefined) return undefined;
    start += node.at;
    if (start >= span.start || span.end >= start + node.length) return undefined;
    steps.push({ siblings, index, node });
    if (node.children === undefined) break;
    siblings = node.children;
  }
  const text = steps.at(-1);
  if (text?.node.type !== 'string' || (text.index === 0 && steps.at(-2)?.node.type === 'property')) return undefined;
  const end = start + text.node.length;
  const written = formerText(start + 1, end - 1);
  if (!isPlain(written) || text.node.value !== written) return undefined;
  const value = written.slice(0, span.start - start - 1) + newText + written.slice(span.end - start - 1);
  const delta = newText.length - (span.end - span.start);
  // A part of a text keeps all of it alive in V8, so it is copied.
  return { trees: replaced(steps, ` ${value}`.slice(1), delta), start, end };
}

/** Whether no character ends a string, is escaped or begins a placeholder. */
function isPlain(text: string): boolean {
  return /^[^"\\{}\p{Cc}]*$/u.test(text);
}

/** Returns the trees with another text at the end of the steps. */
function replaced(steps: readonly Step[], value: string, delta: number): readonly TreeNode[] {
  let children: readonly TreeNode[] | undefined;
  for (const { siblings, index, node } of steps.toReversed()) {
    const draft: NodeDraft = new TreeNode(node.type, node.at, undefined);
    draft.length = node.length + delta;
    draft.colonAt = node.colonAt;
    draft.children = children;
    draft.value = children === undefined ? value : node.value;
    if (children !== undefined) keepKeys(node, draft);
    children = siblings.with(index, draft);
    if (delta !== 0) children = movedBehind(children, index, delta);
  }
  return children ?? [];
}

function movedBehind(nodes: readonly TreeNode[], index: number, delta: number): readonly TreeNode[] {
  return nodes.map((node, at) => (at > index ? movedTo(node.at + delta, node) : node));
}
