import { refused } from '@rulebook/catalogue/provenance';
import type { QueryFact } from '@rulebook/catalogue/shape';
import { reference } from '../source-document';
import { serverSource } from '../sources';

const provenance = reference('What the service does', serverSource);

/** Servers refuse a query that they cannot read. */
export const esqlQuery: QueryFact = { language: 'esql', params: 'params', provenance: refused(provenance) };
/** The same holds for SQL. */
export const sqlQuery: QueryFact = { language: 'sql', provenance: refused(provenance) };
/** The language of pipes of OpenSearch. */
export const pplQuery: QueryFact = { ...sqlQuery, language: 'ppl' };
/** The syntax of `query_string`, which refuses what it cannot read. */
export const luceneQuery: QueryFact = { language: 'lucene', provenance: refused(provenance) };
/** The same syntax in `simple_query_string`, which reads any text. */
export const simpleQuery: QueryFact = { ...luceneQuery, form: 'simple' };
/** The syntax of the query `kql`, which Elasticsearch has. */
export const kqlQuery: QueryFact = { language: 'kql', provenance: refused(provenance) };
/** A script, which is Painless unless it says otherwise. */
export const painlessScript: QueryFact = {
  language: 'painless',
  by: { name: 'lang', values: ['painless'] },
  provenance: refused(provenance),
};
