import { describe, expect, it } from 'vitest';
import { answerOf, idsIn, play, reported, type Server } from './real-servers-play';

// What real servers answered: Elasticsearch 8.19.21 and 9.5.3, and OpenSearch 3.9.0. The numbers are those of a list of differences.

const flattened = (parameters: object = {}) =>
  ['PUT /i', { mappings: { properties: { f: { type: 'flattened', ...parameters } } } }] as const;

describe('repositories', () => {
  it.each([
    'PUT /_snapshot/r/%3Cnightly-%7Bnow%2Fd%7D%3E',
    'PUT /_snapshot/r/snap%3A1',
    'PUT /_snapshot/r/snap%2B1',
    'PUT /_snapshot/r/sn%C3%A4p?master_timeout=1%20s',
    'DELETE /_snapshot/r?timeout=1%20s',
  ])('15: names are judged as the server receives them: %s', (line) => {
    expect(reported('8.19', [line])).toEqual([]);
  });

  it.each(['snap%20a', 'Snap%41', '%5Fsnap', 'a%2Cb', 'a%23b'])('15: also those that it refuses: %s', (name) => {
    expect(reported('8.19', [`PUT /_snapshot/r/${name}`])).toEqual([
      expect.stringContaining('warning unsuitable-text'),
    ]);
  });
});

describe('flattened fields', () => {
  it('23: the object of the field itself is never too deep', () => {
    expect(reported('8.19', flattened({ depth_limit: 0 }), ['PUT /i/_doc/1', { f: { a: 1 } }])).toEqual([]);
    expect(reported('8.19', flattened({ depth_limit: 0 }), ['PUT /i/_doc/1', { f: { a: { b: 1 } } }])).toEqual([
      expect.stringContaining('error excessive-depth'),
    ]);
    const cluster = play();
    cluster.send(...flattened({ depth_limit: 0 }));
    expect(cluster.send('PUT /i/_doc/1', { f: { a: 1 } }).status).toBe(201);
    expect(cluster.send('PUT /i/_doc/2', { f: { a: { b: 1 } } }).status).toBe(400);
  });
});

describe('searches in flattened fields', () => {
  const search = (query: object) => ['POST /i/_search', { query }] as const;
  const openRange = search({ range: { 'f.v': { gte: '10' } } });

  it('21: one bound of a range on a key is refused by version 8, and taken by 9.5 and OpenSearch', () => {
    expect(reported('8.19', flattened(), openRange)).toEqual([expect.stringContaining('warning open-range')]);
    expect(reported('9.5', flattened(), openRange)).toEqual([]);
    // Without a version it is an information.
    expect(reported('unknown', flattened(), openRange)).toEqual([]);
    for (const [server, status] of [
      ['8.19', 400],
      ['9.5', 200],
    ] as const) {
      const cluster = play(server);
      cluster.send(...flattened());
      cluster.send('PUT /i/_doc/1?refresh=true', { f: { v: '100' } });
      expect(cluster.send(...openRange).status).toBe(status);
    }
  });

  it('22: an asterisk at the end of a word in a query string is a prefix', () => {
    const query = (text: string) => search({ query_string: { query: text } });
    expect(reported('8.19', flattened(), query('f.k:ab*'))).toEqual([]);
    expect(reported('8.19', flattened(), query('f.k:a*b'))).toEqual([expect.stringContaining('unsupported-use')]);
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { k: 'abc' } });
    expect(idsIn(cluster.send(...query('f.k:ab*')))).toEqual(['1']);
  });

  it('25: the last word of a text is the beginning of a value', () => {
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { k: 'abc' } });
    expect(idsIn(cluster.send(...search({ match_bool_prefix: { 'f.k': 'ab' } })))).toEqual(['1']);
    expect(idsIn(cluster.send(...search({ match_bool_prefix: { f: 'ab' } })))).toEqual(['1']);
  });
});
