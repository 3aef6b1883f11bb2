// What somebody chooses before sending: the endpoint and the environment of a file, in the status bar; cookies and secrets that are kept.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const pickedFiles = {
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
      const shown = await row.innerText();
      expect(shown, /search-cluster, protected/);
      await driver.screenshot(page, 'endpoint-picker');
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
      await page.waitForFunction(
        () => document.querySelector('.quick-input-widget')?.getAnimations({ subtree: true }).length === 0,
      );
      await driver.screenshot(page, 'cookies');
      await dialogs.chooseAll(page, 'session');
      await driver.runCommand(page, 'Rulebook: Show Cookies');
      await dialogs.answerNotification(page, /keeps no cookies/);
      await page.keyboard.press('Control+1');
      return text.replaceAll('\n', ' | ');
    },
  ],
];
