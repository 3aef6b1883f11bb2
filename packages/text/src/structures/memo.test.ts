import { describe, expect, it } from 'vitest';
import { createMemo, createTextMemo, perObject, perText } from './memo';

describe('createMemo', () => {
  it('computes a value once for an object and a basis', () => {
    const memo = createMemo<object, number>({ most: 10 });
    const key = {};
    const basis = {};
    let computed = 0;
    expect(memo.of(key, [basis], () => ++computed)).toBe(1);
    expect(memo.of(key, [basis], () => ++computed)).toBe(1);
    expect(memo.of(key, [{}], () => ++computed)).toBe(2);
    expect(memo.counts).toEqual({ hits: 1, misses: 2 });
  });

  it('keeps only the newest basis, and drops what was used least recently', () => {
    const memo = createMemo<{ readonly size: number }, string>({ most: 5, weightOf: ({ size }) => size });
    const [one, two, three] = [{ size: 2 }, { size: 2 }, { size: 2 }];
    memo.of(one, [], () => 'one');
    memo.of(two, [], () => 'two');
    memo.of(one, [], () => 'again');
    memo.of(three, [], () => 'three');
    expect([memo.kept(one, []), memo.kept(two, []), memo.kept(three, [])]).toEqual(['one', undefined, 'three']);
    memo.forget(one);
    expect(memo.kept(one, [])).toBeUndefined();
  });

  it('keeps the newest value even when it alone is above the bound', () => {
    const memo = createMemo<object, string>({ most: 1, weightOf: () => 5 });
    const key = {};
    memo.of(key, [], () => 'large');
    expect(memo.kept(key, [])).toBe('large');
    memo.of({}, [], () => 'other');
    expect(memo.kept(key, [])).toBeUndefined();
  });
});

describe('perObject', () => {
  it('computes once for each object', () => {
    let computed = 0;
    const of = perObject((key: { readonly n: number }) => {
      computed++;
      return key.n;
    });
    const key = { n: 3 };
    expect([of(key), of(key), of({ n: 4 })]).toEqual([3, 3, 4]);
    expect(computed).toBe(2);
  });
});

describe('createTextMemo', () => {
  it('keeps what follows from the newest short texts', () => {
    const memo = createTextMemo<number>({ most: 2, longest: 3 });
    for (const [text, value] of [
      ['a', 1],
      ['abcd', 2],
      ['ab', 3],
      ['abc', 4],
    ] as const)
      memo.keep(text, value);
    expect(['a', 'abcd', 'ab', 'abc', ''].map(memo.of)).toEqual([undefined, undefined, 3, 4, undefined]);
  });
});

describe('perText', () => {
  it('computes once for a text, and again when it has forgotten all', () => {
    const computed: string[] = [];
    const length = perText(2, (text) => {
      computed.push(text);
      return text === '' ? undefined : text.length;
    });
    expect(['', 'a', '', 'a'].map(length)).toEqual([undefined, 1, undefined, 1]);
    expect(computed).toEqual(['', 'a']);
    expect(['bb', 'a', 'bb'].map(length)).toEqual([2, 1, 2]);
    expect(computed).toEqual(['', 'a', 'bb', 'a']);
  });

  it('remembers no long text', () => {
    let computed = 0;
    const count = perText(2, () => ++computed);
    const long = 'x'.repeat(2001);
    expect([count(long), count(long)]).toEqual([1, 2]);
  });
});
