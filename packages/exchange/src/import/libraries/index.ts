import { parse } from 'yaml';
import type { ImportLibraries } from '../import-libraries';
import { readStatements } from './javascript-statements';

/** The parsers of other languages, all of which throw for a text that they cannot read, but that of JavaScript. */
export const importLibraries: ImportLibraries = {
  readStatements,
  // A short text can name a value again and again.
  readYaml: (text): unknown => parse(text, { maxAliasCount: 100 }),
};
