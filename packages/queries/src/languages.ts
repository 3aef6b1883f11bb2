import type { QueryLanguages } from '@rulebook/catalogue/query-languages';
import { esql } from './esql/language';
import { kql } from './kql/index';
import { lucene } from './lucene/index';
import { painless } from './painless/index';
import { ppl, sql } from './sql/index';

/** The languages that are read. */
export const queryLanguages: QueryLanguages = { esql, kql, lucene, painless, ppl, sql };
