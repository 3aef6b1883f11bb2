import { describe, expect, it } from 'vitest';
import { playBooks } from '../cluster/play-indices';

const many = 50_000;

describe('a query without end', () => {
  it.each([
    ['words and operators', { query_string: { query: 'a b OR '.repeat(many) + 'a' } }],
    ['words', { match: { title: 'a '.repeat(many) } }],
    ['words in their order', { match_phrase: { title: 'a '.repeat(many) } }],
    ['a phrase', { query_string: { query: `title:"${'a '.repeat(many)}"` } }],
    ['a simple query', { simple_query_string: { query: 'a b '.repeat(many), fields: ['title'] } }],
    ['alternating operators', { simple_query_string: { query: 'a + b | '.repeat(many), fields: ['title'] } }],
    ['open brackets and quotes', { simple_query_string: { query: '("a~3 +'.repeat(many), fields: ['*'] } }],
    ['negations', { simple_query_string: { query: '-a '.repeat(many), fields: ['title'] } }],
    ['alternatives', { bool: { should: Array.from({ length: many / 5 }, () => ({ term: { pages: 1 } })) } }],
  ])('of %s is refused before it keeps the sandbox busy', (_, query) => {
    const play = playBooks({}, { 1: { title: 'a '.repeat(20_000), pages: 1 } });
    const { status, body } = play.send('POST /books/_search', { query });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      root_cause: [{ type: 'too_many_clauses', reason: expect.stringContaining('[terms]') as string }],
    });
  });

  it('is none when it is only long', () => {
    const play = playBooks({}, { 1: { title: 'one two', pages: 7 } });
    for (const query of [
      { terms: { pages: Array.from({ length: 10_000 }, (_, index) => index) } },
      { match: { title: 'two '.repeat(1000) } },
      { simple_query_string: { query: 'a | b + '.repeat(400) + '| two', fields: ['title'] } },
      { bool: { should: Array.from({ length: 1000 }, (_, pages) => ({ term: { pages } })) } },
    ]) {
      expect(play.send('POST /books/_search', { query }).body).toMatchObject({ hits: { total: { value: 1 } } });
    }
  });
});
