import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesPattern, patternsMeet } from '../../../packages/text/src/name-pattern';

describe('patternsMeet', () => {
  it.each([
    ['logs-*', '*-1', true],
    ['logs-*', 'log*', true],
    ['a*b', 'b*a', false],
    ['a?c', 'ab*', true],
    ['a?', 'a', false],
    ['', '*', true],
    ['', '?', false],
    ['logs-1', 'logs-2', false],
  ])('shows whether %s and %s have a text in common', (one, other, meet) => {
    expect(patternsMeet(one, other)).toBe(meet);
    expect(patternsMeet(other, one)).toBe(meet);
  });

  it('finds a text that matches both, if there is one', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 5 });
    const texts = [''];
    for (const text of texts) if (text.length < 7) texts.push(`${text}a`, `${text}b`);
    fc.assert(
      fc.property(pattern, pattern, (one, other) => {
        const isThere = texts.some((text) => matchesPattern(one, text) && matchesPattern(other, text));
        // Texts of two letters up to this length are enough for patterns of this length without two stars each.
        if (isThere) expect(patternsMeet(one, other)).toBe(true);
        else if (one.length + other.length <= 7) expect(patternsMeet(one, other)).toBe(false);
      }),
    );
  });
});
