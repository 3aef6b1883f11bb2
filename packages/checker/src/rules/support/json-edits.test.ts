import { parseTree, type Node } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { insertMember, insertMembers, removeChild } from './json-edits';
import { applyEdits } from '@rulebook/text/edit';

const tree = (text: string): Node => parseTree(text)!;
const inserted = (text: string, json = '1', of: (root: Node) => Node = (root) => root) =>
  applyEdits(text, [insertMember(text, of(tree(text)), 'n', json)]);

describe('insertMember', () => {
  it.each([
    ['{}', '{\n  "n": 1\n}'],
    ['{ }', '{\n  "n": 1\n}'],
    ['{ "a": 1 }', '{ "a": 1, "n": 1 }'],
    ['{\n  "a": 1\n}', '{\n  "a": 1,\n  "n": 1\n}'],
    ['{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"n": 1\n}'],
    ['{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "n": 1\r\n}'],
    ['{\n  "a": 1, // kept\n}', '{\n  "a": 1,\n  "n": 1 // kept\n}'],
    ['{ "a": 1', '{ "a": 1, "n": 1'],
    ['{', '{\n  "n": 1'],
  ])('adds to %j', (text, expected) => {
    expect(inserted(text)).toBe(expected);
  });

  it('moves the lines of a skeleton to the right', () => {
    expect(inserted('{\n  "a": 1\n}', '{\n  "x": 2\n}')).toBe('{\n  "a": 1,\n  "n": {\n    "x": 2\n  }\n}');
  });

  it('keeps an object on one line on its line', () => {
    const first = (root: Node) => root.children![0]!.children![1]!;
    expect(inserted('{ "a": {} }', '{\n  "x": 2\n}', first)).toBe('{ "a": { "n": { "x": 2 } } }');
  });
});

describe('insertMembers', () => {
  it.each([
    ['{}', '{\n  "n": 1,\n  "m": [2]\n}'],
    ['{ "a": 1 }', '{ "a": 1, "n": 1, "m": [2] }'],
    ['{\n  "a": 1,\n}', '{\n  "a": 1,\n  "n": 1,\n  "m": [2]\n}'],
  ])('adds all to %j', (text, expected) => {
    const edit = insertMembers(text, tree(text), [
      ['n', '1'],
      ['m', '[2]'],
    ]);
    expect(applyEdits(text, [edit])).toBe(expected);
  });
});

describe('removeChild', () => {
  const removed = (text: string, index: number) => {
    const root = tree(text);
    return applyEdits(text, [removeChild(text, root, root.children![index]!)]);
  };
  it.each([
    ['{ "a": 1, "b": 2 }', 0, '{ "b": 2 }'],
    ['{ "a": 1, "b": 2 }', 1, '{ "a": 1 }'],
    ['{ "a": 1 }', 0, '{}'],
    ['{\n  "a": 1,\n  "b": 2\n}', 0, '{\n  "b": 2\n}'],
    ['{\n  "a": 1,\n  "b": 2\n}', 1, '{\n  "a": 1\n}'],
    ['[1, 2, 3]', 1, '[1, 3]'],
  ])('takes a child out of %j', (text, index, expected) => {
    expect(removed(text, index)).toBe(expected);
  });
});
