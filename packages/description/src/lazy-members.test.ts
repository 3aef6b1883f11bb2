import { expect, it } from 'vitest';
import { copyWithout, withGetters, withLazy } from './lazy-members';

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
