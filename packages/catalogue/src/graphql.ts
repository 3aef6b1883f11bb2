import type { Span } from '@rulebook/text/span';
import type { DescribedSource } from './facts';
import type { ObjectShape } from './shape';

/** A GraphQL document. Spans of what is found in it count from its start. */
export interface GraphqlDocument {
  /** With `_` for each character of a variable of the request file. */
  readonly text: string;
  /** Where these variables are. */
  readonly placeholders: readonly Span[];
}

/** Something in a document that is wrong, or should no longer be used. */
export interface GraphqlProblem {
  readonly kind: 'syntax' | 'document' | 'deprecated';
  /** One or two sentences with a period, as the reference library has them. */
  readonly message: string;
  readonly span: Span;
  /** The names that may be meant, the nearest one first. */
  readonly meant: readonly string[];
  /** The element of the schema that decides, for example `User.login`; empty for the schema as a whole. */
  readonly element: string;
}

/** What can be executed of a document. */
export interface GraphqlOperation {
  /** Absent: it has no name. */
  readonly name?: string;
  /** Its name, or the beginning of it. */
  readonly span: Span;
}

/** A document that was read. */
export interface ReadGraphql {
  /** Absent: it can be read, or variables of the request file make it unreadable before they are filled in. */
  readonly problem?: GraphqlProblem;
  /** Absent: it cannot be read. */
  readonly operations?: readonly GraphqlOperation[];
}

/** An element of a schema, or of the document itself. */
export interface GraphqlElement {
  readonly kind:
    | 'argument'
    | 'directive'
    | 'field'
    | 'fragment'
    | 'input field'
    | 'keyword'
    | 'type'
    | 'value'
    | 'variable';
  readonly name: string;
  /** What it is of, for example the type of a field; empty: nothing. */
  readonly owner: string;
  /** In the notation of GraphQL; empty: it has none. */
  readonly type: string;
  /** It has to be given. */
  readonly isRequired: boolean;
  /** Markdown that others wrote. */
  readonly summary?: string;
  /** Why it should no longer be used. */
  readonly deprecated?: string;
  /** In the notation of GraphQL. */
  readonly default?: string;
  readonly arguments: readonly Pick<GraphqlElement, 'name' | 'type' | 'default'>[];
  /** The names of the values that an enumeration has. */
  readonly values: readonly string[];
  /** As in `GraphqlProblem`; undefined for what only the document has. */
  readonly element: string | undefined;
}

/** What can be at a position of a document, in the order in which it is offered. */
export interface GraphqlOffers {
  /** The word at the position. */
  readonly span: Span;
  readonly elements: readonly GraphqlElement[];
}

/** The variables of an operation as the members of an object. */
export interface GraphqlVariables {
  readonly shape: ObjectShape;
  /** Those that must be given, with where they are defined. */
  readonly required: readonly { readonly name: string; readonly span: Span }[];
}

/** A schema by which documents are checked. Nothing of it fails for an unfinished document. */
export interface GraphqlSchema {
  readonly source: GraphqlSource;
  readonly problemsIn: (document: GraphqlDocument) => readonly GraphqlProblem[];
  /** Returns the variables of the named operation, or of the only one; undefined where that is not known. */
  readonly variablesOf: (document: GraphqlDocument, operation: string | undefined) => GraphqlVariables | undefined;
  readonly elementAt: (
    document: GraphqlDocument,
    offset: number,
  ) => { readonly element: GraphqlElement; readonly span: Span } | undefined;
  readonly offersAt: (document: GraphqlDocument, offset: number) => GraphqlOffers | undefined;
}

/** A schema as text. */
export interface GraphqlSource {
  /** In the schema definition language; it has been found valid. */
  readonly text: string;
  /** Returns the source of one of its elements. */
  readonly provenanceOf: (element: string) => DescribedSource;
}

/** A file with a schema, read. */
export interface CompiledGraphql {
  /** In the schema definition language. Absent: it cannot be used. */
  readonly text?: string;
  readonly problems: readonly { readonly message: string; readonly span: Span }[];
}

/** What reads GraphQL. It brings a large library with it, so it is loaded when the first document is there. */
export interface GraphqlReader {
  readonly read: (document: GraphqlDocument) => ReadGraphql;
  /** Returns a schema: the same one for the same source, made when it is needed first. */
  readonly open: (source: GraphqlSource) => GraphqlSchema;
  /** Reads a schema in the schema definition language, or the result of an introspection as JSON. */
  readonly compile: (text: string) => CompiledGraphql;
}
