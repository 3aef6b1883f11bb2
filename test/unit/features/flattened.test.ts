import { describe, expect, it } from 'vitest';
import { completionsAt, expectOffers, hoverTextAt } from './check-feature';

const bulk = (lines: string): string => `POST /books/_bulk\n\n${lines}`;
const index = (properties: string): string => `PUT /books\n\n{ "mappings": { "properties": { ${properties}`;
const search = (body: string): string => `POST /books/_search\n\n${body}`;

describe('completion in lines', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['the first line', bulk('{ <|>'), 'index', 'create', 'update', 'delete', '-doc'],
    ['the first line, closed', bulk('{ "<|>" }\n{ "title": "a" }\n'), 'index', 'delete'],
    ['an action', bulk('{ "index": { <|> } }\n'), '_id', '_index', '-doc'],
    ['the document of an update', bulk('{ "update": { "_id": "1" } }\n{ <|>'), 'doc', 'upsert', '-index'],
    ['the line behind a document', bulk('{ "index": {} }\n{ "title": "a" }\n{ <|>'), 'index', 'create'],
    ['the line behind a deletion', bulk('{ "delete": { "_id": "1" } }\n{ <|>'), 'index', 'delete'],
    ['a line between others', bulk('{ "delete": {} }\n{ <|> }\n{ "delete": {} }\n'), 'index', 'delete'],
    ['actions without an index', 'PUT /_bulk\n\n{ <|>', 'index', 'delete'],
  ])('offers what the line is for: %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('offers nothing in a document, which may hold anything', () => {
    expect(completionsAt(bulk('{ "index": {} }\n{ <|>'))).toEqual([]);
  });
});

describe('completion of mappings', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    [
      'a flattened field',
      index('"labels": { "type": "flattened", <|> } } } }'),
      'depth_limit',
      'ignore_above',
      '-store',
    ],
    ['a type behind the parameters', index('"labels": { <|>, "type": "flattened" } } } }'), 'depth_limit'],
    ['another type', index('"labels": { "type": "text", <|>'), 'fields', '-depth_limit'],
    ['no type', index('"event": { <|>'), 'type', 'properties', '-depth_limit'],
    ['a field in an object', index('"event": { "properties": { "labels": { "type": "flattened", <|>'), 'depth_limit'],
    ['a mapping alone', 'PUT /books/_mapping\n\n{ "properties": { "l": { "type": "flattened", <|>', 'null_value'],
    ['types', index('"labels": { "type": <|>'), '"flattened"', '"keyword"'],
    ['what a parameter may be', index('"l": { "type": "flattened", "index_options": <|>'), '"docs"', '"freqs"'],
  ])('depends on the type: %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });
});

describe('completion of searches', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['a body', search('{ <|>'), 'query', 'fields', '_source', 'aggs'],
    ['a query', search('{ "query": { <|>'), 'term', 'terms_set', 'range', 'exists', 'bool'],
    ['a query in a query', search('{ "query": { "bool": { "must": [{ <|>'), 'term', 'bool'],
    ['a query deep down', search('{ "query": { "bool": { "must": { "bool": { "filter": { <|>'), 'term', 'bool'],
    ['the ends of a range', search('{ "query": { "range": { "labels.a": { <|>'), 'gte', 'lt'],
    ['aggregations', search('{ "aggs": { "all": { <|>'), 'terms', 'aggs'],
    ['aggregations in aggregations', search('{ "aggs": { "a": { "aggs": { "b": { <|>'), 'terms'],
  ])('%s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });
});

describe('hover', () => {
  it.each<[state: string, text: string, ...parts: string[]]>([
    ['an action', bulk('{ "del<|>ete": { "_id": "1" } }\n'), '`delete`', 'No second line follows', '*Reference*'],
    ['metadata of an action', bulk('{ "index": {} }\n{}\n{ "index": { "_i<|>d": "1" } }\n'), '`_id`'],
    ['an update line', bulk('{ "update": { "_id": "1" } }\n{ "do<|>c": {} }\n'), '`doc`', 'fields to change'],
    [
      'a parameter of a flattened field',
      index('"labels": { "type": "flattened", "depth_<|>limit": 3 } } } }'),
      '`depth_limit`',
      'Default: `20`',
      '*Reference*',
    ],
    ['the type', index('"labels": { "type": "flat<|>tened" } } } }'), 'one field', '*Documented*', 'Flattened field'],
    ['a query', search('{ "query": { "ter<|>m": {} } }'), '`term`', '*Documented*', 'Flattened field usage'],
    ['another query', search('{ "query": { "fuz<|>zy": {} } }'), '`fuzzy`', '*Reference*'],
    ['a field name', search('{ "query": { "term": { "lab<|>els": "x" } } }'), '`labels`', 'flattened'],
    ['an operation', 'PO<|>ST /books/_search', 'Search an index', '*Documented*'],
    [
      'a recorded answer',
      'POST /b/_search\n\nHTTP/1.1 200 OK\n\n{ "hits": { "to<|>tal": {} } }',
      '`total`',
      '*Documented*',
    ],
  ])('%s', (_state, text, ...parts) => {
    const hover = hoverTextAt(text);
    for (const part of parts) expect(hover).toContain(part);
  });
});
