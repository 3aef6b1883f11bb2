import type { Span } from '@rulebook/text/span';

/** What a name names. */
export type NameKind =
  | 'variable'
  /** A variable that only environments define: `{{$shared name}}` and `{{$dotenv name}}` pass over the request file. */
  | 'environment-variable'
  | 'request'
  | 'environment'
  | 'file'
  | 'endpoint';

/** What a name is in. */
export type NameContext =
  /** A line `@name = value`. */
  | 'definition'
  | 'prompt'
  | 'loop'
  /** A comment directive: `# @name`, `# @ref`, `# @endpoint`. */
  | 'directive'
  /** A name in the list of `# @sequence`: the request of its block does not need it. */
  | 'sequence'
  /** The words behind `###`. */
  | 'title'
  | 'script'
  | 'placeholder'
  /** An argument of `{{$shared name}}`. */
  | 'shared'
  /** An argument of `{{$dotenv name}}`. */
  | 'dotenv'
  /** The request in `{{name.response…}}`. */
  | 'response'
  /** What is in front of the dot in `{{name.member}}`: a request of another tool, or only a part of a variable's name. */
  | 'member'
  | 'run'
  /** A value `(@name=…)` of a line `run`. */
  | 'assignment'
  | 'import'
  /** A comment `# @rights-of file`. */
  | 'rights-of'
  /** A comment `# @for file users.csv`. */
  | 'rows'
  /** A line `< file`. */
  | 'body'
  /** A line `>> file`. */
  | 'output'
  /** A line `<> file`. */
  | 'earlier-answer';

/** A place in a block where a name is defined or used. */
export interface NameOccurrence {
  readonly kind: NameKind;
  readonly role: 'definition' | 'reference';
  /** As written; of a file, its path. */
  readonly name: string;
  /** Exactly the name. */
  readonly span: Span;
  readonly by: NameContext;
  /** What also means the name to a user who points at it: the whole text between the braces. */
  readonly reach?: Span;
  /** Of a body file: `<@` fills in the variables in it. */
  readonly isFilled?: true;
  /** Of a `member`: the whole name, which counts when a variable of this name is defined. */
  readonly whole?: string;
  /** Of a name in a block that defines variables: the definitions in front of this offset are above it. */
  readonly place?: number;
  /** The variable in whose definition it is. */
  readonly within?: string;
  /** In a script, a word of JavaScript, behind a dot or alone: another name must be one as well. */
  readonly isWord?: true;
}

/** A name of a kind, wherever it occurs. */
export interface NamedThing {
  readonly kind: NameKind;
  readonly name: string;
}
