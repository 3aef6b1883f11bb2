// What a user sees who has just installed the extension and opens an empty folder.
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { followPage, readPage } from '../follow-page.mjs';
import { ensure, expect } from './expect.mjs';

const root = join(import.meta.dirname, '../../..');

/** @type {import('../ui.mjs').Step[]} */
export const firstMinutes = [
  [
    'an empty folder has the view of Rulebook, which leads to what can be done',
    async ({ page }) => {
      await page.locator('.activitybar .action-label[aria-label^="Rulebook"]').click();
      const welcome = page.locator('.pane-body .welcome-view-content').filter({ hasText: 'Start Sandbox' });
      await welcome.locator('.monaco-button').filter({ hasText: 'Start Sandbox' }).waitFor();
      const text = await welcome.innerText();
      for (const wanted of [/Use My OpenAPI File…/, /New Request File…/, /Add Endpoint…/, /Follow the walkthrough/])
        expect(text, wanted);
      // Another click on the icon would hide the view.
      await page.keyboard.press('Control+Shift+E');
      await welcome.waitFor({ state: 'hidden' });
      return text.replaceAll('\n', ' ');
    },
  ],
  [
    '"Get started" works as it is written, in an empty folder',
    ({ page }) => followPage(page, readPage(join(root, 'docs/get-started.md'))),
    180,
  ],
  [
    'the walkthrough has noticed what was done, and its last step opens the documentation',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Get Started');
      const steps = page.locator('.getting-started-step');
      await steps.filter({ hasText: 'Learn more' }).waitFor();
      const done = page.locator('.getting-started-step:has(.codicon-getting-started-step-checked)');
      await page.waitForFunction(
        () => document.querySelectorAll('.getting-started-step .codicon-getting-started-step-checked').length === 5,
      );
      const titles = await done.locator('.step-title').allInnerTexts();
      ensure(titles.length === 5, `done are: ${titles.join(', ')}`);
      await steps.filter({ hasText: 'Learn more' }).click();
      await steps.locator('.monaco-button').filter({ hasText: 'Open Documentation' }).click();
      const preview = page.locator('.tab.active').filter({ hasText: /Preview.*README\.md/ });
      await preview.waitFor();
      await page.locator('.tab').filter({ hasText: 'Welcome' }).click();
      await page.waitForFunction(
        () => document.querySelectorAll('.getting-started-step .codicon-getting-started-step-checked').length === 6,
      );
      return titles.join(', ');
    },
  ],
  [
    'a new request file is offered by File > New File…, and a JSON body is known in an untitled editor',
    async ({ page }) => {
      await again(
        async () => {
          // A page that is still being loaded takes the focus from the list, which closes it.
          await driver.runCommand(page, 'Create: New File');
          await dialogs.choose(page, 'HTTP Request File', { timeout: 5000 });
          // The list is longer than the window shows.
          await page.locator('.quick-input-widget:visible input[type="text"]').fill('Webhook (JSON)');
          await dialogs.choose(page, 'Webhook (JSON)', { timeout: 5000 });
        },
        () => driver.waitForEditorText(page, /@request POST \/repos/),
      );
      const hover = await driver.readHover(page, '"content_type"');
      expect(hover, /Documented: Code-Hosting Service/);
      return hover;
    },
  ],
];
