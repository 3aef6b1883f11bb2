// What a user sees while writing a request.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../scripts/editor/again.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const checkedFiles = {
  'scratch.http': 'POST /_security/api_key\n\n{\n  "name": "tour",\n}\n',
  'config.http': 'PATCH /repos/octocat/hello-world/hooks/1/config\n\n{ "url": "https://example.com/webhook" }\n',
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
    'the hover over the squiggle names rule, document and section, and that it is documented',
    async ({ page }) => {
      await driver.closePanel(page);
      const hover = await driver.readHoverOfSquiggle(page);
      expect(hover, /unknown-field/);
      expect(hover, /Documented: Search Cluster Service › Role descriptor/);
      return hover;
    },
  ],
  [
    'the link of a finding opens the page of its rule',
    async ({ page }) => {
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
    'the hover over a field says what it is and where it is documented',
    async ({ page }) => {
      const hover = await driver.readHover(page, 'expiration', /expiration[^]*Documented/);
      expect(hover, /expiration/);
      expect(hover, /Documented: Search Cluster Service › \S/);
      return hover;
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
      // Now the value is wrong, since it is not a list. That is seen only under the right name.
      await driver.waitForEditorText(page, /"privileges": "read" \}/);
      await driver.readHoverOfSquiggle(page, 'error', /must be an array/);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Z');
      await driver.waitForEditorText(page, /"privilege": "read" \}/);
      await page.waitForFunction((count) => document.querySelectorAll('.squiggly-error').length >= count, before);
      return `${before} squiggles again`;
    },
  ],
  [
    'the secret that an update would drop is seen, and its fix keeps it',
    async ({ page }) => {
      const hover = await driver.readHover(page, '"config"');
      expect(hover, /dropped-secret/);
      expect(hover, /Documented: .* › \S/);
      await driver.placeCursorIn(page, '"config"');
      const titles = await driver.openQuickFixes(page);
      await driver.screenshot(page, 'dropped-secret');
      await driver.applyQuickFix(page, 'Add ‘secret’');
      await driver.waitForEditorText(page, /"secret": "\{\{hook_secret\}\}"/);
      return titles.join(' | ');
    },
  ],
  [
    'an update of the configuration alone gets the secret by the same fix',
    async ({ page }) => {
      await driver.openFile(page, 'config.http');
      const hover = await driver.readHover(page, '{');
      expect(hover, /dropped-secret/);
      await driver.placeCursorIn(page, '{');
      const titles = await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Add ‘secret’');
      await driver.waitForEditorText(page, /"secret": "\{\{hook_secret\}\}"/);
      return titles.join(' | ');
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
    'what can be done with a request is in the light bulb of its request line',
    async ({ page }) => {
      await driver.placeCursorIn(page, 'POST');
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
