import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExpression } from './expression';

describe('an expression of a role descriptor', () => {
  it.each([
    ['logs', ['logs'], ['log', 'logss', '']],
    ['logs-.*', ['logs-', 'logs-a.b'], ['logs', 'xlogs-']],
    ['a|bc|', ['a', 'bc', ''], ['b', 'abc']],
    ['(ab)+c?', ['ab', 'abab', 'abc'], ['', 'c', 'abcc']],
    ['(a|b)*c', ['c', 'abbac'], ['ab', 'abcd']],
    ['[a-c_]{2,3}', ['a_', 'abc'], ['a', 'abca', 'xy']],
    ['[^0-9]x', ['ax', '-x'], ['1x', 'x']],
    ['a{2}', ['aa'], ['a', 'aaa']],
    ['a{2,}', ['aa', 'aaaa'], ['a']],
    ['\\.security\\-[0-9]+', ['.security-7'], ['xsecurity-7', '.security-']],
    ['[\\]\\-]', [']', '-'], ['\\', 'a']],
    ['.', ['a', '😀'], ['', 'ab']],
    ['(a*)*b', ['b', 'aab'], ['a', '']],
  ])('%s matches whole texts', (source, matching, others) => {
    const test = readExpression(source)!;
    expect(matching.filter((text) => !test(text))).toEqual([]);
    expect(others.filter((text) => test(text))).toEqual([]);
  });

  it.each([
    '(',
    ')',
    'a)',
    '(?:a)',
    '[a',
    '[]',
    '*a',
    'a{',
    'a{2',
    'a{3,2}',
    '\\',
    '\\d',
    '~a',
    'a&b',
    '<1-9>',
    '@',
    '^a$',
  ])('%s is not read', (source) => {
    expect(readExpression(source)).toBeUndefined();
  });

  it.each(['x'.repeat(201), '(((a{99}){99}){99}){99}', 'a{9999}'])(
    'is not read when it unfolds to too much',
    (source) => {
      expect(readExpression(source)).toBeUndefined();
    },
  );

  it.each([
    `${'.*a'.repeat(60)}.*c`,
    '(a|a)*(a|a)*b',
    '(a*)*(a*)*b',
    '((a|aa)+)+b',
    `${'a?'.repeat(90)}${'a'.repeat(5)}b`,
  ])('is done with a long text that almost matches %s', (source) => {
    expect(readExpression(source)!('a'.repeat(5000))).toBe(false);
  });

  it('means what it means elsewhere', () => {
    const letter = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]');
    const expression = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        letter,
        fc.tuple(tie('any'), tie('any')).map(([one, other]) => `${one}${other}`),
        fc.tuple(tie('any'), tie('any')).map(([one, other]) => `(${one}|${other})`),
        fc.tuple(tie('any'), fc.constantFrom('?', '*', '+', '{1,2}', '{2}')).map(([one, how]) => `(${one})${how}`),
      ),
    })).any;
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(expression, text, (source, sample) => {
        const test = readExpression(source);
        // The language's own expressions take their time for long ones.
        fc.pre(test !== undefined && source.length < 40);
        expect(test(sample)).toBe(new RegExp(`^(?:${source})$`, 'u').test(sample));
      }),
      { numRuns: 300 },
    );
  });
});
