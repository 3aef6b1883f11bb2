// What is tried in VS Code for the Web. The files are those of a virtual workspace.
import { expect } from '../steps/expect.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { again } from '../../../tools/editor/again.mjs';

/** The workspace, by path. */
export const webFiles = {
  'rulebook.json': JSON.stringify(
    {
      endpoints: {
        'web-cluster': { service: 'search-cluster', baseUrl: 'https://cluster.example:9200' },
        'web-shop': { service: 'shop', baseUrl: 'https://shop.example' },
      },
      defaults: { 'search-cluster': 'web-cluster' },
      services: { shop: { description: './shop.yaml' } },
      rules: { 'unknown-field': 'error' },
    },
    undefined,
    2,
  ),
  'shop.yaml': `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /orders:
    post:
      summary: Order something
      requestBody:
        content:
          application/json:
            schema: { $ref: './parts/order.yaml' }
      responses: { '201': { description: Created } }
`,
  'parts/order.yaml': `type: object
additionalProperties: false
properties:
  amount: { type: integer, maximum: 9 }
`,
  'http-client.env.json': JSON.stringify({ dev: { owner: 'somebody' } }, undefined, 2),
  'keys.http': 'POST /_security/api_key\n\n{ "name": "a", "role_descriptors": { "reader": { "indexes": [] } } }\n',
  'typed.http': 'POST /_security/api_key\n\n{\n  \n}\n',
  'messy.http': 'GET   /_cluster/health\nAccept:application/json\n',
  'described.http': 'PUT /_ilm/policy/old\n\n{ "policyy": {} }\n',
  'issue.http': 'POST /repos/o/r/issues\n\n{ "title": "a", "milestonee": 1 }\n',
  'shop.http': '# @endpoint web-shop\nPOST /orders\n\n{ "amount": 12 }\n',
  'taken.http': 'POST /_security/api_key\n\n< ./taken.json\n',
  'taken.json': '{ "name": 5 }\n',
  'reader.role-descriptor.json': '{\n  "cluster": "all"\n}\n',
  'names.http': 'GET /_security/user/{{owner}}\n',
  'send.http': 'GET /_cluster/health\n',
  'book.http':
    '### Health\n# Of the cluster.\nGET /_cluster/health\n\n###\nPOST /_security/api_key\n\n{ "nam": "a" }\n',
};

/**
 * @typedef {{ page: import('playwright-core').Page, open: (name: string) => Promise<void> }} Scene
 * @type {readonly (readonly [name: string, step: (scene: Scene) => Promise<unknown>])[]}
 */
