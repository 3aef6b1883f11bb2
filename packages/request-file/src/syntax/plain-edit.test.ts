import { describe, expect, it } from 'vitest';
import { createBlockParser } from './edit-block';
import { largeBody } from './bodies/parse-body';
import { perForm } from './plain-edit';
import { editRequestFile, openRequestFile, textOfFile } from './request-file';

const members = Array.from(
  { length: largeBody / 30 },
  (_, index) => `  "member-${String(index)}": ["a", "b"], // why\n`,
);
const text = `### Before\nGET /\n\n### Large\n# @name large\nPUT /a\n\n{\n${members.join('')}  "last": 1\n}\n\n### Behind\nGET /\n`;
const line = 500;

/** Edits a line in the middle of the body, and returns what is known of the block before and after. */
function editOf(newText: string, at = { line, character: 4 }, removed = 0) {
  const parse = createBlockParser(() => false);
  const file = openRequestFile(text);
  const before = file.blocks.at(1);
  if (before === undefined) throw new Error('no block');
  const former = parse(before);
  const end = { line: at.line, character: at.character + removed };
  const edited = editRequestFile(file, [{ start: at, end, newText }]);
  const after = edited.blocks.at(1);
  if (after === undefined) throw new Error('no block');
  const fresh = openRequestFile(textOfFile(edited));
  expect([...edited.blocks].map((block) => block.text)).toEqual([...fresh.blocks].map((block) => block.text));
  return { former, block: parse(after), before, after };
}

describe('an edit of a line of a large body', () => {
  it.each(['x', '@timestamp', '{{a}}', '", "b": [', '",\n  "b": ["', '",\n\n  "b": ["'])(
    'reads only the body again: %j',
    (newText) => {
      const { former, block } = editOf(newText);
      expect(block.directives).toBe(former.directives);
      expect(block.request?.headers).toBe(former.request?.headers);
      expect(block.text).not.toBe(former.text);
    },
  );

  it.each([
    '"""',
    '/*',
    '",\n@a = 1\n"',
    '\n// @import x\n',
    '\n### Next\n',
    '\nGET /b\n',
    '"\n}\n\nHTTP/1.1 200 OK\n\n',
  ])('reads the block again where it may say something to other lines: %j', (newText) => {
    const { former, block } = editOf(newText);
    expect(block.directives).not.toBe(former.directives);
  });

  it('reads the block again at its first line, and where a bracket has come to the end of a line', () => {
    const first = editOf(' ', { line: 7, character: 1 });
    expect(first.block.directives).not.toBe(first.former.directives);
    const length = members[line - 8]?.length ?? 0;
    const bracket = editOf('}', { line, character: length - 1 });
    expect(bracket.block.directives).not.toBe(bracket.former.directives);
  });

  it('computes nothing again that such lines do not change', () => {
    let count = 0;
    const counted = perForm(() => ++count);
    const parse = createBlockParser(() => false);
    let file = openRequestFile(text);
    for (let key = 0; key < 20; key++) {
      const block = file.blocks.at(1);
      if (block === undefined) throw new Error('no block');
      parse(block);
      counted(block);
      file = editRequestFile(file, [{ start: { line, character: 4 }, end: { line, character: 4 }, newText: 'x' }]);
    }
    expect(count).toBe(1);
  });
});
