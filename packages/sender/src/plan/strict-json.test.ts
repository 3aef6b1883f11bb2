import { describe, expect, it } from 'vitest';
import { definitionsIn } from '@rulebook/request-file/syntax/definitions';
import { segmentsOf, variablesOf } from './segments';
import { toStrictJson } from './strict-json';

describe('toStrictJson', () => {
  it.each([
    ['{"a": 1} // c', '{"a": 1} '],
    ['{ // c\n"a": 1 # d\n}', '{ \n"a": 1 \n}'],
    ['// c\n{"a":1}', '{"a":1}'],
    ['{\r\n  # c\r\n  "a":1\r\n}', '{\r\n  "a":1\r\n}'],
    ['{\n  // c\n  // d\n  "a":1\n}', '{\n  "a":1\n}'],
    ['{"a": /* x\n y */ 1}', '{"a":  1}'],
    ['{"a": "// # /* no */"}', '{"a": "// # /* no */"}'],
    ['{"a": "\\"# no"}', '{"a": "\\"# no"}'],
    ['{"q": """a "b"\n\\c"""}', '{"q": "a \\"b\\"\\n\\\\c"}'],
    ['{"q": """{{v}}"""}', '{"q": "{{v}}"}'],
    ['{{v // x}}', '{{v // x}}'],
    ['[1, 2] // end', '[1, 2] '],
    ['{"a": 1}\n// between\n{"b": 2}\n', '{"a": 1}\n{"b": 2}\n'],
  ])('turns %j into %j', (source, strict) => {
    expect(toStrictJson(source)).toBe(strict);
  });

  it('copies numbers as they are', () => {
    const source = '[12345678901234567890, 1.0, 1e400, -0, 0.30000000000000004]';
    expect(toStrictJson(`${source} # c`)).toBe(`${source} `);
  });

  it.each(['"open', '"""open', '/* open', '{{open', '/', '#', '"\\', '"""', '{{', '"""""'])('survives %j', (source) => {
    expect(typeof toStrictJson(source)).toBe('string');
  });
});

describe('segmentsOf', () => {
  it('separates literals and variables', () => {
    expect(segmentsOf('a{{ b }}{{c}}d')).toEqual(['a', { variable: 'b' }, { variable: 'c' }, 'd']);
    expect(segmentsOf('')).toEqual([]);
    expect(segmentsOf('{{}} {{ }} {{a')).toEqual(['{{}} {{ }} {{a']);
    expect(segmentsOf('{{a"b}}')).toEqual(['{{a"b}}']);
  });

  it('names variables in order and once', () => {
    expect(variablesOf([segmentsOf('{{b}}{{a}}'), segmentsOf('{{a}}{{c}}')])).toEqual(['b', 'a', 'c']);
  });
});

describe('definitionsIn', () => {
  it('finds definitions of the whole file; the last counts', () => {
    const text = '@a = 1\r\n  @b=two words \n###\n# @name x\n@a = {{b}}/3\n@empty =\nx @no = 1\n';
    expect([...definitionsIn(text)]).toEqual([
      ['a', '{{b}}/3'],
      ['b', 'two words'],
      ['empty', ''],
    ]);
  });
});
