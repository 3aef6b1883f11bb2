import { describe, expect, it } from 'vitest';
import { cursorMark, placeInText } from './text-place';
import { elementsIn, wordAt } from './text-element';

function place(text: string) {
  const offset = text.indexOf('|');
  const found = placeInText(text.replace('|', ''), offset);
  return found && `${found.slot} ${found.path.join('/')} ${found.form} ${found.before}^${found.behind}`;
}

describe('the place of a position', () => {
  it.each([
    ['a:\n  - stepId: x\n    |\n    b: 2\n', 'key a/0 block ^'],
    ['a:\n  - stepId: x\n    op|\n', 'key a/0 block op^'],
    ['a:\n  |\nb: 1\n', 'value a block ^'],
    ['a:\n  - st|ep\n', 'value a/0 block st^ep'],
    ['a: { x: 1, | }\n', 'key a flow ^'],
    ['a: { x: 1, in: |\n', 'value a/in flow ^'],
    ['a: $steps.|\nb: 1\n', 'value a block $steps.^'],
    ['a: "$inputs.|"\n', 'value a block $inputs.^'],
    ['{ "a": [{ "b": "x|y" }] }', 'value a/0/b json x^y'],
    ['{ "a": { "b": 1, | "c": 2 } }', 'key a json ^'],
    ['{ "a": { "b": 1, "c|" } }', 'key a json c^'],
  ])('is found in %j', (text, expected) => {
    expect(place(text)).toBe(expected);
  });

  it.each(['# a | comment\n', 'a: one\n  two|\n', 'a: x # |\n'])('is none in %j', (text) => {
    expect(place(text)).toBeUndefined();
  });

  it('has the whole value, with a mark', () => {
    expect(placeInText('a: 1\nb: x\n', 9)?.tree).toEqual({ a: 1, b: `x${cursorMark}` });
    expect(placeInText('{ "a": 1, "b": "x" }', 17)?.tree).toEqual({ a: 1, b: `x${cursorMark}` });
    expect(placeInText('{ "a": 1 ', 9)?.tree).toEqual({ a: 1, [cursorMark]: null });
  });

  it('is none in what is nested too deeply', () => {
    expect(placeInText(`${'- '.repeat(20_000)}a`, 40_001)).toBeUndefined();
  });
});

describe('the elements of a text', () => {
  it.each(['a:\n  - b: "c d"\n', '{ "a": [{ "b": "c d" }] }'])('are found in %j', (text) => {
    const elements = elementsIn(text);
    expect(elements.at(text.indexOf('b'))).toMatchObject({ path: ['a', '0', 'b'], part: 'key' });
    expect(elements.at(text.indexOf('c'))).toMatchObject({ path: ['a', '0', 'b'], part: 'value' });
    const start = text.indexOf('d');
    expect(wordAt(text, elements, '#/a/0/b', 'd')).toEqual({ start, end: start + 1 });
    expect(wordAt(text, elements, '#/a/0/b', 'b')).toEqual({ start: text.indexOf('b'), end: text.indexOf('b') + 1 });
    expect(wordAt(text, elements, '#/a/0/b', 'x')).toBeUndefined();
  });
});