export const steps = [
  [
    'underlines a mistake with the severity that rulebook.json gives it',
    async ({ page, open }) => {
      await open('keys.http');
      await driver.waitForSquiggle(page, 'error');
      return driver.readHoverOfSquiggle(page, 'error', /indexes/);
    },
  ],
  [
    'explains a field in a hover',
    async ({ page, open }) => {
      await open('keys.http');
      return driver.readHover(page, 'role_descriptors');
    },
  ],
  [
    'corrects the mistake by a quick fix',
    async ({ page, open }) => {
      await open('keys.http');
      await driver.placeCursorInSquiggle(page);
      await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'indices');
      return driver.waitForEditorText(page, /"indices": \[\]/);
    },
  ],
  [
    'completes a field by keyboard',
    async ({ page, open }) => {
      await open('typed.http');
      await driver.placeCursorAfter(page, '{');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await driver.suggest(page, '"exp', { expect: 'expiration' });
      await driver.acceptSuggestion(page, 'expiration');
      return driver.waitForEditorText(page, /"expiration": /);
    },
  ],
  [
    'formats a file',
    async ({ page, open }) => {
      await open('messy.http');
      await page.keyboard.press('Control+Shift+I');
      return driver.waitForEditorText(page, /^GET \/_cluster\/health\nAccept: application\/json/);
    },
  ],
  [
    "checks by both vendors' published descriptions",
    async ({ page, open }) => {
      await open('described.http');
      await driver.waitForSquiggle(page, 'error');
      const first = await driver.readHoverOfSquiggle(page, 'error', /Elasticsearch/);
      await open('issue.http');
      await driver.waitForSquiggle(page, 'error');
      return `${first} ${await driver.readHoverOfSquiggle(page, 'error', /GitHub/)}`;
    },
  ],
  [
    'checks by the description of an own service, which refers to another file',
    async ({ page, open }) => {
      await open('shop.http');
      await driver.waitForSquiggle(page, 'warning');
      return driver.readHoverOfSquiggle(page, 'warning', /9/);
    },
  ],
  [
    'checks a file that a request takes as its body',
    async ({ page, open }) => {
      await open('taken.http');
      await driver.waitForSquiggle(page, 'error');
      return driver.readHoverOfSquiggle(page, 'error', /taken\.json/);
    },
  ],
  [
    'checks a JSON file with a body',
    async ({ page, open }) => {
      await open('reader.role-descriptor.json');
      await driver.waitForSquiggle(page, 'error');
      return driver.readHoverOfSquiggle(page, 'error', /cluster/);
    },
  ],
  [
    'goes from a variable to its environment file',
    async ({ page, open }) => {
      await open('names.http');
      await driver.placeCursorIn(page, 'owner');
      await again(
        () => page.keyboard.press('F12'),
        () => page.locator('.tab.active[data-resource-name="http-client.env.json"]').waitFor({ timeout: 4000 }),
      );
      return driver.waitForEditorText(page, /somebody/);
    },
  ],
  [
    'says what sending needs, and copies the request instead',
    async ({ page, open }) => {
      await open('send.http');
      await driver.clickCodeLens(page, 'Send');
      const notification = page.locator('.notification-list-item').filter({ hasText: 'Sending needs' });
      await notification.first().waitFor();
      const said = await notification.first().innerText();
      expect(said, /desktop.*codespace.*rulebook run/s);
      await notification.getByText('Copy Request As…').first().click();
      const credential = page.getByPlaceholder('A key or token');
      await credential.fill('');
      await credential.press('Enter');
      await page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: 'curl' }).first().click();
      await page.locator('.notification-list-item').filter({ hasText: 'Copied as' }).first().waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied, /curl .*https:\/\/cluster\.example:9200\/_cluster\/health/s);
      return said;
    },
  ],
  [
    'opens a request file as a notebook, checks its cells, and says in a cell what sending needs',
    async ({ page, open }) => {
      await open('book.http');
      await page.locator('.tabs-container .tab').filter({ hasText: 'book.http' }).first().click({ button: 'right' });
      await dialogs.chooseInMenu(page.getByRole('menuitem', { name: 'Open as Notebook' }).first());
      const notebook = page.locator('.notebook-editor:visible');
      await notebook.locator('.code-cell-row').nth(1).waitFor();
      await notebook.locator('[class*="squiggly-"]').first().waitFor();
      await notebook
        .locator('.code-cell-row')
        .first()
        .hover({ position: { x: 60, y: 12 } });
      await notebook.locator('.code-cell-row').first().locator('.codicon-notebook-execute').first().click();
      const outputs = page.locator('iframe.webview.ready:visible').last().contentFrame().frameLocator('#active-frame');
      const reason = outputs.locator('.reason').first();
      await reason.waitFor();
      const said = await reason.innerText();
      expect(said, /desktop.*codespace.*rulebook run/s);
      await outputs.getByRole('button', { name: 'Copy Request As…' }).click();
      await page.locator('.quick-input-widget:visible').waitFor();
      await page.keyboard.press('Escape');
      return said;
    },
  ],
  [
    'explains a request',
    async ({ page, open }) => {
      await open('send.http');
      await driver.clickCodeLens(page, 'Explain');
      return driver.waitForEditorText(page, /nothing can be sent from VS Code in a\s+browser/i);
    },
  ],
  [
    'says in the view of the sandbox what works here',
    async ({ page }) => {
      await page.locator('.activitybar .action-item [aria-label^="Rulebook"]').first().click();
      const welcome = page.locator('.welcome-view-content').filter({ hasText: 'codespace' }).first();
      await welcome.waitFor();
      return welcome.innerText();
    },
  ],
];
