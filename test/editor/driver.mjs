// What a person does in the workbench, by keyboard and mouse. Nothing here waits for a time: each step waits for what the
// person would see, and a key that can be lost because the focus has not moved yet is pressed again.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { again } from '../../tools/editor/again.mjs';
import { focusedEditor, hoverOver, locateSquiggle, locateText, placeCursor } from './places.mjs';

/** @typedef {import('playwright-core').Page} Page */

const artifacts = process.env.RULEBOOK_ARTIFACTS ?? join(tmpdir(), 'rulebook-artifacts');

/**
 * Opens the workbench and waits until it can be used.
 * @param {Page} page
 * @param {string} address
 */
export async function openWorkbench(page, address) {
  page.setDefaultTimeout(Number(process.env.RULEBOOK_UI_SECONDS ?? 20) * 1000);
  // The first load of a workbench on a busy machine takes a while.
  await page.goto(address, { timeout: 60_000 });
  // A folder without files has no row.
  await page.locator('.monaco-workbench .explorer-folders-view').first().waitFor({ state: 'attached' });
}

/**
 * Opens a file of the workspace by its name, as with Ctrl+P, and waits for its text.
 * @param {Page} page
 * @param {string} name
 */
export async function openFile(page, name) {
  const list = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row').filter({ hasText: name });
  await again(
    async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+P');
      await page.locator('.quick-input-widget:visible input').fill(name, { timeout: 8000 });
      // Enter would take what is on top, which may still be a file opened before.
      await list.first().click({ timeout: 8000 });
    },
    () => page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor({ timeout: 8000 }),
  );
  await page.locator(`${focusedEditor} .view-line`).first().waitFor();
}

/**
 * Waits for a squiggle in the editor.
 * @param {Page} page
 * @param {'error' | 'warning' | 'info'} [kind]
 */
export async function waitForSquiggle(page, kind = 'error') {
  await page.locator(`.squiggly-${kind}`).first().waitFor({ state: 'attached' });
}

/**
 * Rests the mouse on the first squiggle and returns what the hover says.
 * @param {Page} page
 * @param {'error' | 'warning' | 'info'} [kind]
 * @param {RegExp} [expected]
 */
export function readHoverOfSquiggle(page, kind = 'error', expected = /Documented|Reference/) {
  return hoverOver(page, () => locateSquiggle(page, kind), expected);
}

/**
 * Puts the cursor inside the first squiggle, by a click.
 * @param {Page} page
 * @param {'error' | 'warning' | 'info'} [kind]
 */
export async function placeCursorInSquiggle(page, kind = 'error') {
  await placeCursor(page, () => locateSquiggle(page, kind), 0.5);
}

/**
 * Returns how many squiggles are on the screen.
 * @param {Page} page
 * @param {'error' | 'warning'} [kind]
 */
export function countSquiggles(page, kind = 'error') {
  return page.locator(`.squiggly-${kind}`).count();
}

/**
 * Waits until fewer squiggles than before are on the screen.
 * @param {Page} page
 * @param {number} before
 * @param {'error' | 'warning'} [kind]
 */
export async function waitForFewerSquiggles(page, before, kind = 'error') {
  await page.waitForFunction(
    ([selector, count]) => document.querySelectorAll(String(selector)).length < Number(count),
    [`.squiggly-${kind}`, before],
  );
}

/**
 * Opens the Problems panel and returns the text of its rows.
 * @param {Page} page
 */
export async function readProblems(page) {
  const rows = page.locator('.markers-panel .monaco-list-row');
  await again(
    async () => {
      if (!(await page.locator('.markers-panel').isVisible())) await page.keyboard.press('Control+Shift+M');
    },
    () => rows.nth(1).waitFor({ timeout: 4000 }),
  );
  return rows.allInnerTexts();
}

/**
 * Closes the panel below the editor.
 * @param {Page} page
 */
