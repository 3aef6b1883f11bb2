import { exec, type JsonValue } from 'jsonpath-rfc9535';
import { describe, expect, it } from 'vitest';
import { selectPaths } from './select-paths';

const store = {
  books: [
    { id: 1, title: 'Ä', price: 8.95, tags: ['a', 'b'], 'odd name': null },
    { id: 2, title: 'Zz', price: 12, tags: [], nested: { id: 3, list: [[1, 2], [3]] } },
    { id: '2', title: '😀', isbn: 'x-1', price: -0, deep: { deep: { deep: { id: 9 } } } },
  ],
  limit: 10,
  "it's": { id: [true, false, null] },
  '': 1,
};

describe('the paths that a JSONPath selects', () => {
  it.each([
    '$',
    '$.books[0].id',
    '$.books[-1].title',
    '$.books[5]',
    '$..id',
    '$..*',
    '$.*',
    '$[*]',
    "$['it\\'s'].id[*]",
    '$..[0]',
    "$..['id', 'title']",
    '$.books[0, 0, 1]',
    '$.books[1:]',
    '$.books[:2]',
    '$.books[::-1]',
    '$.books[5:0:-2]',
    '$.books[::0]',
    '$.books[-2:-1]',
    '$.books[?@.id == 2]',
    '$.books[?@.id == "2"].title',
    '$.books[?@.price < $.limit].id',
    '$.books[?@.price <= 8.95].id',
    '$.books[?@.price == 0]',
    '$.books[?@.isbn]',
    '$.books[?!@.isbn]',
    '$.books[?@.isbn || @.nested && @.price > 1]',
    '$.books[?(@.id == 1 || @.id == 2) && !(@.price >= 12)]',
    '$.books[?@.nope == @.missing]',
    '$.books[?@.nope != 1]',
    '$.books[?@.nope <= @.missing]',
    '$.books[?@.nope < 1]',
    '$.books[?@["odd name"] == null]',
    '$.books[?@.tags == $.books[0].tags]',
    '$.books[?@.nested == @.nested]',
    '$.books[?length(@.tags) == 2]',
    '$.books[?length(@) > 4]',
    '$.books[?count(@..id) > 1].title',
    '$.books[?value(@..isbn) == "x-1"]',
    '$.books[?match(@.title, "Z.")].id',
    '$.books[?match(@.title, "Z")].id',
    '$.books[?search(@.title, "[zÄ]")].id',
    '$.books[?search(@.title, "(")].id',
    '$.books[?@.title > "A"].id',
    '$..[?@.id]',
    '$..list[?@[0] == 1]',
    '$.books[?$.limit == 10].id',
    '$.books[?match(@.nope, "a")]',
    '$.books[?"a" == "a"]',
    '$.limit.id',
    '$["\\u00e4"]',
  ])('are those that the library finds: %s', (path) => {
    const found: unknown[] = [];
    exec(store as unknown as JsonValue, path, (_value, steps) =>
      found.push(steps.map((step) => String(step).replace(/\\/g, ''))),
    );
    const selection = selectPaths(store, path, 1_000);
    expect('paths' in selection ? selection.paths.map((steps) => steps.map(String)) : selection).toEqual(found);
  });

  it.each<[path: string, count: number]>([
    // The library takes `^a|b$` for the whole text.
    ['$.books[?match(@.title, "Z|Ä")]', 1],
    // And counts no character outside the basic plane.
    ['$.books[?length(@.title) == 1]', 2],
  ])('%s selects %i', (path, count) => {
    expect(selectPaths(store, path, 1_000)).toMatchObject({ paths: { length: count } });
  });

  it.each(['', '$.', 'books', '$[?', '$..', '$[?@.a ~ 1]', `$${'[?@'.repeat(30_000)}`])(
    '%.20j is not a JSONPath',
    (path) => {
      expect(selectPaths(store, path, 1_000)).toEqual({ failure: 'unreadable' });
    },
  );

  it.each<[path: string, value: unknown, most: number]>([
    ['$..*', store, 5],
    [`$${'..*'.repeat(12)}`, nested(100), 10_000],
  ])('are not more than wanted: %s', (path, value, most) => {
    expect(selectPaths(value, path, most)).toEqual({ failure: 'too many values' });
  });

  it.each([
    ['$..[?@..[?@..[?@..[?@..a]]]]', nested(100)],
    [`$[${Array.from({ length: 2_000 }, () => '*').join(',')}].a`, flat(20_000)],
    ['$[?count($..*) == 1]', flat(5_000)],
    ['$..[?search(@.a, "(x+x+)+y")]', Array.from({ length: 3_000 }, () => ({ a: 'x'.repeat(3_000) }))],
  ])('%.40s is abandoned after a number of steps', (path, value) => {
    expect(selectPaths(value, path, 10_000, 20_000)).toEqual({ failure: 'too many steps' });
  });
});

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function flat(length: number): unknown {
  return Array.from({ length }, (_, index) => [index]);
}
