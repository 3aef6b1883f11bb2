import type { Axis } from './xpath-expression';
import type { XmlNode } from './xml-tree';

/** Returns the nodes of an axis, those that are nearest first. */
export function* nodesOf(axis: Axis, node: XmlNode): Generator<XmlNode> {
  switch (axis) {
    case 'self':
      yield node;
      return;
    case 'child':
      yield* node.children;
      return;
    case 'attribute':
      // What declares a prefix is not an attribute.
      for (const one of node.attributes) if (!/^xmlns(?::|$)/.test(one.name)) yield one;
      return;
    case 'parent':
      if (node.parent !== undefined) yield node.parent;
      return;
    case 'ancestor':
      yield* ancestorsOf(node);
      return;
    case 'ancestor-or-self':
      yield node;
      yield* ancestorsOf(node);
      return;
    case 'descendant':
      yield* descendantsOf(node);
      return;
    case 'descendant-or-self':
      yield node;
      yield* descendantsOf(node);
      return;
    case 'following-sibling':
      yield* siblingsOf(node, 1);
      return;
    case 'preceding-sibling':
      yield* siblingsOf(node, -1);
      return;
    case 'following':
      for (const one of [node, ...ancestorsOf(node)])
        for (const next of siblingsOf(one, 1)) {
          yield next;
          yield* descendantsOf(next);
        }
      return;
    case 'preceding':
      for (const one of [node, ...ancestorsOf(node)])
        for (const before of siblingsOf(one, -1)) {
          yield* [...descendantsOf(before)].reverse();
          yield before;
        }
      return;
  }
}

function* ancestorsOf(node: XmlNode): Generator<XmlNode> {
  for (let at = node.parent; at !== undefined; at = at.parent) yield at;
}

function* descendantsOf(node: XmlNode): Generator<XmlNode> {
  const rest = node.children.toReversed();
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    yield next;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child !== undefined) rest.push(child);
    }
  }
}

function* siblingsOf(node: XmlNode, by: 1 | -1): Generator<XmlNode> {
  if (node.kind === 'attribute' || node.parent === undefined) return;
  const { children } = node.parent;
  for (let at = indexAmong(node, children) + by; at >= 0 && at < children.length; at += by) {
    const one = children[at];
    if (one !== undefined) yield one;
  }
}

/** Returns the index of a node among those of its parent, which are in the order of the document. */
function indexAmong({ order }: XmlNode, children: readonly XmlNode[]): number {
  let [low, high] = [0, children.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.order ?? 0) < order) low = middle + 1;
    else high = middle;
  }
  return low;
}
