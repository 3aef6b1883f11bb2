import { describe, expect, it } from 'vitest';
import { spansOf } from './json-spans';

describe('spans of values', () => {
  const way = ['log', 'entries', '*'];
  it.each([
    ['items of every type', '{"log":{"entries":[{"a":[1]},[{}],null,"x",5,{}]}}', '{"a":[1]} [{}] null "x" 5 {}'],
    ['no items of an empty list', '{"log":{"entries":[]}}', ''],
    [
      'nothing of the same names elsewhere',
      '{"x":{"log":{"entries":[1]}},"log":{"x":{"entries":[2]},"y":["entries",[3]]}}',
      '',
    ],
    ['nothing of members of the items', '{"log":{"entries":[{"log":{"entries":[9]}}]}}', '{"log":{"entries":[9]}}'],
    ['values with the names as texts', '{"a":"log","log":{"b":"entries","c":[1],"entries":[2]}}', '2'],
    ['names with escapes', '{"\\u006cog":{"entries":["\\"]"]}}', '"\\"]"'],
  ])('are those of %s', (_, text, expected) => {
    const found = spansOf(text, way).map(({ start, end }) => text.slice(start, end));
    expect(found.join(' ')).toBe(expected);
  });

  it('are those of members', () => {
    const text = '{ "request": { "url": "u", "x": { "url": 1 } }, "url": 2 }';
    expect(spansOf(text, ['request', 'url']).map(({ start, end }) => text.slice(start, end))).toEqual(['"u"']);
  });

  it('are found in a text of very many levels', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(spansOf(`{"log":{"entries":[${deep},7]}}`, way)).toHaveLength(2);
  });
});
