// Boxes, dialogs and notifications of the workbench, as a person answers them.

import { again } from '../../tools/editor/again.mjs';
import { nextFrame } from './driver.mjs';

/** @typedef {import('playwright-core').Page} Page */

const input = '.quick-input-widget:visible input';

/**
 * Waits for a box that asks for a secret, types one, and presses Enter. Fails when the box shows what is typed.
 * @param {Page} page
 * @param {string} secret
 */
export async function answerPasswordBox(page, secret) {
  const box = page.locator(`${input}[type="password"]`);
  await box.waitFor();
  await box.fill(secret);
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' });
}

/**
 * Waits for a list with check boxes that has a certain entry, chooses all of them and confirms.
 * @param {Page} page
 * @param {string} entry
 */
export async function chooseAll(page, entry) {
  const rows = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
  await rows.filter({ hasText: entry }).first().waitFor();
  const shown = await rows.allInnerTexts();
  await page
    .locator(
      '.quick-input-widget:visible .quick-input-header input[type="checkbox"], .quick-input-widget:visible .quick-input-header .monaco-custom-toggle',
    )
    .first()
    .click();
  await page.keyboard.press('Enter');
  await page.locator(input).waitFor({ state: 'hidden' });
  return shown;
}

/**
 * Chooses an entry of a list by its text, with the keys: a hover where the mouse was before may cover an entry.
 * @param {Page} page
 * @param {string} text
 * @param {{ timeout?: number }} [options]
 */
export async function choose(page, text, options) {
  const rows = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
  await rows.filter({ hasText: text }).first().waitFor(options);
  await page.locator('.quick-input-widget:visible .quick-input-box input').first().focus();
  const chosen = page.locator('.quick-input-widget:visible .monaco-list-row.focused').filter({ hasText: text });
  for (let steps = await rows.count(); steps > 0 && (await chosen.count()) === 0; steps--) {
    await page.keyboard.press('ArrowDown');
    await nextFrame(page);
  }
  if ((await chosen.count()) === 0) throw new Error(`The keys do not reach the entry "${text}".`);
  await page.keyboard.press('Enter');
}

/**
 * Presses a button of an entry of a list.
 * @param {Page} page
 * @param {string} text
 * @param {string} button
 */
export async function chooseButton(page, text, button) {
  const row = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row').filter({ hasText: text });
  await row.first().hover();
  await row.first().locator(`.action-label[aria-label="${button}"]`).click();
}

/**
 * Waits for a dialog, presses one of its buttons, and returns what the dialog said.
 * @param {Page} page
 * @param {string} button
 */
export async function answerDialog(page, button) {
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  const text = await dialog.innerText();
  await dialog.locator('.monaco-button').filter({ hasText: button }).first().click();
  // Another one may come at once.
  await page.waitForFunction(
    (former) => /** @type {HTMLElement | null} */ (document.querySelector('.monaco-dialog-box'))?.innerText !== former,
    text,
  );
  return text;
}

/**
 * Waits for a notification with a text, presses one of its buttons if one is named, and returns the notification's text.
 * @param {Page} page
 * @param {RegExp} pattern
 * @param {string} [button]
 */
export async function answerNotification(page, pattern, button) {
  const notification = page.locator('.notification-list-item').filter({ hasText: pattern }).first();
  // The editor holds notifications back when several come at once; its bell opens the list of all.
  await notification.waitFor({ timeout: 4000 }).catch(async () => {
    // The bell also closes the list.
    if (await page.locator('.notifications-center.visible').isVisible()) return;
    await page.locator('[id="status.notifications"]').click();
  });
  await notification.waitFor();
  const text = await notification.innerText();
  if (button !== undefined) {
    await notification.hover();
    await notification.locator('.monaco-button').filter({ hasText: button }).first().click();
    await notification.waitFor({ state: 'hidden' });
  }
  return text.replaceAll('\n', ' ');
}

/**
 * Closes all notifications, so that the next one is a new one.
 * @param {Page} page
 */
export async function clearNotifications(page) {
  const notifications = page.locator('.notification-list-item').filter({ visible: true });
  for (let tries = 0; tries < 20 && (await notifications.count()) > 0; tries++) {
    try {
      await notifications.first().hover({ timeout: 2000 });
      await notifications.first().locator('.codicon-notifications-clear').first().click({ timeout: 2000 });
      // Another one may come meanwhile.
      await notifications.first().waitFor({ state: 'hidden', timeout: 1000 });
    } catch {
      // It has disappeared by itself, or there is one more.
    }
  }
}

/**
 * Closes the editor of workspace trust.
 * @param {Page} page
 */
export async function closeTrustEditor(page) {
  const editor = page.locator('.workspace-trust-editor');
  await again(
    async () => {
      await editor.locator('.workspace-trust-title').first().click({ timeout: 3000 });
      await page.keyboard.press('Escape');
    },
    () => editor.waitFor({ state: 'hidden', timeout: 3000 }),
  );
}

/**
 * Carries out an entry of the menu that is open. A menu takes no click while it opens, and a key only for the entry that has the focus.
 * @param {import('playwright-core').Locator} entry
 */
export async function chooseInMenu(entry) {
  const page = entry.page();
  const focused = page.locator('.context-view .monaco-menu .action-item.focused');
  await entry.waitFor();
  const text = (await entry.innerText()).split('\n')[0] ?? '';
  await again(
    async () => {
      const box = await entry.boundingBox();
      if (box === null) throw new Error(`The menu has no "${text}" any more.`);
      await page.mouse.move(box.x + box.width / 2 + 4, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    },
    () => focused.filter({ hasText: text }).last().waitFor({ timeout: 2000 }),
  );
  await page.keyboard.press('Enter');
}
