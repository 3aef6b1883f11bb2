// Types as a person does, who knows what the editor adds: indentation, and the other half of brackets and quotes.
import { readFileSync } from 'node:fs';
import { again } from '../../tools/editor/again.mjs';
import { ensure } from './steps/expect.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Milliseconds between two keys: fast and slow, in a fixed order so that a failure can be repeated. Before a key that a list
 * could take as a choice, which is any but a letter or a digit, the list has time to open. Most words come in one go, as from
 * who rolls over the keys: the browser does not draw in between, which takes most of the time.
 */
const pauses = [30, 62, 31, 75, 30, 64, 30, 90, 30, 61, 30, 63, 30, 120, 30, 62, 30, 61, 30, 200];

/**
 * Types a text into the focused editor, one key after the other, and never looks at a list. Lines are typed without their
 * indentation. A closing bracket at the start of a line is there already, so the cursor goes down to it.
 * @param {Page} page
 * @param {string} text
 */
export async function typeText(page, text) {
  let count = 0;
  let words = 0;
  const key = async (name) => {
    await page.keyboard.press(name);
    await page.waitForTimeout(pauses[count++ % pauses.length] ?? 60);
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const typed = line.trim();
    const isClosing = /^[\]}]/.test(typed);
    if (isClosing) {
      await key('ArrowDown');
      await key('End');
    } else if (index > 0) await key('Enter');
    const rest = isClosing ? typed.slice(1) : typed;
    for (const [word] of rest.matchAll(/\w+|\W/g)) {
      const [last = '', ...others] = [...word].reverse();
      others.reverse();
      // The editor closes a bracket or a quote only once it has coloured the lines above, which it does when it is idle.
      if (/[{["]/.test(last)) await idle(page);
      if (others.length > 0 && words++ % 8 === 0) for (const letter of others) await key(letter);
      else await Promise.all(others.map((letter) => page.keyboard.press(letter)));
      await key(last === ' ' ? 'Space' : last);
    }
  }
}

/**
 * Waits until the page has nothing else to do, two seconds at most.
 * @param {Page} page
 */
function idle(page) {
  return page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(undefined), { timeout: 2000 })));
}

/**
 * Saves the focused editor's file, and fails unless it holds exactly the text.
 * @param {Page} page
 * @param {string} path
 * @param {string} text
 */
export async function expectSaved(page, path, text) {
  await again(
    () => page.keyboard.press('Control+S'),
    async () => {
      await page.locator('.tab.active:not(.dirty)').first().waitFor({ timeout: 4000 });
      // The mark of an unsaved file comes a moment after the last key.
      if (readFileSync(path, 'utf8') !== text) await page.waitForTimeout(1000);
      ensure(readFileSync(path, 'utf8').length > 0, 'It is not saved yet.');
    },
  );
  const saved = readFileSync(path, 'utf8');
  const [wanted, found] = [text.split('\n'), saved.split('\n')];
  const at = wanted.findIndex((line, index) => line !== found[index]);
  ensure(
    saved === text,
    `Line ${at + 1} is ${JSON.stringify(found[at])} instead of ${JSON.stringify(wanted[at])} in:\n${saved}`,
  );
}
