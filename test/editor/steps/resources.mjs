// The view of endpoints: what they hold, errors in place, and requests of a resource.
import { createHmac } from 'node:crypto';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure } from './expect.mjs';
import { again } from '../../../tools/editor/again.mjs';

/** @typedef {import('playwright-core').Page} Page */

export const resourceFiles = ({ baseUrl }) => ({
  'rulebook.json': JSON.stringify({
    endpoints: {
      nowhere: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:9', authentication: { type: 'none' } },
    },
  }),
  'resources.http':
    '# @endpoint sandbox-cluster\nPUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "backup" } }\n',
  'hook.http': `# @endpoint sandbox-hub\nPOST /repos/octocat/hello-world/hooks\n\n${JSON.stringify({ name: 'web', events: ['push'], config: { url: `${baseUrl}/hook`, content_type: 'json' } })}\n`,
});

/** @type {import('../ui.mjs').Step[]} */
export const resources = [
  [
    'the view of endpoints reads a list when it is expanded, and opens a resource',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'resources.http');
      await driver.clickCodeLens(page, 'Send to sandbox-cluster');
      await driver.waitForEditorText(page, /"acknowledged": true/);
      await driver.runCommand(page, 'Focus on Endpoints View');
      // The sandbox says by itself what it holds.
      const row = await waitForRow(page, /^backup\s*fs/);
      await waitForRow(page, /^Followers\s*none/);
      await row.click();
      await driver.waitForEditorText(page, /GET \/_snapshot\/backup|"backup": \{/);
      await driver.screenshot(page, 'resources-tree');
      return readRows(page);
    },
  ],
  [
    'a list that the view of endpoints cannot read shows the cause in its place',
    async ({ page }) => {
      for (const server of [/^sandbox-cluster/, /^sandbox-leader/, /^sandbox-hub/]) await toggle(page, server, false);
      await toggle(page, /^nowhere/);
      await toggle(page, /^Snapshot repositories/);
      await waitForRow(page, /refused the connection/);
      await waitForRow(page, /^Try Again/);
      await driver.screenshot(page, 'resources-problem');
      const rows = await readRows(page);
      await toggle(page, /^nowhere/, false);
      return rows;
    },
  ],
  [
    'the view of endpoints inserts a request of a resource by the keyboard',
    async ({ page }) => {
      await toggle(page, /^sandbox-cluster/);
      await (await waitForRow(page, /^backup\s*fs/)).click();
      await driver.runCommand(page, 'Insert Request of Resource');
      await dialogs.choose(page, 'Unregister repository');
      await driver.waitForEditorText(page, /DELETE \/_snapshot\/backup/);
      return readRows(page);
    },
  ],
  [
    'the view of endpoints shows the deliveries of a webhook as a table with a timeline',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'hook.http');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send to sandbox-hub');
      await recorder.arrived(before + 1);
      await toggle(page, /^sandbox-cluster/, false);
      await toggle(page, /^sandbox-hub/);
      await clickAction(page, await waitForRow(page, /^octocat\/hello-world #/), 'Show Deliveries');
      const frame = await webview(page);
      await frame.locator('svg[role="img"] rect').first().waitFor();
      await frame.getByRole('button', { name: /^Redeliver ping/ }).focus();
      await page.keyboard.press('Enter');
      await recorder.arrived(before + 2);
      // The page stays in front of the response, and has the new delivery.
      await frame.getByText('redelivery', { exact: true }).waitFor();
      await driver.screenshot(page, 'deliveries');
      await frame.getByLabel('Failed only').check();
      await frame.getByText('0 deliveries, 0 failed').waitFor();
      // It is next to the requests, not in their place.
      const groups = await page.locator('.editor-group-container').count();
      if (groups !== 2) throw new Error(`The page is in one of ${groups} groups.`);
      return frame.locator('main').innerText();
    },
  ],
  [
    'the signature of a payload is checked against a secret',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      const payload = '{"zen":"Keep it simple."}';
      await page.evaluate((text) => navigator.clipboard.writeText(text), payload);
      const frame = await webview(page);
      await frame.getByRole('button', { name: 'Check Signature…' }).click();
      await dialogs.choose(page, 'Clipboard');
      const box = page.locator('.quick-input-widget:visible').filter({ hasText: 'X-Hub-Signature-256' });
      await box.waitFor();
      const signature = createHmac('sha256', 'of-the-webhook').update(payload).digest('hex');
      await box.locator('.quick-input-box input').fill(`sha256=${signature}`);
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget:visible input[type="password"]').waitFor();
      await driver.screenshot(page, 'signature');
      await dialogs.answerPasswordBox(page, 'of-the-webhook');
      return dialogs.answerNotification(page, /X-Hub-Signature-256 matches\./);
    },
  ],
];

const rowSelector = '.pane:has(.pane-header[aria-label*="Endpoints"]) .monaco-list-row';

/**
 * @param {Page} page
 * @param {RegExp} pattern
 */
export async function waitForRow(page, pattern) {
  const row = page.locator(rowSelector).filter({ hasText: pattern }).first();
  await row.waitFor().catch(async (error) => {
    throw new Error(`The view has no ${pattern}; it shows: ${await readRows(page)}\n${error}`);
  });
  return row;
}

/**
 * Expands a line, or collapses it.
 * @param {Page} page
 * @param {RegExp} pattern
 */
export async function toggle(page, pattern, expanded = true) {
  const row = await waitForRow(page, pattern);
  const isDone = async () => (await row.getAttribute('aria-expanded')) === String(expanded);
  // Lists that are read move the lines, so that a click can miss.
  await again(
    async () => {
      if (!(await isDone())) await row.locator('.monaco-tl-twistie').click();
    },
    async () => {
      await page.waitForTimeout(300);
      ensure(await isDone(), `${pattern} is not ${expanded ? 'expanded' : 'collapsed'}`);
    },
  );
}

/**
 * Clicks one of the actions that a line shows under the mouse.
 * @param {Page} page
 * @param {import('playwright-core').Locator} row
 * @param {string} title
 */
async function clickAction(page, row, title) {
  await row.hover();
  await row.locator(`.action-label[aria-label^="${title}"]`).click();
}

/**
 * Returns the frame of the page that is shown.
 * @param {Page} page
 */
async function webview(page) {
  return page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
}

/** @param {Page} page */
export async function readRows(page) {
  return (await page.locator(rowSelector).allInnerTexts()).join(' | ').replaceAll('\n', ' ');
}
