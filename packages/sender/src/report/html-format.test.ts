import { describe, expect, it } from 'vitest';
import { runAsHtml, runAsJson, type ReportedRequest } from './index';

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>\u202e\u0000 style="x" \'&amp;';

function request(label: string, more: Partial<ReportedRequest> = {}): ReportedRequest {
  return { label, method: 'GET', outcome: 'passed', isSent: true, status: 200, duration: 12.4, asserts: [], ...more };
}

/** A failing request with as much of everything as a run can have. */
function long(text: string): ReportedRequest {
  const message = { head: text.repeat(200), body: text.repeat(400), note: text };
  return request(text.repeat(20), {
    url: `https://a.example/${text.repeat(50)}`,
    endpoint: text,
    outcome: 'failed',
    reason: text.repeat(100),
    asserts: Array.from({ length: 30 }, () => ({ text, line: 3, outcome: 'failed', message: text.repeat(20) })),
    log: Array.from({ length: 40 }, () => text),
    details: {
      start: 5,
      timing: { dns: 1, connect: 2, tls: 3, firstByte: 4, download: 5 },
      notes: Array.from({ length: 20 }, () => text),
      request: message,
      response: message,
    },
  });
}

describe('the page of a run', () => {
  const page = runAsHtml({
    path: 'a<b>.http',
    duration: 1500,
    environment: 'staging',
    began: 1_700_000_000_000,
    version: '0.1.0',
    requests: [
      request('one', { endpoint: 'shop' }),
      request('two', {
        method: 'POST',
        url: 'https://a.example/?q="x"',
        outcome: 'failed',
        status: 500,
        asserts: [
          { text: 'status == 200', line: 3, outcome: 'failed', message: 'It is 500.' },
          { text: 'the order is open', line: 5, outcome: 'passed', message: '', isTest: true },
        ],
        log: ['kept'],
        details: {
          start: 40,
          timing: { connect: 3, firstByte: 6, download: 3 },
          notes: ['The caller needs the cluster privilege `manage`.'],
          request: { head: 'POST https://a.example/', body: '{}' },
          response: { head: 'HTTP/1.1 500', body: '{\n  "error": 1\n}', note: 'Only the beginning is shown.' },
        },
      }),
      { label: 'three', method: 'GET', outcome: 'error', isSent: false, reason: 'no value', asserts: [] },
    ],
  });

  it('says what was run, where, when and with what result', () => {
    expect(page).toContain('<title>a&lt;b&gt;.http: 2 of 3 requests failed</title>');
    for (const fact of ['1.5 s', 'staging', 'shop', '2023-11-14 22:13:20 UTC', '0.1.0'])
      expect(page).toContain(`<dd>${fact}</dd>`);
    expect(page).toContain('<strong>1</strong> not sent');
  });

  it('shows what failed first and open, with its reasons, asserts, tests, log, times and messages', () => {
    expect(page.indexOf('<h3>two</h3>')).toBeLessThan(page.indexOf('<h3>one</h3>'));
    expect(page).toMatch(/<details class="failed" open>.*<h3>two<\/h3>/);
    expect(page).toMatch(/<details class="passed">.*<h3>one<\/h3>/);
    for (const part of [
      '<code>POST https://a.example/?q=&quot;x&quot;</code>',
      '<h4>Asserts and tests</h4>',
      '<code>?? status == 200</code> <span class="quiet">(line 3)</span>: It is 500.',
      '<code>the order is open</code>',
      'The caller needs the cluster privilege `manage`.',
      'Connect 3 ms',
      '&quot;error&quot;: 1',
      'Only the beginning is shown.',
      'No value.',
    ])
      expect(page).toContain(part);
  });

  it('draws the time of each request where it happened', () => {
    expect(page).toMatch(/left:0%;width:[\d.]+%"><\/b>/);
    expect(page).toMatch(
      /left:76\.3%;width:23\.7%"><i class="other" style="width:3\.2%"><\/i><i class="connect" style="width:24\.2%">/,
    );
  });

  it('forbids everything but its own style, and has no script', () => {
    expect(page).toContain(
      "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"",
    );
    expect(page).not.toMatch(/<script|\son\w+=|https?:\/\/(?!a\.example)/i);
  });
});

it('shows what others wrote as nothing but text', () => {
  const page = runAsHtml({
    path: hostile,
    duration: 1,
    environment: hostile,
    version: hostile,
    requests: [long(hostile)],
  });
  expect(page).not.toMatch(/<script|<img|\u202e/);
  expect(page).not.toContain('\0');
  // Whatever is not markup of the page itself is in no tag.
  expect([...page.matchAll(/<[^>]*>/g)].filter(([tag]) => /alert|onerror/.test(tag))).toEqual([]);
});

it.each([
  ['all of them failing, with long texts', 1000, (_: number) => long('ab<"é漢')],
  ['half of them failing', 1000, (at: number) => (at % 2 ? long('x&y ') : request(`request ${at}`))],
  ['a few of them', 3, (_: number) => long('漢'.repeat(500))],
])('is below 1 MB: %s', (_, count, write) => {
  const page = runAsHtml({
    path: 'a.http',
    duration: 1,
    requests: Array.from({ length: count }, (_, at) => write(at)),
  });
  expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
  expect(page.match(/<details /g)).toHaveLength(count);
});

it.each([
  ['that fail, with long texts', (_: number) => long('ab<"é漢')],
  ['that pass', (at: number) => request(`request ${at}`, { details: long('漢').details ?? { start: 1, notes: [] } })],
])('is below 1 MB with 1,000 requests of as many files %s', (_, write) => {
  const paths = Array.from({ length: 1000 }, (_, at) => `tests/a folder of tests/${'deep/'.repeat(20)}file-${at}.http`);
  const page = runAsHtml({
    path: 'tests',
    files: paths.map((path) => ({ path, duration: 1 })),
    duration: 1,
    requests: paths.map((file, at) => ({ ...write(at), file })),
  });
  expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
  expect(page.match(/<details /g)).toHaveLength(1000);
});

it('says where a text is cut', () => {
  const page = runAsHtml({
    path: 'a.http',
    duration: 1,
    requests: Array.from({ length: 400 }, () => long('a line\n')),
  });
  expect(page).toContain('The rest is left out to keep this page small.');
});

it('keeps requests and responses out of the JSON', () => {
  expect(runAsJson({ path: 'a.http', duration: 1, requests: [long('x')] })).not.toContain('details');
});
