import { parse } from 'yaml';
import readEnvironment from '@usebruno/lang/v2/src/envToJson.js';
import readSettings from '@usebruno/lang/v2/src/collectionBruToJson.js';
import readRequest from '@usebruno/lang/v2/src/bruToJson.js';
import type { ImportLibraries } from '../import-libraries';
import { readStatements } from './javascript-statements';

/** The parsers of other languages, all of which throw for a text that they cannot read, but that of JavaScript. */
export const importLibraries: ImportLibraries = {
  readStatements,
  // A short text can name a value again and again.
  readYaml: (text): unknown => parse(text, { maxAliasCount: 100 }),
  readBru: { request: readRequest, environment: readEnvironment, settings: readSettings },
};
