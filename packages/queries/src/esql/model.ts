import type { Span } from '@rulebook/text/span';
import type { QueryProblem, QueryToken } from '@rulebook/catalogue/query-languages';

/** A name of a column, as it is written. */
export interface Column {
  readonly kind: 'column';
  readonly name: string;
  readonly span: Span;
  /** A part of it is a parameter, or a wildcard. */
  readonly isOpen: boolean;
}

/** A value that is written in the query. */
interface Literal {
  readonly kind: 'literal';
  readonly type: string;
  readonly span: Span;
  /** Of a string: what it means. */
  readonly text?: string;
  /** As it is written, without a sign: a number, `true`, `false`. */
  readonly raw?: string;
  /** Of a span of time: its unit in small letters. */
  readonly unit?: string;
  readonly isNegative?: boolean;
  /** How a number is written, where a parameter is in its place. */
  readonly written?: string;
}

/** The call of a function. */
export interface Call {
  readonly kind: 'call';
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly Expression[];
  readonly span: Span;
  /** It has an asterisk, a map of options, or a mistake: the number of its arguments is not counted. */
  readonly isOpen: boolean;
  /** Its only argument is an asterisk. */
  readonly isStar?: true;
}

interface Unary {
  readonly kind: 'unary';
  readonly operator: string;
  readonly operand: Expression;
  readonly span: Span;
}

export interface Binary {
  readonly kind: 'binary';
  readonly operator: string;
  readonly operatorSpan: Span;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
}

/** `IN`, `LIKE` and `RLIKE` with their values. */
export interface Among {
  readonly kind: 'in' | 'like' | 'rlike';
  readonly value: Expression;
  readonly items: readonly Expression[];
  readonly span: Span;
  /** Behind `NOT`. */
  readonly isNegated?: true;
}

interface Test {
  readonly kind: 'is-null';
  readonly value: Expression;
  readonly span: Span;
  /** `IS NOT NULL`. */
  readonly isNegated?: true;
}

interface Cast {
  readonly kind: 'cast';
  readonly value: Expression;
  readonly type: string;
  readonly typeSpan: Span;
  readonly span: Span;
}

/** What cannot be judged: a parameter, a list, a query in a query, a mistake. */
interface Opaque {
  readonly kind: 'opaque';
  readonly parts: readonly Expression[];
  readonly span: Span;
  /** What it is, where it can be said. */
  readonly form?: 'list' | 'parameter';
  /** Of a parameter: its name or number, empty for the next one. */
  readonly name?: string;
}

export type Expression = Column | Literal | Call | Unary | Binary | Among | Test | Cast | Opaque;

/** `name = expression`, or an expression alone. */
export interface NamedExpression {
  readonly name?: Column;
  readonly expression: Expression;
  /** Of `STATS`: what limits the rows of an aggregation. */
  readonly filter?: Expression;
  /** Of `SORT`: the largest value is first. */
  readonly isDescending?: true;
  /** Of `SORT`: where rows without a value are. */
  readonly nulls?: 'first' | 'last';
}

/** One command of the pipeline. */
export interface Command {
  /** In capitals; the words of one of several have a space in between. */
  readonly name: string;
  readonly span: Span;
  readonly nameSpan: Span;
  /** What it computes, in order: for `WHERE`, `SORT` and the like without names. */
  readonly fields: readonly NamedExpression[];
  /** Behind `BY`. */
  readonly by: readonly NamedExpression[];
  /** Columns that it names: to keep, to drop, to expand. */
  readonly columns: readonly Column[];
  /** Of `RENAME`. */
  readonly renamed: readonly { readonly from: Column; readonly to: Column }[];
  /** Of a source or a join: the names of indices. */
  readonly sources: readonly { readonly text: string; readonly span: Span }[];
  /** Strings: the patterns of `GROK` and `DISSECT`. */
  readonly patterns: readonly { readonly text: string; readonly span: Span }[];
  /** Pipelines inside: the branches of `FORK`. */
  readonly branches: readonly (readonly Command[])[];
  /** It holds a mistake, or something that is not read: what follows from it is not known. */
  readonly isOpen: boolean;
}

/** A query that was read. */
export interface Query {
  readonly commands: readonly Command[];
  readonly problems: readonly QueryProblem[];
  readonly tokens: readonly QueryToken[];
  /** Settings or something else in front change how columns are found. */
  readonly hasSettings: boolean;
}

/** Returns how a literal is written, or the value of the parameter in its place. */
export function writtenLiteral({ written, span }: Literal, text: string): string {
  return written ?? text.slice(span.start, span.end);
}

/** Returns what an expression consists of. */
export function partsOfExpression(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
      return expression.args;
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'in':
    case 'like':
    case 'rlike':
      return [expression.value, ...expression.items];
    case 'is-null':
    case 'cast':
      return [expression.value];
    case 'opaque':
      return expression.parts;
    default:
      return [];
  }
}

/** Returns the command at a position: the last one that begins in front of it. */
export function commandAt(query: Pick<Query, 'commands'>, offset: number): number {
  return query.commands.findLastIndex(({ nameSpan }) => nameSpan.end < offset);
}
