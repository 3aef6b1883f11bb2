import { expect, it } from 'vitest';
import { VersionedMap } from './versions';

it('keeps each version as it was', () => {
  const first = VersionedMap.of(new Map([['a', 1]]));
  const second = first.with([
    ['b', 2],
    ['a', 3],
  ]);
  const third = second.with([['a', undefined]]);
  expect([...first]).toEqual([['a', 1]]);
  expect([...second]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  expect([...third.keys()]).toEqual(['b']);
  expect([third.size, third.has('a'), third.get('b'), first.has('b')]).toEqual([1, false, 2, false]);
});

it('is copied where it is changed in another way', () => {
  const first = VersionedMap.of(new Map([['a', 1]]));
  const one = first.with([['b', 2]]);
  const other = first.with([['c', 3]]);
  expect([...one.keys()]).toEqual(['a', 'b']);
  expect([...other.keys()]).toEqual(['a', 'c']);
});
