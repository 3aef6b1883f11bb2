// What a user does with names, each by its key: F12, F2, Shift+Alt+H.
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

const shared = '@name_host = http://127.0.0.1:1\n\n### sign_in\nPOST {{name_host}}/login\n';
const uses = [
  '# @import ./sign-in-first.http',
  '',
  '### who',
  'GET {{name_host}}/me',
  'Authorization: Bearer {{sign_in.response.body.$.token}}',
  '',
  '### leave',
  'DELETE {{name_host}}/me/{{$guid}}',
  '',
].join('\n');

export const nameFiles = { 'who-is-it.http': uses, 'sign-in-first.http': shared };

/** Puts the cursor into a text of the file, and presses a key until something is there. */
async function press(page, file, text, key, selector) {
  await driver.openFile(page, file);
  const found = page.locator(selector).filter({ visible: true }).first();
  await again(
    async () => {
      if (await found.isVisible()) return;
      await driver.placeCursorIn(page, text);
      await page.keyboard.press(key);
    },
    () => found.waitFor({ timeout: 5000 }),
  );
  return found;
}

/** @type {import('../ui.mjs').Step[]} */
export const names = [
  [
    'F12 leads from a name to its definition in an imported file',
    async ({ page }) => {
      await driver.openFile(page, 'who-is-it.http');
      await again(
        async () => {
          await driver.placeCursorIn(page, '{{sign_in');
          await page.keyboard.press('F12');
        },
        () => page.locator('.tab.active').filter({ hasText: 'sign-in-first.http' }).waitFor({ timeout: 5000 }),
      );
      await page.locator('.statusbar').getByText('Ln 3, Col 5').first().waitFor({ timeout: 10_000 });
      await driver.screenshot(page, 'names-definition');
      return 'sign-in-first.http, line 3';
    },
  ],
  [
    'Shift+Alt+H shows which requests need a request',
    async ({ page }) => {
      const rows = page.locator('.part.sidebar .monaco-list-row');
      await driver.openFile(page, 'sign-in-first.http');
      await again(
        async () => {
          await driver.placeCursorIn(page, 'sign_in');
          await page.keyboard.press('Shift+Alt+H');
        },
        () => rows.filter({ hasText: 'POST /login' }).first().waitFor({ timeout: 5000 }),
      );
      await rows.filter({ hasText: 'GET /me' }).first().waitFor({ timeout: 10_000 });
      await driver.screenshot(page, 'names-calls');
      await page.keyboard.press('Control+1');
    },
  ],
  [
    'F2 renames a variable in both files, and says why it does not rename a system variable',
    async ({ page }) => {
      const box = await press(page, 'who-is-it.http', 'name_host}}/me/', 'F2', '.rename-box input');
      ensure((await box.inputValue()) === 'name_host', `the box shows ${await box.inputValue()}`);
      await box.fill('renamed_host');
      await page.keyboard.press('Enter');
      const text = await driver.waitForEditorText(page, /\{\{renamed_host\}\}\/me\//);
      expect(text, /GET \{\{renamed_host\}\}\/me\n/);
      await driver.openFile(page, 'sign-in-first.http');
      await driver.waitForEditorText(page, /@renamed_host = .*\n[^]*POST \{\{renamed_host\}\}/);
      await press(page, 'who-is-it.http', '$guid', 'F2', '.monaco-editor-overlaymessage');
      const refused = await page.locator('.monaco-editor-overlaymessage').innerText();
      expect(refused, /'\$guid' is a system variable/);
      await driver.screenshot(page, 'names-rename');
      return refused;
    },
  ],
];
