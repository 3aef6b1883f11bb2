// A document of GraphQL by the schema that its endpoint names.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

const schema = `type Query {
  "One order by its number."
  order(id: ID!): Order
}

type Order {
  id: ID!
  state: State!
}

enum State {
  OPEN
  PAID
}
`;

const request = `# @endpoint shop
GRAPHQL /

query ($id: ID!) {
  order(id: $id) {
    stat
  }
}

{ "id": "7" }
`;

/** What the steps begin with. */
export const graphqlFiles = () => ({ 'schema.graphql': schema, 'order.http': request });

/** @type {import('../ui.mjs').Step[]} */
export const graphql = [
  [
    'a document is checked as soon as rulebook.json names the schema of its endpoint',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'order.http');
      ensure((await driver.countSquiggles(page, 'warning')) === 0, 'found before the schema is known');
      writeFileSync(
        join(workspace, 'rulebook.json'),
        '{\n  "endpoints": { "shop": { "baseUrl": "http://127.0.0.1:9/graphql", "graphql": "./schema.graphql" } }\n}\n',
      );
      await driver.waitForSquiggle(page, 'warning');
      const problems = (await driver.readProblems(page)).join(' | ');
      expect(problems, /Cannot query field 'stat' on type 'Order'; did you mean 'state'/);
      await driver.screenshot(page, 'graphql-finding');
      await driver.closePanel(page);
      return problems;
    },
  ],
  [
    'the hover over a field shows its type and its description, and the misspelt one becomes the one that is meant',
    async ({ page }) => {
      const hover = await driver.readHover(page, 'order(', /One order by its number/);
      expect(hover, /order: Order/);
      await driver.screenshot(page, 'graphql-hover');
      await driver.placeCursorInSquiggle(page, 'warning');
      await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Change to ‘state’');
      await driver.waitForEditorText(page, /^ {4}state$/m);
      return hover;
    },
  ],
  [
    'a field is completed in the document, and a mistake in the schema is among the problems of its own file',
    async ({ page, workspace }) => {
      await driver.placeCursorAfter(page, '    state');
      await page.keyboard.press('Enter');
      const labels = await driver.suggest(page, 'i', { expect: 'id' });
      await driver.screenshot(page, 'graphql-completion');
      await driver.acceptSuggestion(page, 'id');
      await driver.waitForEditorText(page, /^ {4}id$/m);
      writeFileSync(join(workspace, 'schema.graphql'), schema.replace('Order\n}', 'Nothing\n}'));
      const shown = page.locator('.markers-panel').filter({ hasText: 'schema.graphql' });
      await driver.readProblems(page);
      await shown.first().waitFor();
      expect((await driver.readProblems(page)).join(' | '), /Unknown type 'Nothing'/);
      return labels.join(' | ');
    },
  ],
];
