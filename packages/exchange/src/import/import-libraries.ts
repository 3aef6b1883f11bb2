/** A statement of a script that is not a part of another one. */
export interface Statement {
  readonly start: number;
  readonly end: number;
  /** The names that it defines for the others, or gives values to. */
  readonly gives: ReadonlySet<string>;
  /** All names in it that are not members of something. */
  readonly names: ReadonlySet<string>;
  /** The header field that it gives to the request. */
  readonly header?: { readonly name: string; readonly value: { readonly start: number; readonly end: number } };
}

/** Reads the statements of a script; undefined for a text that is not JavaScript. */
export type ReadStatements = (code: string) => readonly Statement[] | undefined;

/** Parsers of other languages, which are loaded when something is imported; they are in `libraries/`. */
export interface ImportLibraries {
  readonly readStatements: ReadStatements;
  readonly readYaml: (text: string) => unknown;
}
