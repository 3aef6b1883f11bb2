import { describe, expect, it } from 'vitest';
import { readJsonTree } from './json-tree';
import { offsetsInString } from './string-offsets';

describe('where the characters of a JSON string are written', () => {
  it.each([
    ['"abc"', [1, 2, 3, 4]],
    ['"a\\nb"', [1, 2, 4, 5]],
    ['"\\u0041b"', [1, 7, 8]],
    ['""', [1]],
    ['"open', [1, 2, 3, 4, 5]],
  ])('%s', (written, offsets) => {
    expect(offsetsInString(written, { start: 0, end: written.length })).toEqual(offsets);
  });
  it('has as many as the value, and one more', () => {
    for (const written of ['"a\\"b\\\\"', '"{ a(b: \\"c\\") }"', '"\\t\\u00e9x"']) {
      const value = readJsonTree(written).root?.value as string;
      expect(offsetsInString(written, { start: 0, end: written.length })).toHaveLength(value.length + 1);
    }
  });
  it('does not know strings in three quotation marks', () => {
    expect(offsetsInString('"""a"""', { start: 0, end: 7 })).toBe(undefined);
  });
});
