import { describe, expect, it } from 'vitest';
import { globPattern, patternOf, wildcardPattern, writtenPattern } from '../../../packages/text/src/patterns';
import { isSampled, sampled } from '../../sample';

describe('an expression that others wrote', () => {
  it.each([
    ['^[A-Z]{2}-\\d+$', 'DE-12', true],
    ['^[A-Z]{2}-\\d+$', 'de-12', false],
    ['b', 'abc', true],
    ['^\\p{L}+$', 'grün', true],
    ['^[\\w.-]+$', 'a.b-c', true],
    ['^(a|b)$', 'b', true],
    ['^(\\.[a-z])*$', '.a.b', true],
    ['^[0-9a-f]{8}-[0-9a-f]{4}$', '123e4567-e89b', true],
    ['^(?:a?b)?$', 'ab', true],
    ['^(?!.*--)[a-z-]+$', 'a--b', false],
    ['(?<=^a*)b', 'aab', true],
    ['^.{1,65535}$', 'a'.repeat(9_000), true],
    ['^a{2,}$', 'a', false],
  ])('%s is compared with %.20s', (source, text, expected) => {
    expect(patternOf(source)?.matches(text)).toBe(expected);
  });

  it.each(['(a)\\1', '(?<a>a)\\k<a>', '(', 'a{10001}', '((a{1,100}){1,100}){1,100}', 'a'.repeat(2_001)])(
    '%.30s is not compared',
    (source) => {
      expect(patternOf(source)).toBeUndefined();
    },
  );

  // Going back, each of these tries more ways than could ever be tried, so that the case would not end.
  it.each([
    '^(a+)+$',
    '^((a)+)+$',
    '^(a|a)*$',
    '^(?:a{1,9}){1,40}$',
    '^(?:(?:a|aa))+$',
    '(x+x+)+y',
    '(a*)*b',
    '^(a?a?)*$',
    '(?=(a+)+$)z',
    '^([a-z]+)+$',
    `^${'a?'.repeat(400)}${'a'.repeat(400)}$`,
    'a*'.repeat(300) + 'b',
  ])('%.40s is compared character by character', (source) => {
    for (const length of [36, 3_000]) {
      const pattern = patternOf(source);
      expect([false, undefined]).toContain(pattern?.matches(`${'a'.repeat(length)}!`));
    }
  });

  it('takes a bounded number of steps', () => {
    expect(patternOf('a')?.matches('b'.repeat(10_001))).toBeUndefined();
    expect(patternOf('(?=(?=.*b).*c)')?.matches('a'.repeat(9_000))).toBeUndefined();
  });

  it.each([
    ['/^A/i', 'abc', true],
    ['/^b$/m', 'a\nb', true],
    ['/a.b/s', 'a\nb', true],
    ['/a.b/g', 'a\nb', false],
    ['/a', 'x/a', true],
  ])('%s has its flags', (written, text, expected) => {
    expect(writtenPattern(written)?.matches(text)).toBe(expected);
  });

  it('has no unknown flag', () => {
    expect(writtenPattern('/a/v')).toBeUndefined();
  });
});

describe('the comparison', () => {
  it(`agrees with that of JavaScript ${sampled}`, () => {
    const random = numbers(20_261_124);
    const pick = <One>(list: readonly One[]): One => list[random(list.length)]!;
    const expression = (depth: number): string => {
      const kind = depth === 0 ? 0 : random(10);
      if (kind < 4) return pick(atoms);
      if (kind < 6) return expression(depth - 1) + expression(depth - 1);
      if (kind === 6) return `(?:${expression(depth - 1)}|${expression(depth - 1)})`;
      if (kind === 7) return `${pick(openings)}${expression(depth - 1)})`;
      return `(?:${expression(depth - 1)})${pick(quantifiers)}`;
    };
    const counts = { true: 0, false: 0 };
    for (let round = 0; round < 5_000; round++) {
      const source = expression(5);
      const flags = pick(['', 'i', 'm', 's', 'im']);
      if (!isSampled(round)) continue;
      const native = nativeOf(source, flags);
      const pattern = patternOf(source, flags);
      expect(pattern === undefined, source).toBe(native === undefined);
      for (let index = 0; index < 4; index++) {
        const text = Array.from({ length: random(9) }, () => pick(characters)).join('');
        const expected = native?.test(text);
        if (expected === undefined) continue;
        counts[`${expected}`]++;
        expect(pattern?.matches(text), `${native} ${JSON.stringify(text)}`).toBe(expected);
      }
    }
    expect(Math.min(counts.true, counts.false)).toBeGreaterThan(500);
  });
});

const atoms =
  'a b . \\d \\w \\s [ab] [^a] [^] \\n - é 😀 \\u0061 \\x62 [a-c\\d] \\b \\B ^ $ ſ \u212a \\S [\\]a] \\. 1 \\- { } ] \\p{L} \\u{61}'.split(
    ' ',
  );
const openings = ['(', '(?:', '(?=', '(?!', '(?<=', '(?<!'];
const quantifiers = ['*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?', '+?'];
const characters = ['a', 'b', 'c', '1', ' ', '\n', '-', 'é', '😀', 's', 'k', '\u212a', 'S', '.', '{', ']'];

function nativeOf(source: string, flags: string): RegExp | undefined {
  for (const one of [`u${flags}`, flags]) {
    try {
      return new RegExp(source, one);
    } catch {
      // The other mode may accept it.
    }
  }
  return undefined;
}

/** Returns numbers below a limit that look random, and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

describe('a text with stars', () => {
  it.each([
    ['search-cluster.*', undefined, 'search-cluster.a/b', true],
    ['/_snap*/x', '/', '/_snapshot/x', true],
    ['/*/x', '/', '/a/b/x', false],
    ['/**/x', '/', '/a/b/x', true],
    ['a.b', undefined, 'aXb', false],
  ])('%s with %s fits %s', (written, separator, text, expected) => {
    expect(wildcardPattern(written, separator)?.matches(text)).toBe(expected);
  });

  it('is compared character by character', () => {
    const pattern = wildcardPattern('/*a*a*a*a*a*a*a*a*a*a*z', '/');
    expect(pattern?.matches(`/${'a'.repeat(3_000)}`)).toBe(false);
  });
});

describe('a glob', () => {
  it.each([
    ['a[!b].json', 'ac.json', true],
    ['a[!b].json', 'a/.json', false],
    ['a[^b]', 'ab', false],
    ['[[]a', '[a', true],
    ['[]]a', ']a', true],
    ['a{b', 'a{b', true],
    ['a}b', 'a}b', true],
    ['{a,b/{c,d}}/*.json', 'b/d/x.json', true],
    ['a**b', 'axxb', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**', 'ab', false],
    ['a.b+c', 'a.b+c', true],
  ])('%s fits %s', (glob, path, expected) => {
    expect(globPattern(glob)?.matches(path)).toBe(expected);
  });
});
