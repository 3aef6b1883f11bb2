import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextPieces } from './text-pieces';

const texts = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constant('\n'),
  fc.integer({ min: 0, max: 40_000 }).map((length) => 'abc\n'.repeat(length)),
);

it('is the text that it was made of, after any edits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90_000 }),
      fc.array(fc.record({ at: fc.nat(), length: fc.oneof(fc.nat(3), fc.nat(60_000)), newText: texts }), {
        minLength: 1,
        maxLength: 6,
      }),
      (size, edits) => {
        let text = 'x'.repeat(size);
        let pieces = TextPieces.of(text);
        for (const { at, length, newText } of edits) {
          const start = at % (text.length + 1);
          const end = Math.min(text.length, start + length);
          const former = text;
          text = text.slice(0, start) + newText + text.slice(end);
          if (former === '') continue;
          pieces = pieces.replaced({ span: { start, end }, newText });
          expect(pieces.toString() === text).toBe(true);
          if (text === '') return;
          expect(pieces.length).toBe(text.length);
          for (const place of [0, start, Math.floor(text.length / 2), text.length - 1, text.length]) {
            expect(pieces.indexOf('\n', place)).toBe(text.indexOf('\n', place));
            expect(pieces.lastIndexOf('\n', place)).toBe(text.lastIndexOf('\n', place));
            expect(pieces.slice(place, place + 40_000) === text.slice(place, place + 40_000)).toBe(true);
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});
