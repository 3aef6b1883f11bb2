import * as driver from '../driver.mjs';

/**
 * Sends the first request of the open file, whether or not its endpoint asks for a credential; it gets none.
 * @param {import('playwright-core').Page} page
 * @param {import('../ui.mjs').Scene['recorder']} recorder
 */
export async function sendOnce(page, recorder) {
  const before = recorder.requests.length;
  // The lenses of the first request must be in sight, and another one may send what it depends on, too.
  await page.keyboard.press('Control+Home');
  await driver.clickCodeLens(page, /^\s*Send(?!.*Then This)/);
  const box = page.locator('.quick-input-widget:visible input[type="password"]');
  const isAsked = await Promise.race([
    box.waitFor().then(
      () => true,
      () => false,
    ),
    recorder.arrived(before + 1).then(
      () => false,
      () => false,
    ),
  ]);
  if (!isAsked) return;
  await page.keyboard.press('Enter');
  await recorder.arrived(before + 1);
}
