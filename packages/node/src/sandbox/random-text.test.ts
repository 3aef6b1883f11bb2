import { expect, it } from 'vitest';
import { randomText } from './random-text';

it('returns texts of the length that is asked for, each another one, also beyond what was drawn at once', () => {
  const lengths = [...Array.from({ length: 500 }, () => 22), 20, 1, 5000];
  const texts = lengths.map(randomText);
  expect(texts.map(({ length }) => length)).toEqual(lengths);
  expect(texts.join('')).toMatch(/^[\w-]+$/);
  expect(new Set(texts.slice(0, 501)).size).toBe(501);
});
