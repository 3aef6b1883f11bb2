// A service by its own description: two lines in rulebook.json, and its requests are checked.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import * as driver from '../driver.mjs';
import { startConnectionServers } from '../connection-servers.mjs';
import * as dialogs from '../dialogs.mjs';
import { answerBox } from './answer-box.mjs';
import { ensure, expect } from './expect.mjs';
import { view, waitForResponse } from './shown-response.mjs';
import { readRows, toggle, waitForRow } from './resources.mjs';

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

const museum = (/** @type {string} */ baseUrl) => `openapi: 3.0.3
info: { title: Museum API, version: '1' }
servers: [{ url: ${baseUrl} }]
security: [{ key: [] }]
paths:
  /hours:
    get: { summary: Opening hours, responses: { '200': { description: The hours. } } }
  /tickets:
    post:
      summary: Buy a ticket
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [date], properties: { date: { type: string, format: date } } }
      responses: { '201': { description: Bought. } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
`;

/** @type {import('../ui.mjs').Step[]} */
export const useDescription = [
  [
    'a general file completes methods and hosts, says nothing of a line that is typed, and offers the description of its host',
    async ({ page, workspace, recorder }) => {
      writeFileSync(join(workspace, 'library.yml'), museum(recorder.baseUrl).replace('Museum', 'Library'));
      writeFileSync(join(workspace, 'library.http'), 'GET http://localhost:1/a\n\n###\n\n');
      await driver.openFile(page, 'library.http');
      const sends = page.locator('.codelens-decoration a').filter({ hasText: /^Send/ });
      await sends.first().waitFor();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('P', { delay: 50 });
      const list = page.locator('.suggest-widget.visible .monaco-list-row');
      await list.first().waitFor();
      await driver.screenshot(page, 'general-methods');
      const offered = (await list.allInnerTexts()).map((text) => text.trim());
      ensure(offered.length > 0 && offered.every((text) => /^P(?:OST|UT|ATCH)$/.test(text)), offered.join(', '));
      ensure((await page.locator('.squiggly-error, .squiggly-warning').count()) === 0, 'a finding on a typed line');
      ensure((await sends.count()) === 1, 'a lens on a typed line');
      await page.keyboard.press('Escape');
      await page.keyboard.type(`OST ${recorder.baseUrl}/tickets`, { delay: 5 });
      await driver.clickCodeLens(page, 'Check by library.yml');
      await sends.filter({ hasText: 'Send to library' }).first().waitFor();
      await driver.screenshot(page, 'check-by-description');
      const written = JSON.parse(readFileSync(join(workspace, 'rulebook.json'), 'utf8'));
      ensure(written.endpoints.library.baseUrl === recorder.baseUrl, JSON.stringify(written));
      // The next steps begin without it.
      writeFileSync(join(workspace, 'rulebook.json'), '{}');
      rmSync(join(workspace, 'library.yml'));
      return offered.join(', ');
    },
  ],
  [
    'a description offers itself, and becomes a service, an endpoint and a first request file',
    async ({ page, workspace, recorder }) => {
      writeFileSync(join(workspace, 'museum.openapi.yaml'), museum(recorder.baseUrl));
      await driver.openFile(page, 'museum.openapi.yaml');
      await driver.clickCodeLens(page, 'Use This Description');
      await dialogs.choose(page, recorder.baseUrl);
      const text = await driver.waitForEditorText(page, /POST \/tickets/);
      await driver.screenshot(page, 'use-description');
      const written = JSON.parse(readFileSync(join(workspace, 'rulebook.json'), 'utf8'));
      ensure(written.services.museum.description === './museum.openapi.yaml', JSON.stringify(written));
      ensure(written.endpoints.museum.baseUrl === recorder.baseUrl, JSON.stringify(written));
      expect(text, /GET \/hours/);
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send to museum');
      await recorder.arrived(before + 1);
      ensure(recorder.requests.at(-1)?.path === '/hours', `sent: ${recorder.requests.at(-1)?.path}`);
      return text.replaceAll('\n', ' ');
    },
  ],
  [
    'the operations of a description that is used say how many requests they have, and one without writes its first',
    async ({ page, workspace }) => {
      const description = join(workspace, 'museum.openapi.yaml');
      const shop = "  /shop:\n    get: { summary: The shop, responses: { '200': { description: Things. } } }\n";
      writeFileSync(description, readFileSync(description, 'utf8').replace('components:', `${shop}components:`));
      writeFileSync(join(workspace, 'museum-hours.http'), '# @endpoint museum\nGET /hours\n');
      await driver.openFile(page, 'museum.openapi.yaml');
      const lenses = page.locator('.codelens-decoration a').filter({ hasText: /^(?:\d+ Requests?|No Request)$/ });
      // The server reads the description again.
      await driver.runCommand(page, 'File: Save');
      await lenses.nth(2).waitFor();
      await driver.screenshot(page, 'operation-lenses');
      const shown = await lenses.allInnerTexts();
      // A file of an earlier step has one more.
      ensure(/^2 Requests,(?:1 Request|2 Requests),No Request$/.test(shown.join(',')), shown.join(', '));
      await driver.clickCodeLens(page, '2 Requests');
      await page.locator('.monaco-editor .zone-widget').first().waitFor();
      await driver.screenshot(page, 'operation-references');
      await page.keyboard.press('Escape');
      await driver.clickCodeLens(page, 'No Request');
      await driver.waitForEditorText(page, /GET \/shop/);
      await driver.screenshot(page, 'operation-first-request');
      rmSync(join(workspace, 'museum-hours.http'));
      return shown.join(', ');
    },
  ],
  [
    'a description is found behind a first send, kept as a copy, and compared when it is fetched again',
    async ({ page, workspace }) => {
      let type = 'integer';
      const item = () => ({ type: 'object', properties: { floor: { type } } });
      /** @type {object[]} */
      const parameters = [];
      const described = () => ({
        openapi: '3.1.0',
        info: { title: 'Garage', version: '1' },
        paths: {
          '/cars': {
            get: {
              parameters,
              responses: { 200: { description: 'Cars.', content: { 'application/json': { schema: item() } } } },
            },
          },
        },
      });
      /** @type {string[]} */
      const asked = [];
      const server = createServer(({ url = '' }, response) => {
        asked.push(url);
        const isThere = url === '/openapi.json' || url === '/cars';
        response.writeHead(isThere ? 200 : 404, { 'Content-Type': 'application/json' });
        response.end(url === '/openapi.json' ? JSON.stringify(described()) : '{}');
      });
      await new Promise((done) => {
        server.listen(0, '127.0.0.1', () => {
          done(undefined);
        });
      });
      const address = server.address();
      const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
      try {
        writeFileSync(join(workspace, 'garage-first.http'), `GET ${origin}/cars\n`);
        await driver.openFile(page, 'garage-first.http');
        await driver.clickCodeLens(page, 'Send');
        await page.locator('.codelens-decoration a').filter({ hasText: 'Find Its Description' }).first().waitFor();
        ensure(asked.join() === '/cars', `asked: ${asked.join()}`);
        await driver.screenshot(page, 'find-description');
        await driver.clickCodeLens(page, 'Find Its Description');
        await driver.waitForEditorText(page, /GET \/cars/);
        const { services, endpoints } = JSON.parse(readFileSync(join(workspace, 'rulebook.json'), 'utf8'));
        ensure(services.garage.source === `${origin}/openapi.json`, JSON.stringify(services));
        ensure(/^[0-9a-f]{64}$/.test(services.garage.sha256), JSON.stringify(services));
        ensure(endpoints.garage.baseUrl === origin, JSON.stringify(endpoints));
        type = 'string';
        parameters.push({ name: 'level', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } });
        await driver.openFile(page, 'garage.openapi.json');
        await driver.clickCodeLens(page, 'Refresh');
        const toast = page
          .locator('.notification-toast')
          .filter({ hasText: 'operations changed: 1, added: 0, removed: 0' });
        await toast.first().waitFor();
        await driver.screenshot(page, 'refresh-description');
        const text = await toast.first().innerText();
        expect(text, /2 of your 2 requests are concerned/);
        await toast.first().getByText('Show Requests').click();
        const listed = page.locator('.quick-input-list .monaco-list-row');
        await listed.filter({ hasText: 'garage-first.http:1' }).first().waitFor();
        await driver.screenshot(page, 'concerned-requests');
        await listed.filter({ hasText: 'Repair What Can Be Repaired' }).first().click();
        const preview = page.locator('.refactor-preview, .bulk-edit-panel').first();
        await preview.waitFor();
        await driver.screenshot(page, 'concerned-repairs');
        // Each change is agreed to.
        for (const box of await preview.locator('.edit-checkbox').all()) await box.check();
        await preview.getByRole('button', { name: 'Apply' }).first().click();
        await driver.openFile(page, 'garage-first.http');
        expect(await driver.waitForEditorText(page, /level=/), /\/cars\?level=1/);
        await driver.runCommand(page, 'File: Save All Files');
        // Another version is tried: nothing is written until it is kept.
        const second = {
          ...described(),
          paths: { '/cars': { post: { responses: { 201: { description: 'A car.' } } } } },
        };
        writeFileSync(join(workspace, 'garage-2.openapi.json'), JSON.stringify(second, undefined, 2));
        await driver.openFile(page, 'garage-2.openapi.json');
        await driver.openFile(page, 'garage-first.http');
        await driver.runCommand(page, 'Rulebook: Try Another Version');
        await dialogs.choose(page, 'garage');
        await dialogs.choose(page, 'garage-2.openapi.json');
        const trial = page.locator('.statusbar-item[id$="rulebook.trial"]').filter({ hasText: 'Trial: garage as' });
        await trial.waitFor();
        await page.locator('.squiggly-warning, .squiggly-hint, .squiggly-info').first().waitFor();
        await driver.screenshot(page, 'trial-version');
        ensure(!readFileSync(join(workspace, 'rulebook.json'), 'utf8').includes('garage-2'), 'the trial was written');
        await trial.click();
        await dialogs.choose(page, 'End the Trial');
        await trial.waitFor({ state: 'hidden' });
        rmSync(join(workspace, 'garage-2.openapi.json'));
        await driver.runCommand(page, 'Focus on Requests View');
        const rows = page.locator('.pane-body .monaco-list-row');
        await rows.filter({ hasText: 'garage-first.http' }).first().click();
        await rows
          .filter({ hasText: /GET \/cars.*200/s })
          .first()
          .waitFor();
        await rows
          .filter({ hasText: /^Garage/ })
          .first()
          .click();
        await rows
          .filter({ hasText: /GET \/cars.*requests: 2/s })
          .first()
          .waitFor();
        await driver.screenshot(page, 'request-tree');
        return text.replaceAll('\n', ' ');
      } finally {
        server.close();
        server.closeAllConnections();
      }
    },
  ],
  [
    'the status bar shows where the request at the cursor goes',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'places.http'), 'GET http://places.example:8080/a\n');
      await driver.openFile(page, 'places.http');
      const item = page.locator('.statusbar-item[id$="rulebook.endpoint"]').filter({ hasText: 'places.example:8080' });
      await item.waitFor();
      return item.innerText();
    },
  ],
  [
    'an endpoint is added by its URL, name, service, credential and certificate',
    async ({ page, workspace }) => {
      await driver.runCommand(page, 'Rulebook: Add Endpoint…');
      await answerBox(page, /Add Endpoint: URL/, 'https://api.places.example/v1');
      await driver.screenshot(page, 'add-endpoint-name');
      await answerBox(page, /Add Endpoint: Name/);
      await dialogs.choose(page, 'No service');
      await driver.screenshot(page, 'add-endpoint-credential');
      await dialogs.choose(page, 'Bearer token');
      await dialogs.choose(page, 'Do not verify');
      await dialogs.answerNotification(page, /The endpoint places is in rulebook\.json/, 'Open rulebook.json');
      const text = await driver.waitForEditorText(page, /"places": \{/);
      const { endpoints } = JSON.parse(readFileSync(join(workspace, 'rulebook.json'), 'utf8'));
      const expected = {
        baseUrl: 'https://api.places.example/v1',
        authentication: { type: 'bearer' },
        insecure: true,
      };
      ensure(JSON.stringify(endpoints.places) === JSON.stringify(expected), JSON.stringify(endpoints));
      return text.replaceAll('\n', ' ');
    },
  ],
  [
    'a JSON body is checked by its bare name, and inserted into a request file',
    async ({ page, workspace }) => {
      writeFileSync(
        join(workspace, 'webhook.json'),
        '{\n  "config": { "url": "https://a.example" },\n  "actve": true\n}\n',
      );
      await driver.openFile(page, 'webhook.json');
      await driver.waitForSquiggle(page, 'warning');
      await page
        .locator('.codelens-decoration a')
        .filter({ hasText: 'Send as POST /repos/…/…/hooks' })
        .first()
        .waitFor();
      await driver.screenshot(page, 'json-body');
      await driver.clickCodeLens(page, 'Insert into Request File');
      await dialogs.choose(page, 'New Request File');
      return (
        await driver.waitForEditorText(page, /POST \/repos\/\{\{owner\}\}\/\{\{repo\}\}\/hooks[^]*"actve"/)
      ).replaceAll('\n', ' ');
    },
  ],
  [
    'a service that responses 401 is tried first, then asked about, and sent to again',
    async ({ page, workspace }) => {
      /** @type {string[]} */
      const seen = [];
      const service = createServer((request, response) => {
        seen.push(request.headers.authorization ?? '');
        response.writeHead(request.headers.authorization === undefined ? 401 : 200, {
          'Content-Type': 'application/json',
        });
        response.end('{}');
      });
      const url = await new Promise((resolve) => {
        service.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(service.address()).port}`));
      });
      writeFileSync(join(workspace, 'rulebook.json'), JSON.stringify({ endpoints: { wary: { baseUrl: url } } }));
      writeFileSync(join(workspace, 'wary.http'), `GET ${url}/items?of={{visitor}}\n`);
      await driver.openFile(page, 'wary.http');
      await dialogs.clearNotifications(page);
      await driver.clickCodeLens(page, 'Send to wary');
      const box = page.locator('.quick-input-widget:visible').filter({ hasText: 'Value of visitor' });
      await box.locator('input').first().fill('Ada');
      await driver.screenshot(page, 'value-to-keep');
      await box.locator('.action-label[aria-label="Use and Keep in All Environments"]').click();
      await dialogs.answerPasswordBox(page, 'of-the-service');
      await waitForResponse(page, '200 OK');
      service.close();
      ensure(seen.join() === ',Bearer of-the-service', `sent: ${seen.length} requests`);
      const kept = JSON.parse(readFileSync(join(workspace, 'http-client.env.json'), 'utf8'));
      ensure(kept.$shared.visitor === 'Ada', JSON.stringify(kept));
      return 'asked after 401';
    },
  ],
  [
    'a certificate that is not trusted has ways out that this editor has',
    async ({ page, workspace }) => {
      const servers = await startConnectionServers();
      try {
        const { baseUrl } = /** @type {{ baseUrl: string }} */ (
          Object.values(servers.endpoints).find((one) => Object(one).baseUrl?.startsWith('https:'))
        );
        writeFileSync(join(workspace, 'untrusted.http'), `GET ${baseUrl}/a\n`);
        await driver.openFile(page, 'untrusted.http');
        await dialogs.clearNotifications(page);
        await driver.clickCodeLens(page, 'Send');
        const reason = view(page).locator('.reason');
        await reason.filter({ hasText: 'was not trusted' }).waitFor();
        const said = await view(page).locator('#view').innerText();
        await driver.screenshot(page, 'untrusted');
        expect(said, /Add Endpoint for This Host/);
        ensure(!said.includes('--'), said);
        await view(page).getByRole('button', { name: 'Send Once Without Verification' }).click();
        // Past the certificate of the server, it wants one of the client.
        await reason.filter({ hasText: 'client certificate' }).waitFor();
        return `${said} | ${await reason.innerText()}`;
      } finally {
        servers.stop();
      }
    },
  ],
];

const object = (/** @type {string} */ fields) => `{ type: object, properties: { ${fields} } }`;
const listOf = (/** @type {string} */ title, /** @type {string} */ shape) =>
  `{ summary: ${title}, responses: { '200': { description: They., content: { application/json: { schema: { type: array, items: ${shape} } } } } } }`;
const itemOf = (/** @type {string} */ title, /** @type {string} */ shape) =>
  `{ summary: ${title}, responses: { '200': { description: It., content: { application/json: { schema: ${shape} } } } } }`;
const book = object('id: { type: integer }, title: { type: string }, status: { type: string }');
const chapter = object('id: { type: integer }, title: { type: string }');
const library = `openapi: 3.1.0
info: { title: Library, version: '2' }
paths:
  /books:
    get: ${listOf('List the books', book)}
    post:
      summary: Add a book
      requestBody: { content: { application/json: { schema: ${book} } } }
      responses: { '201': { description: Added., content: { application/json: { schema: ${book} } } } }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get: ${itemOf('Show a book', book)}
    delete: { summary: Remove a book, responses: { '204': { description: Removed. } } }
  /books/{bookId}/chapters:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get: ${listOf('List the chapters', chapter)}
  /books/{bookId}/chapters/{chapterId}:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: integer } }
      - { name: chapterId, in: path, required: true, schema: { type: integer } }
    get: ${itemOf('Show a chapter', chapter)}
`;
/** @type {Record<string, unknown>} */
const shelves = {
  '/books': [
    { id: 7, title: 'Dune', status: 'available' },
    { id: 8, title: 'The Left Hand of Darkness', status: 'lent' },
  ],
  '/books/7': { id: 7, title: 'Dune', status: 'available' },
  '/books/7/chapters': [
    { id: 1, title: 'Arrakis' },
    { id: 2, title: 'The gom jabbar' },
  ],
};

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
    'what can be done with a request is listed before what silences its finding',
    async ({ page }) => {
      await driver.openFile(page, 'pets.http');
      await driver.placeCursorIn(page, 'cow');
      const titles = await driver.openQuickFixes(page);
      await driver.screenshot(page, 'actions-in-order');
      const send = titles.findIndex((title) => title.startsWith('Send request'));
      const ignore = titles.findIndex((title) => title.startsWith('Ignore'));
      ensure(send >= 0 && send < ignore, titles.join(', '));
      await page.keyboard.press('Escape');
      return titles.join(' | ');
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
  [
    'a request to a service that does not run is sent to the sandbox instead',
    async ({ page, workspace }) => {
      copyFileSync(join(samples, 'shop-models.yaml'), join(workspace, 'shop-models.yaml'));
      writeFileSync(join(workspace, 'not-running.http'), '# @endpoint shop-dev\nGET /pets\n');
      await driver.openFile(page, 'not-running.http');
      await driver.clickCodeLens(page, 'Send to shop-dev');
      const send = view(page).getByRole('button', { name: 'Send to Sandbox' });
      await send.waitFor();
      await driver.screenshot(page, 'send-to-sandbox');
      await send.click();
      const text = await waitForResponse(page, '200');
      await driver.screenshot(page, 'sent-to-sandbox');
      expect(text, /sandbox-shop/);
      await view(page).getByRole('button', { name: 'Send Again' }).click();
      await view(page).locator('.badge').filter({ hasText: 'No response' }).waitFor({ state: 'hidden' });
      const again = await waitForResponse(page, '200');
      expect(again, /sandbox-shop/);
      // The next step starts it.
      await driver.runCommand(page, 'Rulebook: Stop Sandbox');
      await dialogs.answerNotification(page, /The sandbox is stopped/);
      // The click has left the focus in the response.
      await page.keyboard.press('Control+1');
      return again;
    },
  ],
  [
    'the sandbox plays the service, and remembers what was created',
    async ({ page, workspace }) => {
      const head = '# @endpoint sandbox-shop\n';
      const created = `${head}POST /pets\nContent-Type: application/json\n\n{ "name": "Tom", "kind": "cat" }\n`;
      writeFileSync(join(workspace, 'played.http'), `${created}\n###\n${head}GET /pets\n`);
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Start Sandbox');
      await dialogs.answerNotification(page, /The sandbox is running/);
      await driver.openFile(page, 'played.http');
      await driver.clickCodeLens(page, 'Send to sandbox-shop');
      await waitForResponse(page, '201');
      await driver.clickCodeLens(page, 'Send to sandbox-shop', { nth: 1 });
      const text = await waitForResponse(page, '200', 'Tom');
      await driver.screenshot(page, 'played');
      return text;
    },
  ],
  [
    'the view of endpoints shows the lists of a described service, what is in an item, and opens one',
    async ({ page, workspace }) => {
      /** @type {string[]} */
      const seen = [];
      const service = createServer((request, response) => {
        seen.push(request.url ?? '');
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(shelves[request.url ?? ''] ?? {}));
      });
      const url = await new Promise((resolve) => {
        service.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(service.address()).port}`));
      });
      try {
        writeFileSync(join(workspace, 'library.yaml'), library);
        writeFileSync(
          join(workspace, 'rulebook.json'),
          JSON.stringify({
            services: { library: { description: './library.yaml' } },
            endpoints: { 'library-dev': { service: 'library', baseUrl: url, authentication: { type: 'none' } } },
          }),
        );
        writeFileSync(join(workspace, 'library.http'), '# @endpoint library-dev\nGET /boks\n');
        await driver.openFile(page, 'library.http');
        await driver.waitForSquiggle(page, 'warning');
        await dialogs.clearNotifications(page);
        await driver.closePanel(page);
        await driver.runCommand(page, 'Focus on Endpoints View');
        await toggle(page, /^library-dev/);
        await toggle(page, /^Books/);
        await toggle(page, /^Dune\s*7/);
        await toggle(page, /^Chapters/);
        await waitForRow(page, /^Arrakis\s*1/);
        ensure(!seen.includes('/books/7'), 'An item was read unasked.');
        await (await waitForRow(page, /^Dune\s*7/)).click();
        await waitForResponse(page, '200', '"title": "Dune"');
        await driver.screenshot(page, 'own-service-view');
        return await readRows(page);
      } finally {
        service.close();
      }
    },
  ],
];
