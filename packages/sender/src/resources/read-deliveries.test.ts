import { describe, expect, it } from 'vitest';
import type { DeliveryTable } from '@rulebook/catalogue/resources';
import { readDeliveries } from './read-deliveries';

const request = { method: 'GET', path: '/' };
const table: DeliveryTable = {
  columns: {
    id: 'id',
    status: 'status',
    code: 'status_code',
    event: 'event',
    action: 'action',
    duration: 'duration',
    time: 'delivered_at',
    redelivery: 'redelivery',
  },
  details: request,
  again: request,
  signatures: [],
};

describe('deliveries', () => {
  it('are rows in their order', () => {
    const answer = [
      {
        id: 1,
        status: 'OK',
        status_code: 200,
        event: 'push',
        action: null,
        duration: 0.2,
        delivered_at: '2026-01-02T03:04:05Z',
        redelivery: true,
      },
      { id: '2', status: 'timed out', status_code: 0, event: 'issues', action: 'opened', delivered_at: 'never' },
      { status: 'without id' },
      'no object',
    ];
    expect(readDeliveries(table, answer)).toEqual([
      {
        id: '1',
        event: 'push',
        action: '',
        status: '200 OK',
        duration: 0.2,
        delivered: '2026-01-02T03:04:05Z',
        time: Date.UTC(2026, 0, 2, 3, 4, 5),
        isRedelivery: true,
        isFailed: false,
      },
      {
        id: '2',
        event: 'issues',
        action: 'opened',
        status: 'timed out',
        duration: undefined,
        delivered: 'never',
        time: undefined,
        isRedelivery: false,
        isFailed: true,
      },
    ]);
    expect(readDeliveries(table, 'text')).toBeUndefined();
    expect(readDeliveries(table, [{ id: 3, status_code: 404, status: 'Not Found' }])?.[0]?.isFailed).toBe(true);
  });
});
