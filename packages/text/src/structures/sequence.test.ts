import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedRange } from './changed-range';
import { Sequence, type Aggregate, type Piece } from './sequence';

interface Numbered extends Piece {
  readonly name: number;
}

let made = 0;
function piece(lineEnds: number): Numbered {
  return { name: made++, length: lineEnds * 10 + 1, lineEnds };
}

const names: Aggregate<Numbered, readonly number[]> = {
  ofPiece: ({ name }) => [name],
  join: (parts) => parts.flat(),
};

const splices = fc.array(
  fc.record({ at: fc.nat(), count: fc.nat(60), added: fc.array(fc.nat(3), { maxLength: 80 }) }),
  { maxLength: 12 },
);

function agrees(sequence: Sequence<Numbered>, list: readonly Numbered[]): void {
  expect([...sequence]).toEqual(list);
  expect(sequence.size).toBe(list.length);
  expect(sequence.slice(3, 40)).toEqual(list.slice(3, 40));
  expect(sequence.total(names) ?? []).toEqual(list.map(({ name }) => name));
  let [line, offset] = [0, 0];
  const starts: number[] = [];
  list.forEach((one, index) => {
    expect(sequence.at(index)).toBe(one);
    expect(sequence.lineOf(index)).toBe(line);
    expect(sequence.offsetOf(index)).toBe(offset);
    starts.push(line);
    line += one.lineEnds;
    offset += one.length;
  });
  expect([sequence.lineEnds, sequence.length]).toEqual([line, offset]);
  for (let wanted = 0; wanted <= line + 1; wanted++)
    expect(sequence.indexAtLine(wanted)).toBe(Math.max(0, starts.filter((start) => start <= wanted).length - 1));
}

describe('Sequence', () => {
  it('is the list that the same changes make, and leaves the former one as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 300 }), splices, (first, changes) => {
        let list = first.map(piece);
        let sequence = Sequence.of(list);
        agrees(sequence, list);
        for (const { at, count, added } of changes) {
          const start = list.length === 0 ? 0 : at % (list.length + 1);
          const end = Math.min(list.length, start + count);
          const pieces = added.map(piece);
          const [formerList, former] = [list, sequence];
          list = [...list.slice(0, start), ...pieces, ...list.slice(end)];
          sequence = sequence.replaced(start, end, pieces);
          expect(sequence.changedSince(former)).toEqual(changedRange(formerList, list));
          expect(sequence.before(start, names).flat()).toEqual(list.slice(0, start).map(({ name }) => name));
          expect([...former]).toEqual(formerList);
        }
        agrees(sequence, list);
      }),
      { numRuns: 150 },
    );
  });

  it('compares and summarizes only what was changed', () => {
    let summarized = 0;
    const counting: Aggregate<Numbered, number> = {
      ofPiece: () => {
        summarized++;
        return 1;
      },
      join: (parts) => parts.reduce((sum, part) => sum + part, 0),
    };
    const sequence = Sequence.of(Array.from({ length: 50_000 }, () => piece(1)));
    expect(sequence.total(counting)).toBe(50_000);
    summarized = 0;
    const edited = sequence.replaced(20_000, 20_001, [piece(1), piece(2)]);
    expect(edited.total(counting)).toBe(50_001);
    expect(summarized).toBeLessThan(80);
  });

  it('visits only the parts whose summary is wanted', () => {
    const sequence = Sequence.of(Array.from({ length: 5000 }, () => piece(1)));
    const wanted = sequence.at(1234)?.name ?? -1;
    const seen: number[] = [];
    sequence.visit(
      names,
      (part) => part.includes(wanted),
      (one, index) => {
        if (one.name === wanted) seen.push(index);
      },
    );
    expect(seen).toEqual([1234]);
  });

  it('stays balanced when it is built piece by piece, and when nearly all is deleted', () => {
    let sequence = Sequence.of<Numbered>([]);
    for (let at = 0; at < 3000; at++) sequence = sequence.replaced(at, at, [piece(1)]);
    expect([...sequence.chunks()].length).toBeLessThan(300);
    for (let at = 0; at < 2900; at++) sequence = sequence.replaced(at % sequence.size, (at % sequence.size) + 1, []);
    expect(sequence.size).toBe(100);
    expect([...sequence.chunks()].length).toBeLessThan(40);
  });
});
