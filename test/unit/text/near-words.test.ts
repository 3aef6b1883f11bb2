import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../packages/text/src/edit-distance';
import { maxEdits, nearWordsOf } from '../../../packages/text/src/near-words';
import { triesOf } from '../../sample';

describe('the words near a text', () => {
  it('are those that one comparison after the other finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 12 }), word, (words, text) => {
        const found = [...nearWordsOf(words)(text)].sort((a, b) => (a.word < b.word ? -1 : 1));
        const expected = words
          .map((one) => ({ word: one, distance: editDistance(text, one, maxEdits) }))
          .filter(({ distance }) => distance <= maxEdits)
          .sort((a, b) => (a.word < b.word ? -1 : 1));
        expect(found).toEqual(expected);
      }),
      { numRuns: triesOf(2_000) },
    );
  });

  it('have the same digits', () => {
    const near = nearWordsOf(['projectsV2', 'v1', 'v12', 'part7', 'users-28-day']);
    const wordsNear = (text: string) => near(text).map(({ word }) => word);
    expect(wordsNear('projects')).toEqual([]);
    expect(wordsNear('v2')).toEqual([]);
    expect(wordsNear('1v')).toEqual(['v1']);
    expect(wordsNear('v21')).toEqual([]);
    expect(wordsNear('prt7')).toEqual(['part7']);
    expect(wordsNear('user-28-day')).toEqual(['users-28-day']);
    expect(wordsNear('users-8-day')).toEqual([]);
  });

  it('are those that are one edit away, when no more is asked for', () => {
    expect(nearWordsOf(['users', 'user', 'uses'])('usrs', 1)).toEqual([
      { word: 'uses', distance: 1 },
      { word: 'users', distance: 1 },
    ]);
  });

  it('are none where very many are two edits away', () => {
    const letters = 'abcdefghij';
    const words = [...letters].flatMap((a) => [...letters].map((b) => `thing-${a}${b}`));
    expect(nearWordsOf(words)('thing-xy')).toEqual([]);
    expect(nearWordsOf(words)('thing-ax', 1)).toHaveLength(10);
  });

  it('are none of a text that is longer than all words', () => {
    expect(nearWordsOf(['repos'])('r'.repeat(1_000_000))).toEqual([]);
  });
});