export async function closePanel(page) {
  if (await page.locator('.part.panel').isVisible()) await page.keyboard.press('Control+J');
  await page.locator('.part.panel').waitFor({ state: 'hidden' });
}

/**
 * Rests the mouse on a text of the editor and returns what the hover says, once it says where that is documented. Lines that
 * move while the mouse is on its way give another hover, so `expected` decides when it is the right one.
 * @param {Page} page
 * @param {string} text
 * @param {RegExp} [expected]
 */
export function readHover(page, text, expected = /Documented|Reference/) {
  return hoverOver(page, () => locateText(page, text), expected);
}

/**
 * Puts the cursor behind a text of the editor, by a click.
 * @param {Page} page
 * @param {string} text
 */
export async function placeCursorAfter(page, text) {
  await placeCursor(page, () => locateText(page, text), 1);
}

/**
 * Puts the cursor inside a text of the editor, by a click.
 * @param {Page} page
 * @param {string} text
 */
export async function placeCursorIn(page, text) {
  await placeCursor(page, () => locateText(page, text), 0.5);
}

/**
 * Types a text at the cursor, asks for suggestions and returns their labels.
 * @param {Page} page
 * @param {string} text
 * @param {{ expect?: string }} [options] the label to wait for
 */
export async function suggest(page, text, { expect = '' } = {}) {
  if (text !== '') await page.keyboard.type(text, { delay: 15 });
  const rows = page.locator('.suggest-widget.visible .monaco-list-row');
  await again(
    async () => {
      if (!(await rows.first().isVisible())) await page.keyboard.press('Control+Space');
    },
    () => rows.filter({ hasText: expect }).first().waitFor({ timeout: 4000 }),
  );
  return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
}

/**
 * Goes down the suggestions to one of them and accepts it.
 * @param {Page} page
 * @param {string} label
 */
export async function acceptSuggestion(page, label) {
  await goDownTo(page, '.suggest-widget.visible .monaco-list-row', label);
  await page.keyboard.press('Enter');
  await page.locator('.suggest-widget.visible').waitFor({ state: 'hidden' });
}

/**
 * Opens the quick fixes at the cursor and returns their titles.
 * @param {Page} page
 */
export async function openQuickFixes(page) {
  const rows = page.locator('.action-widget .monaco-list-row.action');
  await again(
    async () => {
      if (!(await rows.first().isVisible())) await page.keyboard.press('Control+.');
    },
    () => rows.first().waitFor({ timeout: 4000 }),
  );
  return rows.allInnerTexts();
}

/**
 * Applies one of the quick fixes that are shown.
 * @param {Page} page
 * @param {string} title
 */
export async function applyQuickFix(page, title) {
  await goDownTo(page, '.action-widget .monaco-list-row', title);
  await page.keyboard.press('Enter');
  await page.locator('.action-widget .monaco-list-row').first().waitFor({ state: 'hidden' });
}

/**
 * Clicks a code lens whose title contains a text or fits an expression, the first on the screen unless another one is named, and returns the title.
 * It is looked for in the editor group that has the focus: another group may show a lens of the same title earlier.
 * @param {Page} page
 * @param {string | RegExp} title
 * @param {{ nth?: number, inAnyGroup?: boolean }} [options]
 */
export async function clickCodeLens(page, title, { nth = 0, inAnyGroup = false } = {}) {
  const find = (all) =>
    all
      // They are in the order in which they were drawn.
      .map((each, index) => ({ index, top: each.getBoundingClientRect().top }))
      .sort((a, b) => a.top - b.top)
      .map(({ index }) => index);
  const group = page.locator(`.editor-group-container${inAnyGroup ? '' : '.active'}`);
  const lenses = group.locator('.codelens-decoration a').filter({ hasText: title, visible: true });
  let place = 0;
  // A hover where the mouse was before may cover the lens.
  await page.mouse.move(0, 0);
  if (await page.locator('.monaco-hover').filter({ visible: true }).count()) await page.keyboard.press('Escape');
  await again(
    () => lenses.nth(nth).waitFor({ timeout: 4000 }),
    async () => {
      place = (await lenses.evaluateAll(find))[nth] ?? -1;
      if (place < 0) throw new Error(`There is no lens "${title}" with the number ${nth}.`);
      await lenses.nth(place).click({ timeout: 3000, trial: true });
    },
  );
  const lens = lenses.nth(place);
  const shown = await lens.innerText();
  await lens.click();
  return shown;
}

