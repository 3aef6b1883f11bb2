import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editRequestFile,
  openRequestFile,
  blockOffsetAt,
  type RequestFile,
} from '../../../packages/request-file/src/syntax/request-file';
import { longestAcross } from '../../../packages/request-file/src/syntax/construct-ends';
import { lineStartsOf, positionAt } from '../../../packages/text/src/lines';
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

/** Constructs of several lines, their openings and closings alone, and what may be between them. */
const constructs = [
  ...[
    '/*\n',
    '/* a\n',
    '*/\n',
    'Accept: */*\n',
    '"text": """\n',
    '"""\n',
    '"""\n}\n',
    'note(text: """\n',
    '""") { id }\n',
  ],
  ...['{{\n', '}}\n', '> {%\n', '< {%\n', '%}\n', '`\n', 'fragment A on B {\n', '}\n'],
  ...[
    "curl http://h -d '\n",
    "'\n",
    'curl http://h <<EOF\n',
    'EOF\n',
    'HTTP/1.1 200 OK\n',
    'Content-Type: text/plain\n',
  ],
  ...[
    '###\n',
    '### b\n',
    'GET /b\n',
    'DELETE /c\n',
    'POST /d\n{\n',
    'POST /d\n\nhello\n',
    '\n',
    '# c\n',
    '@a = 1\n',
    '{"a":1}\n',
  ],
  // As long as a construct may be over a separator, and half of it.
  `${'x'.repeat(longestAcross)}\n`,
  ...Array.from({ length: 3 }, () => `${'x'.repeat(longestAcross / 2)}\n`),
];
const constructText = fc.array(fc.constantFrom(...constructs), { maxLength: 30 }).map((parts) => parts.join(''));

/** Applies edits one by one, and compares each version with the file of its text. */
function compareAfterEdits(start: string, changes: readonly (readonly [number, number, string])[]): void {
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
    expect([...file.blocks].map(({ ahead }) => ahead)).toEqual([...fresh.blocks].map(({ ahead }) => ahead));
    expect(linesOf(file)).toEqual(linesOf(fresh));
  }
}

describe('editRequestFile', () => {
  it('gives the same blocks and lines as opening the edited text', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), text), { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(text, edits, compareAfterEdits), { numRuns: triesOf(3000) });
  });

  it('gives the same blocks where constructs are opened and closed', () => {
    // A place is at the start of a line, where marks are, and what is replaced there is short.
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.oneof(constructText, fc.constantFrom(...constructs)));
    fc.assert(
      fc.property(constructText, fc.array(edit, { minLength: 1, maxLength: 6 }), (start, edits) => {
        let now = start;
        const changes: (readonly [number, number, string])[] = [];
        for (const [place, lines, newText] of edits) {
          const starts = [0, ...[...now.matchAll(/\n/g)].map(({ index }) => index + 1)];
          const from = starts[place % starts.length] ?? 0;
          const to = starts[(place % starts.length) + lines] ?? now.length;
          changes.push([from, to, newText]);
          now = now.slice(0, from) + newText + now.slice(to);
        }
        compareAfterEdits(start, changes);
      }),
      { numRuns: triesOf(1500) },
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
