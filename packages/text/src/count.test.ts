import { describe, expect, it } from 'vitest';
import { count, withCommas } from './count';

describe('count', () => {
  it.each([
    [count(0, 'error'), '0 errors'],
    [count(1, 'error'), '1 error'],
    [count(2, 'error'), '2 errors'],
    [count(1, 'delivery', 'deliveries'), '1 delivery'],
    [count(3, 'delivery', 'deliveries'), '3 deliveries'],
    [count(4, 'information', 'information'), '4 information'],
  ])('writes %s', (written, expected) => {
    expect(written).toBe(expected);
  });
});

describe('withCommas', () => {
  it.each([0, 7, 999, 1_000, 32_766, 1_234_567, 100_000_000])('writes %s as English text does', (number) => {
    expect(withCommas(number)).toBe(number.toLocaleString('en'));
  });
});
