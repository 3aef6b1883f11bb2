// Follows a page of the documentation to the letter: reads from its Markdown what a user does and what they then see, and does it
// in the editor. What is in bold is on the screen, so a bold text that nothing here understands fails.
import { readFileSync } from 'node:fs';
import { again } from '../../tools/editor/again.mjs';
import * as dialogs from './dialogs.mjs';
import * as driver from './driver.mjs';
import { placeCursor, locateText } from './places.mjs';
import { ensure, expect } from './steps/expect.mjs';
import { view } from './steps/shown-response.mjs';
import { typeText } from './typing.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * One thing that the page says. `done` says in the past what was done, for the report.
 * @typedef {{ kind: string, text: string }} Step
 */

/**
 * What the page can say, each with what follows it in the text.
 * @type {readonly (readonly [string, RegExp])[]}
 */
const sentences = [
  ['bar', /Click the book in the activity bar/],
  ['run', /\brun \*\*(.+?)\*\*/i],
  ['choose', /\bchoose \*\*(.+?)\*\*/i],
  ['click', /\bClick \*\*(.+?)\*\*/],
  ['place', /\bClick `(.+?)`/],
  ['fixes', /press Ctrl\+\. \(/],
  ['replace', /\bReplace (`.+?` with `.+?`)/],
  ['type', /\bType this request[^]*?```http[^\n]*\n([^]*?)```/],
  ['says', /The editor says:\s+((?:> .*\n)+)/],
  ['reports', /reports:\s+((?:> .*\n)+)/],
  ['response', /The response opens[^\n]*\s+```text\n([^]*?)```/],
  ['button', /\bThe button \*\*(.+?)\*\*/],
  ['row', /is there now|the view of Rulebook: the key `(.+?)`/],
  ['removed', /The underline disappears/],
  ['picture', /!\[[^\]]*\]\(images\/([\w-]+)\.png\)/],
];

/**
 * Reads the steps of a page, up to the heading `Where next`.
 * @param {string} file
 * @returns {Step[]}
 */
export function readPage(file) {
  // Blocks of a list are indented.
  const text = readFileSync(file, 'utf8')
    .replace(/^## Where next[^]*/m, '')
    .replace(/^ {3}/gm, '');
  const found = sentences
    .flatMap(([kind, pattern]) =>
      [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map((match) => ({
        kind,
        text: match[1] ?? '',
        start: match.index,
        end: match.index + match[0].length,
      })),
    )
    .sort((a, b) => a.start - b.start);
  const covers = (index) => found.some(({ start, end }) => index >= start && index < end);
  for (const bold of text.matchAll(/\*\*.+?\*\*|^> .*/gm)) {
    ensure(covers(bold.index), `Nothing follows this part of ${file}: ${bold[0]}`);
  }
  return found
    .filter(({ kind, text: what }) => kind !== 'row' || what !== '')
    .map(({ kind, text: what }) => ({ kind, text: what }));
}

/**
 * Does what the steps say and returns what was done; fails at the first difference.
 * @param {Page} page
 * @param {readonly Step[]} steps
 * @param {(name: string) => Promise<unknown>} [onPicture] what to do where the page shows a picture
 */
export async function followPage(page, steps, onPicture) {
  const done = [];
  for (const { kind, text } of steps) {
    const act = actions[kind];
    try {
      if (kind === 'picture') await onPicture?.(text);
      else await act(page, text);
    } catch (error) {
      throw new Error(`The page says "${kind}: ${text}", but: ${error.message}\nDone before: ${done.join(', ')}`);
    }
    done.push(kind);
  }
  return done.join(', ');
}

const quickInput = '.quick-input-widget:visible .quick-input-list .monaco-list-row';

/** @type {Record<string, (page: Page, text: string) => Promise<unknown>>} */
const actions = {
  bar: async (page) => {
    const first = page.locator('.pane-body .welcome-view-content .monaco-button').first();
    await again(
      async () => {
        // Another click would hide the view.
        if (!(await first.isVisible()))
          await page.locator('.activitybar .action-label[aria-label^="Rulebook"]').click();
      },
      () => first.waitFor({ timeout: 4000 }),
    );
    // The name of the icon would cover the view.
    await page.mouse.move(700, 600);
  },
  run: async (page, title) => {
    await driver.runCommand(page, title);
    // The mouse is where the command was, and would make a list show what is there.
    await page.mouse.move(700, 600);
  },
  choose: async (page, text) => {
    const isFix = await page.locator('.action-widget .monaco-list-row.action').first().isVisible();
    if (isFix) return driver.applyQuickFix(page, text);
    await page.locator(quickInput).filter({ hasText: text }).first().waitFor();
    await dialogs.choose(page, text);
  },
  click: async (page, text) => {
    const button = page.locator('.pane-body .monaco-button').filter({ hasText: text, visible: true }).first();
    const lens = page.locator('.codelens-decoration a').filter({ hasText: text, visible: true }).first();
    await button.or(lens).first().waitFor();
    if (await button.isVisible()) await button.click();
    else ensure((await driver.clickCodeLens(page, text)) === text, 'the link has another title');
  },
  place: (page, text) => placeCursor(page, () => locateText(page, text), 0.5),
  fixes: (page) => driver.openQuickFixes(page),
  replace: async (page, text) => {
    const [, former = '', next = ''] = /^`(.+)` with `(.+)`$/.exec(text) ?? [];
    await driver.placeCursorAfter(page, former);
    for (let count = former.length; count > 0; count--) await page.keyboard.press('Backspace');
    await page.keyboard.type(next, { delay: 60 });
    await page.keyboard.press('Escape');
  },
  type: async (page, text) => {
    await page.locator('.monaco-editor.focused').first().waitFor();
    // Brackets are closed as soon as the editor has read what the language says of them.
    await page.locator('.statusbar-item').filter({ hasText: 'HTTP request' }).first().waitFor();
    await page.waitForTimeout(1500);
    await typeText(page, text.trimEnd());
    const shown = await driver.waitForEditorText(page, /\n\}/);
    ensure(shown.trimEnd() === text.trimEnd(), `the editor shows:\n${shown}`);
  },
  says: (page, quote) => dialogs.answerNotification(page, exactly(quote)),
  reports: async (page, quote) => {
    await driver.waitForSquiggle(page, 'warning');
    await driver.readHoverOfSquiggle(page, 'warning').then((hover) => expect(hover, exactly(quote)));
  },
  removed: (page) => page.locator('.squiggly-error, .squiggly-warning').first().waitFor({ state: 'detached' }),
  response: async (page, block) => {
    const lines = block.trimEnd().split('\n');
    for (const line of lines) await view(page).locator('#view').filter({ hasText: line }).waitFor();
  },
  button: async (page, text) => {
    await view(page).getByRole('button', { name: text }).waitFor();
  },
  row: (page, text) => page.locator('.customview-tree .monaco-list-row').filter({ hasText: text }).first().waitFor(),
};

/** Matches a quotation of the page as it is on the screen, where lines break elsewhere. */
function exactly(quote) {
  const words = quote.replace(/^> /gm, '').trim().split(/\s+/);
  return new RegExp(words.map(escape).join('\\s+'));
}

function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*');
}
