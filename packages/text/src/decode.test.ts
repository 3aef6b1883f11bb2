import { expect, it } from 'vitest';
import { decodedPart } from './decode';

it.each([
  ['a%20b', 'a b', [0, 1, 4, 5]],
  ['a+b', 'a b', [0, 1, 2, 3]],
  ['%C3%A9:5', 'é:5', [0, 6, 7, 8]],
  ['%F0%9F%98%80x', '😀x', [0, 0, 12, 13]],
  ['50%', '50%', [0, 1, 2, 3]],
  ['%C3', '%C3', [0, 1, 2, 3]],
])('knows where the letters of %s are written', (written, text, offsets) => {
  expect(decodedPart(written)).toEqual({ text, offsets });
});
