import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json';
import { readSoundJson } from './sound-json';
import type { TreeNode } from './tree-node';

/** Returns what is asked of a node, without its parents. */
function shown({ type, offset, length, value, colonOffset, children }: TreeNode): unknown {
  return { type, offset, length, value, colonOffset, children: children?.map(shown) };
}

/** Something is wrong behind the value, so the other reader reads it. */
function asOthers(text: string): unknown {
  const { trees, relaxations, depth, problems } = parseJson(`${text} }`, 0, text.length + 2);
  expect(problems.map(({ isFurtherValue }) => isFurtherValue)).toEqual([true]);
  return { tree: trees[0] && shown(trees[0]), relaxations, depth };
}

const read = (text: string) => {
  const sound = readSoundJson(text, 0, text.length);
  return sound && { ...sound, tree: shown(sound.tree) };
};

describe('a value in which nothing is wrong', () => {
  it.each([
    '{}',
    ' [ ]',
    '{ "a": 1, "b": [true, false, null, -1.5e+3, 0], "c": { "d": "e" } }',
    '{\n  // First.\n  "a" # Second.\n : // Third.\r\n 1\n}',
    '{ "a{{b}}": "{{c}} d {{ $datetime "YYYY" }}", "e": {{f}}, "g": "{{" }',
    String.raw`{ "a\n": "\"\\\/\b\f\n\r\t", "b": "\\" }`,
    '[[[1], [2]], {"a": {"b": {}}}]',
    '{"a":"","b":[ "" ]}',
    '[1,2 ,3\t,\r\n4]',
    '{ "a": "é\u2028😀" }',
  ])('is read as all others: %j', (text) => {
    expect(read(text)).toEqual(asOthers(text));
  });

  it('may have anything behind it', () => {
    const text = '  {"a": [1]} > {% x %}';
    expect(readSoundJson(text, 0, text.length)?.tree).toMatchObject({ at: 2, length: 10 });
  });

  it.each([
    '',
    '{',
    '[1, 2',
    '{ "a" }',
    '{ "a": }',
    '{ "a": 1, }',
    '[1,]',
    '[,1]',
    '{ a: 1 }',
    '{ "a": 01 }',
    '{ "a": 1. }',
    '{ "a": tru }',
    '{ "a": trueX }',
    '{ "a": 1 "b": 2 }',
    '{ "a": "b\nc" }',
    '{ "a": "\u0001" }',
    String.raw`{ "a": "\x" }`,
    '["a',
    '{ "a": 1 {{more}} }',
  ])('is not %j', (text) => {
    expect(readSoundJson(text, 0, text.length)).toBeUndefined();
  });

  it.each(['{ "a": """b""" }', '{ /* a */ "a": 1 }', String.raw`{ "a": "\u0041" }`, String.raw`{ "a": "\{\{b\}\}" }`])(
    'is left to the other reader where it holds what is rare: %j',
    (text) => {
      expect(readSoundJson(text, 0, text.length)).toBeUndefined();
      expect(parseJson(text, 0, text.length).problems).toEqual([]);
    },
  );

  it('is left to the other reader where it is deep', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(readSoundJson(nested(100), 0, 200)?.depth).toBe(100);
    expect(readSoundJson(nested(101), 0, 202)).toBeUndefined();
    expect(readSoundJson('['.repeat(1_000_000), 0, 1_000_000)).toBeUndefined();
  });
});
