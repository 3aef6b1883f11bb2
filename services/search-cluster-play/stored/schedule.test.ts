import { describe, expect, it } from 'vitest';
import { nextTime, readSchedule } from './schedule';

/** A Thursday. */
const noon = Date.UTC(2026, 0, 1, 12);

describe('a schedule by cron', () => {
  it.each([
    ['0 30 1 * * ?', '2026-01-02T01:30:00.000Z'],
    ['0 0 12 * * ?', '2026-01-02T12:00:00.000Z'],
    ['0 0 12 ? * MON-FRI', '2026-01-02T12:00:00.000Z'],
    ['0 0 8 ? * SAT-MON', '2026-01-03T08:00:00.000Z'],
    ['*/20 * * * * ?', '2026-01-01T12:00:20.000Z'],
    ['0 0/15 9-17 * * ?', '2026-01-01T12:15:00.000Z'],
    ['0 0 0 1,15 feb ?', '2026-02-01T00:00:00.000Z'],
    ['0 0 0 29 2 ?', '2028-02-29T00:00:00.000Z'],
    ['0 0 0 1 1 ? 2027', '2027-01-01T00:00:00.000Z'],
  ])('has a next time: %s', (text, expected) => {
    const schedule = readSchedule(text);
    if (typeof schedule === 'string') throw new Error(schedule);
    expect(new Date(nextTime(schedule, noon) ?? 0).toISOString()).toBe(expected);
  });

  it('has none where it is over, or on no day', () => {
    for (const text of ['0 0 0 1 1 ? 2020', '0 0 0 31 2 ?']) {
      const schedule = readSchedule(text);
      if (typeof schedule === 'string') throw new Error(schedule);
      expect(nextTime(schedule, noon)).toBeUndefined();
    }
  });

  it.each([
    ['daily', 'invalid'],
    ['0 30 1 * *', 'invalid'],
    ['0 60 1 * * ?', 'invalid'],
    ['0 0 1 * XYZ ?', 'invalid'],
    ['0 0/0 1 * * ?', 'invalid'],
    ['? 0 1 * * ?', 'invalid'],
    ['0 0 1 L * ?', 'unplayed'],
    ['0 0 1 15W * ?', 'unplayed'],
    ['0 0 1 ? * MON#2', 'unplayed'],
  ])('is not read: %s', (text, reason) => {
    expect(readSchedule(text)).toBe(reason);
  });
});
