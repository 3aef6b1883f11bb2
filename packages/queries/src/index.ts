import type { QueryLanguage, QueryLanguageId } from '@rulebook/catalogue/query-languages';
import { kql } from './kql/index';
import { lucene } from './lucene/index';
import { painless } from './painless/index';
import { ppl, sql } from './sql/index';

/** The languages that are read. */
export const queryLanguages: Partial<Record<QueryLanguageId, QueryLanguage>> = {
  kql,
  lucene,
  painless,
  ppl,
  sql,
};
