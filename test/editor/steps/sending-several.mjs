// What a user sees while sending several requests, to several endpoints, and what destroys something.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';
import { sendOnce } from './send-once.mjs';

const key = (name) => `POST /_security/api_key\n\n{ "name": ${name}, "expiration": "1d" }\n`;

export const severalFiles = {
  'several.http': [
    '# @name first\n# @endpoint recorder\n' + key('"first"'),
    '# @name second\n# @endpoint recorder\n' + key('"{{first.response.body.$.id}}"'),
    '# @name third\n# @endpoint recorder\nGET /refused\nAuthorization: ApiKey wrong\n',
    '# @name fourth\n# @endpoint recorder\n' + key('"fourth"'),
  ].join('\n###\n'),
  'cancelled.http': [
    '# @endpoint open\nGET /_cluster/health\n',
    `# @endpoint open\n${key('"slow"')}`,
    '# @endpoint open\nGET /_cluster/state\n',
  ].join('\n###\n'),
  'remove.http': '# @endpoint recorder\nDELETE /logs-2024\n',
};

/** @type {import('../ui.mjs').Step[]} */
export const sendingSeveral = [
  [
    'a whole file is sent in order, stops at the first failure, and goes on when told so',
    async ({ page, recorder }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'several.http');
      await sendOnce(page, recorder);
      const before = recorder.requests.length;
      await driver.runCommand(page, 'Rulebook: Send All Requests of File');
      const summary = await driver.waitForEditorText(
        page,
        /# several\.http: 3 requests at recorder, 2 succeeded, 1 failed, 1 not begun/,
      );
      expect(summary, /✓ 200 +\d+ ms +first/);
      expect(summary, /✗ 401 +\d+ ms +third/);
      ensure(recorder.requests.length === before + 3, `${recorder.requests.length - before} requests were sent`);
      expect(recorder.requests[before + 1]?.body ?? '', /VuaCfGcBCdbkQm/);
      await driver.screenshot(page, 'several');
      await dialogs.answerNotification(page, /several\.http: 3 requests, 1 failed, 1 not begun/, 'Go On');
      await recorder.arrived(before + 4);
      return driver.waitForEditorText(page, /# several\.http: 4 requests at recorder, 3 succeeded, 1 failed\n/);
    },
  ],
  [
    'a line of the summary leads to its response',
    async ({ page }) => {
      await page.keyboard.press('Control+2');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await driver.runCommand(page, 'Open Link');
      const answer = await driver.waitForEditorText(page, /^# 200 OK · .*\nHTTP\/1\.1 200 OK[^]*VuaCfGcBCdbkQm/);
      await page.keyboard.press('Control+1');
      return answer.split('\n')[0];
    },
  ],
  [
    'the selected requests are sent, and a request with those it depends on',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'several.http');
      await driver.placeCursorAfter(page, '"first"');
      await page.keyboard.press('Control+Home');
      for (let line = 0; line < 8; line++) await page.keyboard.press('Shift+ArrowDown');
      const before = recorder.requests.length;
      await page.keyboard.press('Control+Enter');
      await recorder.arrived(before + 2);
      await driver.waitForEditorText(page, /# several\.http: 2 requests at recorder, 2 succeeded/);
      await driver.placeCursorAfter(page, 'first.response');
      await driver.runCommand(page, 'Rulebook: Send Request with Those It Depends On');
      await recorder.arrived(before + 4);
      return `${recorder.requests.length - before} requests`;
    },
  ],
  [
    'a run is cancelled by its notification, and its summary says what was not begun',
    async ({ page, recorder }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'cancelled.http');
      await sendOnce(page, recorder);
      const before = recorder.requests.length;
      await page.keyboard.press('Control+Shift+Alt+Enter');
      await recorder.arrived(before + 2);
      const progress = page
        .locator('.notification-list-item')
        .filter({ hasText: /Sending: 2 of 3/ })
        .first();
      await progress.waitFor();
      await driver.screenshot(page, 'several-running');
      await progress.locator('.monaco-button').filter({ hasText: 'Cancel' }).click();
      const summary = await driver.waitForEditorText(page, /# cancelled\.http: [^]*not begun/);
      await driver.screenshot(page, 'several-cancelled');
      ensure(recorder.requests.length === before + 2, 'the last request was sent');
      await dialogs.clearNotifications(page);
      await page.keyboard.press('Control+1');
      return summary.replaceAll('\n', ' | ');
    },
  ],
  [
    'a request is sent to two endpoints, and their responses are next to each other',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'several.http');
      const before = recorder.requests.length;
      await driver.placeCursorAfter(page, '"first"');
      await driver.runCommand(page, 'Rulebook: Send Request to Other Endpoints');
      const rows = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
      // The list of commands is still open for a moment.
      const input = page.locator('.quick-input-widget:visible input[placeholder*="compare their responses"]');
      for (const name of ['recorder', 'open']) {
        await input.fill(name);
        const row = rows.filter({ hasText: new RegExp(`^\\W*${name}`) }).first();
        await row.click();
        await row.locator('input:checked, .checked').first().waitFor();
      }
      await driver.screenshot(page, 'other-endpoints');
      await input.focus();
      await page.keyboard.press('Enter');
      await recorder.arrived(before + 1);
      // Unless the endpoint was asked about before.
      const box = page.locator('.quick-input-widget:visible input[type="password"]');
      await box.waitFor({ timeout: 5000 }).then(
        () => page.keyboard.press('Enter'),
        () => undefined,
      );
      await recorder.arrived(before + 2);
      await page.locator('.monaco-diff-editor').waitFor();
      await driver.screenshot(page, 'compared');
      return `${recorder.requests.length - before} requests`;
    },
  ],
  [
    'what destroys something asks first and names it; nothing goes out before',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'remove.http');
      await driver.placeCursorAfter(page, 'DELETE');
      const before = recorder.requests.length;
      await page.keyboard.press('Control+Enter');
      await page.locator('.monaco-dialog-box').waitFor();
      await driver.screenshot(page, 'destroys');
      ensure(recorder.requests.length === before, 'it was sent before the response');
      const question = await dialogs.answerDialog(page, 'Cancel');
      expect(question, /logs-2024/);
      ensure(recorder.requests.length === before, 'it was sent although it was cancelled');
      await page.keyboard.press('Control+Enter');
      await dialogs.answerDialog(page, 'Never Ask for recorder');
      await recorder.arrived(before + 1);
      await page.keyboard.press('Control+Enter');
      await recorder.arrived(before + 2);
      return question.replaceAll('\n', ' ');
    },
  ],
];
