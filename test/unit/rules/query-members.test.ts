import { expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import { queryLanguages } from '../../../packages/queries/src/index';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { catalogue } from '../../../packages/services/src/registry';
import { queryUse } from '../../../services/search-cluster/rules/support/query-use';

const context = { endpoints: [], defaults: {} };

/** Returns the queries that are found in the body of a search, and whether its values were bound for that. */
function search(body: string) {
  const block = parseBlock(`POST /logs/_search\n\n${body}\n`);
  const binding = bindBlock(block, context, { ...catalogue, queries: () => queryLanguages });
  if (binding === undefined) throw new Error('The request has a binding.');
  let isLookedInto = false;
  const watched = new Proxy(binding, {
    get(target, key) {
      if (key !== 'body') return Reflect.get(target, key, target) as unknown;
      const { body: bound } = target;
      return (
        bound &&
        new Proxy(bound, {
          get(value, member) {
            if (member === 'items' || member === 'members') isLookedInto = true;
            return Reflect.get(value, member, value) as unknown;
          },
        })
      );
    },
  });
  return { found: queryUse.of(block, watched, context)?.written.map(([, text]) => text) ?? [], isLookedInto };
}

it.each([
  '{ "query": { "range": { "labels.a": { "gte": 1 } } } }',
  `{ "query" :\n  { "bool": { "filter": [{ "term": { "labels.a": "b" } }] } } }`,
  '{ "aggs": { "a": { "terms": { "field": "labels.a" } } } }',
])('binds no value of a search in which no member can hold a query: %s', (body) => {
  expect(search(body)).toEqual({ found: [], isLookedInto: false });
});

it.each([
  ['{ "query": { "query_string": { "query": "a: b" } } }', 'a: b'],
  ['{ "query": { "script": { "script": "1 == 1" } } }', '1 == 1'],
  ['{ "query": { "script": { "script": { "source": "1 == 1" } } } }', '1 == 1'],
  ['{ "query": { "query_string": { "query" : // as before\n "a: b" } } }', 'a: b'],
])('finds a query in a member that holds one: %s', (body, query) => {
  expect(search(body)).toEqual({ found: [query], isLookedInto: true });
});
