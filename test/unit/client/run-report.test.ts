import { describe, expect, it } from 'vitest';
import { reportedOf, reportText } from '../../../client/src/sending/run-report';
import type { Outcome } from '../../../client/src/sending/attempt';

const outcome = {
  plan: { label: 'GET /a', method: 'GET', line: 3 },
  sent: {
    kind: 'answered',
    request: {
      method: 'GET',
      url: 'https://a.example/a?token=hush-hush',
      headers: [['Authorization', 'Bearer hush-hush']],
    },
    secrets: ['hush-hush'],
    endpoint: { name: 'shop' },
    response: {
      ...{ httpVersion: '1.1', status: 403, statusText: 'Forbidden', headers: [], duration: 12, size: 20 },
      ...{ body: '{"a":"hush-hush"}', isTruncated: false },
    },
  },
  asserts: [{ text: 'status == 200', line: 5, outcome: 'failed', message: 'Expected 200, received 403.' }],
} as unknown as Outcome;

describe('the report of a run in the editor', () => {
  const report = { path: 'a.http', requests: [reportedOf(outcome)], duration: 20, environment: 'staging' };

  it('shows what the report of a command shows, without secrets', () => {
    const page = reportText('/tmp/report.html', report);
    expect(page).toContain('<title>a.http: 1 of 1 request failed</title>');
    for (const part of ['line 4', 'staging', 'shop', 'HTTP/1.1 403 Forbidden', 'Expected 200, received 403.'])
      expect(page).toContain(part);
    expect(page).not.toContain('hush-hush');
  });

  it('is the one that the name asks for', () => {
    expect(reportText('/a.XML', report)).toMatch(/^<\?xml/);
    expect(reportText('/a.json', report)).toMatch(/^\{/);
    expect(reportText('/a', report)).toMatch(/^<!doctype html>/);
  });
});
