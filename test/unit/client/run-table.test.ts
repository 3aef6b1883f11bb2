import { describe, expect, it } from 'vitest';
import { runTable, type RunRow } from '../../../client/src/sending/run-table';

const row = (more: Partial<RunRow>): RunRow => ({
  label: 'GET /',
  endpoint: 'prod',
  hasFailed: false,
  remarks: [],
  ...more,
});

describe('runTable', () => {
  it('puts status and time in front of names of any length, and what failed below them', () => {
    const rows = [
      row({ label: 'create', status: 201, duration: 1200.4 }),
      row({ label: 'a much longer name', status: 404, duration: 7, hasFailed: true, remarks: ['?? status == 200'] }),
      row({ label: 'off', endpoint: undefined, hasFailed: true, remarks: ['nothing listens'] }),
    ];
    const { text, lines } = runTable('a.http', rows, 2);
    expect(text).toBe(
      [
        '# a.http: 3 requests, 1 succeeded, 2 failed, 2 not begun',
        '',
        '✓ 201  1200 ms  create (prod)',
        '✗ 404     7 ms  a much longer name (prod)',
        '    ?? status == 200',
        '✗ –             off',
        '    nothing listens',
        '',
      ].join('\n'),
    );
    expect(lines).toEqual([2, 3, 5]);
  });

  it('names an endpoint that all requests have once', () => {
    const { text } = runTable('a.http', [row({ status: 200, duration: 1 })], 0);
    expect(text).toBe('# a.http: 1 request at prod, 1 succeeded, 0 failed\n\n✓ 200  1 ms  GET /\n');
  });
});
