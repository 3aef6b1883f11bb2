// Where something is on the screen, and the mouse there.
import { again } from '../../tools/editor/again.mjs';

/** The editor that has the keyboard. */
export const focusedEditor = '.monaco-editor.focused';

/** Clicks into a place until the cursor is in its line: a lens that comes up meanwhile moves the lines. */
export async function placeCursor(page, locate, part) {
  await again(
    async () => {
      const { x, y, width, height } = await locate();
      await page.mouse.click(x + width * part, y + height / 2);
    },
    async () => {
      await page.locator(focusedEditor).first().waitFor({ timeout: 3000 });
      const { y, height } = await locate();
      const isThere = ([selector, top, bottom]) => {
        const cursor = document.querySelector(`${selector} .cursors-layer .cursor`)?.getBoundingClientRect();
        return cursor !== undefined && cursor.top < bottom && cursor.bottom > top;
      };
      await page.waitForFunction(isThere, [focusedEditor, y, y + height], { timeout: 3000 });
    },
  );
}

/** Returns where a text is on the screen, in the first editor that shows it. */
export async function locateText(page, text) {
  const box = await page.waitForFunction((wanted) => {
    for (const line of document.querySelectorAll('.editor-group-container .monaco-editor .view-line')) {
      const whole = (line.textContent ?? '').replaceAll('\u00a0', ' ');
      const start = whole.indexOf(wanted);
      if (start < 0) continue;
      const range = document.createRange();
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      let offset = 0;
      let begun = false;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const length = node.textContent?.length ?? 0;
        if (!begun && start < offset + length) {
          range.setStart(node, start - offset);
          begun = true;
        }
        if (begun && start + wanted.length <= offset + length) {
          range.setEnd(node, start + wanted.length - offset);
          const { x, y, width, height } = range.getBoundingClientRect();
          return { x, y, width, height };
        }
        offset += length;
      }
    }
    return null;
  }, text);
  const value = await box.jsonValue();
  if (!value) throw new Error(`No editor shows "${text}".`);
  return value;
}

/** The editor's own row comes first, and what the extension adds a moment later. */
export async function hoverOver(page, locate, pattern) {
  const hover = page.locator('.monaco-hover:not(.hidden) .hover-row').filter({ hasText: pattern }).first();
  await again(
    async () => {
      // A hover that is still open may cover the place.
      await page.mouse.move(2, 2);
      const open = page.locator('.monaco-hover:not(.hidden)').first();
      if (await open.isVisible()) await page.keyboard.press('Escape');
      await open.waitFor({ state: 'hidden', timeout: 3000 });
      const { x, y, width, height } = await locate();
      await page.mouse.move(x + width / 2 - 2, y + height / 2);
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
    },
    () => hover.waitFor({ timeout: 4000 }),
  );
  // The rows of several providers arrive one after the other: "Loading..." is not a response.
  await page.waitForFunction(() => {
    const shown = document.querySelector('.monaco-hover:not(.hidden)');
    return shown !== null && !/Loading\.\.\./.test(shown.textContent ?? '');
  });
  return (await page.locator('.monaco-hover:not(.hidden)').allInnerTexts()).join('\n');
}

/** Returns where the first squiggle is; one that is being drawn anew has no size for a moment. */
export async function locateSquiggle(page, kind) {
  const box = await page.waitForFunction((selector) => {
    const boxes = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    const found = boxes.find(({ width, height }) => width > 0 && height > 0);
    return found && { x: found.x, y: found.y, width: found.width, height: found.height };
  }, `.squiggly-${kind}`);
  return /** @type {{ x: number, y: number, width: number, height: number }} */ (await box.jsonValue());
}
