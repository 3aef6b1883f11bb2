// What a user sees of the requests that were sent before.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';
import { sendOnce } from './send-once.mjs';

const input = '.quick-input-widget:visible .quick-input-filter input';
const row = '.quick-input-widget:visible .quick-input-list .monaco-list-row';

export const historyFiles = { 'open.http': '# @endpoint open\nGET /_cluster/health\n' };

/** @type {import('../ui.mjs').Step[]} */
export const history = [
  [
    'the history outlives the window, is searched by words of a body, and shows a response again',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await driver.openFile(page, 'open.http');
      await sendOnce(page, recorder);
      await driver.waitForEditorText(page, /^# 200 OK/);
      await sendOnce(page, recorder);
      await page
        .locator('.notification-list-item')
        .filter({ hasText: 'Sending' })
        .first()
        .waitFor({ state: 'detached' });
      await driver.runCommand(page, 'Developer: Reload Window');
      await page
        .locator('.monaco-workbench')
        .waitFor({ state: 'detached' })
        .catch(() => undefined);
      await page.locator('.tab').first().waitFor();
      await driver.runCommand(page, 'Rulebook: Show History');
      await page.locator(row).filter({ hasText: 'open.http' }).first().waitFor();
      await page.locator(input).fill('12345678901234567890');
      await page.locator(row).filter({ hasText: 'open.http' }).first().waitFor();
      await driver.screenshot(page, 'history-search');
      const found = await page.locator(row).allInnerTexts();
      await page.keyboard.press('Enter');
      const shown = await driver.waitForEditorText(page, /# From the history/);
      expect(shown, /HTTP\/1\.1 200[^]*12345678901234567890/);
      await driver.screenshot(page, 'history-response');
      ensure(recorder.requests.length === before + 2, 'it was sent once more');
      return found.join(' | ').replaceAll('\n', ' ');
    },
  ],
  [
    'two responses of the history are compared, and one is opened as a request',
    async ({ page }) => {
      await driver.runCommand(page, 'Rulebook: Show History');
      await page.locator(row).filter({ hasText: 'open.http' }).first().waitFor();
      await dialogs.chooseButton(page, 'open.http', 'Compare with…');
      await page.locator('.quick-input-title').filter({ hasText: 'Compare' }).waitFor();
      await page.locator(row).filter({ hasText: 'open.http' }).first().click();
      await page.locator('.monaco-diff-editor .view-line').filter({ hasText: 'HTTP/1.1 200' }).first().waitFor();
      const compared = (await page.locator('.monaco-diff-editor .view-line').allInnerTexts()).join(' | ');
      ensure(!/Date: M|Date: [TWFS]/.test(compared), `a time is compared: ${compared}`);
      await driver.screenshot(page, 'history-compare');
      await driver.runCommand(page, 'Rulebook: Show History');
      await page.locator(row).filter({ hasText: 'open.http' }).first().waitFor();
      await dialogs.chooseButton(page, 'open.http', 'Open as Request');
      const text = await driver.waitForEditorText(page, /^### [^]*GET \/_cluster\/health/);
      await driver.runCommand(page, 'Focus on History View');
      await driver.runCommand(page, 'View: Close All Editors');
      await dialogs.answerDialog(page, "Don't Save");
      const item = page.locator('.customview-tree .monaco-list-row').filter({ hasText: '/_cluster/health' }).first();
      await item.click();
      await driver.waitForEditorText(page, /# From the history/);
      await item.click({ button: 'right' });
      await page
        .locator('.context-view .monaco-menu .action-item')
        .filter({ hasText: 'Compare with' })
        .first()
        .waitFor();
      await driver.screenshot(page, 'history-view');
      await page.keyboard.press('Escape');
      return text;
    },
  ],
];
