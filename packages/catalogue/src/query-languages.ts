import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import type { QueryPlan } from './query-plan';

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
  /** What is inserted, where it is not the label; `$1` is where the cursor is then, and `$0` where it goes next. */
  readonly insert?: string;
  /** One line: a type, or a signature. */
  readonly detail?: string;
  /** What it does, as Markdown. */
  readonly documentation?: string;
  /** From 0 to 9: lower ones come first. Absent: by its kind. */
  readonly rank?: number;
  /** Something has to follow it, which is offered next. */
  readonly isBegun?: true;
  /** The text that is complete without it, where that is not its label: `NOW(` of `NOW`, which is nothing without its parenthesis. */
  readonly whole?: string;
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

/** A name of a query with all its places: of a column, which one of its commands makes or its indices have. */
export interface QueryName {
  readonly name: string;
  /** In the order of the text. */
  readonly places: readonly { readonly span: Span; readonly isDefinition: boolean }[];
  /** Why it cannot be given another name, as a sentence; absent where it can. */
  readonly isFixed?: string;
}

/** A name as it is written in a query, or why it cannot be given. */
export type NewQueryName = { readonly written: string } | { readonly refused: string };

/** The form of a function, with the argument at a position. */
export interface QuerySignature {
  readonly label: string;
  /** What the function does. */
  readonly about: string;
  /** The spans of its arguments in the label. */
  readonly parameters: readonly Span[];
  readonly active: number;
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
  /**
   * Returns a query as data, for what carries it out. `parameterNames` are what parameters for names, `??`, stand for. Absent: the language has
   * no plans.
   */
  readonly planOf?: (text: string, parameterNames: ReadonlyMap<string, string>) => QueryPlan;
  readonly offersAt: (text: string, offset: number, context: QueryContext) => QueryOffers | undefined;
  readonly helpAt: (text: string, offset: number, context: QueryContext) => QueryHelp | undefined;
  /**
   * Returns what changes the white space between the parts of a query, so that each command has a line of its own; a new line begins with its
   * indentation in the query. Undefined for a query with a mistake, but for one that a variable behind `limit` may be. Absent where a language is
   * not laid out.
   */
  readonly layOut?: (text: string, form: 'lines' | 'line', limit?: number) => readonly TextEdit[] | undefined;
  /** Returns the names of a query that a person can follow. */
  readonly namesIn?: (text: string) => readonly QueryName[];
  /** Returns how another name is written in all places of a name. */
  readonly writeName?: (text: string, name: QueryName, newName: string) => NewQueryName;
  /** Returns the form of the function whose arguments a position is in. */
  readonly signatureAt?: (text: string, offset: number) => QuerySignature | undefined;
}
