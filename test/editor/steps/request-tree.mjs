// The view of requests: an operation of an own service is sent from its line, and played in the sandbox.
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';
import { waitForResponse } from './shown-response.mjs';

const orchard = `openapi: 3.0.3
info: { title: Orchard, version: '1' }
paths:
  /trees:
    get:
      summary: Trees
      responses:
        '200':
          description: The trees.
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { kind: { type: string } } } }
              example: [{ kind: played }]
`;

/** The line of an operation in the view of requests. */
const line = (page) =>
  page
    .locator('.pane-body .monaco-list-row')
    .filter({ hasText: /GET \/trees.*(?:no request|requests:)/s })
    .first();

const press = async (page, name) => {
  await line(page).hover();
  await line(page).locator(`.action-label[aria-label^="${name}"]`).first().click();
};

/** @type {import('../ui.mjs').Step[]} */
export const requestTree = [
  [
    'an operation is sent from the view of requests, and its response is shown',
    async ({ page, workspace }) => {
      const seen = [];
      const server = createServer(({ method, url }, response) => {
        seen.push(`${method} ${url}`);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{ "kind": "pear" }]');
      });
      server.unref();
      await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(undefined));
      });
      const baseUrl = `http://127.0.0.1:${Object(server.address()).port}`;
      writeFileSync(join(workspace, 'orchard.yaml'), orchard);
      writeFileSync(
        join(workspace, 'rulebook.json'),
        JSON.stringify({
          services: { orchard: { description: './orchard.yaml' } },
          endpoints: { 'orchard-dev': { service: 'orchard', baseUrl } },
        }),
      );
      await driver.runCommand(page, 'Focus on Requests View');
      const service = page.locator('.pane-body .monaco-list-row').filter({ hasText: /^Orchard/ });
      // The view is low, and the services are behind the files.
      await again(
        () => page.keyboard.press('End'),
        () => service.first().waitFor({ timeout: 4000 }),
      );
      // A view that is read again forgets what was open, and an empty one has no focus. A click opens or closes, and the arrow opens.
      await again(
        async () => {
          await service.first().click();
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('End');
        },
        () => line(page).waitFor({ timeout: 4000 }),
      );
      ensure(seen.length === 0, seen.join());
      await press(page, 'Send Request');
      const head = await waitForResponse(page, '200 OK', '"kind": "pear"');
      ensure(seen.join() === 'GET /trees', seen.join());
      expect(await driver.waitForEditorText(page, /GET \/trees/), /# @endpoint orchard-dev/);
      await driver.screenshot(page, 'operation-sent');
      server.close();
      return head;
    },
    120,
  ],
  [
    'an operation is played in the sandbox from the view of requests',
    async ({ page }) => {
      await press(page, 'Try in the Sandbox');
      const head = await waitForResponse(page, '200 OK', '"kind": "played"');
      await driver.screenshot(page, 'operation-played');
      await driver.runCommand(page, 'Rulebook: Stop Sandbox');
      return head;
    },
    120,
  ],
];
