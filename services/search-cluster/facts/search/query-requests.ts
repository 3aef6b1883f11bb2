import { refused } from '@rulebook/catalogue/provenance';
import type { RequestBody } from '@rulebook/catalogue/operation';
import type { QueryFact } from '@rulebook/catalogue/shape';
import { reference } from '../source-document';
import { serverSource } from '../sources';
import type { Outline } from '../outline';

const provenance = reference('What the service does', serverSource);

/** Servers refuse a query that they cannot read. */
export const esqlQuery: QueryFact = { language: 'esql', params: 'params', provenance: refused(provenance) };
/** The same holds for SQL. */
export const sqlQuery: QueryFact = { language: 'sql', provenance: refused(provenance) };
/** The language of pipes of OpenSearch. */
const pplQuery: QueryFact = { ...sqlQuery, language: 'ppl' };
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

function bodyWith(query: QueryFact, summary: string): RequestBody {
  const field = { name: 'query', summary, provenance, shape: { type: 'string', query } } as const;
  return { shape: { type: 'object', name: 'query', isOpen: true, fields: [field] }, provenance };
}

/** Requests whose body is a query in a language, as far as it is about the query. */
export const queryOutlines: readonly Outline[] = [
  {
    id: 'esql.query',
    title: 'Run an ES|QL query',
    methods: ['POST'],
    path: '/_query',
    provenance,
    body: bodyWith(esqlQuery, 'The query in ES|QL.'),
  },
  {
    id: 'esql.async-query',
    title: 'Run an ES|QL query without waiting for its end',
    methods: ['POST'],
    path: '/_query/async',
    provenance,
    body: bodyWith(esqlQuery, 'The query in ES|QL.'),
  },
  {
    id: 'sql.query',
    title: 'Run an SQL query',
    methods: ['GET', 'POST'],
    path: '/_sql',
    provenance,
    body: bodyWith(sqlQuery, 'The query in SQL.'),
  },
  {
    id: 'sql.translate',
    title: 'Show the search that an SQL query becomes',
    methods: ['GET', 'POST'],
    path: '/_sql/translate',
    provenance,
    body: bodyWith(sqlQuery, 'The query in SQL.'),
  },
];

/** The bodies of OpenSearch that hold a query, by their paths. */
export const statementBodies: readonly (readonly [path: string, body: RequestBody])[] = (
  [
    ['/_plugins/_sql', sqlQuery],
    ['/_plugins/_sql/_explain', sqlQuery],
    ['/_plugins/_ppl', pplQuery],
    ['/_plugins/_ppl/_explain', pplQuery],
  ] as const
).map(([path, query]) => [path, bodyWith(query, `The query in ${query.language.toUpperCase()}.`)]);
