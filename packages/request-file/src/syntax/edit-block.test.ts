import { describe, expect, it } from 'vitest';
import { createBlockParser } from './edit-block';
import type { BlockText } from './model';

const association = { method: 'POST', target: '/_security/api_key', at: '' };

function bodyOf(length: number): BlockText {
  return { text: `{"name":"${'x'.repeat(length)}"}`, length: length + 11, lineEnds: 0 };
}

describe('the blocks that a parser keeps', () => {
  it('are the newest ones, and of large ones only as many as are not too long together', () => {
    const parse = createBlockParser(() => false);
    const [first, second, third] = [bodyOf(1_900_000), bodyOf(1_900_000), bodyOf(1_900_000)];
    const small = bodyOf(10);
    const before = [small, first, second].map((text) => parse(text, association));
    expect([small, first, second].map((text) => parse(text, association))).toEqual(before);
    expect(parse(second, association)).toBe(before[2]);
    const latest = parse(third, association);
    expect(parse(third, association)).toBe(latest);
    expect(parse(second, association)).toBe(before[2]);
    expect(parse(small, association)).toBe(before[0]);
    expect(parse(first, association)).not.toBe(before[1]);
  });

  it('hold the newest one whatever its length', () => {
    const parse = createBlockParser(() => false);
    const [huge, next] = [bodyOf(5_000_000), bodyOf(100_000)];
    const block = parse(huge, association);
    expect(parse(huge, association)).toBe(block);
    parse(next, association);
    expect(parse(huge, association)).not.toBe(block);
  });
});
