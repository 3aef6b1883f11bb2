import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

// What people send most is documented in part. The published description says the rest.
const said: string[] = [];
const engine = createEngine({ loadDescription: createDescriptionLoader((message) => said.push(message)) });
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function findingsIn(request: string, body: string): readonly string[] {
  const { findings } = engine.check(engine.openFile(`${request}\n\n${body}\n`), options);
  return (findings[0] ?? [])
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ severity, message }) => `${severity} ${message}`);
}

const search = 'POST /movies/_search';
const create = 'PUT /movies';

describe('mistakes in searches and mappings', () => {
  it.each([
    [search, '{ "aggs": { "m": { "max": { "feild": "price" } } } }', /`feild` .* did you mean `field`\?/],
    [search, '{ "aggs": { "t": { "terms": { "field": "a", "siez": 1 } } } }', /`siez` .* did you mean `size`\?/],
    [
      search,
      '{ "aggs": { "d": { "date_histogram": { "field": "d", "calendar_interval": "1d", "intervall": 1 } } } }',
      /`intervall`/,
    ],
    [
      search,
      '{ "aggs": { "d": { "date_histogram": { "field": "d", "interval": "day" } } } }',
      /`interval` of a date histogram was removed in version 8\.0/,
    ],
    [search, '{ "highlight": { "feilds": {} } }', /`feilds` .* did you mean `fields`\?/],
    [search, '{ "collapse": { "feild": "x" } }', /`feild` .* did you mean `field`\?/],
    [
      search,
      '{ "rescore": { "windw_size": 5, "query": { "rescore_query": { "match_all": {} } } } }',
      /`windw_size` .* `window_size`\?/,
    ],
    [
      search,
      '{ "knn": { "feild": "v", "query_vector": [1], "k": 1, "num_candidates": 2 } }',
      /`feild` .* did you mean `field`\?/,
    ],
    [search, '{ "suggest": { "s": { "txt": "a", "term": { "field": "a" } } } }', /`txt` .* did you mean `text`\?/],
    [search, '{ "_source": { "inclueds": ["a"] } }', /`inclueds` .* did you mean `includes`\?/],
    [search, '{ "query": { "function_score": { "functons": [] } } }', /`functons` .* did you mean `functions`\?/],
    [search, '{ "query": { "range": { "x": { "gtee": 5 } } } }', /`gtee` .* did you mean `gte`\?/],
    [
      search,
      '{ "query": { "match": { "name": "n", "tag": "t" } } }',
      /must have exactly 1 member; it has `name` and `tag`/,
    ],
    [search, '{ "sort": [{ "a": { "order": "ascc" } }] }', /`order` must be `asc` or `desc`; did you mean `asc`\?/],
    [create, '{ "mappings": { "properties": { "a": { "type": "string" } } } }', /`string` was removed in version 5\.0/],
    [
      create,
      '{ "mappings": { "properties": { "a": { "type": "text", "index": "not_analyzed" } } } }',
      /`index` must be a boolean/,
    ],
    [
      create,
      '{ "mappings": { "properties": { "a": { "type": "keyword", "analyzer": "x" } } } }',
      /`analyzer` is not a described field of the keyword property/,
    ],
    ['PUT /_cluster/settings', '{ "presistent": {} }', /`presistent` .* did you mean `persistent`\?/],
  ])('%s %s', (request, body, expected) => {
    const found = findingsIn(request, body);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
    expect(found[0]).toMatch(/^warning /);
  });

  it('says of a member that belongs elsewhere only that', () => {
    expect(findingsIn(search, '{ "query": { "match_all": {}, "from": 3 } }')).toEqual([
      expect.stringMatching(/^warning This is not a query/),
    ]);
  });
});

it.each([
  [
    search,
    '{ "query": { "match": { "a": "b" } }, "aggs": { "a": { "terms": { "field": "a" }, "aggs": { "b": { "max": { "field": "c" } } } } } }',
  ],
  [
    search,
    '{ "sort": ["_score", { "a": "desc" }], "_source": false, "track_total_hits": 10, "docvalue_fields": ["a"] }',
  ],
  [search, '{ "query": { "function_score": { "query": { "match_all": {} }, "script_score": { "script": "1" } } } }'],
  [search, '{ "runtime_mappings": { "d": { "type": "keyword", "script": "emit(1)" } } }'],
  ['POST /_search', '{ "pit": { "id": "a", "keep_alive": "1m" } }'],
  [
    create,
    '{ "mappings": { "properties": { "a": { "type": "text", "fields": { "raw": { "type": "keyword", "ignore_above": 10 } } } } } }',
  ],
  [
    create,
    '{ "mappings": { "properties": { "v": { "type": "dense_vector", "dims": 3, "similarity": "cosine" }, "o": { "properties": {} } } } }',
  ],
  [
    create,
    '{ "aliases": { "a": { "filter": { "term": { "b": 1 } } } }, "settings": { "analysis": { "analyzer": { "x": { "type": "custom", "tokenizer": "standard" } } } } }',
  ],
])('takes %s %s', (request, body) => {
  expect(findingsIn(request, body)).toEqual([]);
  expect(said).toEqual([]);
});

it('takes what people send every day, with most members that servers know', () => {
  const file = engine.openFile(readFileSync(join(import.meta.dirname, 'everyday-requests.http'), 'utf8'));
  const found = engine.check(file, options).findings.flat();
  const wrong = found.filter(({ severity }) => severity === 'error' || severity === 'warning');
  expect(wrong.map(({ message }) => message)).toEqual([]);
  expect(file.blocks.size).toBeGreaterThan(45);
});

describe('the older names of the bounds of a range', () => {
  const range = '{ "range": { "@timestamp": { "from": "now-5m", "to": "now", "include_lower": true } } }';
  const watch = `{ "input": { "search": { "request": { "indices": ["logs"], "body": { "query": ${range} } } } } }`;
  const transform = `{ "source": { "index": "a", "query": ${range} }, "dest": { "index": "b" } }`;

  it.each([
    ['PUT /_watcher/watch/a', watch],
    ['PUT /_transform/a', transform],
    ['POST /a/_count', `{ "query": ${range} }`],
  ])('are known wherever a query is: %s', (request, body) => {
    expect(findingsIn(`# @target 8.12\n${request}`, body)).toEqual([]);
    expect(findingsIn(`# @target 9.5\n${request}`, body)).toEqual([
      expect.stringContaining('Servers of version 9 refuse `from` and `to`'),
      expect.stringContaining('Servers of version 9 refuse `from` and `to`'),
    ]);
  });
});
