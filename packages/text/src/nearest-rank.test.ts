import { expect, it } from 'vitest';
import { nearestRank } from './nearest-rank';

it('is one of the numbers, whatever their order', () => {
  const numbers = [40, 15, 35, 50, 20];
  expect([0, 5, 30, 40, 50, 95, 100].map((percent) => nearestRank(numbers, percent))).toEqual([
    ...[15, 15, 20, 20, 35, 50, 50],
  ]);
  expect([nearestRank([7], 50), nearestRank([], 95)]).toEqual([7, 0]);
});
