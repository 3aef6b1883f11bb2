import { perObject } from '@rulebook/text/structures/memo';
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

/** Returns a key of an object; places no nodes. */
export function keyAt(object: JsonNode, index: number): unknown {
  return (object instanceof PlacedNode ? object.tree : object).children?.[index]?.children?.[0]?.value;
}

/** Returns the value of a member that is neither an object nor an array; places no nodes. */
export function scalarAt(object: JsonNode, index: number): unknown {
  return (object instanceof PlacedNode ? object.tree : object).children?.[index]?.children?.[1]?.value;
}

/** Returns the number of values in an object or array; places no nodes. */
export function childCount(node: JsonNode): number {
  return (node instanceof PlacedNode ? node.tree : node).children?.length ?? 0;
}

/** Objects with more members keep their keys, as the same list as long as no key is edited. */
const manyMembers = 500;

const keptKeys = perObject((_object: JsonNode): { keys?: readonly unknown[] } => ({}));

/** Returns the keys of an object; places no nodes. */
export function keysOf(object: JsonNode): readonly unknown[] {
  const own = object instanceof PlacedNode ? object.tree : object;
  const { children = [] } = own;
  if (children.length <= manyMembers) return keysIn(children);
  const kept = keptKeys(own);
  return (kept.keys ??= keysIn(children));
}

/** Returns the indices of the keys that an expression fits; the expression is one of few that are known before. */
export function indicesOfKeys(object: JsonNode, expression: RegExp): readonly number[] {
  const keys = keysOf(object);
  if (keys.length <= manyMembers) return fitting(keys, expression);
  const known = fittingKeys(keys);
  const found = known.get(expression.source) ?? fitting(keys, expression);
  known.set(expression.source, found);
  return found;
}

const fittingKeys = perObject((_keys: readonly unknown[]) => new Map<string, readonly number[]>());

function fitting(keys: readonly unknown[], expression: RegExp): readonly number[] {
  return keys.flatMap((key, index) => (expression.test(String(key)) ? [index] : []));
}

function keysIn(properties: readonly JsonNode[]): readonly unknown[] {
  return properties.map((property) => property.children?.[0]?.value);
}

/** Notes that an object has the same keys as before an edit. */
export function keepKeys(former: JsonNode, object: JsonNode): void {
  const count = former.children?.length ?? 0;
  if (former.type === 'object' && count > manyMembers) keptKeys(object).keys = keysOf(former);
}
