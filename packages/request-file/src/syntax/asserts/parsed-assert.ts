import type { Span } from '@rulebook/text/span';
import type { Token } from '../model';
import type { DurationStatistic } from './duration-statistics';
import type { OperatorName } from './operators';

/** What an assert checks. */
export type AssertSubject =
  | { readonly kind: 'status' | 'description' }
  /** The time of the response; with a statistic, of all times that the request was sent in its run. */
  | { readonly kind: 'duration'; readonly statistic?: DurationStatistic }
  /** The whole body, by a JSON Schema: the path of its file, as written. */
  | { readonly kind: 'schema'; readonly file: Token }
  | { readonly kind: 'header'; readonly name: Token }
  /** An expression of JavaScript, which is evaluated in the box of scripts. */
  | { readonly kind: 'expression'; readonly code: Token }
  /** The whole body, or its length. */
  | { readonly kind: 'body'; readonly isLength: boolean }
  /** The values at a JSONPath, or the length of the value; `mayBeMember`: of an object, its member `length`. */
  | { readonly kind: 'path'; readonly path: string; readonly isLength: boolean; readonly mayBeMember?: boolean };

/** An assert that can be evaluated. */
export interface Assert {
  readonly kind: 'assert';
  readonly subject: AssertSubject;
  readonly operator: OperatorName;
  /** Written as an expression of JavaScript: what is not there is `undefined`, and unequal to everything else. */
  readonly isScript?: true;
  /** `not` is in front of the operator. */
  readonly isNegated: boolean;
  /** The text behind the operator, as written. */
  readonly expected?: Token;
  /** The words in front of the operator, and the operator. */
  readonly words: { readonly subject: Span; readonly operator: Span };
}

/** A mistake in an assert. */
export interface MalformedAssert {
  readonly kind: 'malformed';
  readonly message: string;
  readonly span: Span;
  /** What probably belongs where the span is. */
  readonly meant?: string;
}

/** An assert that another tool evaluates and Rulebook does not. */
export interface ForeignAssert {
  readonly kind: 'foreign';
  /** What it is, for example `an XPath`. */
  readonly what: string;
  readonly span: Span;
}

export type ParsedAssert = Assert | MalformedAssert | ForeignAssert;
