import type { QueryLanguages } from '@rulebook/catalogue/query-languages';
import { esql } from './esql';

/** The languages that are read. */
export const queryLanguages: QueryLanguages = { esql };
