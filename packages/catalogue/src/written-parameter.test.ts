import { describe, expect, it } from 'vitest';
import { pairsOfText, writtenPairs, type ParameterPlace } from './written-parameter';

const colours = ['blue', 'b,k'];
const colour = { R: 100, G: 200 };

function written(value: unknown, place: ParameterPlace, style?: string, explode?: boolean): string {
  const pairs = writtenPairs(
    'c',
    value,
    { place, ...(style && { style }), ...(explode !== undefined && { explode }) },
    encodeURIComponent,
  );
  const isSimple = place === 'path' || place === 'header';
  return pairs.map(([name, text]) => (isSimple ? text : `${name}=${text}`)).join('&');
}

describe('writtenPairs', () => {
  it.each([
    ['query', undefined, undefined, 'c=blue&c=b%2Ck', 'R=100&G=200'],
    ['query', 'form', false, 'c=blue,b%2Ck', 'c=R,100,G,200'],
    ['query', 'spaceDelimited', false, 'c=blue%20b%2Ck', 'c=R%20100%20G%20200'],
    ['query', 'pipeDelimited', false, 'c=blue%7Cb%2Ck', 'c=R%7C100%7CG%7C200'],
    ['query', 'deepObject', true, 'c=blue&c=b%2Ck', 'c%5BR%5D=100&c%5BG%5D=200'],
    ['cookie', undefined, false, 'c=blue,b%2Ck', 'c=R,100,G,200'],
    ['form', undefined, undefined, 'c=blue&c=b%2Ck', 'R=100&G=200'],
    ['form', 'json', undefined, 'c=%5B%22blue%22%2C%22b%2Ck%22%5D', 'c=%7B%22R%22%3A100%2C%22G%22%3A200%7D'],
    ['header', undefined, undefined, 'blue,b%2Ck', 'R,100,G,200'],
    ['header', 'simple', true, 'blue,b%2Ck', 'R=100,G=200'],
    ['path', undefined, false, 'blue,b%2Ck', 'R,100,G,200'],
    ['path', 'label', false, '.blue,b%2Ck', '.R,100,G,200'],
    ['path', 'label', true, '.blue.b%2Ck', '.R=100.G=200'],
    ['path', 'matrix', false, ';c=blue,b%2Ck', ';c=R,100,G,200'],
    ['path', 'matrix', true, ';c=blue;c=b%2Ck', ';R=100;G=200'],
  ] as const)('writes a list and an object in %s, style %s, explode %s', (place, style, explode, list, object) => {
    expect(written(colours, place, style, explode)).toBe(list);
    expect(written(colour, place, style, explode)).toBe(object);
  });

  it('writes a single value in each place', () => {
    expect(written('a b', 'query')).toBe('c=a%20b');
    expect(written(5, 'path', 'matrix', true)).toBe(';c=5');
    expect(written(5, 'path', 'label')).toBe('.5');
  });
});

describe('pairsOfText', () => {
  it('takes only the text of a list for a list', () => {
    const list = { name: 'ids', shape: { type: 'array' } };
    expect(pairsOfText({ ...list, isRepeatable: true }, '[1,2]', 'query')).toEqual([
      ['ids', '1'],
      ['ids', '2'],
    ]);
    expect(pairsOfText(list, '[1,2]', 'query')).toEqual([['ids', '1,2']]);
    expect(pairsOfText({ name: 'ids', shape: { type: 'string' } }, '[1,2]', 'query')).toEqual([['ids', '[1,2]']]);
    expect(pairsOfText(list, '[1', 'header')).toEqual([['ids', '[1']]);
  });
});
