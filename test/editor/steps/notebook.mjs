// A request file as a notebook: its cells, their findings, and the responses below them.
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

const answers = {
  '/login': { user: 'ann', access_token: 'a-token-that-nobody-sees' },
  '/items': { items: ['pear', 'fig'].map((name, index) => ({ name, price: 10 * (index + 1) })) },
};

function startService() {
  const server = createServer((request, response) => {
    const found = answers[request.url ?? ''];
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(found ?? {}));
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(server.address()).port}`));
  });
}

/** What the outputs of a notebook are drawn in. */
const outputs = (page) =>
  page.locator('iframe.webview.ready:visible').last().contentFrame().frameLocator('#active-frame');

/** @type {import('../ui.mjs').Step[]} */
export const notebook = [
  [
    'a request file opens as a notebook from its menu, and runs with responses below the cells',
    async ({ page, workspace }) => {
      const url = await startService();
      const text = `# Fruit, and who may buy it.\n\n@host = ${url}\n\n### Log in\n# @name login\nPOST {{host}}/login\n\n### What there is\n# Needs the token.\n# @ref login\nGET {{host}}/items\nAuthorization: Bearer {{login.response.body.access_token}}\n?? status == 200\n\n###\nGET {{hots}}/missing\n`;
      writeFileSync(join(workspace, 'fruit.http'), text);
      await driver.openFile(page, 'fruit.http');
      await page.locator('.tabs-container .tab').filter({ hasText: 'fruit.http' }).click({ button: 'right' });
      const entry = page.getByRole('menuitem', { name: 'Open as Notebook' });
      await dialogs.chooseInMenu(entry.first());
      // The page of the outputs is loaded before anything is shown.
      const cells = page.locator('.notebook-editor .cell-list-container .monaco-list-row');
      await cells.nth(3).waitFor({ timeout: 60_000 });
      await page.locator('.notebook-editor [class*="squiggly-"]').first().waitFor({ timeout: 30_000 });
      await driver.screenshot(page, 'notebook-cells');
      await page.getByRole('button', { name: 'Run All' }).first().click();
      const shown = outputs(page);
      await shown.locator('.badge').filter({ hasText: '200 OK' }).nth(1).waitFor({ timeout: 40_000 });
      await shown.locator('pre.text').filter({ hasText: '"name": "pear"' }).first().waitFor();
      const masked = await shown.locator('.secrets').first().innerText();
      await driver.screenshot(page, 'notebook-run');
      // Outputs below the edge of the window take no click.
      const tests = shown.locator('.tab').filter({ hasText: 'Tests' }).first();
      await tests.evaluate((one) => one.click());
      await shown.locator('.tests .passed').first().waitFor();
      // The last request has a variable without a value.
      await page.locator('.quick-input-widget:visible input').press('Escape');
      // Its cell is below the edge of the window, where nothing is drawn.
      await page.keyboard.press('Control+End');
      await driver.screenshot(page, 'notebook-end');
      ensure(readFileSync(join(workspace, 'fruit.http'), 'utf8') === text, 'the file has changed');
      expect(masked, /1 secret is masked/);
      return masked.replaceAll(/\s+/g, ' ');
    },
    120,
  ],
];
