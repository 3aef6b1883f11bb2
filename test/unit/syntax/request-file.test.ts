import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editRequestFile,
  openRequestFile,
  blockOffsetAt,
  type RequestFile,
} from '../../../engine/src/syntax/request-file';
import { lineStartsOf, positionAt } from '../../../engine/src/text/lines';
import { triesOf } from '../../sample';

const pieces = [
  '/*\n',
  '*/\n',
  '{{\n',
  '}}\n',
  '< {%\n',
  '%}\n',
  'run #a\n',
  '###',
  '### title',
  '\n',
  '\n\n',
  '\r\n',
  'GET /a',
  'POST /_security/api_key',
  '{',
  '}',
  '{"a":1}',
  '# c\n',
  '# @name n\n',
  'Accept: x\n',
  ' ',
  'hello',
  '"',
  '"""',
  '{{v}}',
  '@a = 1\n',
  'HTTP/1.1 200 OK\n',
  '< ./f.json\n',
  '?? status == 200\n',
  '\r',
  '[',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));

function linesOf({ blocks }: RequestFile): number[] {
  return [...blocks].map((_, index) => blocks.lineOf(index));
}

function textsOf(file: RequestFile): string[] {
  return [...file.blocks].map((block) => block.text);
}

describe('editRequestFile', () => {
  it('gives the same blocks and lines as opening the edited text', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), text), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(text, edits, (start, changes) => {
        let file = openRequestFile(start);
        let whole = start;
        for (const [a, b, newText] of changes) {
          const [from, to] = [a % (whole.length + 1), b % (whole.length + 1)].sort((x, y) => x - y) as [number, number];
          const starts = lineStartsOf(whole);
          const first = positionAt(starts, from);
          const last = positionAt(starts, to);
          // A position between \r and \n cannot be said in lines and columns.
          if (whole.slice(from - 1, from + 1) === '\r\n' || whole.slice(to - 1, to + 1) === '\r\n') continue;
          whole = whole.slice(0, from) + newText + whole.slice(to);
          file = editRequestFile(file, [{ start: first, end: last, newText }]);
          const fresh = openRequestFile(whole);
          expect(textsOf(file)).toEqual(textsOf(fresh));
          expect(linesOf(file)).toEqual(linesOf(fresh));
        }
      }),
      { numRuns: triesOf(3000) },
    );
  });

  it('shares the blocks that the edit does not touch', () => {
    const file = openRequestFile(Array.from({ length: 50 }, (_, index) => `### ${index}\nGET /${index}\n`).join(''));
    const edited = editRequestFile(file, [
      { start: { line: 51, character: 0 }, end: { line: 51, character: 3 }, newText: 'PUT' },
    ]);
    const shared = [...edited.blocks].filter((block) => [...file.blocks].includes(block));
    expect(edited.blocks.size).toBe(50);
    expect(shared.length).toBeGreaterThanOrEqual(48);
  });

  it('moves a position behind the text to its end', () => {
    const file = openRequestFile('GET /a\n');
    expect(blockOffsetAt(file, { line: 90, character: 4 })).toEqual({ block: 0, offset: 7 });
    expect(blockOffsetAt(file, { line: 0, character: 90 })).toEqual({ block: 0, offset: 6 });
  });
});
