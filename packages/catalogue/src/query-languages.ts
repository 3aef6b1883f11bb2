import type { Span } from '@rulebook/text/span';

/** The languages, by the names that bodies and documents use. */
export type QueryLanguageId = 'esql' | 'kql' | 'lucene' | 'painless' | 'ppl' | 'sql';

/** The languages that are read, by their names. */
export type QueryLanguages = Partial<Readonly<Record<QueryLanguageId, QueryLanguage>>>;

/** A field that a query can name, or a column of it. */
export interface QueryField {
  /** The whole name, with dots. */
  readonly name: string;
  /** The type of the mapping, such as `keyword`, `text`, `long` or `date`; absent where it is not known. */
  readonly type?: string;
  /** It holds members of any name, each of which is a keyword (`flattened`). */
  readonly isFlattened?: true;
}

/** What is known of the service that a query goes to, and of what it can name. */
export interface QueryContext {
  /** The product, by the name that an endpoint gives its vendor; absent where it is not known. */
  readonly product?: string;
  /** Major and minor number of its version; absent where it is not known. */
  readonly version?: readonly [major: number, minor: number];
  /**
   * The fields of the indices of these names or patterns; undefined where nothing is known, so that no name is judged. Without names, those of
   * the request.
   */
  readonly fieldsOf: (indices?: readonly string[]) => QueryFields | undefined;
  /** The names of indices that are known, for completion. */
  readonly indices: readonly string[];
  /** Set for the text of `simple_query_string`, which has no fields and is never refused. */
  readonly form?: 'simple';
  /** The values that come with the query; absent where they are not known. */
  readonly params?: readonly QueryParam[];
  /** The names that a script has without declaring them; absent where it may have any. */
  readonly names?: readonly string[];
}

/** A value that comes with a query, for its parameters. */
export interface QueryParam {
  /** Absent for one without a name. */
  readonly name?: string;
  /** The JSON value; absent where it is not known. */
  readonly value?: unknown;
  /** How a number is written. */
  readonly written?: string;
}

/** Fields by their names. */
export interface QueryFields {
  readonly byName: ReadonlyMap<string, QueryField>;
  /** Whether there are no others, so that an unknown name is a mistake. */
  readonly areAll: boolean;
  /** Their index has been made with them as a whole: documents may add others, but a name that is one slip away from one of them is rarely another. */
  readonly areDeclared?: boolean;
}

/** What a part of a query is, for its colour. */
export type QueryTokenKind =
  | 'keyword'
  | 'function'
  | 'field'
  | 'index'
  | 'string'
  | 'number'
  | 'operator'
  | 'parameter'
  | 'type'
  | 'comment';

/** A coloured part of a query. Spans count from the start of the query. */
export interface QueryToken {
  readonly kind: QueryTokenKind;
  readonly span: Span;
}

/** What kind of mistake a finding about a query names. */
export type QueryProblemKind =
  /** The text is not in the language; servers refuse it. */
  | 'syntax'
  /** A name of a field, a column, a function or a command is not known. */
  | 'unknown-name'
  /** A value or a function has a type that does not fit. */
  | 'type'
  /** The version of the service lacks it, or has retired it. */
  | 'version'
  /** Servers take it, and it never finds anything, or something else than it seems to. */
  | 'ineffective'
  /** It costs much: a leading wildcard, no limit. */
  | 'costly'
  /** Servers take it, but say that a later version will not. */
  | 'deprecated'
  /** Nothing in the query needs it. */
  | 'unneeded';

/** A finding about a query. */
export interface QueryProblem {
  readonly kind: QueryProblemKind;
  /** One or two sentences with Markdown code, as other findings have. */
  readonly message: string;
  readonly span: Span;
  /** Whether servers refuse the request because of it: otherwise it is a warning at most. */
  readonly isRefused: boolean;
  /** What is probably meant in place of the span. */
  readonly meant?: string;
  /** It is about this one of the values that come with the query, and not about its text. */
  readonly param?: number;
}

/** Something that can be written at a position. */
export interface QueryOffer {
  readonly label: string;
  readonly kind: QueryTokenKind;
  /** What is inserted, where it is not the label; `$0` is where the cursor is then. */
  readonly insert?: string;
  /** One line: a type, or a signature. */
  readonly detail?: string;
  /** What it does, as Markdown. */
  readonly documentation?: string;
}

/** What can be written at a position, in place of a span. */
export interface QueryOffers {
  readonly span: Span;
  readonly offers: readonly QueryOffer[];
}

/** What a part of a query means. */
export interface QueryHelp {
  readonly span: Span;
  readonly markdown: string;
}

/** A language. No function throws, whatever the text is, and each takes time that grows with the text. */
export interface QueryLanguage {
  readonly id: QueryLanguageId;
  /** As people call it, such as `ES|QL`. */
  readonly title: string;
  readonly tokensIn: (text: string) => readonly QueryToken[];
  readonly problemsIn: (text: string, context: QueryContext) => readonly QueryProblem[];
  /** Returns the plain names of the indices that a query reads; absent where its request names them. */
  readonly indicesIn?: (text: string) => readonly { readonly text: string; readonly span: Span }[];
  readonly offersAt: (text: string, offset: number, context: QueryContext) => QueryOffers | undefined;
  readonly helpAt: (text: string, offset: number, context: QueryContext) => QueryHelp | undefined;
}
