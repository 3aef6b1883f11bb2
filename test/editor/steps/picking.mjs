// What a user chooses before sending: the endpoint and the environment of a file, in the status bar; cookies and secrets that are kept.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const pickedFiles = {
  'moved.http': '# @endpoint open\nGET /_cluster/health\nAuthorization: Bearer ghx_5f0c81b2d93e4a67\n',
  'cookie.http': '# @endpoint open\nGET /cookie\nAuthorization: ApiKey example\n',
  'picked.http': 'GET /_security/api_key\n\n### guarded\n# @endpoint guarded\nGET /_security/api_key\n',
};

/** @type {import('../ui.mjs').Step[]} */
export const picking = [
  [
    'the status bar shows the endpoint of the request at the cursor, and a choice for this file is used by its requests',
    async ({ page }) => {
      await driver.openFile(page, 'picked.http');
      const item = page.locator('[id$="rulebook.endpoint"]');
      await item.filter({ hasText: /sandbox-cluster/ }).waitFor();
      await item.click();
      const row = page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: 'guarded' }).first();
      await row.waitFor();
      const filter = page.locator('.quick-input-widget:visible input[placeholder^="Choose the endpoint"]');
      await filter.waitFor();
      const shown = await row.innerText();
      expect(shown, /search-cluster, protected/);
      await driver.screenshot(page, 'endpoint-picker');
      // A click into a long list that is still being drawn may choose the entry below.
      await filter.fill('open');
      await dialogs.choose(page, 'open');
      await dialogs.choose(page, 'This File');
      await item.filter({ hasText: 'open' }).waitFor();
      await page.locator('.codelens-decoration').filter({ hasText: 'Send to open' }).first().waitFor();
      await driver.placeCursorAfter(page, '@endpoint guarded');
      await item.filter({ hasText: 'guarded' }).waitFor();
      ensure(/warning-kind/.test((await item.getAttribute('class')) ?? ''), 'a protected endpoint is not coloured');
      return `${shown.replaceAll('\n', ' | ')} → ${await item.getAttribute('class')}`;
    },
  ],
  [
    'Show Cookies lists a cookie without its value, and deletes it',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'cookie.http');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send to open');
      await recorder.arrived(before + 1);
      await page.locator('.tab.active').filter({ hasText: 'cookie' }).first().waitFor();
      await driver.waitForEditorText(page, /HTTP\/1\.1 200/);
      await driver.runCommand(page, 'Rulebook: Show Cookies');
      const row = page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: 'session' }).first();
      await row.waitFor();
      const text = await row.innerText();
      expect(text, /path \/, until the window closes, HttpOnly/);
      ensure(!text.includes('canary'), 'the value is shown');
      await row.hover();
      await driver.screenshot(page, 'cookies');
      await dialogs.chooseAll(page, 'session');
      await driver.runCommand(page, 'Rulebook: Show Cookies');
      await dialogs.answerNotification(page, /keeps no cookies/);
      await dialogs.clearNotifications(page);
      await page.keyboard.press('Control+1');
      await driver.clickCodeLens(page, 'Send to open');
      await recorder.arrived(before + 2);
      await driver.runCommand(page, 'Rulebook: Clear Cookies');
      await driver.runCommand(page, 'Rulebook: Show Cookies');
      await dialogs.answerNotification(page, /keeps no cookies/);
      await dialogs.clearNotifications(page);
      return text.replaceAll('\n', ' | ');
    },
  ],
  [
    'Move to secret storage takes a key out of the file, and asks before it goes to an origin',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'moved.http');
      await driver.placeCursorIn(page, 'ghx_5f0c81b2d93e4a67');
      await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Move to secret storage');
      await page.locator('.quick-input-widget:visible input').waitFor();
      await page.keyboard.press('Enter');
      await driver.waitForEditorText(page, /Authorization: Bearer \{\{\$secret token\}\}/);
      await driver.screenshot(page, 'moved-secret');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send to open');
      const question = await dialogs.answerDialog(page, 'Send');
      expect(question, /Send the secret token to http:\/\/127\.0\.0\.1:\d+\?/);
      await recorder.arrived(before + 1);
      ensure(recorder.requests.at(-1)?.authorization === 'Bearer ghx_5f0c81b2d93e4a67', 'the value was not sent');
      await page.locator('.tab.active').filter({ hasText: 'health' }).first().waitFor();
      await driver.runCommand(page, 'Rulebook: Forget Credentials');
      const kept = await dialogs.chooseAll(page, 'secret token');
      await page.keyboard.press('Control+1');
      return `${question.split('\n')[0]} | ${kept.join(' | ').replaceAll('\n', ' ')}`;
    },
  ],
];
