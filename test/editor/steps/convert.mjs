// What a user sees while requests go out as commands and come in from them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readClipboard } from '../clipboard.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const convertedFiles = {
  'convert.http': '',
  'convert-insert.http': '',
  'pasted.http': '### above\nGET /_cluster/health\n\n',
  'curl-line.http': "### from a colleague\ncurl 'http://127.0.0.1:9/notes' \\\n  -H 'X-Own: 1'\n",
  'shop.postman_collection.json': JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'Orders', request: { method: 'GET', url: { raw: 'http://127.0.0.1:9/orders' } } }],
  }),
  'recording.har': JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'a browser', version: '1' },
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00.000Z',
          time: 1,
          request: {
            method: 'GET',
            url: 'http://127.0.0.1:9/recorded',
            httpVersion: 'HTTP/1.1',
            headers: [{ name: 'Cookie', value: 'session=canary-of-the-session' }],
            cookies: [],
            queryString: [],
            headersSize: -1,
            bodySize: 0,
          },
          response: {},
          cache: {},
          timings: {},
        },
      ],
    },
  }),
};

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
      const forms = page
        .locator('.quick-input-widget:visible .monaco-list-row')
        .filter({ hasText: 'curl (PowerShell)' });
      await forms.first().waitFor();
      await driver.screenshot(page, 'copy-as');
      await dialogs.choose(page, 'curl (bash)');
      const text = await readClipboard(page, /^curl -X PUT [^]*AUTHORIZATION:\?/);
      if (text.includes('bm90')) throw new Error('The copied command holds the secret.');
      return text.split('\n')[0];
    },
  ],
  [
    'a pasted curl command becomes a request by the choice behind it, and one in a file by a quick fix',
    async ({ page }) => {
      await driver.openFile(page, 'pasted.http');
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        "curl 'http://127.0.0.1:9/pasted' -H 'X-Own: 1'",
      );
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Control+V');
      await page.locator('.post-edit-widget').first().waitFor();
      await driver.screenshot(page, 'pasted');
      const pasted = await driver.waitForEditorText(page, /GET http:\/\/127\.0\.0\.1:9\/pasted\nX-Own: 1/);
      await driver.openFile(page, 'curl-line.http');
      await driver.placeCursorIn(page, 'curl');
      await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Convert the curl command to a request');
      const converted = await driver.waitForEditorText(page, /GET http:\/\/127\.0\.0\.1:9\/notes\nX-Own: 1/);
      await driver.screenshot(page, 'converted');
      return `${pasted}\n${converted}`;
    },
  ],
  [
    'a Postman collection and a recording are imported as request files, without the session of the recording',
    async ({ page, workspace }) => {
      await driver.runCommand(page, 'Rulebook: Import Requests…');
      const box = page.locator('.quick-input-widget:visible').filter({ hasText: 'Import Requests' });
      // The list of the folder comes a moment later, with its path.
      await box.locator('.monaco-list-row').nth(1).waitFor();
      await box.locator('.quick-input-box input').fill(join(workspace, 'shop.postman_collection.json'));
      await driver.screenshot(page, 'import');
      await page.keyboard.press('Enter');
      const collection = await driver.waitForEditorText(page, /### Orders\nGET http:\/\/127\.0\.0\.1:9\/orders/);
      await driver.screenshot(page, 'imported-collection');
      await page.keyboard.press('Control+Shift+E');
      const file = page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'recording.har' });
      await file.click({ button: 'right' });
      const entry = page.locator('.context-view .monaco-menu .action-item').filter({ hasText: 'Import Requests' });
      await entry.first().waitFor();
      await driver.screenshot(page, 'import-menu');
      await dialogs.chooseInMenu(entry.first());
      const recording = await driver.waitForEditorText(page, /GET http:\/\/127\.0\.0\.1:9\/recorded/);
      await driver.screenshot(page, 'imported-recording');
      const texts = [collection, recording];
      ensure(!texts.join('').includes('canary-of-the-session'), 'the cookie of the recording is taken over');
      await dialogs.clearNotifications(page);
      return texts.join('\n');
    },
  ],
  [
    'an open collection has a lens that writes its folders as files, with their scripts',
    async ({ page, workspace }) => {
      const item = (name, script) => ({
        name,
        request: { method: 'GET', url: `http://127.0.0.1:9/${name}` },
        event: [{ listen: 'test', script: { exec: [script] } }],
      });
      const collection = {
        info: { name: 'Tea', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
        item: [
          { name: 'Login', item: [item('login', "pm.environment.set('token', 'a');")] },
          { name: 'Pots', item: [item('pots', "pm.test('is there', () => pm.response.to.have.status(200));")] },
        ],
      };
      writeFileSync(join(workspace, 'tea.postman_collection.json'), JSON.stringify(collection, undefined, 2));
      await driver.openFile(page, 'tea.postman_collection.json');
      await page.locator('.codelens-decoration a').filter({ hasText: 'Import 2 Requests' }).first().waitFor();
      await driver.screenshot(page, 'import-lens');
      await driver.clickCodeLens(page, 'Import 2 Requests');
      const text = await driver.waitForEditorText(page, /### login\nGET http:\/\/127\.0\.0\.1:9\/login\n\n> \{%/);
      await driver.screenshot(page, 'imported-folders');
      await dialogs.clearNotifications(page);
      return text;
    },
  ],
  [
    'a request of a collection in files has a lens that writes the whole collection, with what it says for all of them',
    async ({ page, workspace }) => {
      const folder = join(workspace, 'postman', 'collections', 'Mugs');
      mkdirSync(join(folder, '.resources'), { recursive: true });
      mkdirSync(join(folder, 'Blue'), { recursive: true });
      mkdirSync(join(workspace, 'postman', 'environments'), { recursive: true });
      const definition = '$kind: collection\nauth:\n  type: bearer\n  credentials: { token: "{{token}}" }\n';
      writeFileSync(join(folder, '.resources', 'definition.yaml'), definition);
      const request = "$kind: http-request\nmethod: GET\nurl: '{{mugs}}/blue'\n";
      writeFileSync(join(folder, 'Blue', 'blue-mugs.request.yaml'), request);
      writeFileSync(
        join(workspace, 'postman', 'environments', 'Home.environment.yaml'),
        'name: Home\nvalues:\n  - key: mugs\n    value: http://127.0.0.1:9\n',
      );
      await driver.openFile(page, 'blue-mugs.request.yaml');
      await page.locator('.codelens-decoration a').filter({ hasText: 'Import Collection' }).first().waitFor();
      await driver.screenshot(page, 'import-collection-lens');
      await driver.clickCodeLens(page, 'Import Collection');
      const pattern = /### blue-mugs\nGET \{\{mugs\}\}\/blue\nAuthorization: Bearer \{\{token\}\}/;
      const text = await driver.waitForEditorText(page, pattern);
      await driver.screenshot(page, 'imported-collection-files');
      const environments = readFileSync(join(workspace, 'Mugs', 'http-client.env.json'), 'utf8');
      ensure(environments.includes('"mugs": "http://127.0.0.1:9"'), 'the environment is not there');
      await dialogs.clearNotifications(page);
      return text;
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
