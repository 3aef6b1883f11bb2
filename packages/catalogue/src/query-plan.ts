import type { Span } from '@rulebook/text/span';

/** The type of a function's argument in a plan. */
export interface PlanArgument {
  readonly isOptional: boolean;
  /** The types that it takes; absent: any, or not known. */
  readonly types?: readonly string[];
}

/** What is known of a function that a plan calls. */
export interface PlanFunction {
  /** Its usual name in small letters. */
  readonly name: string;
  readonly kind: 'scalar' | 'aggregation' | 'series' | 'group';
  /** The first version that has it; absent: all that are known. */
  readonly since?: readonly [major: number, minor: number];
  /** The type of its result: `=` for that of its first argument, `?` where it follows from several things. */
  readonly returns: string;
  readonly args: readonly PlanArgument[];
  /** The last argument can be repeated. */
  readonly isOpen: boolean;
}

/** A value in a plan. Spans count from the start of the query. */
export type PlanExpression =
  | { readonly kind: 'column'; readonly name: string; readonly span: Span }
  | { readonly kind: 'literal'; readonly type: string; readonly value: PlanValue; readonly span: Span }
  /** A span of time, such as `3 days`; the unit is one of several spellings, in small letters. */
  | {
      readonly kind: 'period';
      readonly type: 'time_duration' | 'date_period';
      readonly amount: number;
      readonly unit: string;
      readonly span: Span;
    }
  /** A value that is handed in: by its name, its place from 1, or the next one. */
  | { readonly kind: 'parameter'; readonly name: string; readonly span: Span }
  | { readonly kind: 'list'; readonly items: readonly PlanExpression[]; readonly span: Span }
  | {
      readonly kind: 'call';
      /** As it is written. */
      readonly name: string;
      /** Absent: there is none of this name. */
      readonly facts?: PlanFunction;
      readonly args: readonly PlanExpression[];
      readonly span: Span;
    }
  | { readonly kind: 'not' | 'negative'; readonly value: PlanExpression; readonly span: Span }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: PlanExpression;
      readonly right: PlanExpression;
      readonly span: Span;
    }
  | PlanComparison
  | { readonly kind: 'is-null'; readonly value: PlanExpression; readonly isNegated: boolean; readonly span: Span }
  | { readonly kind: 'cast'; readonly value: PlanExpression; readonly type: string; readonly span: Span }
  /** Something that plans do not hold: a query in a query, or options of a function. */
  | { readonly kind: 'other'; readonly what: string; readonly span: Span };

/** `IN`, `LIKE` and `RLIKE`. */
export interface PlanComparison {
  readonly kind: 'in' | 'like' | 'rlike';
  readonly value: PlanExpression;
  readonly items: readonly PlanExpression[];
  readonly isNegated: boolean;
  readonly span: Span;
}

/** A constant of a plan. */
export type PlanValue = string | number | boolean | null;

/** A value with the name of its column. */
export interface PlanField {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PlanExpression;
  /** Of an aggregation: which rows it looks at. */
  readonly filter?: PlanExpression;
  readonly isDescending: boolean;
  /** Where rows without a value are in an order. */
  readonly nulls?: 'first' | 'last';
}

/** The name of a column, or a pattern with `*` of several. */
export interface PlanColumn {
  readonly name: string;
  readonly isPattern: boolean;
  readonly span: Span;
}

/** A command of a plan, with the parts that it has. */
export interface PlanCommand {
  /** In capitals. */
  readonly name: string;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly fields: readonly PlanField[];
  readonly by: readonly PlanField[];
  readonly columns: readonly PlanColumn[];
  readonly renamed: readonly { readonly from: PlanColumn; readonly to: PlanColumn }[];
  /** Names and patterns of indices, perhaps several with commas in one. */
  readonly sources: readonly { readonly text: string; readonly span: Span }[];
}

/** A query as data, for what carries it out; or why it cannot be read. */
export type QueryPlan =
  | { readonly kind: 'plan'; readonly commands: readonly PlanCommand[] }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly span: Span;
      /** Set for a name that is not known. */
      readonly isName?: true;
    };
