import { expect, test, vi } from 'vitest';
import { ofLast } from './memo';

test('computes once for the same argument in a row, and anew for an equal one', () => {
  const compute = vi.fn(({ n }: { readonly n: number }) => n + 1);
  const one = { n: 1 };
  const asked = ofLast(compute);
  expect([asked(one), asked(one), asked({ n: 1 }), asked({ n: 5 }), asked(one)]).toEqual([2, 2, 2, 6, 2]);
  expect(compute).toHaveBeenCalledTimes(4);
});

test('remembers undefined, too', () => {
  const compute = vi.fn(() => undefined);
  const one = {};
  const asked = ofLast(compute);
  expect([asked(one), asked(one)]).toEqual([undefined, undefined]);
  expect(compute).toHaveBeenCalledOnce();
});
