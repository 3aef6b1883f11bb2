// A service by its own description: two lines in rulebook.json, and its requests are checked.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

const samples = join(import.meta.dirname, '../../descriptions');
const requests = `# @endpoint shop-dev
GET /pets?kind=cow

###

# @endpoint shop-dev
POST /pets
Content-Type: application/json

{
  "name": "Tom",
  "kind": "cat"
}
`;

/** @type {import('../ui.mjs').Step[]} */
export const ownServices = [
  [
    'a request file becomes checked by two lines in rulebook.json that name an OpenAPI file',
    async ({ page, workspace }) => {
      for (const name of ['shop.yaml', 'shop-models.yaml']) copyFileSync(join(samples, name), join(workspace, name));
      writeFileSync(join(workspace, 'pets.http'), requests);
      await driver.openFile(page, 'pets.http');
      await driver.screenshot(page, 'own-service-before');
      ensure((await driver.countSquiggles(page, 'warning')) === 0, 'found before the service is known');
      writeFileSync(
        join(workspace, 'rulebook.json'),
        `{
  "services": { "shop": { "description": "./shop.yaml" } },
  "endpoints": { "shop-dev": { "service": "shop", "baseUrl": "http://127.0.0.1:8080/v1" } }
}
`,
      );
      await driver.waitForSquiggle(page, 'warning');
      return (await driver.readProblems(page)).join(' | ');
    },
  ],
  [
    'the hover over an element of the service says what its description says',
    async ({ page }) => {
      await driver.closePanel(page);
      const hover = await driver.readHover(page, '"kind"', /The kind of animal/);
      expect(hover, /Pet shop 1\.4\.0/);
      return hover;
    },
  ],
  [
    'a key of the service is completed',
    async ({ page }) => {
      await driver.placeCursorAfter(page, '"cat"');
      await page.keyboard.type(',');
      await page.keyboard.press('Enter');
      const labels = await driver.suggest(page, 'pri', { expect: 'price' });
      await driver.screenshot(page, 'own-service-completion');
      await driver.acceptSuggestion(page, 'price');
      await driver.waitForEditorText(page, /"price": /);
      return labels.join(' | ');
    },
  ],
  [
    'a mistake in the description is among the problems of its own file',
    async ({ page, workspace }) => {
      writeFileSync(
        join(workspace, 'shop-models.yaml'),
        "Pet:\n  type: object\n  properties:\n    name:\n      $ref: '#/Nothing'\n",
      );
      const shown = page.locator('.markers-panel').filter({ hasText: 'shop-models.yaml' });
      await driver.readProblems(page);
      await shown.first().waitFor();
      const problems = (await driver.readProblems(page)).join(' | ');
      expect(problems, /#\/Nothing/);
      await driver.screenshot(page, 'own-service-mistake');
      return problems;
    },
  ],
];
