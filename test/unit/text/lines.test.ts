import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editedLineStarts, lineStartsOf } from '../../../engine/src/text/lines';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '\r\n') });

it('has the line starts of an edited text without reading all of it', () => {
  fc.assert(
    fc.property(text, text, fc.nat(40), fc.nat(10), (former, newText, at, length) => {
      const start = Math.min(at, former.length);
      const span = { start, end: Math.min(start + length, former.length) };
      const edited = former.slice(0, span.start) + newText + former.slice(span.end);
      const starts = lineStartsOf(former);
      const before = [...starts];
      expect(editedLineStarts(starts, edited, { span, newText })).toEqual(lineStartsOf(edited));
      expect(starts).toEqual(before);
    }),
    { numRuns: 2000 },
  );
});
