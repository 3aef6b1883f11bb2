import type { JsonNode } from './json-node';
import type { TreeNode } from './tree-node';

/** A node of a detached tree at its place in the block. Its children are placed on access, which is rare in a large body after an edit. */
class PlacedNode implements JsonNode {
  #children: readonly PlacedNode[] | undefined;

  constructor(
    readonly tree: TreeNode,
    readonly offset: number,
    readonly parent: PlacedNode | undefined,
  ) {}

  get type(): JsonNode['type'] {
    return this.tree.type;
  }

  get length(): number {
    return this.tree.length;
  }

  get value(): unknown {
    return this.tree.value;
  }

  get colonOffset(): number | undefined {
    return this.tree.colonAt === undefined ? undefined : this.offset + this.tree.colonAt;
  }

  get children(): readonly JsonNode[] | undefined {
    return (this.#children ??= this.tree.children?.map((child) => new PlacedNode(child, this.offset + child.at, this)));
  }

  childAt(index: number): JsonNode | undefined {
    const child = this.tree.children?.[index];
    return this.#children?.[index] ?? (child && new PlacedNode(child, this.offset + child.at, this));
  }
}

/** Returns the root of a detached tree at its place in the block. */
export function placed(root: TreeNode): JsonNode {
  return new PlacedNode(root, root.at, undefined);
}

/** Returns the child of a node; placed for itself, when the other children are not placed yet. */
export function childAt(node: JsonNode, index: number): JsonNode | undefined {
  return node instanceof PlacedNode ? node.childAt(index) : node.children?.[index];
}

/** Returns the keys of an object; places no nodes. */
export function keysOf(object: JsonNode): readonly unknown[] {
  const { children = [] } = object instanceof PlacedNode ? object.tree : object;
  return children.map((property) => property.children?.[0]?.value);
}
