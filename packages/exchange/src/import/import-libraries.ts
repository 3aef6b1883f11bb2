import { readStatements, type ReadStatements } from './javascript-statements';

/** Parsers of other languages, which are loaded when something is imported. */
export interface ImportLibraries {
  readonly readStatements: ReadStatements;
}

export const importLibraries: ImportLibraries = { readStatements };
