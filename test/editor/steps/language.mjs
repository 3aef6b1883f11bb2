// What an editor shows of the language of request files: outline and links.
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { locateText } from '../places.mjs';

export const languageFiles = {
  'outline.http': '### first of all\nGET /_cluster/health\n\n### then this\nPOST /logs/_search\n\n< ./query.json\n',
  'query.json': '{ "query": { "match_all": {} } }\n',
};

const rows = '.quick-input-widget:visible .quick-input-list .monaco-list-row';

/** @type {import('../ui.mjs').Step[]} */
export const language = [
  [
    'Ctrl+Shift+O lists the requests of a file, and Ctrl+click opens the file of a body',
    async ({ page }) => {
      await driver.openFile(page, 'outline.http');
      const row = page.locator(rows).filter({ hasText: 'then this' }).first();
      await again(
        async () => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('Control+Shift+O');
        },
        () => row.waitFor({ timeout: 4000 }),
      );
      await driver.screenshot(page, 'outline');
      const listed = await page.locator(rows).allInnerTexts();
      await row.click();
      await page.locator('.statusbar').getByText('Ln 5').first().waitFor({ timeout: 10_000 });
      await again(
        async () => {
          const { x, y, width, height } = await locateText(page, 'query.json');
          await page.keyboard.down('Control');
          await page.mouse.move(x + width / 2, y + height / 2, { steps: 2 });
          await page.mouse.click(x + width / 2, y + height / 2);
          await page.keyboard.up('Control');
        },
        () => page.locator('.tab.active').filter({ hasText: 'query.json' }).waitFor({ timeout: 4000 }),
      );
      return listed.join(' | ').replaceAll('\n', ' ');
    },
  ],
];
