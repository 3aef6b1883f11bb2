import { expect, it } from 'vitest';
import { copyWithout, lazyRecord, withGetters, withLazy } from './lazy-members';

it('computes a lazy member once, and others whenever they are read', () => {
  let count = 0;
  const lazy = withLazy({ name: 'a' }, { fields: () => ++count, items: undefined });
  expect([lazy.fields, lazy.fields, Object.keys(lazy)]).toEqual([1, 1, ['name', 'fields']]);
  const read = withGetters({}, { fields: () => ++count });
  expect([read.fields, read.fields]).toEqual([2, 3]);
});

it('reads members of all objects by the same function, so that the objects have one layout', () => {
  const getterOf = (made: object) => Object.getOwnPropertyDescriptor(made, 'fields')?.get;
  const [one, other] = [1, 2].map((value) => withLazy({ name: 'a' }, { fields: () => value }));
  expect([one?.fields, other?.fields]).toEqual([1, 2]);
  expect(getterOf(one!)).toBe(getterOf(other!));
  expect(getterOf(withGetters({}, { fields: () => 3 }))).toBe(getterOf(one!));
});

it('computes the members of an object below the one that has others', () => {
  const upper = withLazy({}, { fields: () => 'upper', items: () => 'items' });
  const lower = withLazy(Object.create(upper) as typeof upper, { fields: () => 'lower' });
  expect([lower.fields, lower.items, upper.fields]).toEqual(['lower', 'items', 'upper']);
});

it('copies an object without some members, and computes none of the others', () => {
  let count = 0;
  const of = withLazy({ name: 'a', kind: 'b' }, { fields: () => ++count, items: () => 'items' });
  const copy = copyWithout(of, ['kind', 'items']);
  expect([Object.keys(copy), count]).toEqual([['name', 'fields'], 0]);
  expect([copy.fields, of.fields, { ...copy }]).toEqual([1, 1, { name: 'a', fields: 1 }]);
});

it('makes each member of a record when it is read first, also of a strange name', () => {
  const made: string[] = [];
  const record = lazyRecord(['keyword', '__proto__', 'text'], (name) => {
    made.push(name);
    return { name };
  });
  expect([Object.keys(record), Object.hasOwn(record, 'text'), made]).toEqual([
    ['keyword', '__proto__', 'text'],
    true,
    [],
  ]);
  expect([record.text, record.text === record.text, made]).toEqual([{ name: 'text' }, true, ['text']]);
  expect(Object.values(record).map(({ name }) => name)).toEqual(['keyword', '__proto__', 'text']);
  expect(made).toEqual(['text', 'keyword', '__proto__']);
});
