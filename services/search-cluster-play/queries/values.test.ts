import { describe, expect, it } from 'vitest';
import { addressKey, isInBlock, shownAddress } from './addresses';
import { replacing } from './replacing';
import { formatTime, timeReader } from './time-patterns';
import { addSpan, differenceIn, nanosOfText, shownTime, timeOfText, truncate } from './times';
import { compareScalars, shownDouble } from './values';

describe('addresses', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['::', '::'],
    ['10.0.0.256', undefined],
    ['1:2:3', undefined],
    ['1::2::3', undefined],
    ['x', undefined],
  ])('%s is shown as %s', (text, shown) => {
    expect(shownAddress(text)).toBe(shown);
  });

  it('are ordered by their bytes', () => {
    expect(addressKey('9.0.0.1') < addressKey('10.0.0.1')).toBe(true);
    expect(compareScalars('ip', '9.0.0.1', '10.0.0.1')).toBe(-1);
  });

  it.each([
    ['10.0.0.5', '10.0.0.0/29', true],
    ['10.0.0.9', '10.0.0.0/29', false],
    ['::1', '::/0', true],
    ['10.0.0.1', '0.0.0.0/0', true],
    ['10.0.0.1', '10.0.0.1', undefined],
  ])('%s in %s: %s', (address, block, isIn) => {
    expect(isInBlock(address, block)).toBe(isIn);
  });
});

describe('times', () => {
  it.each([
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['2026-02-03T04:05', '2026-02-03T04:05:00.000Z'],
    ['2026-02-03T04:05:06.7+01:00', '2026-02-03T03:05:06.700Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s', (text, shown) => {
    expect(shownTime(timeOfText(text))).toBe(shown);
  });

  it.each(['2026-02-30', '2026-13-01', '2026-01-01 10:00', 'now', '2026-01-01T25:00'])('refuses %s', (text) => {
    expect(timeOfText(text)).toBeUndefined();
  });

  it('have nanoseconds', () => {
    expect(shownTime(nanosOfText('2026-01-01T00:00:00.123456789Z'))).toBe('2026-01-01T00:00:00.123456789Z');
    expect(shownTime(nanosOfText('1969-12-31T23:59:59.999999999Z'))).toBe('1969-12-31T23:59:59.999999999Z');
    expect(shownTime(nanosOfText('2026-01-01T00:00:00.5Z'))).toBe('2026-01-01T00:00:00.500Z');
  });

  it('move by months to the last day that there is', () => {
    const time = Date.UTC(2026, 0, 31);
    expect(shownTime(addSpan(time, { months: 1, days: 0, millis: 0 }))).toBe('2026-02-28T00:00:00.000Z');
    expect(shownTime(addSpan(time, { months: 2, days: 0, millis: 0 }, -1))).toBe('2025-11-30T00:00:00.000Z');
  });

  it('are rounded down, weeks to a Monday', () => {
    const time = Date.UTC(2026, 2, 5, 10);
    expect(shownTime(truncate(time, { months: 0, days: 7, millis: 0 }))).toBe('2026-03-02T00:00:00.000Z');
    expect(shownTime(truncate(time, { months: 3, days: 0, millis: 0 }))).toBe('2026-01-01T00:00:00.000Z');
  });

  it('differ by whole units', () => {
    expect(differenceIn('months', Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 28))).toBe(0);
    expect(differenceIn('day', Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 1))).toBe(-1);
    expect(differenceIn('parsec', 0, 1)).toBeUndefined();
  });

  it('are written and read by a pattern', () => {
    const time = Date.UTC(2026, 2, 5, 16, 7, 8, 90);
    expect(formatTime(time, "EEEE d. MMMM yy 'at' hh:mm a SSS")).toBe('Thursday 5. March 26 at 04:07 PM 090');
    expect(formatTime(time, 'QQQ')).toBeUndefined();
    expect(timeReader("d MMM yyyy 'T' HH:mm:ss.SSSX")?.('5 Mar 2026 T 17:07:08.090+01:00')).toBe(time);
    expect(timeReader('yyyy-MM-dd')?.('2026-02-30')).toBeUndefined();
    expect(timeReader('yyyy-MM-dd')?.('2026-02-03x')).toBeUndefined();
    expect(timeReader('QQQ')).toBeUndefined();
  });
});

describe('a replacement', () => {
  it.each([
    ['o', 'foo', 'f00'],
    ['[-_]+', 'a-_-b', 'a0b'],
    ['\\s+', ' a  b ', '0a0b0'],
    ['[^a-c\\]]', 'ab]x', 'ab]0'],
    ['a\\.', 'a.ab', '0ab'],
    ['🐔', 'x🐔y', 'x0y'],
  ])('of %s', (expression, text, result) => {
    expect(replacing(expression)?.(text, '0')).toBe(result);
  });

  it.each(['', '(a)', 'a|b', 'a*', 'a+b', '[a&&b]', '[[a]]', '\\bx', 'a{2}', '^a', '[a', '\\'])(
    'of %j is not played',
    (expression) => {
      expect(replacing(expression)).toBeUndefined();
    },
  );
});

it.each([
  [1, '1.0'],
  [1e7, '1.0E7'],
  [1234567.5, '1234567.5'],
  [0.00012, '1.2E-4'],
  [-0, '-0.0'],
])('shows the fraction %s as %s', (value, shown) => {
  expect(shownDouble(value)).toBe(shown);
});

it('orders versions by their numbers', () => {
  const versions = ['1.10.0', '1.2.0', '1.2.0-beta', 'x', '2'];
  expect(versions.toSorted((one, other) => compareScalars('version', one, other))).toEqual([
    ...['1.2.0-beta', '1.2.0', '1.10.0', '2', 'x'],
  ]);
});