/**
 * Returns the lines that each editor on the screen shows.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export function readEditors(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('.editor-group-container .monaco-editor')].map((editor) =>
      [...editor.querySelectorAll('.view-line')]
        .map((line) => ({
          top: Number.parseFloat(line instanceof HTMLElement ? line.style.top : '0'),
          text: (line.textContent ?? '').replaceAll('\u00a0', ' '),
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text)
        .join('\n'),
    ),
  );
}

/**
 * Waits for an editor whose text matches, and returns that text.
 * @param {Page} page
 * @param {RegExp} pattern
 */
export async function waitForEditorText(page, pattern) {
  const found = () => readEditors(page).then((texts) => texts.find((text) => pattern.test(text)));
  await page
    .waitForFunction(
      ([source, flags]) => {
        const matches = new RegExp(source, flags);
        return [...document.querySelectorAll('.editor-group-container .monaco-editor')].some((editor) => {
          const lines = [...editor.querySelectorAll('.view-line')].sort(
            (a, b) => Number.parseFloat(a['style'].top) - Number.parseFloat(b['style'].top),
          );
          return matches.test(lines.map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' ')).join('\n'));
        });
      },
      [pattern.source, pattern.flags],
    )
    .catch(async () => {
      const shown = [...(await readEditors(page)), ...(await readNotifications(page))].join('\n---\n');
      throw new Error(`No editor shows ${pattern}. The screen shows:\n${shown}`);
    });
  return (await found()) ?? '';
}

/**
 * Returns the notifications and dialogs on the screen.
 * @param {Page} page
 */
export function readNotifications(page) {
  return page.locator('.notification-list-item-message, .monaco-dialog-box .dialog-message-text').allInnerTexts();
}

/**
 * Runs a command by its title in the command palette.
 * @param {Page} page
 * @param {string} title
 */
export async function runCommand(page, title) {
  const row = page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: title }).first();
  await again(
    async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget:visible input').fill(`>${title}`, { timeout: 3000 });
    },
    async () => {
      await row.waitFor({ timeout: 4000 });
      // The list may close once more, for example when a hover takes the focus.
      await row.click({ timeout: 4000 });
    },
  );
}

/**
 * Waits until the browser has drawn what has changed.
 * @param {Page} page
 */
export function nextFrame(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  );
}

/**
 * Saves a picture of the screen outside of the repository and returns its path.
 * @param {Page} page
 * @param {string} name
 */
export async function screenshot(page, name) {
  mkdirSync(artifacts, { recursive: true });
  const path = join(artifacts, `${name}.png`);
  await page.screenshot({ path });
  return path;
}

/** Presses the down key until the focused row of a list contains a text. */
async function goDownTo(page, rowSelector, text) {
  const focused = page.locator(`${rowSelector}.focused`).first();
  const seen = [];
  for (let step = 0; step < 60; step++) {
    await focused.waitFor();
    const label = `${await focused.getAttribute('aria-label')} ${await focused.innerText()}`;
    if (label.includes(text)) return;
    seen.push(label);
    const id = await focused.getAttribute('id');
    await page.keyboard.press('ArrowDown');
    // The focus moves a moment later; a list of one row keeps it.
    const moved = ([selector, old]) => document.querySelector(selector)?.id !== old;
    await page.waitForFunction(moved, [`${rowSelector}.focused`, id], { timeout: 3000 }).catch(() => undefined);
  }
  throw new Error(`The list has no row with "${text}": ${seen.join(' | ')}`);
}
