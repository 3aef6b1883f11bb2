import { describe, expect, it } from 'vitest';
import { treesWithEditedText } from './edited-text';
import { parseJson } from './parse-json';
import { keysOf } from './placed-node';
import type { TreeNode } from './tree-node';

const names = Array.from({ length: 600 }, (_, index) => `"name-${String(index)}": ["one", { "two": "2" }, 3]`);
const text = `{ "empty": "", "quoted": "a\\"b", "named": "{{name}}", "braced": "a \\{\\{ b", ${names.join(', ')} }`;

function parsed(source: string): readonly TreeNode[] {
  return parseJson(source, 0, source.length, { isDetached: true }).trees;
}

/** Edits the text behind these words, and returns the trees before and after, and those of the new text. */
function edit(behind: string, newText: string, removed = 0) {
  const start = text.indexOf(behind) + behind.length;
  const before = parsed(text);
  const span = { start, end: start + removed };
  const found = treesWithEditedText(before, { span, newText }, (from, to) => text.slice(from, to));
  return { before, found, anew: parsed(text.slice(0, start) + newText + text.slice(span.end)) };
}

describe('an edit of a string', () => {
  it.each([
    ['"name-300": ["o', 'x', 0],
    ['"name-300": ["o', '', 2],
    ['"name-300": ["', 'another', 3],
    ['"name-599": ["one", { "two": "', 'ü 𝄞', 0],
    ['"empty": "', 'full', 0],
    ['"empty": "', '', 0],
  ] as const)('is in the trees as when they are read anew: behind %s, %j for %d', (behind, newText, removed) => {
    const { before, found, anew } = edit(behind, newText, removed);
    expect(found?.trees).toEqual(anew);
    expect(before).toEqual(parsed(text));
  });

  it.each([
    ['of a key', '"name-3', '', 0],
    ['of a number', '{ "two": "2" }, ', '4', 0],
    ['that ends it', '"name-300": ["o', '"', 0],
    ['that escapes something', '"name-300": ["o', '\\', 0],
    ['that may begin a placeholder', '"name-300": ["o', '{', 0],
    ['with a line break', '"name-300": ["o', '\n', 0],
    ['behind an escape', '"a\\"', 'x', 0],
    ['behind a placeholder', '"{{name}}', 'x', 0],
    ['behind escaped braces', '"a \\{\\{ ', 'x', 0],
    ['before its quote', '"name-300": [', 'x', 0],
    ['behind its quote', '"name-300": ["one"', 'x', 0],
    ['over its end', '"name-300": ["on', 'x', 3],
  ] as const)('is not known %s', (_, behind, newText, removed) => {
    expect(edit(behind, newText, removed).found).toBeUndefined();
  });

  it('leaves the list of keys, and what is before it', () => {
    const { before, found } = edit('"name-300": ["o', 'x');
    const [former, after] = [before[0], found?.trees[0]];
    if (former === undefined || after === undefined) throw new Error('no trees');
    expect(keysOf(after)).toBe(keysOf(former));
    expect(after.children?.[200]).toBe(former.children?.[200]);
    expect(after.children?.[500]?.children).toBe(former.children?.[500]?.children);
  });
});
