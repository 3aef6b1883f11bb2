import { expect, it } from 'vitest';
import { opaqueWordsOf } from './opaque-words';

it.each([
  ['/services/T0AbCdEfG1/aBcDeFgHiJkLmNoPqR12/x', ['aBcDeFgHiJkLmNoPqR12']],
  [`/${'a'.repeat(30)}/x`, ['a'.repeat(30)]],
  ['/hooks/my-aBcDeFgHiJkLmNoPqR12', ['my-aBcDeFgHiJkLmNoPqR12']],
  [`/${'a'.repeat(29)}`, []],
  ['/aBcDeFgHiJkLmNoPq1', []],
  ['/my-Index1-with-a-very-long-name', []],
  ['/abcdefghijklmnopqr12/ABCDEFGHIJKLMNOPQR12', []],
  ['/aBcDeFgHiJkLmNoPqRsT', []],
])('of %s finds %j', (text, expected) => {
  expect(opaqueWordsOf(text)).toEqual(expected);
});
