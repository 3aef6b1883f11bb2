// Requests in a README, and findings of files that are not open.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as driver from '../driver.mjs';
import { setWorkspace } from '../workspace-settings.mjs';
import { ensure, expect } from './expect.mjs';
import { sendOnce } from './send-once.mjs';

const guide = `# How keys are made

GET /_sea is how a search begins, and "nme" is not a field here.

1. Make one:

   \`\`\`http title="make"
   # @endpoint keeper
   POST /_security/api_key

   { "name": "from-the-guide", "expiration": "1d", "nme": 1 }
   \`\`\`

2. Install something:

   \`\`\`console
   $ npm install
   \`\`\`
`;

export const markdownFiles = {
  'guide.md': guide,
  'elsewhere.http': 'POST /_security/api_key\n\n{ "name": 1 }\n',
};

/** @type {import('../ui.mjs').Step[]} */
export const markdown = [
  [
    'a README has findings and hovers in its block of requests only',
    async ({ page }) => {
      await driver.openFile(page, 'guide.md');
      await driver.waitForSquiggle(page, 'warning');
      ensure((await driver.countSquiggles(page, 'warning')) === 1, 'more than the block is checked');
      const hover = await driver.readHover(page, '"expiration"', /expiration[^]*Documented/);
      await page.locator('.codelens-decoration a').filter({ hasText: 'Send' }).first().waitFor();
      await driver.screenshot(page, 'markdown');
      const path = await page.locator('.breadcrumbs-control').first().innerText();
      ensure(!path.includes('Markdown Language Features'), `the outline is divided: ${path}`);
      await page.keyboard.press('Escape');
      return hover.split('\n').slice(0, 2).join(' | ');
    },
  ],
  [
    'its request is sent by the lens above it',
    async ({ page, recorder }) => {
      await sendOnce(page, recorder);
      const { method, path, body } = recorder.requests.at(-1) ?? {};
      ensure(`${method} ${path}` === 'POST /_security/api_key', `${method} ${path} was sent`);
      expect(body ?? '', /^\{ "name": "from-the-guide"/);
      return `${method} ${path} ${body}`;
    },
  ],
  [
    'findings of files that are not open are listed when the setting says so',
    async ({ page, workspace }) => {
      setWorkspace(workspace, { 'rulebook.workspaceDiagnostics': true });
      const row = page.locator('.markers-panel .monaco-list-row').filter({ hasText: 'elsewhere.http' });
      await driver.readProblems(page);
      await row.first().waitFor({ timeout: 30_000 });
      await driver.screenshot(page, 'workspace-diagnostics');
      // The page of a rule, which an earlier step opened, has an example that is wrong on purpose.
      const pages = page.locator('.markers-panel .monaco-list-row').filter({ hasText: 'unknown-field.md' });
      ensure((await pages.count()) === 0, 'The problems list the examples of the documentation of a rule.');
      writeFileSync(join(workspace, 'elsewhere.http'), 'GET /_search\n');
      await row.first().waitFor({ state: 'detached', timeout: 30_000 });
      setWorkspace(workspace, undefined);
      await driver.closePanel(page);
      return 'listed, and removed when the file was corrected';
    },
  ],
];
