// What somebody sees while requests go out as commands and come in from them.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { expect } from './expect.mjs';

/** @type {import('../ui.mjs').Step[]} */
export const convert = [
  [
    'a curl command becomes a request, and the request a curl command again',
    async ({ page }) => {
      await driver.openFile(page, 'convert.http');
      const command =
        "curl -X PUT 'http://127.0.0.1:9/notes' -H 'Authorization: ApiKey bm90LWEta2V5LWF0LWFsbA==' --json '{\"a\":1}'";
      await page.evaluate((text) => navigator.clipboard.writeText(text), command);
      await driver.runCommand(page, 'Rulebook: Paste as Request');
      const pasted = await driver.waitForEditorText(page, /PUT http:\/\/127\.0\.0\.1:9\/notes/);
      expect(pasted, /Authorization: ApiKey \{\{authorization\}\}/);
      await driver.screenshot(page, 'paste-as-request');
      await driver.runCommand(page, 'Rulebook: Copy Request As…');
      await driver.screenshot(page, 'copy-as');
      await dialogs.choose(page, 'curl (bash)');
      const copied = await page.waitForFunction(
        async () =>
          /^curl -X PUT [^]*/.exec(await navigator.clipboard.readText())?.[0]?.includes('AUTHORIZATION:?') &&
          (await navigator.clipboard.readText()),
      );
      const text = String(await copied.jsonValue());
      if (text.includes('bm90')) throw new Error('The copied command holds the secret.');
      return text.split('\n')[0];
    },
  ],
  [
    'a request of any operation is found by its title and inserted',
    async ({ page }) => {
      await driver.openFile(page, 'convert-insert.http');
      await driver.runCommand(page, 'Rulebook: Insert Request…');
      await page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row').nth(1).waitFor();
      await page.locator('.quick-input-widget:visible .quick-input-filter input').fill('create a repository webhook');
      const found = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row').first();
      await found.filter({ hasText: 'hooks' }).waitFor();
      await driver.screenshot(page, 'insert-request');
      await page.keyboard.press('Enter');
      return driver.waitForEditorText(page, /POST \/repos\/owner\/repo\/hooks/);
    },
  ],
];
