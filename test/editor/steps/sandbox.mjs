// The sandbox from the command palette and from its view, which follows what happens.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure } from './expect.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('../ui.mjs').Step[]} */
export const sandbox = [
  [
    'Start Sandbox from the command palette, and its servers are endpoints with nothing below them',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Start Sandbox');
      const said = await dialogs.answerNotification(page, /The sandbox is running/);
      await driver.runCommand(page, 'Focus on Endpoints View');
      await waitForRow(page, /API keys\s*none/);
      return said;
    },
  ],
  [
    'the view follows what is sent: a key, a webhook and its first delivery',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'key.http');
      await driver.clickCodeLens(page, 'Send to sandbox-cluster');
      await waitForRow(page, /from-key/);
      await driver.openFile(page, 'hook.http');
      const before = recorder.requests.length;
      const lens = await driver.clickCodeLens(page, 'Send to sandbox-hub');
      await recorder.arrived(before + 1);
      await openRow(page, /octocat\/hello-world #/);
      await waitForRow(page, /ping\s*200 OK/);
      await driver.screenshot(page, 'sandbox-hook');
      return `${lens}: ${await readRows(page)}`;
    },
  ],
  [
    'an event is raised, delivered, shown, and delivered again',
    async ({ page, recorder }) => {
      await dialogs.clearNotifications(page);
      const before = recorder.requests.length;
      await driver.runCommand(page, 'Rulebook: Raise Sandbox Event');
      await dialogs.choose(page, 'push');
      const said = await dialogs.answerNotification(page, /delivered to 1 webhook/);
      await recorder.arrived(before + 1);
      const row = await waitForRow(page, /push\s*200 OK/);
      await clickAction(page, row, 'Redeliver');
      await recorder.arrived(before + 2);
      await waitForRow(page, /push\s*200 OK.*redelivery/);
      await clickAction(page, row, 'Show Delivery');
      await driver.waitForEditorText(page, /"event": "push"/);
      await driver.screenshot(page, 'sandbox-delivery');
      return said;
    },
  ],
  [
    'the clock is moved by what is typed and by a choice, and keys expire',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Move Sandbox Clock');
      await page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: '7 days' }).waitFor();
      await page.keyboard.type('90m');
      await page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: '90m later' }).waitFor();
      await page.keyboard.press('Enter');
      await dialogs.answerNotification(page, /clock of the sandbox shows/);
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Move Sandbox Clock');
      await dialogs.choose(page, '7 days later');
      const said = await dialogs.answerNotification(page, /clock of the sandbox shows/);
      await waitForRow(page, /Clock\s*\+170 h/);
      await waitForRow(page, /from-key.*expired/);
      return said;
    },
  ],
  [
    'an injected fault affects the next request only, and a cleared one affects none',
    async ({ page }) => {
      await driver.openFile(page, 'key.http');
      await driver.runCommand(page, 'Rulebook: Inject Sandbox Fault');
      for (const choice of ['Status 429', 'The next request', 'Requests to any service'])
        await dialogs.choose(page, choice);
      await waitForRow(page, /status 429/);
      await driver.screenshot(page, 'sandbox-fault');
      await driver.clickCodeLens(page, 'Send');
      await driver.waitForEditorText(page, /^# 429 .*\nHTTP\/1\.1 429/);
      await waitForNoRow(page, /status 429/);
      await driver.runCommand(page, 'Rulebook: Inject Sandbox Fault');
      for (const choice of ['Drop', 'The next 3 requests', 'Requests to the code host'])
        await dialogs.choose(page, choice);
      await waitForRow(page, /drop\s*host/);
      await driver.runCommand(page, 'Rulebook: Clear Sandbox Faults');
      await waitForNoRow(page, /drop\s*host/);
      return readRows(page);
    },
  ],
  [
    'a reset empties the view',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Reset Sandbox');
      const said = await dialogs.answerNotification(page, /sandbox is reset/);
      await waitForRow(page, /API keys\s*none/);
      await waitForRow(page, /Webhooks\s*none/);
      await waitForNoRow(page, /Clock/);
      const rows = await readRows(page);
      ensure(!/from-key|#/.test(rows), `something is left: ${rows}`);
      return `${said} ${rows}`;
    },
  ],
];

const rowSelector = '.customview-tree .monaco-list-row';

/**
 * Waits for a line of the view and returns it.
 * @param {Page} page
 * @param {RegExp} pattern
 */
async function waitForRow(page, pattern) {
  const row = page.locator(rowSelector).filter({ hasText: pattern }).first();
  await row.waitFor().catch(async (error) => {
    throw new Error(`The view has no ${pattern}; it shows: ${await readRows(page)}\n${error}`);
  });
  return row;
}

/**
 * Waits until the view has no such line.
 * @param {Page} page
 * @param {RegExp} pattern
 */
async function waitForNoRow(page, pattern) {
  await page.locator(rowSelector).filter({ hasText: pattern }).first().waitFor({ state: 'hidden' });
}

/**
 * Opens a line of the view.
 * @param {Page} page
 * @param {RegExp} pattern
 */
async function openRow(page, pattern) {
  const row = await waitForRow(page, pattern);
  if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
}

/**
 * Clicks one of the actions that a line shows under the mouse.
 * @param {Page} page
 * @param {import('playwright-core').Locator} row
 * @param {string} title
 */
async function clickAction(page, row, title) {
  await row.hover();
  await row.locator(`.action-label[aria-label="${title}"]`).click();
}

/** @param {Page} page */
async function readRows(page) {
  return (await page.locator(rowSelector).allInnerTexts()).join(' | ').replaceAll('\n', ' ');
}
