import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimeLimit } from './time-limit';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  // A spy on a timer keeps the one that it replaced, and would bring it back later.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('calls when something rests for as long as it may, and no sooner', () => {
  const limit = createTimeLimit();
  const over = vi.fn(() => {
    limit.end();
  });
  limit.begin(1000, over);
  vi.advanceTimersByTime(900);
  limit.restart();
  vi.advanceTimersByTime(900);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(over).toHaveBeenCalledOnce();
});

test('does not call for what is over, and waits anew for what comes behind it', () => {
  const limit = createTimeLimit();
  const [first, second] = [vi.fn(), vi.fn(limit.end)];
  limit.begin(1000, first);
  vi.advanceTimersByTime(600);
  limit.end();
  limit.begin(1000, second);
  vi.advanceTimersByTime(999);
  expect(second).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});

test('calls sooner where less time is given than before', () => {
  const limit = createTimeLimit();
  const over = vi.fn(limit.end);
  limit.begin(5000, () => undefined);
  limit.end();
  limit.begin(100, over);
  vi.advanceTimersByTime(100);
  expect(over).toHaveBeenCalledOnce();
});

test('calls again where what was called restarts it, as it does while a piece is being stored', () => {
  const limit = createTimeLimit();
  const over = vi.fn(limit.restart);
  limit.begin(1000, over);
  vi.advanceTimersByTime(3000);
  expect(over).toHaveBeenCalledTimes(3);
  limit.close();
  vi.advanceTimersByTime(3000);
  expect(over).toHaveBeenCalledTimes(3);
});

test('sets one timer for many things after each other', () => {
  const limit = createTimeLimit();
  const set = vi.spyOn(globalThis, 'setTimeout');
  for (let at = 0; at < 100; at++) {
    limit.begin(30_000, () => undefined);
    limit.restart();
    limit.end();
  }
  expect(set).toHaveBeenCalledOnce();
});
