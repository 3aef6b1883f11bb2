// What a user sees of asserts: results behind the lines, in the response and in the Test Explorer.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const assertFiles = {
  'asserts.http': [
    '### health\n# @endpoint open\nGET /_cluster/health\n\n?? status == 200\n?? status == 201\n?? header content-type includes json\n',
    '### again\n# @endpoint open\nGET /_cluster/health\n\n?? status == 2xx\n',
    '### scripted\n# @endpoint open\nGET /_cluster/health\n\n> {%\n  client.test("ok", () => client.assert(response.status === 200));\n%}\n',
  ].join('\n'),
  'snapshots.http':
    '### health\n# @endpoint open\nGET /_cluster/health\n\n?? snapshot ignoring $.task_max_waiting_in_queue_millis\n',
  'unanswered.http':
    '### unanswered\n# @endpoint open\nPOST /_security/api_key\n\n{ "name": "slow", "expiration": "1d" }\n\n?? status == 200\n',
};

/** Returns the texts that decorations add behind lines of the editor. */
function addedTexts(page) {
  return page.evaluate(() => {
    const texts = [];
    for (const span of document.querySelectorAll('.view-lines span[class*="ced-"]')) {
      const { content } = getComputedStyle(span, '::after');
      if (content !== 'none' && content !== 'normal') texts.push(content.replaceAll('"', ''));
    }
    return texts;
  });
}

async function waitForTexts(page, isWanted) {
  await page.waitForFunction(
    (source) => {
      const texts = [...document.querySelectorAll('.view-lines span[class*="ced-"]')].map(
        (span) => getComputedStyle(span, '::after').content,
      );
      return new RegExp(source).test(texts.join('\n'));
    },
    isWanted.source,
    { timeout: 20_000 },
  );
  return addedTexts(page);
}

