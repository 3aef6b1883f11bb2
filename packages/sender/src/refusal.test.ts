import { expect, it } from 'vitest';
import { reasonOf, refused } from './refusal';

it('a refusal says why, and what can be done if something can', () => {
  expect(refused('it is gone')).toStrictEqual({ kind: 'refused', cause: 'it is gone' });
  expect(reasonOf(refused('it is gone'))).toBe('it is gone');
  expect(reasonOf(refused('it is gone', 'write it again'))).toBe('it is gone; write it again');
});
