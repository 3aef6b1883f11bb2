import type { JsonNode, JsonNodeType } from './json-node';
import type { JsonProblem } from './json-problems';

/**
 * A node of a JSON tree as the parser makes it. All kinds have the same fields, which keeps access fast. Its offset counts
 * from its parent, so a tree parsed after an edit can share the nodes that the edit did not touch. Never changed after it was handed out.
 */
export class TreeNode implements JsonNode {
  declare readonly type: JsonNodeType;
  /** From the start of the parent; from the start of the text in a root. */
  declare readonly at: number;
  /** Absent in a root, and in all nodes of a detached tree, which can be shared. */
  declare readonly parent: TreeNode | undefined;
  declare readonly length: number;
  declare readonly value: unknown;
  declare readonly children: readonly TreeNode[] | undefined;
  /** From the start of the property; absent in other nodes. */
  declare readonly colonAt: number | undefined;

  // Without initial values of the fields, which would be set twice.
  constructor(
    type: JsonNodeType,
    at: number,
    parent: TreeNode | undefined,
    length = 0,
    value?: unknown,
    children?: readonly TreeNode[],
    colonAt?: number,
  ) {
    this.type = type;
    this.at = at;
    this.parent = parent;
    this.length = length;
    this.value = value;
    this.children = children;
    this.colonAt = colonAt;
  }

  /** From the start of the text, unless the tree is detached. */
  get offset(): number {
    let { at } = this;
    for (let around = this.parent; around !== undefined; around = around.parent) at += around.at;
    return at;
  }

  /** From the start of the text, unless the tree is detached. */
  get colonOffset(): number | undefined {
    return this.colonAt === undefined ? undefined : this.offset + this.colonAt;
  }
}

/** A node that is being made. */
export type NodeDraft = { -readonly [K in keyof TreeNode]: TreeNode[K] };

/** The result of parsing JSON. */
export interface ParsedJson {
  readonly trees: readonly TreeNode[];
  readonly problems: readonly JsonProblem[];
  /** Where comments and `"""` strings begin, which must be rewritten before sending. */
  readonly relaxations: readonly number[];
  /** At most so many objects and arrays are in each other. */
  readonly depth: number;
  /** There are no trees, and the only problem is at the first bracket that is too deep. */
  readonly isTooDeep: boolean;
}
