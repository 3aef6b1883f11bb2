import type { QueryLanguages } from '@rulebook/catalogue/query-languages';
import { esql } from './esql/language';

/** The languages that are read. */
export const queryLanguages: QueryLanguages = { esql };
