import type { QueryLanguage, QueryLanguageId } from '@rulebook/catalogue/query-languages';

/** The languages that are read. */
export const queryLanguages: Partial<Record<QueryLanguageId, QueryLanguage>> = {};
