import { expect, it } from 'vitest';
import { brokenLines, joinedLines } from '../../../client/view/broken-lines';

it.each(['', 'a\nb', 'a\n\nb\n', 'x'.repeat(10_000), `${'x'.repeat(10_000)}\n`, `a\n${'x'.repeat(35_000)}\nb`])(
  'continues very long lines on the next ones, and joins them again',
  (text) => {
    const shown = brokenLines(text);
    expect(Math.max(...shown.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(10_001);
    expect(joinedLines(shown)).toBe(text);
    if (text.length <= 10_001) expect(shown).toBe(text);
  },
);

it('knows how long the line is that a piece continues', () => {
  expect(joinedLines(brokenLines('x'.repeat(20), 9990))).toBe('x'.repeat(20));
  expect(brokenLines('x'.repeat(20), 9990).indexOf('\n')).toBe(11);
  expect(brokenLines('x\n', 20_000)).toBe('x\n');
});
