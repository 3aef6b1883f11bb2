import type { Span } from '@rulebook/text/span';
import type { Token } from '../model';
import type { DurationStatistic } from './duration-statistics';
import type { OperatorName } from './operators';

/** What is checked of a value in its place: how much is in it, or the digest of its bytes. */
export type Measure = 'length' | 'count' | Digest;

/** The digests of a text or a body. */
export type Digest = 'sha256' | 'sha512' | 'md5';

/** What an assert checks. */
export type AssertSubject =
  | { readonly kind: 'status' | 'description' }
  /** The time of the response; with a statistic, of all times that the request was sent in its run. */
  | { readonly kind: 'duration'; readonly statistic?: DurationStatistic }
  /** The body, or the values at a JSONPath, by a JSON Schema: the path of its file, as written, with a JSON pointer behind `#`. */
  | { readonly kind: 'schema'; readonly file: Token; readonly path?: string }
  /** The whole response, by a file that was kept of an earlier one; without what is at these JSONPaths. */
  | { readonly kind: 'snapshot'; readonly ignored: readonly Token[] }
  | { readonly kind: 'header'; readonly name: Token }
  /** An expression of JavaScript, which is evaluated in the box of scripts. */
  | { readonly kind: 'expression'; readonly code: Token }
  /** The whole body, or a measure of it. */
  | { readonly kind: 'body'; readonly measure?: Measure }
  /** The values at an XPath, or a measure of them. */
  | { readonly kind: 'xpath'; readonly path: string; readonly measure?: Measure }
  /** The values at a JSONPath, or a measure of them; `mayBeMember`: of an object, its member `length`. */
  | { readonly kind: 'path'; readonly path: string; readonly measure?: Measure; readonly mayBeMember?: boolean };

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

export type ParsedAssert = Assert | MalformedAssert;
