import type { NodeType } from 'jsonc-parser';

/**
 * A node of a JSON tree, with the fields of jsonc-parser's `Node`. All kinds have the same fields, which keeps access fast. Its offset counts
 * from its parent, so a tree parsed after an edit can share the nodes that the edit did not touch. Never changed after it was handed out.
 */
export class TreeNode {
  readonly length: number = 0;
  readonly value: unknown = undefined;
  readonly children: readonly TreeNode[] | undefined = undefined;
  /** From the start of the property; absent in other nodes. */
  readonly colonAt: number | undefined = undefined;

  constructor(
    readonly type: NodeType,
    /** From the start of the parent; from the start of the text in a root. */
    readonly at: number,
    /** Absent in a root, and in all nodes of a detached tree, which can be shared. */
    readonly parent: TreeNode | undefined,
  ) {}

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
