import type { QueryLanguage, QueryLanguageId } from '@rulebook/catalogue/query-languages';
import { kql } from './kql/index';
import { lucene } from './lucene/index';

/** The languages that are read. */
export const queryLanguages: Partial<Record<QueryLanguageId, QueryLanguage>> = {
  kql,
  lucene,
};
