/**
 * Types an answer into the box that asks for something.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} title
 * @param {string} [text] Absent: what is there.
 */
export async function answerBox(page, title, text) {
  const box = page.locator('.quick-input-widget:visible').filter({ hasText: title });
  await box.waitFor();
  if (text !== undefined) await box.locator('input[type="text"], input[type="password"]').first().fill(text);
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' }).catch(() => undefined);
}
