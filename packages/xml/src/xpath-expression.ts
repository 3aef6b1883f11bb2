/** The directions in which a step of an XPath looks. */
export type Axis =
  | 'child'
  | 'descendant'
  | 'descendant-or-self'
  | 'parent'
  | 'ancestor'
  | 'ancestor-or-self'
  | 'following-sibling'
  | 'preceding-sibling'
  | 'following'
  | 'preceding'
  | 'attribute'
  | 'self';

/** All axes; that of namespaces is not among them. */
export const axes: readonly Axis[] = [
  ...(['child', 'descendant', 'descendant-or-self', 'parent', 'ancestor', 'ancestor-or-self'] as const),
  ...(['following-sibling', 'preceding-sibling', 'following', 'preceding', 'attribute', 'self'] as const),
];

/** Which nodes of an axis a step selects: those of a name, `*`, `a:*`, or of a kind. */
export type NodeTest =
  | { readonly of: 'name'; readonly name: string }
  | {
      readonly of: 'kind';
      readonly kind: 'node' | 'text' | 'comment' | 'processing-instruction';
      readonly name?: string;
    };

/** A step of a path. */
export interface Step {
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly predicates: readonly Expression[];
}

/** The operators between two values. */
export type BinaryOperator =
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'
  | '|';

/** An XPath, or a part of one. */
export type Expression =
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'negative'; readonly of: Expression }
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] }
  | {
      readonly kind: 'path';
      /** Where the path begins: at the document, at the node itself, or at the nodes of an expression. */
      readonly from: 'document' | 'node' | Expression;
      /** Those behind the expression at its beginning. */
      readonly predicates: readonly Expression[];
      readonly steps: readonly Step[];
    };
