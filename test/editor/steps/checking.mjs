// What a user sees while writing a request.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const checkedFiles = {
  'scratch.http': 'POST /_security/api_key\n\n{\n  "name": "tour",\n}\n',
  'plain.txt': 'GET http://127.0.0.1:9/notes\n',
  'severity.http': 'POST /_security/api_key\n\n{ "name": "a", "expiration": "1d", "nme": 1 }\n',
};

/** @type {import('../ui.mjs').Step[]} */
export const checking = [
  [
    'a wrong role descriptor has a squiggle, and Problems shows rule and link',
    async ({ page }) => {
      await driver.openFile(page, 'broken.http');
      await driver.waitForSquiggle(page);
      const problems = (await driver.readProblems(page)).join(' | ').replaceAll('\n', ' ');
      expect(problems, /lacks the required field 'privileges'\. rulebook ?\(?unknown-field/);
      const link = await page.locator('.markers-panel a').filter({ hasText: 'unknown-field' }).first();
      expect(
        (await link.getAttribute('title')) ??
          (await link.getAttribute('aria-label')) ??
          (await link.evaluate((a) => a.outerHTML)),
        /unknown-field/,
      );
      return problems;
    },
  ],
  [
    'the link of a finding opens the page of its rule',
    async ({ page }) => {
      await driver.closePanel(page);
      const preview = page.locator('.tab.active').filter({ hasText: 'unknown-field.md' });
      // A hover closes when the pointer leaves it on its way to the link.
      await again(
        async () => {
          await driver.readHoverOfSquiggle(page);
          const link = page.locator('.monaco-hover:visible a').filter({ hasText: 'unknown-field' }).first();
          await link.click({ timeout: 2000 });
        },
        () => preview.waitFor({ timeout: 5000 }),
      );
      const title = await preview.innerText();
      await driver.runCommand(page, 'View: Close Editor');
      await driver.waitForSquiggle(page);
      return title;
    },
  ],
  [
    'the first quick fix corrects the name of a member, and undo brings the squiggle back',
    async ({ page }) => {
      const before = await driver.countSquiggles(page);
      await driver.placeCursorInSquiggle(page);
      await driver.openQuickFixes(page);
      await driver.screenshot(page, 'quick-fixes');
      await driver.applyQuickFix(page, 'Change to ‘privileges’');
      // The right name takes a list, so the value becomes one.
      await driver.waitForEditorText(page, /"privileges": \["read"\] \}/);
      await page.keyboard.press('Control+Z');
      await driver.waitForEditorText(page, /"privilege": "read" \}/);
      await page.waitForFunction((count) => document.querySelectorAll('.squiggly-error').length >= count, before);
      return `${before} squiggles again`;
    },
  ],
  [
    'the severity of a rule is chosen from a list, written into rulebook.json, and holds',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'severity.http');
      await driver.waitForSquiggle(page, 'warning');
      const before = readFileSync(join(workspace, 'rulebook.json'), 'utf8');
      await driver.placeCursorIn(page, '"nme"');
      const titles = await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Configure severity of unknown-field');
      await dialogs.choose(page, 'error');
      await driver.waitForSquiggle(page, 'error');
      const { rules } = JSON.parse(readFileSync(join(workspace, 'rulebook.json'), 'utf8'));
      ensure(rules['unknown-field'] === 'error', `rulebook.json has ${JSON.stringify(rules)}`);
      // Other steps of this window meet the rule, too.
      writeFileSync(join(workspace, 'rulebook.json'), before);
      await driver.waitForSquiggle(page, 'warning');
      return titles.join(' | ');
    },
  ],
  [
    'a light bulb is at a finding, and not on a plain request line, where Ctrl+. lists what can be done with a request',
    async ({ page }) => {
      const bulb = page.locator('.lightBulbWidget:visible, .codicon-gutter-lightbulb:visible');
      await driver.placeCursorIn(page, '"nme"');
      await bulb.first().waitFor();
      await driver.placeCursorIn(page, 'POST');
      await bulb.first().waitFor({ state: 'hidden' });
      await page.waitForTimeout(1500);
      await driver.screenshot(page, 'no-light-bulb');
      ensure((await bulb.count()) === 0, 'there is a light bulb on a request line without a finding');
      const titles = await driver.openQuickFixes(page);
      await driver.screenshot(page, 'light-bulb');
      for (const wanted of ['Send request', 'Explain request', 'Send request to other endpoints', 'Copy request as'])
        ensure(
          titles.some((title) => title.includes(wanted)),
          `there is no "${wanted}" among ${titles.join(', ')}`,
        );
      await page.keyboard.press('Escape');
      return titles.join(' | ');
    },
  ],
  [
    'Send in a document of another language says so, and changes the language',
    async ({ page }) => {
      await driver.openFile(page, 'plain.txt');
      await driver.runCommand(page, 'Rulebook: Send Request');
      const change = page.locator('.notification-toast').getByText('Change Language to HTTP');
      await change.first().waitFor();
      const [said = ''] = await driver.readNotifications(page);
      await driver.screenshot(page, 'wrong-language');
      await change.first().click();
      await page.locator('.statusbar-item').filter({ hasText: 'HTTP request' }).first().waitFor();
      await page.locator('.codelens-decoration').filter({ hasText: 'Send' }).first().waitFor();
      return said;
    },
  ],
  [
    'the palette has no command for a response before there is one',
    async ({ page }) => {
      const shown = async (text) => {
        await page.keyboard.press('F1');
        await page.locator('.quick-input-widget:visible input').first().fill(`>${text}`);
        const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
        await rows.first().waitFor();
        await page.waitForTimeout(500);
        const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
        await driver.screenshot(page, `palette-${text.split(' ')[1]}`);
        await page.keyboard.press('Escape');
        return labels;
      };
      const before = await shown('Rulebook: Next Page of Response');
      ensure(!before.some((label) => label.includes('Next Page of Response')), before.join(' | '));
      const request = await shown('Rulebook: Explain Request');
      ensure(
        request.some((label) => label.includes('Explain Request')),
        request.join(' | '),
      );
      return `${before.length}, ${request.length}`;
    },
  ],
  [
    'half a key without quotes is completed by keyboard',
    async ({ page }) => {
      await driver.openFile(page, 'scratch.http');
      await driver.placeCursorAfter(page, '"tour",');
      await page.keyboard.press('Enter');
      const labels = await driver.suggest(page, 'role_d', { expect: 'role_descriptors' });
      await driver.screenshot(page, 'suggestions');
      await driver.acceptSuggestion(page, 'role_descriptors');
      const text = await driver.waitForEditorText(page, /^ {2}"role_descriptors": \{/m);
      ensure(!text.includes('role_d"') && !text.includes('role_drole'), `what was typed is left: ${text}`);
      return labels.join(' | ');
    },
  ],
];
