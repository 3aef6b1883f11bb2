import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  editedLineStarts,
  lineStartsOf,
  positionAt,
  startOfLine,
  type LineStarts,
} from '../../../packages/text/src/lines';
import { triesOf } from '../../sample';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '\r\n') });
/** Enough lines for several parts. */
const lines = fc.constantFrom('', 'a\n'.repeat(1023), 'a\n'.repeat(1025), 'a\r\n'.repeat(5000));

function listed(starts: LineStarts): readonly (number | undefined)[] {
  return Array.from({ length: starts.count }, (_, line) => startOfLine(starts, line));
}

it('has the line starts of an edited text without reading all of it', () => {
  fc.assert(
    fc.property(lines, text, lines, text, fc.nat(40), fc.nat(10), (before, middle, behind, newText, at, length) => {
      let former = before + middle + behind;
      let starts = lineStartsOf(former);
      for (const offset of [0, former.length / 3, before.length]) {
        const start = Math.min(Math.floor(offset) + at, former.length);
        const span = { start, end: Math.min(start + length, former.length) };
        const edited = former.slice(0, span.start) + newText + former.slice(span.end);
        const known = listed(starts);
        const after = editedLineStarts(starts, edited, { span, newText });
        expect(listed(after)).toEqual(listed(lineStartsOf(edited)));
        expect(startOfLine(after, after.count)).toBeUndefined();
        expect(listed(starts)).toEqual(known);
        [former, starts] = [edited, after];
      }
    }),
    { numRuns: triesOf(60) },
  );
});

it('finds the line of an offset in any part of a text', () => {
  const long = 'a\n\nbc\r\n'.repeat(2000);
  const starts = lineStartsOf(long);
  for (const offset of [0, 1, 2, 3, 6, 7, 7000, 7001, 13_999, 14_000, 15_000]) {
    const line = long.slice(0, offset).split('\n').length - 1;
    const character = offset - (long.slice(0, offset).lastIndexOf('\n') + 1);
    expect(positionAt(starts, offset), String(offset)).toEqual({ line, character });
  }
});
