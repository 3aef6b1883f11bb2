import { describe, expect, it } from 'vitest';
import { inCell, inFile, rangeInCell } from '../../../../client/src/notebook/cell-positions';

const place = { line: 10, lines: 3, columns: [2, 0, 2] };
const range = (line: number, from: number, to = from + 1) => ({
  start: { line, character: from },
  end: { line, character: to },
});
const nothingElse = () => undefined;

describe('messages about cells', () => {
  it('have the lines and columns of the file', () => {
    const data = { at: { line: 0, character: 0 } };
    const message = { position: { line: 2, character: 1 }, context: { diagnostics: [{ range: range(1, 4), data }] } };
    expect(inFile(message, place)).toEqual({
      position: { line: 12, character: 3 },
      context: { diagnostics: [{ range: range(11, 4), data }] },
    });
  });

  it('have answers with the lines and columns of the cell, and nothing outside of it', () => {
    const command = { command: 'a', arguments: ['file:///a.http', { line: 12, character: 0 }] };
    const answer = {
      items: [
        { range: range(9, 0), message: 'before' },
        { range: range(12, 4), message: 'inside', command },
        { range: range(13, 0), message: 'behind' },
        { position: { line: 10, character: 5 }, label: 'hint' },
        { position: { line: 3, character: 5 }, label: 'elsewhere' },
      ],
    };
    expect(inCell(answer, place, nothingElse)).toEqual({
      items: [
        { range: range(2, 2), message: 'inside', command },
        { position: { line: 0, character: 3 }, label: 'hint' },
      ],
    });
  });

  it('have what names another file in its own way', () => {
    const answer = [{ uri: 'file:///b.http', range: range(0, 0) }];
    expect(inCell(answer, place, (value) => (value['uri'] === undefined ? undefined : { mapped: value }))).toEqual(
      answer,
    );
  });

  it('may end at the start of the line behind the cell', () => {
    const whole = { start: { line: 11, character: 0 }, end: { line: 13, character: 0 } };
    expect(rangeInCell(whole, place)).toEqual({ start: { line: 1, character: 0 }, end: { line: 3, character: 0 } });
    expect(rangeInCell({ ...whole, end: { line: 13, character: 1 } }, place)).toBeUndefined();
  });
});
