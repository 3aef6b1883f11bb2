import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../engine/src/text/edit-distance';
import { mostEdits, nearWordsOf } from '../../../engine/src/text/near-words';

describe('the words near a text', () => {
  it('are those that one comparison after the other finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 12 }), word, (words, text) => {
        const found = [...nearWordsOf(words)(text)].sort((a, b) => (a.word < b.word ? -1 : 1));
        const expected = words
          .map((one) => ({ word: one, distance: editDistance(text, one, mostEdits) }))
          .filter(({ distance }) => distance <= mostEdits)
          .sort((a, b) => (a.word < b.word ? -1 : 1));
        expect(found).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are none of a text that is longer than all words', () => {
    expect(nearWordsOf(['repos'])('r'.repeat(1_000_000))).toEqual([]);
  });
});