/** @type {import('../ui.mjs').Step[]} */
export const asserts = [
  [
    'the results of asserts are behind their lines and in the response',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'asserts.http');
      await driver.clickCodeLens(page, 'Send');
      // The endpoint may ask for a credential; none is needed.
      const box = page.locator('.quick-input-widget:visible input[type="password"]');
      const text = driver.waitForEditorText(page, /asserts failed/);
      if (
        await Promise.race([
          box.waitFor().then(
            () => true,
            () => false,
          ),
          text.then(
            () => false,
            () => false,
          ),
        ])
      )
        await page.keyboard.press('Enter');
      const answer = await driver.waitForEditorText(page, /# ✗ 1 of 3 asserts failed, 2 passed/);
      expect(answer, /# ✗ \?\? status == 201 \(line 6\): Expected 201, received 200\./);
      const texts = await waitForTexts(page, /✗ received 200/);
      ensure(texts.filter((text) => text.includes('✓')).length === 2, `not two passed: ${texts.join(', ')}`);
      await driver.screenshot(page, 'asserts');
      return texts.join(' | ');
    },
  ],
  [
    'the results disappear when the request changes',
    async ({ page }) => {
      await driver.openFile(page, 'asserts.http');
      await driver.placeCursorAfter(page, '?? status == 20');
      await page.keyboard.type(' ');
      await page.waitForFunction(
        () =>
          ![...document.querySelectorAll('.view-lines span[class*="ced-"]')].some((span) =>
            getComputedStyle(span, '::after').content.includes('received'),
          ),
      );
      await page.keyboard.press('Backspace');
      return 'none left';
    },
  ],
  [
    'a snapshot that differs is shown next to the response, and updated',
    async ({ page, workspace }) => {
      const kept = join(workspace, '__snapshots__/snapshots.http.snap.json');
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, '{ "snapshots": { "health": { "status": 201 } } }\n');
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'snapshots.http');
      await driver.clickCodeLens(page, 'Send');
      await waitForTexts(page, /✗ The response differs from its snapshot/);
      await driver.openFile(page, 'snapshots.http');
      await driver.placeCursorAfter(page, '?? snap');
      await driver.openQuickFixes(page);
      await driver.screenshot(page, 'snapshot-actions');
      await driver.applyQuickFix(page, 'Show Difference to Snapshot');
      await page.locator('.monaco-diff-editor').first().waitFor();
      await driver.screenshot(page, 'snapshot-difference');
      await page.keyboard.press('Control+F4');
      await driver.openFile(page, 'snapshots.http');
      await driver.placeCursorAfter(page, '?? snap');
      await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Update Snapshot');
      await waitForTexts(page, /✓/);
      expect(readFileSync(kept, 'utf8'), /"status": 200/);
      return 'updated';
    },
  ],
  [
    'the tests of a script are behind their lines',
    async ({ page }) => {
      await driver.openFile(page, 'asserts.http');
      await driver.clickCodeLens(page, 'Send', { nth: 2 });
      await driver.waitForEditorText(page, /# ✓ 1 assert passed/);
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll('.view-line')].some(
            (line) =>
              line.textContent.includes('client.test') &&
              [...line.querySelectorAll('span[class*="ced-"]')].some((span) =>
                getComputedStyle(span, '::after').content.includes('✓'),
              ),
          ),
        undefined,
        { timeout: 20_000 },
      );
      await driver.screenshot(page, 'script-test-mark');
      return 'marked';
    },
  ],
  [
    'the Test Explorer shows files and requests, and runs them',
    async ({ page }) => {
      await driver.runCommand(page, 'Testing: Focus on Test Explorer View');
      const rows = page.locator('.test-explorer .monaco-list-row');
      await rows.filter({ hasText: 'asserts.http' }).first().waitFor();
      await driver.runCommand(page, 'Test: Run All Tests');
      await page.locator('.test-explorer .monaco-list-row').filter({ hasText: 'asserts.http' }).first().click();
      await page.keyboard.press('ArrowRight');
      await rows.filter({ hasText: 'health' }).first().waitFor();
      await rows.filter({ hasText: 'scripted' }).first().waitFor();
      await page
        .locator('.test-explorer .testing-run-item, .test-explorer .codicon-testing-failed-icon')
        .first()
        .waitFor();
      // What was received is behind the line of the assert, once.
      await driver.openFile(page, 'asserts.http');
      const messages = page.locator('.test-error-content-widget');
      await messages.first().waitFor();
      ensure((await messages.count()) === 1, 'the failed assert is marked more than once');
      const line = page.locator('.view-line').filter({ hasText: '201' }).first();
      const [marked, asserted] = [await messages.first().boundingBox(), await line.boundingBox()];
      const distance = Math.abs((marked?.y ?? 0) - (asserted?.y ?? 0));
      ensure(distance < (asserted?.height ?? 0), `the mark is ${distance} pixels away from the assert`);
      ensure(!(await addedTexts(page)).some((text) => text.includes('received')), 'marked twice');
      await driver.screenshot(page, 'test-explorer');
      return rows.allInnerTexts().then((texts) => texts.join(' | '));
    },
  ],
  [
    'the failed tests alone are run again',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await driver.runCommand(page, 'Test: Rerun Failed Tests');
      await recorder.arrived(before + 1);
      const rows = page.locator('.test-explorer .monaco-list-row');
      await rows.filter({ hasText: 'health' }).locator('.codicon-testing-failed-icon').first().waitFor();
      ensure(recorder.requests.length === before + 1, `${recorder.requests.length - before} requests were sent`);
      return '1 request';
    },
  ],
  [
    'a run of tests is cancelled',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'unanswered.http');
      const before = recorder.requests.length;
      await driver.runCommand(page, 'Test: Run Tests in Current File');
      await recorder.arrived(before + 1);
      const stop = page.locator('.test-explorer .codicon-testing-cancel-icon, .codicon-testing-cancel-icon').first();
      await stop.waitFor();
      await driver.screenshot(page, 'test-running');
      await driver.runCommand(page, 'Test: Cancel Test Run');
      await stop.waitFor({ state: 'hidden' });
      await driver.screenshot(page, 'test-cancelled');
      return 'cancelled';
    },
  ],
];
