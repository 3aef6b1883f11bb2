/// <reference lib="dom" />
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coverageHtml, type Coverage } from '../../packages/sender/src/coverage/index';
import { executablePath, seriousIn } from './browser';

// The page that `coverage --report` writes, as a file in a browser.

const long = 'a'.repeat(200);
const share = { all: 4, written: 2, answered: 1 };

const coverage: Coverage = {
  hasAnswers: true,
  others: 2,
  services: [
    {
      ...{ service: 'zoo', title: `Zoo ${long}` },
      totals: { operations: share, parameters: share, values: { all: 0, written: 0, answered: 0 }, responses: share },
      operations: [false, true].map((isWritten) => ({
        ...{
          id: `zoo.${isWritten}`,
          method: 'GET',
          path: `/${long}/${isWritten}`,
          title: long,
          isDeprecated: isWritten,
        },
        requests: isWritten ? [{ file: `${long}.http`, line: 3 }] : [],
        answers: isWritten ? 1 : 0,
        elements: [
          { kind: 'parameter', name: `query ${long}`, written: isWritten, answered: false },
          { kind: 'value', name: '$.a=b', written: false, answered: false },
          { kind: 'response', name: '200', written: isWritten, answered: isWritten },
        ],
        undescribed: isWritten ? [418] : [],
      })),
    },
  ],
};

describe.skipIf(!executablePath)('the page of coverage', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  it.each(['light', 'dark'] as const)(
    'is accessible and fits on a narrow screen, with everything open: %s',
    async (colorScheme) => {
      const context = await browser.newContext({ colorScheme, bypassCSP: true, viewport: { width: 320, height: 700 } });
      const page = await context.newPage();
      await page.setContent(coverageHtml(coverage, '1'));
      const width = await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true;
        return document.documentElement.scrollWidth;
      });
      expect(await seriousIn(page)).toEqual([]);
      expect(width).toBeLessThanOrEqual(320);
      await context.close();
    },
  );
});
