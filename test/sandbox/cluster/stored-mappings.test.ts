import { describe, expect, it } from 'vitest';
import { playCluster } from './play-indices';

const withField = (mapping: unknown) => ({ mappings: { properties: { labels: mapping } } });

describe('a mapping', () => {
  it.each([
    [
      { type: 'flattened', index: 'true', doc_values: 'false' },
      { type: 'flattened', doc_values: false },
    ],
    [
      { type: 'flattened', depth_limit: '20', ignore_above: '256' },
      { type: 'flattened', ignore_above: 256 },
    ],
    [
      { type: 'flattened', null_value: 5, similarity: 'BM25' },
      { type: 'flattened', null_value: '5', similarity: 'BM25' },
    ],
    [
      { type: 'object', dynamic: false, properties: {} },
      { type: 'object', dynamic: 'false' },
    ],
    [{ type: 'object', properties: { a: { type: 'flattened' } } }, { properties: { a: { type: 'flattened' } } }],
  ])('is stored in the types of its parameters, without defaults: %j', (written, stored) => {
    const play = playCluster();
    expect(play.send('PUT /books', withField(written)).status).toBe(200);
    expect(play.send('GET /books/_mapping').body).toEqual({ books: { mappings: { properties: { labels: stored } } } });
  });

  it.each([
    { type: 'flattened', doc_values: 0 },
    { type: 'flattened', depth_limit: -1 },
    { type: 'flattened', ignore_above: 2 ** 31 },
    { type: 'flattened', index_options: 'positions' },
    { type: 'flattened', similarity: 'BM26' },
    { type: 'flattened', analyzer: 'standard' },
    { type: 'flattened', meta: { a: 1 } },
    { type: 'Flattened' },
    {},
  ])('is refused, and no index is made: %j', (mapping) => {
    const play = playCluster();
    expect(play.send('PUT /books', withField(mapping))).toMatchObject({
      status: 400,
      body: { error: { type: 'mapper_parsing_exception' } },
    });
    expect(play.send('GET /books').status).toBe(404);
  });

  it.each(['', ' ', '.', '.a', 'a..b', '_id'])('defines no field of the name %j', (name) => {
    const answer = playCluster().send('PUT /books', { mappings: { properties: { [name]: { type: 'flattened' } } } });
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'mapper_parsing_exception' } } });
  });

  it('takes the names of objects in front of dots', () => {
    const play = playCluster();
    play.send('PUT /books', { mappings: { properties: { 'event.labels': { type: 'flattened' } } } });
    expect(play.send('GET /books/_mapping').body).toEqual({
      books: { mappings: { properties: { event: { properties: { labels: { type: 'flattened' } } } } } },
    });
  });

  it('counts what a change leaves out as the default', () => {
    const play = playCluster();
    play.send('PUT /books', withField({ type: 'flattened', index: false, ignore_above: 5 }));
    const change = (mapping: unknown) => play.send('PUT /books/_mapping', { properties: { labels: mapping } });
    expect(change({ type: 'flattened', ignore_above: 9 })).toMatchObject({
      status: 400,
      body: { error: { type: 'illegal_argument_exception' } },
    });
    expect(change({ type: 'flattened', index: 'false' }).status).toBe(200);
    expect(play.send('GET /books/_mapping').body).toEqual({
      books: { mappings: { properties: { labels: { type: 'flattened', index: false } } } },
    });
  });

  it('is read field by field, with defaults when they are asked for', () => {
    const play = playCluster();
    play.send('PUT /books', withField({ type: 'flattened' }));
    expect(play.send('GET /books/_mapping/field/lab*').body).toEqual({
      books: { mappings: { labels: { full_name: 'labels', mapping: { labels: { type: 'flattened' } } } } },
    });
    expect(play.send('GET /_mapping/field/labels?include_defaults=true').body).toMatchObject({
      books: { mappings: { labels: { mapping: { labels: { depth_limit: 20, ignore_above: 2147483647, meta: {} } } } } },
    });
    expect(play.send('GET /books/_mapping/field/none').body).toEqual({ books: { mappings: {} } });
  });
});
