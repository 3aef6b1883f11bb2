import type { QueryLanguage, QueryLanguageId } from '@rulebook/catalogue/query-languages';
import { esql } from './esql';

/** The languages that are read. */
export const queryLanguages: Partial<Record<QueryLanguageId, QueryLanguage>> = { esql };
