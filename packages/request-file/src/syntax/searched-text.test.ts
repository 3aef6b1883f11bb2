import { expect, it, vi } from 'vitest';
import { createBlockParser } from './edit-block';
import { largeBody } from './bodies/parse-body';
import { editRequestFile, openRequestFile, type RequestFile } from './request-file';
import { includesWord } from './searched-text';

const lines = Array.from({ length: largeBody / 20 }, (_, index) => `  "key-${String(index)}": "text",\n`);
const text = `PUT /a\n\n{\n${lines.join('')}  "word-12": "other",\n  "last": 1\n}\n`;
const words = ['word-12', 'wo', 'absent', 'e', '\\u'];

/** In a string behind a key of three digits. */
const inText = 16;

function edited(file: RequestFile, line: number, newText: string, removed = 0, at = inText): RequestFile {
  return editRequestFile(file, [{ start: { line, character: at }, end: { line, character: at + removed }, newText }]);
}

it('knows after each edit what the text holds', () => {
  const parse = createBlockParser(() => false);
  let file = openRequestFile(text);
  const steps = [
    [500, 'absent', 0, inText],
    [700, '\\u0041', 0, inText],
    [500, '', 6, inText],
    [900, 'wo', 0, inText],
    [900, 'rd-12', 0, inText + 2],
    // The word itself, which is at two places now.
    [3 + lines.length, 'x', 4, 4],
    [900, '', 3, inText],
    [900, 'abse', 0, inText],
    [900, 'nt', 0, inText + 4],
  ] as const;
  for (const [line, newText, removed, at] of steps) {
    file = edited(file, line, newText, removed, at);
    const source = file.blocks.at(0);
    if (source === undefined) throw new Error('no block');
    const block = parse(source);
    expect(words.map((word) => includesWord(block, word))).toEqual(words.map((word) => source.text.includes(word)));
  }
});

it('searches a large text once, and then only what an edit wrote', () => {
  const parse = createBlockParser(() => false);
  let file = openRequestFile(text);
  const first = file.blocks.at(0);
  if (first === undefined) throw new Error('no block');
  includesWord(parse(first), 'absent');
  const searched = vi.spyOn(String.prototype, 'indexOf');
  try {
    for (let key = 0; key < 10; key++) {
      file = edited(file, 500, 'x');
      const source = file.blocks.at(0);
      if (source === undefined) throw new Error('no block');
      expect(includesWord(parse(source), 'absent')).toBe(false);
    }
    const searchedForIt = searched.mock.contexts.filter((_, call) => searched.mock.calls[call]?.[0] === 'absent');
    expect(searchedForIt).toHaveLength(10);
    expect(Math.max(...searchedForIt.map((searchedText) => String(searchedText).length))).toBeLessThan(100);
  } finally {
    searched.mockRestore();
  }
});
