import { describe, expect, it } from 'vitest';
import { playCluster } from '../cluster/play-indices';

const long = `${'One sentence without it. '.repeat(8)}Here is the Word. ${'Another one. '.repeat(10)}The word again!`;
const documents = {
  1: { title: 'Search is slow, and searching it is slower', code: 'AB-1', labels: { priority: 'high' } },
  2: { title: long, code: 'AB-2' },
  3: { title: ['first slow value', 'second fast value'], code: 'XY-1' },
};
const play = playCluster();
const properties = { title: { type: 'text' }, code: { type: 'keyword' }, labels: { type: 'flattened' } };
play.send('PUT /books', { mappings: { properties } });
for (const [id, document] of Object.entries(documents)) play.send(`PUT /books/_doc/${id}`, document);

function highlights(query: object, highlight: object): readonly unknown[] {
  const { body } = play.send('POST /books/_search', { query, highlight, sort: [{ code: 'asc' }] });
  return (body as unknown as { hits: { hits: { highlight?: unknown }[] } }).hits.hits.map((hit) => hit.highlight);
}

describe('highlighting', () => {
  it.each<[string, object, object, unknown]>([
    ['a word', { match: { title: 'SLOW' } }, {}, 'Search is <em>slow</em>, and searching it is slower'],
    [
      'a phrase',
      { match_phrase: { title: 'is slow' } },
      {},
      'Search <em>is</em> <em>slow</em>, and searching it is slower',
    ],
    [
      'a beginning',
      { prefix: { title: 'search' } },
      {},
      '<em>Search</em> is slow, and <em>searching</em> it is slower',
    ],
    [
      'a text query',
      { query_string: { query: 'title:slower' } },
      {},
      'Search is slow, and searching it is <em>slower</em>',
    ],
    [
      'what is to be marked otherwise',
      { match: { title: 'slow' } },
      { pre_tags: ['<b>'], post_tags: ['</b>'], highlight_query: { match: { title: 'it' } } },
      'Search is slow, and searching <b>it</b> is slower',
    ],
  ])('marks %s', (_, query, options, expected) => {
    const [first] = highlights(
      { bool: { must: query, filter: { term: { code: 'AB-1' } } } },
      { fields: { title: {} }, ...options },
    );
    expect(first).toEqual({ title: [expected] });
  });

  it('cuts long texts into pieces', () => {
    const [found] = highlights(
      { bool: { must: { match: { title: 'word' } } } },
      { fields: { title: { fragment_size: 40 } } },
    );
    const pieces = (found as { title: string[] }).title;
    expect(pieces.map((piece) => /<em>[Ww]ord<\/em>/.test(piece))).toEqual([true, true]);
    for (const piece of pieces) expect(piece.length).toBeLessThan(60);
    const [whole] = highlights({ match: { title: 'word' } }, { fields: { title: {} }, number_of_fragments: 0 });
    expect((whole as { title: string[] }).title).toEqual([long.replaceAll(/word/gi, '<em>$&</em>')]);
  });

  it('marks the values that hold it, and whole keywords', () => {
    const fields = { title: {}, code: {} };
    const query = { bool: { should: [{ match: { title: 'fast' } }, { term: { code: 'XY-1' } }] } };
    expect(highlights(query, { fields })).toEqual([{ title: ['second <em>fast</em> value'], code: ['<em>XY-1</em>'] }]);
    const anywhere = { fields: { title: {} }, require_field_match: false };
    expect(highlights({ bool: { filter: { term: { code: 'AB-1' } } } }, { fields: { 'ti*': {} } })).toEqual([
      undefined,
    ]);
    expect(highlights({ query_string: { query: 'slow', fields: ['code', 'title'] } }, anywhere)).toHaveLength(2);
  });

  it('finds nothing in flattened fields, and refuses sizes that are none', () => {
    const search = (fields: unknown) =>
      play.send('POST /books/_search', { query: { match_all: {} }, highlight: { fields } });
    expect(search({ title: { fragment_size: -1 } }).status).toBe(400);
    expect(search({ labels: {} }).status).toBe(200);
    expect(search({ labels: {} }).text).not.toContain('highlight');
  });
});

describe('fields that each document has', () => {
  const ids = (query: object) => {
    const { body } = play.send('POST /books/_search', { query });
    return (body as unknown as { hits: { hits: { _id: string }[] } }).hits.hits.map(({ _id }) => _id).sort();
  };

  it.each<[object, readonly string[]]>([
    [{ term: { _id: '2' } }, ['2']],
    [{ term: { _id: { value: 2 } } }, ['2']],
    [{ terms: { _id: ['1', '3', '9'] } }, ['1', '3']],
    [{ ids: { values: ['1', 3] } }, ['1', '3']],
    [{ match: { _id: '1' } }, ['1']],
    [{ query_string: { query: '_id:3' } }, ['3']],
    [{ term: { _index: 'books' } }, ['1', '2', '3']],
    [{ terms: { _index: ['other'] } }, []],
    [{ prefix: { _index: 'bo' } }, ['1', '2', '3']],
    [{ bool: { must_not: { term: { _index: 'books' } } } }, []],
    [{ exists: { field: '_id' } }, ['1', '2', '3']],
  ])('are searched by %j', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it('refuse what they cannot be searched by', () => {
    for (const query of [
      { prefix: { _id: '1' } },
      { range: { _id: { gt: '1' } } },
      { range: { _index: { gt: 'a' } } },
    ]) {
      expect(play.send('POST /books/_search', { query }).status).toBe(400);
    }
  });
});
