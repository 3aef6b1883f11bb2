// What an editor does with request files next to checking and sending them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

const messy =
  '@name=ci\n###Create a key\nPUT   /_security/api_key\nAccept:application/json\n\n\n' +
  '{"name":"{{name}}", // why\n"metadata":{"team":"search"}}\n###\nGET   /_security/api_key\n';
const formatted =
  '@name = ci\n\n### Create a key\nPUT /_security/api_key\nAccept: application/json\n\n' +
  '{\n  "name": "{{name}}", // why\n  "metadata": { "team": "search" }\n}\n\n###\nGET /_security/api_key\n';

export const editedFiles = {
  'messy.http': messy,
  'saved.http': messy,
  'refactor.http': 'PUT /_security/api_key\n\n{\n  "name": "nightly"\n}\n',
};

export const editingSettings = { '[http]': { 'editor.formatOnSave': true, 'editor.formatOnType': true } };

/** @type {import('../ui.mjs').Step[]} */
export const editing = [
  [
    'a file is formatted by its key, and on save',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'messy.http');
      // Before the language server runs, the editor says in a dialog that there is no formatter.
      await page.locator('.codelens-decoration').first().waitFor();
      await again(
        async () => {
          await page.keyboard.press('Escape');
          await driver.placeCursorAfter(page, '@name');
          await page.keyboard.press('Control+Shift+I');
        },
        () => driver.waitForEditorText(page, /@name = ci/),
      );
      const text = await driver.waitForEditorText(page, /"metadata": \{ "team": "search" \}/);
      expect(text, /PUT \/_security\/api_key/);
      await driver.screenshot(page, 'formatted');
      const chooser = await page.locator('.quick-input-widget:visible').count();
      ensure(chooser === 0, 'The editor asks which formatter is meant.');
      await driver.openFile(page, 'saved.http');
      await driver.placeCursorAfter(page, 'Accept:application/json');
      await again(
        async () => {
          await page.keyboard.type(' ');
          await page.keyboard.press('Control+S');
        },
        async () => {
          await page.locator('.tab.active:not(.dirty)').first().waitFor({ timeout: 4000 });
          await page.waitForTimeout(500);
          ensure(readFileSync(join(workspace, 'saved.http'), 'utf8') === formatted, 'It is not formatted yet.');
        },
      );
      return 'Ctrl+Shift+I and Ctrl+S';
    },
  ],
  [
    'a line in a JSON body is indented while it is typed',
    async ({ page }) => {
      await driver.openFile(page, 'refactor.http');
      await driver.placeCursorAfter(page, '"nightly"');
      await page.keyboard.type(',');
      await page.keyboard.press('Enter');
      await page.keyboard.type('"metadata": {');
      await page.keyboard.press('Enter');
      await page.keyboard.type('"a": 1');
      const text = await driver.waitForEditorText(page, /"a": 1/);
      await driver.screenshot(page, 'typed-json');
      expect(text, /\n {4}"a": 1\n {2}\}\n\}/);
      for (let undone = 0; undone < 8; undone++) await page.keyboard.press('Control+Z');
      return 'two levels';
    },
  ],
  [
    'a value becomes a variable by the menu of refactorings',
    async ({ page }) => {
      await driver.openFile(page, 'refactor.http');
      await driver.placeCursorIn(page, 'nightly');
      const row = page
        .locator('.action-widget .monaco-list-row')
        .filter({ hasText: 'Extract the value into a variable' });
      await again(
        () => page.keyboard.press('Control+Shift+R'),
        () => row.first().waitFor({ timeout: 4000 }),
      );
      await driver.screenshot(page, 'refactorings');
      await row.first().click();
      const text = await driver.waitForEditorText(page, /"name": "\{\{name\}\}"/);
      expect(text, /@name = nightly/);
      // The name can be typed at once.
      await page.locator('.monaco-editor.rename-box').waitFor();
      await driver.screenshot(page, 'extract-rename');
      await page.keyboard.press('Escape');
      return text.split('\n')[0];
    },
  ],
];
