/// <reference lib="dom" />
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsHtml, type ReportedRequest, type RunReport } from '../../packages/sender/src/report/index';
import { executablePath, seriousIn } from './browser';

// The page that `run --report` writes, as a file in a browser that runs no scripts.

const long = 'a'.repeat(200);
const message = {
  head: `GET https://a.example/${long}`,
  body: `{\n${'  "a": 1,\n'.repeat(60)}}`,
  note: 'Not all is shown.',
};

function request(outcome: ReportedRequest['outcome'], more: Partial<ReportedRequest> = {}): ReportedRequest {
  return {
    ...{ label: `${outcome} ${long}`, method: 'GET', line: 3, url: `https://a.example/${long}`, endpoint: 'staging' },
    ...{ outcome, isSent: true, status: 200, duration: 80 },
    asserts: [
      {
        text: 'status == 201',
        line: 3,
        outcome: outcome === 'failed' ? 'failed' : 'passed',
        message: `It is ${long}.`,
      },
      { text: 'duration < 1', line: 4, outcome: 'unevaluated', message: 'It has no value.' },
    ],
    log: ['kept'],
    details: {
      ...{ start: 10, timing: { dns: 5, connect: 5, tls: 20, firstByte: 40, download: 10 } },
      ...{ notes: ['The caller needs a privilege.'], request: message, response: message },
    },
    ...more,
  };
}

const report: RunReport = {
  ...{ path: 'orders.http', duration: 900, environment: 'staging', began: 1_700_000_000_000, version: '0.1.0' },
  requests: [
    request('failed'),
    request('passed', { asserts: [] }),
    request('error', { isSent: false, reason: 'it has no value' }),
    request('skipped', { isSent: false, asserts: [], reason: 'it is switched off' }),
  ],
};
const html = runAsHtml(report);
/** The same of two files, with times. */
const htmlOfFiles = runAsHtml({
  ...report,
  files: [
    { path: `a/${long}.http`, duration: 5 },
    { path: 'b.http', duration: 6 },
  ],
  requests: [...report.requests, ...report.requests].map((one, index) => ({
    ...{ ...one, file: index % 2 === 0 ? `a/${long}.http` : 'b.http', operation: 'GET /orders/{id}' },
    ...(one.outcome === 'passed' && { attempts: 2, earlierFailures: [`It was ${long}.`] }),
  })),
});

describe.skipIf(!executablePath)('the page of a report', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  async function open(options: Parameters<Browser['newContext']>[0], content = html): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    await page.setContent(content);
    return page;
  }

  it.each([
    ['light', html],
    ['dark', html],
    ['light', htmlOfFiles],
    ['dark', htmlOfFiles],
  ] as const)('axe finds nothing serious, with everything open: %s', async (colorScheme, content) => {
    const page = await open({ colorScheme, bypassCSP: true }, content);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
    });
    expect(await seriousIn(page)).toEqual([]);
    await page.context().close();
  });

  it('opens and folds by the keyboard, without scripts, and is silent', async () => {
    const page = await open({ javaScriptEnabled: false });
    const complaints: string[] = [];
    page.on('console', (said) => complaints.push(said.text()));
    const passed = page.locator('details.passed');
    expect(await passed.locator('pre').first().isVisible()).toBe(false);
    await passed.locator('summary').press('Enter');
    expect(await passed.locator('pre').first().isVisible()).toBe(true);
    expect(await page.locator('details.failed pre').first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a link of the table opens the details of its request', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.getByRole('link', { name: /^passed/ }).click();
    expect(await page.locator('details.passed pre').first().isVisible()).toBe(true);
    await page.context().close();
  });

  it.each([html, htmlOfFiles])('fits on a narrow screen', async (content) => {
    const page = await open({ viewport: { width: 320, height: 700 }, bypassCSP: true }, content);
    const width = await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
      return document.documentElement.scrollWidth;
    });
    expect(width).toBeLessThanOrEqual(320);
    await page.context().close();
  });
});
