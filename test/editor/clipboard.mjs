/**
 * Waits until the clipboard holds a text that matches, and returns it: the editor writes to it a moment after a click.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} pattern
 */
export async function readClipboard(page, pattern) {
  for (const end = performance.now() + 15_000; performance.now() < end;) {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    if (pattern.test(text)) return text;
  }
  throw new Error(`The clipboard holds nothing like ${pattern}.`);
}
