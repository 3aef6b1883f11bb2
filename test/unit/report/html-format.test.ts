import { expect, it } from 'vitest';
import { runAsHtml } from '../../../engine/src/report/index';

it('shows what failed first, and escapes what others wrote', () => {
  const page = runAsHtml({
    path: 'a<b>.http',
    duration: 1500,
    requests: [
      { label: 'one', method: 'GET', outcome: 'passed', isSent: true, status: 200, duration: 12.4, asserts: [] },
      {
        label: '<script>alert(1)</script>',
        method: 'POST',
        url: 'https://a.example/?q="x"',
        outcome: 'failed',
        isSent: true,
        status: 500,
        asserts: [{ text: 'status == 200', line: 3, outcome: 'failed', message: 'It is 500.' }],
      },
    ],
  });
  expect(page).toContain('<title>a&lt;b&gt;.http: failed</title>');
  expect(page).toContain('2 requests: 1 passed, 1 failed, 0 not sent, in 1.5 s.');
  expect(page).toContain('<code>POST https://a.example/?q=&quot;x&quot;</code>');
  expect(page).toContain('<li>?? status == 200: It is 500.</li>');
  expect(page).not.toContain('<script>');
  expect(page.indexOf('alert(1)')).toBeLessThan(page.indexOf('>one<'));
});
