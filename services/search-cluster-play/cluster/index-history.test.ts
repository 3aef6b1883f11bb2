import { describe, expect, it } from 'vitest';
import type { IndexRecord } from './model';
import { trimHistory } from '../indices/history';
import { createIndexRecord } from '../indices/record';

const period = 1000;
const empty = createIndexRecord(
  { settings: { 'index.soft_deletes.retention_lease.period': `${String(period)}ms` } },
  { now: 0, randomText: () => 'u', baseUrl: '' },
);

/** Ten operations, one each 100 milliseconds from 0 on. */
function indexWith(leases: IndexRecord['leases']): IndexRecord {
  const history = Array.from({ length: 10 }, (_, sequence) => ({ sequence, at: sequence * 100, id: 'a' }));
  return { ...empty, nextSequence: 10, history: [history.slice(0, 4), history.slice(4)], leases };
}

describe('trimming the history of an index', () => {
  it.each([
    ['drops everything that no one follows', {}, 0, undefined, []],
    ['keeps what a lease retains, however old', { f: { retained: 2, renewedAt: 4900 } }, 5000, 2, ['f']],
    [
      'keeps what the slowest lease retains',
      { f: { retained: 7, renewedAt: 900 }, g: { retained: 3, renewedAt: 900 } },
      950,
      3,
      ['f', 'g'],
    ],
    [
      'drops leases that have ended',
      { f: { retained: 7, renewedAt: 900 }, g: { retained: 3, renewedAt: 0 } },
      1000,
      7,
      ['f'],
    ],
    ['drops everything when the last lease ends', { f: { retained: 0, renewedAt: 0 } }, 1500, undefined, []],
    ['drops what every follower has', { f: { retained: 10, renewedAt: 900 } }, 950, undefined, ['f']],
  ])('%s', (_, leases, now, first, living) => {
    const trimmed = trimHistory(indexWith(leases as IndexRecord['leases']), now);
    expect(trimmed.history.flat()[0]?.sequence).toBe(first);
    expect(trimmed.history.flat()).toHaveLength(first === undefined ? 0 : 10 - first);
    expect(Object.keys(trimmed.leases)).toEqual(living);
    expect(trimmed.nextSequence).toBe(10);
  });

  it('returns the same index when there is nothing to drop', () => {
    const index = indexWith({ f: { retained: 0, renewedAt: 400 } });
    expect(trimHistory(index, 500)).toBe(index);
  });
});
