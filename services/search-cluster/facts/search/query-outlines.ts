import type { RequestBody } from '@rulebook/catalogue/operation';
import type { Field, ObjectShape, QueryFact } from '@rulebook/catalogue/shape';
import type { Outline } from '../outline';
import { reference } from '../source-document';
import { serverSource } from '../sources';
import { esqlQuery, pplQuery, sqlQuery } from './query-requests';
import { searchBody } from './search-body';
import { queryClause } from './search-query';
import { queryParameter } from './search';

const provenance = reference('What the service does', serverSource);

function bodyWith(query: QueryFact, summary: string, others: readonly Field[] = []): RequestBody {
  const field: Field = { name: 'query', summary, provenance, shape: { type: 'string', query } };
  return {
    shape: { type: 'object', name: 'query', isOpen: true, fields: [field, ...others] },
    isForLanguages: true,
    provenance,
  };
}

const filter: Field = {
  name: 'filter',
  summary: 'The documents that the query reads.',
  provenance,
  shape: queryClause,
};

/** A search in requests that take further members. */
const openSearch: ObjectShape = { ...searchBody, isOpen: true };

/** The lines of several searches: where, and what. */
export const severalSearches: RequestBody = {
  shape: { type: 'object', name: 'header', isOpen: true, fields: [] },
  lines: [{ type: 'object', name: 'header', isOpen: true, fields: [] }, openSearch],
  isForLanguages: true,
  provenance,
};

/** Requests whose body is a query in a language, as far as it is about the query. */
export const queryOutlines: readonly Outline[] = [
  {
    id: 'esql.query',
    title: 'Run an ES|QL query',
    methods: ['POST'],
    path: '/_query',
    provenance,
    body: bodyWith(esqlQuery, 'The query in ES|QL.', [filter]),
  },
  {
    id: 'esql.async-query',
    title: 'Run an ES|QL query without waiting for its end',
    methods: ['POST'],
    path: '/_query/async',
    provenance,
    body: bodyWith(esqlQuery, 'The query in ES|QL.', [filter]),
  },
  ...['/{index}/_async_search', '/_async_search'].map((path): Outline => ({
    id: path === '/_async_search' ? 'search.async-anywhere' : 'search.async',
    title: 'Run a search without waiting for its end',
    methods: ['POST'],
    path,
    provenance,
    query: [queryParameter],
    body: { shape: openSearch, isForLanguages: true, provenance },
  })),
  {
    id: 'search.explain',
    title: 'Explain the score of a document',
    methods: ['POST', 'GET'],
    path: '/{index}/_explain/{id}',
    provenance,
    query: [queryParameter],
    body: {
      shape: {
        type: 'object',
        name: 'explanation',
        isOpen: true,
        fields: [{ ...filter, name: 'query', summary: 'The query.' }],
      },
      isForLanguages: true,
      provenance,
    },
  },
  {
    id: 'sql.query',
    title: 'Run an SQL query',
    methods: ['GET', 'POST'],
    path: '/_sql',
    provenance,
    body: bodyWith(sqlQuery, 'The query in SQL.', [filter]),
  },
  {
    id: 'sql.translate',
    title: 'Show the search that an SQL query becomes',
    methods: ['GET', 'POST'],
    path: '/_sql/translate',
    provenance,
    body: bodyWith(sqlQuery, 'The query in SQL.', [filter]),
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
