import { describe, expect, it } from 'vitest';
import { patternOf } from '../../../engine/src/text/patterns';

describe('a pattern of a description', () => {
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
  ])('%s compared with %s', (source, text, expected) => {
    expect(patternOf(source)?.matches(text)).toBe(expected);
  });

  it.each(['(a+)+$', '(a|a)*$', '^(a?a?)*$', '(\\(?\\(?)+$', '((a*)b?)*', '(a)\\1', '(', '(a{1,5}){1,50}'])(
    '%s is not compared',
    (source) => {
      expect(patternOf(source)).toBeUndefined();
    },
  );

  it.each([
    ['a*a*a*b', 'a'.repeat(3000)],
    ['^a*a*a*a*b', 'a'.repeat(200)],
    ['^x', 'x'.repeat(10_000)],
    [`^${'a?'.repeat(40)}$`, 'a'.repeat(30)],
    ['a*b|^c', 'a'.repeat(4000)],
  ])('%s is not compared with a long text', (source, text) => {
    expect(patternOf(source)?.matches(text)).toBeUndefined();
  });

  it('is compiled once', () => {
    expect(patternOf('^once$')).toBe(patternOf('^once$'));
  });
});
