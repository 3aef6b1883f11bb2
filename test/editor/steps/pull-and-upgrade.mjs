// What the command line does for the editor: it writes what an endpoint has, compares and applies files, and rehearses an upgrade.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

/** @typedef {import('playwright-core').Page} Page */

export const pulledFiles = {
  'rulebook.json': JSON.stringify({
    endpoints: {
      shop: { service: 'search-cluster', baseUrl: 'https://es.example.org:9200', version: '8.19' },
    },
    defaults: { 'search-cluster': 'sandbox-cluster' },
  }),
  'shop-orders.http': `### Store the orders
# @endpoint sandbox-cluster
PUT /orders
Content-Type: application/json

{ "settings": { "refresh_interval": "60s" } }
`,
  'shop-upgrade.http': `### Who reads them?
GET /_alias/current?local=true

### Orders of January
POST /orders/_search
Content-Type: application/json

{ "query": { "range": { "date": { "from": "2026-01-01", "to": "2026-02-01" } } } }
`,
};

/** The page of Markdown that is on the screen. */
const preview = (/** @type {Page} */ page) =>
  page.locator('iframe.webview.ready:visible').last().contentFrame().frameLocator('#active-frame').locator('body');

/** @param {Page} page @param {string} text */
async function answerBox(page, text) {
  const box = page.locator('.quick-input-widget:visible input[type="text"]').last();
  await box.waitFor();
  await box.fill(text);
  await page.keyboard.press('Enter');
}

/** @type {import('../ui.mjs').Step[]} */
export const pullAndUpgrade = [
  [
    'an endpoint is written as request files, and a file that is there is replaced only after a question',
    async ({ page, workspace }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Start Sandbox');
      await dialogs.answerNotification(page, /The sandbox is running/);
      await driver.openFile(page, 'shop-orders.http');
      await driver.clickCodeLens(page, 'Send to sandbox-cluster');
      await driver.waitForEditorText(page, /"acknowledged": true/);
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Pull Requests of Endpoint…');
      await driver.screenshot(page, 'pull-endpoint');
      await dialogs.choose(page, 'sandbox-cluster');
      await page
        .locator('.quick-input-widget:visible .monaco-list-row')
        .filter({ hasText: 'ingest-pipelines' })
        .waitFor();
      await driver.screenshot(page, 'pull-kinds');
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget:visible').filter({ hasText: 'The folder for the files' }).waitFor();
      await driver.screenshot(page, 'pull-folder');
      await answerBox(page, 'cluster');
      const said = await dialogs.answerNotification(
        page,
        /The files have what sandbox-cluster has: cluster\/indices\.http \(1\)/,
      );
      await driver.screenshot(page, 'pull-files');
      const pulled = readFileSync(join(workspace, 'cluster/indices.http'), 'utf8');
      expect(pulled, /PUT \/orders\n[^#]*"refresh_interval": "60s"/);
      writeFileSync(join(workspace, 'cluster/indices.http'), 'GET /mine\n');
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Pull Requests of Endpoint…');
      await dialogs.choose(page, 'sandbox-cluster');
      await page
        .locator('.quick-input-widget:visible .monaco-list-row')
        .filter({ hasText: 'ingest-pipelines' })
        .waitFor();
      await page.keyboard.press('Enter');
      await answerBox(page, 'cluster');
      await page.locator('.monaco-dialog-box').waitFor();
      await driver.screenshot(page, 'pull-replace');
      const question = await dialogs.answerDialog(page, 'Cancel');
      expect(question, /indices\.http is there with another text/);
      ensure(readFileSync(join(workspace, 'cluster/indices.http'), 'utf8') === 'GET /mine\n', 'it was replaced');
      return `${said}: ${readdirSync(join(workspace, 'cluster')).join(', ')}`;
    },
    180,
  ],
  [
    'a file is compared with an endpoint, applied after a rehearsal and a question, and its undo file is there',
    async ({ page, workspace }) => {
      await dialogs.clearNotifications(page);
      writeFileSync(join(workspace, 'shop-orders.http'), pulledFiles['shop-orders.http'].replace('"60s"', '"5s"'));
      await driver.openFile(page, 'shop-orders.http');
      await driver.waitForEditorText(page, /"5s"/);
      await driver.runCommand(page, 'Rulebook: Compare with Endpoint…');
      await dialogs.choose(page, 'sandbox-cluster');
      await preview(page).getByText('Compared with sandbox-cluster').waitFor();
      await driver.screenshot(page, 'compare-endpoint');
      const compared = await preview(page).innerText();
      expect(compared, /"5s" in the file, "60s" at the endpoint/);
      await dialogs.answerNotification(page, /has something else than shop-orders\.http says/, 'Apply');
      await page.locator('.monaco-dialog-box').waitFor({ timeout: 30_000 });
      await driver.screenshot(page, 'apply-question');
      const question = await dialogs.answerDialog(page, 'Send');
      expect(question, /Send 1 request to sandbox-cluster/);
      await preview(page).getByText('1 request was sent').waitFor();
      await driver.screenshot(page, 'apply-sent');
      const said = await dialogs.answerNotification(page, /It was sent/, 'Open Undo File');
      await driver.waitForEditorText(page, /What undoes the requests/);
      await driver.screenshot(page, 'apply-undo-file');
      ensure(
        readdirSync(workspace).some((name) => /^undo-sandbox-cluster-.*\.http$/.test(name)),
        'no undo file',
      );
      return `${question} ${said}`;
    },
    180,
  ],
  [
    'an upgrade of a file is rehearsed, and a line of the report opens the request',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'shop-upgrade.http');
      await driver.runCommand(page, 'Rulebook: Rehearse Upgrade…');
      await page.locator('.quick-input-widget:visible').filter({ hasText: 'A product and its version' }).waitFor();
      await driver.screenshot(page, 'rehearse-version');
      await answerBox(page, 'es@9.5');
      await preview(page).getByText('Refused there').waitFor({ timeout: 60_000 });
      await driver.screenshot(page, 'rehearse-report');
      const report = await preview(page).innerText();
      expect(report, /Servers of version 9 refuse/);
      await preview(page).locator('a').filter({ hasText: 'upgrade.http:2' }).first().click();
      await page.locator('.tab.active').filter({ hasText: 'shop-upgrade.http' }).first().waitFor();
      await driver.screenshot(page, 'rehearse-opened');
      ensure(!existsSync('es@9.5'), 'a file was written');
      await driver.runCommand(page, 'Rulebook: Stop Sandbox');
      return report.replaceAll('\n', ' ').slice(0, 300);
    },
    180,
  ],
];
