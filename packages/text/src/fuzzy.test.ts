import { describe, expect, it } from 'vitest';
import { fuzzyScore } from './fuzzy';

/** Returns the texts that fit, the best first. */
function ranked(query: string, texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => {
      const score = fuzzyScore(query, text);
      return score === undefined ? [] : [{ text, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
}

describe('fuzzy search', () => {
  it('finds characters in their order, whatever their case', () => {
    expect(ranked('gkey', ['GET /_security/api_key', 'POST /key', 'key g'])).toEqual(['GET /_security/api_key']);
    expect(ranked('get api', ['GET /_security/api_key'])).toHaveLength(1);
    expect(fuzzyScore('xyz', 'abc')).toBeUndefined();
  });

  it('prefers the beginning, then beginnings of words, then any part, then scattered characters', () => {
    expect(ranked('log', ['catalog', 'PUT /login', 'login', 'l-o-g', 'lxoxg'])).toEqual([
      'login',
      'PUT /login',
      'catalog',
      'l-o-g',
      'lxoxg',
    ]);
  });

  it('finds everything when nothing is typed', () => {
    expect(ranked(' ', ['a', 'b'])).toEqual(['a', 'b']);
  });
});
