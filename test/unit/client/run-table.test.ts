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
    const { text, rows: places } = runTable('a.http', rows, 2);
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
    expect(places).toEqual([
      { line: 2, end: 29 },
      { line: 3, end: 41 },
      { line: 5, end: 19 },
    ]);
  });

  it('offers to save each body', () => {
    const { text, rows } = runTable(
      'a.http',
      [
        row({ status: 200, duration: 1, hasBody: true }),
        row({ status: 204 }),
        row({ status: 200, duration: 1, hasBody: true, label: 'GET /longer' }),
        row({ status: 200, duration: 1, hasBody: true, label: `GET /${'x'.repeat(60)}` }),
      ],
      0,
    );
    const [, , first = '', second, third = '', long = ''] = text.split('\n');
    expect(first.slice(0, rows[0]?.end)).toBe('✓ 200  1 ms  GET /');
    expect(first.slice(rows[0]?.save)).toBe('Save Body…');
    expect(second).toBe('✓ 204        GET /');
    expect(third.slice(rows[2]?.save)).toBe('Save Body…');
    expect(rows[2]?.save).toBe(rows[0]?.save);
    expect(long).toMatch(/x {2}Save Body…$/);
    expect(rows[1]).not.toHaveProperty('save');
  });

  it('names an endpoint that all requests have once', () => {
    const { text } = runTable('a.http', [row({ status: 200, duration: 1 })], 0);
    expect(text).toBe('# a.http: 1 request at prod, 1 succeeded, 0 failed\n\n✓ 200  1 ms  GET /\n');
  });
});
