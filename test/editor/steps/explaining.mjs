// What a user sees before sending: where a request goes, where its values come from, and what will be lost.
import { again } from '../../../tools/editor/again.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const explainedFiles = {
  'explained.http':
    '@repository = old\n@repository = nightly\n\n### Remove the backup\n# @endpoint guarded\nDELETE /_snapshot/{{repository}}\nAuthorization: ApiKey Y2FuYXJ5LW9mLWV4cGxhaW4=\nX-Id: {{$guid}}\n',
  'rights.http':
    '@log = backup-log\n\n### Log\nPUT /{{log}}/_doc/1\n\n{ "done": true }\n\n### Issue\nPOST /repos/octocat/hello-world/issues\n\n{ "title": "a" }\n',
};

/** @type {import('../ui.mjs').Step[]} */
export const explaining = [
  [
    'Explain says in addition to the request what will be lost and where it goes, sends nothing, and follows the text',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await driver.openFile(page, 'explained.http');
      await driver.clickCodeLens(page, 'Explain');
      const text = await driver.waitForEditorText(page, /### What will be lost/);
      expect(text, /Unregisters the snapshot repository `nightly`/);
      expect(text, /Endpoint: guarded \(protected\) http:[^]*?named\s+by\s/);
      // The comment is one line, which the pane wraps.
      const width = await page
        .locator('.editor-group-container')
        .last()
        .evaluate((pane) => pane.clientWidth);
      const lines = page.locator('.editor-group-container').last().locator('.view-line');
      const widest = await lines.evaluateAll((all) =>
        Math.max(...all.map((line) => line.firstElementChild?.getBoundingClientRect().width ?? 0)),
      );
      ensure(widest < width, `a line of ${widest} pixels is in a pane of ${width}`);
      ensure(!text.includes('Y2FuYXJ5'), 'the credential is shown');
      await driver.screenshot(page, 'explanation');
      await page.keyboard.press('Control+1');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await page.keyboard.type('-2');
      await driver.waitForEditorText(page, /DELETE http:\S+\/_snapshot\/nightly-2\n/);
      ensure(recorder.requests.length === before, 'something was sent');
      return text.split('\n').slice(0, 8).join(' | ');
    },
  ],
  [
    'Explain is in the context menu of the editor and in the command palette, and has a key',
    async ({ page }) => {
      await driver.runCommand(page, 'View: Close All Editors');
      await driver.openFile(page, 'explained.http');
      await driver.placeCursorIn(page, 'DELETE');
      await page.keyboard.press('Shift+F10');
      const menu = page.locator('.context-view .monaco-menu .action-item:visible');
      await menu.filter({ hasText: 'Send Request' }).first().waitFor();
      await menu.filter({ hasText: 'Rulebook' }).first().click();
      const entry = menu.filter({ hasText: 'Explain Request' }).first();
      await entry.waitFor();
      await driver.screenshot(page, 'context-menu');
      await dialogs.chooseInMenu(entry);
      await driver.waitForEditorText(page, /### What will be lost/);
      const explanation = page.locator('.tab').filter({ hasText: 'Explanation' }).first();
      await explanation.click();
      await driver.runCommand(page, 'View: Close Editor');
      await explanation.waitFor({ state: 'detached' });
      await driver.runCommand(page, 'Rulebook: Explain Request');
      await driver.waitForEditorText(page, /### What will be lost/);
      await explanation.click();
      await driver.runCommand(page, 'View: Close Editor');
      await explanation.waitFor({ state: 'detached' });
      await driver.placeCursorIn(page, 'DELETE');
      await page.keyboard.press('Shift+Alt+Enter');
      await driver.waitForEditorText(page, /### What will be lost/);
      await page.keyboard.press('Control+1');
      return 'by menu, by command and by key';
    },
  ],
  [
    'the rights that a file needs are shown by its lens, and become a request for a key by Ctrl+.',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await driver.runCommand(page, 'View: Close All Editors');
      await driver.openFile(page, 'rights.http');
      await driver.clickCodeLens(page, 'Rights that this file needs');
      // A preview, which is read-only, and not a document that asks to be saved.
      const preview = page.locator('.tab').filter({ hasText: 'Rights of rights' }).first();
      await preview.waitFor();
      ensure(!/dirty/.test((await preview.getAttribute('class')) ?? ''), 'the page of the rights is to be saved');
      const shown = await again(
        () => page.waitForTimeout(2000),
        async () => {
          const texts = await Promise.all(
            page.frames().map((frame) =>
              frame
                .locator('body')
                .innerText()
                .catch(() => ''),
            ),
          );
          const text = texts.join('\n');
          expect(text, /index privilege index on backup-log/);
          return text;
        },
      );
      expect(shown, /permission Issues: write/);
      await driver.screenshot(page, 'rights');
      await page.keyboard.press('Control+1');
      await driver.placeCursorIn(page, 'PUT');
      await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Create a key with just these rights');
      await driver.waitForEditorText(page, /POST \/_security\/api_key/);
      await driver.screenshot(page, 'key-with-rights');
      ensure(recorder.requests.length === before, 'something was sent');
      return shown.split('\n').slice(0, 6).join(' | ');
    },
  ],
];
