// The view of responses, as a person sees it: its parts, what it says while it waits, and what it offers where there is no response.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';
import { tab, view } from './shown-response.mjs';

/** Looks for faults in a page; it is loaded there. */
const axe = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}; axe.run(document)`;
const themes = [
  ['Default Light Modern', 'vscode-light'],
  ['Default Dark Modern', 'vscode-dark'],
  ['Default High Contrast', 'vscode-high-contrast'],
  ['Default High Contrast Light', 'vscode-high-contrast-light'],
];

/** @type {{ url: string, waiting: import('node:http').ServerResponse[], seen: string[] }} */
const service = { url: '', waiting: [], seen: [] };
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);

/** @type {Readonly<Record<string, (response: import('node:http').ServerResponse) => void>>} */
const answers = {
  '/items': (response) => {
    response.setHeader('Set-Cookie', ['theme=dark; Path=/; HttpOnly']);
    json(response, 200, { items: ['pear', 'fig', 'apple'].map((name, index) => ({ name, price: 10 * (index + 1) })) });
  },
  '/login': (response) => json(response, 200, { user: 'a', access_token: 'a-token-that-nobody-sees' }),
  '/me': (response) => json(response, 200, { name: 'me' }),
  '/me?user=a': (response) => json(response, 200, { name: 'me' }),
  '/missing': (response) => json(response, 404, { message: 'no such item' }),
  '/broken': (response) => json(response, 503, { message: 'later' }),
  '/picture': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture),
  '/page': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>A page</h1><p>of HTML</p>'),
  '/feed': (response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/atom+xml' })
      .end('<feed><entry id="1">one</entry><entry id="2"/></feed>'),
  '/long': (response) =>
    json(
      response,
      200,
      Array.from({ length: 60_000 }, (_, id) => ({
        id,
        name: `item ${id}`,
        token: `hidden-${id}`,
        text: 'x'.repeat(50),
      })),
    ),
  '/slow': (response) => void service.waiting.push(response),
  '/events': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"n":1}\n\n');
    service.waiting.push(response);
  },
};

function json(response, status, value) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

function startService() {
  const server = createServer((request, response) => {
    service.seen.push(`${request.method} ${request.url}`);
    (answers[request.url ?? ''] ?? ((other) => json(other, 404, {})))(response);
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      service.url = `http://127.0.0.1:${Object(server.address()).port}`;
      resolve(undefined);
    });
  });
}

/** Opens a file of one request, sends it, and waits for its badge. */
async function send(page, workspace, name, text, badge) {
  writeFileSync(join(workspace, `${name}.http`), text);
  await page.keyboard.press('Control+1');
  await driver.openFile(page, `${name}.http`);
  await driver.clickCodeLens(page, 'Send');
  await view(page).locator('.badge').filter({ hasText: badge }).first().waitFor();
}

/** @type {import('../ui.mjs').Step[]} */
export const responseView = [
  [
    'a response has a badge, its URL, its body in colours, and its parts as tabs that keys reach',
    async ({ page, workspace }) => {
      await startService();
      await send(page, workspace, 'items', `GET ${service.url}/items\n`, '200 OK');
      const shown = view(page);
      await shown.locator('.cm-line').filter({ hasText: '"name": "pear"' }).first().waitFor();
      ensure((await shown.locator('.tok-property').count()) > 0, 'the JSON has no colours');
      await driver.screenshot(page, 'view-json');
      const tabs = await shown.locator('vscode-tab-header').allInnerTexts();
      await tab(page, 'Headers').click();
      await shown
        .locator('.fields th')
        .filter({ hasText: /content-type/i })
        .first()
        .waitFor();
      await tab(page, 'Headers').press('ArrowRight');
      await tab(page, 'Cookies').press('Enter');
      await shown.locator('.fields td').filter({ hasText: 'HttpOnly' }).first().waitFor();
      await tab(page, 'Details').click();
      await shown.locator('table.times').first().waitFor();
      await driver.screenshot(page, 'view-details');
      expect(tabs.join(), /Body,Table,Headers \(\d+\),Cookies \(1\),Details/);
      return tabs.join();
    },
  ],
  [
    'an array of objects is a tab with a table that is sorted and filtered',
    async ({ page }) => {
      await tab(page, 'Table').click();
      const table = view(page).locator('table.rows');
      await table.locator('tbody tr').nth(2).waitFor();
      const names = () => table.locator('tbody tr td:nth-child(1)').allInnerTexts();
      const received = await names();
      await table.locator('thead button').filter({ hasText: 'name' }).first().click();
      const sorted = await names();
      await view(page).locator('input[type="search"]').fill('fig');
      await table.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
      await driver.screenshot(page, 'view-table');
      const all = [received, sorted, await names()].map((one) => one.join()).join(' | ');
      expect(all, /pear,fig,apple \| apple,fig,pear \| fig$/);
      await tab(page, 'Body').click();
      return all;
    },
  ],
  [
    'badges of other statuses differ, and the view is reused',
    async ({ page, workspace }) => {
      const colours = [];
      const colour = () =>
        view(page)
          .locator('.badge')
          .first()
          .evaluate((one) => getComputedStyle(one).borderLeftColor);
      await send(page, workspace, 'me', `GET ${service.url}/me\n`, '200 OK');
      colours.push(await colour());
      await send(page, workspace, 'missing', `GET ${service.url}/missing\n`, '404 Not Found');
      colours.push(await colour());
      await driver.screenshot(page, 'view-404');
      await send(page, workspace, 'broken', `GET ${service.url}/broken\n`, '503');
      colours.push(await colour());
      ensure(new Set(colours).size === 3, `the badges have the colours ${colours.join()}`);
      const tabs = await page.locator('.tab[data-resource-name*="·"], .tab .label-name').allInnerTexts();
      return `${colours.join(' | ')} ${tabs.join()}`;
    },
  ],
  [
    'secrets are masked until they are asked for',
    async ({ page, workspace }) => {
      await send(page, workspace, 'login', `POST ${service.url}/login\n`, '200 OK');
      const line = view(page).locator('.cm-line').filter({ hasText: 'access_token' }).first();
      expect(await line.innerText(), /\*\*\*/);
      await driver.screenshot(page, 'view-secrets');
      await view(page).locator('.secrets button').filter({ hasText: 'Show' }).click();
      await view(page).locator('.cm-line').filter({ hasText: 'a-token-that-nobody-sees' }).first().waitFor();
      await view(page).locator('.secrets button').filter({ hasText: 'Hide' }).click();
      await view(page).locator('.cm-line').filter({ hasText: '***' }).first().waitFor();
      return line.innerText();
    },
  ],
  [
    'a request that needs another one shows its own response, with both above it',
    async ({ page, workspace }) => {
      const chain = `### login\n# @name login\nPOST ${service.url}/login\n\n### me\n# @ref login\n# @name me\nGET ${service.url}/me\n`;
      writeFileSync(join(workspace, 'chain.http'), chain);
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'chain.http');
      await driver.clickCodeLens(page, 'Send', { nth: 1 });
      const items = view(page).locator('.strip-item');
      await items.nth(1).waitFor();
      await tab(page, 'Body').click();
      await view(page).locator('.cm-line').filter({ hasText: '"name": "me"' }).first().waitFor();
      await driver.screenshot(page, 'view-chain');
      await view(page).getByRole('button', { name: 'More Actions…' }).click();
      await view(page).getByRole('menuitem', { name: 'Save Body…' }).waitFor();
      await page.keyboard.press('Escape');
      await items.first().click();
      await view(page).locator('.cm-line').filter({ hasText: 'access_token' }).first().waitFor();
      const first = (await items.allInnerTexts()).join();
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'chain.http');
      await driver.clickCodeLens(page, 'Send', { nth: 1 });
      await items.filter({ hasText: /login: reused, sent at/ }).waitFor();
      await driver.screenshot(page, 'view-reused');
      return first;
    },
  ],
  [
    'a slow request shows its seconds, is cancelled there, and the former response is grey',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'slow.http'), `GET ${service.url}/slow\n`);
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'slow.http');
      await driver.clickCodeLens(page, 'Send');
      const progress = view(page).locator('#progress');
      await progress.filter({ hasText: /[1-9]\.\d s/ }).waitFor();
      const said = await progress.innerText();
      await view(page).locator('.former').waitFor();
      await driver.screenshot(page, 'view-slow');
      await view(page).locator('button').filter({ hasText: 'Cancel' }).click();
      await view(page).locator('.badge').filter({ hasText: 'No response' }).waitFor();
      return said;
    },
  ],
  [
    'events are added as they arrive',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'events.http'), `GET ${service.url}/events\n`);
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'events.http');
      await driver.clickCodeLens(page, 'Send');
      const events = view(page).locator('.events tbody tr');
      await events.filter({ hasText: /^\d\d:\d\d:\d\d\.\d{3}\s*message\s*\{"n":1\}$/ }).waitFor();
      const piece = JSON.stringify({ choices: [{ delta: { content: 'Hello' } }] });
      service.waiting.at(-1)?.write(`data: ${piece}\n\n`);
      await view(page).locator('.said').filter({ hasText: 'Hello' }).waitFor();
      await driver.screenshot(page, 'view-events');
      service.waiting.at(-1)?.end();
      await view(page).locator('.badge').filter({ hasText: '200 OK' }).waitFor();
      return (await events.allInnerTexts()).join(' | ').replaceAll(/\s+/g, ' ');
    },
  ],
  [
    'a failure is said once, in the view, with its next step as a button',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'gone.http'), 'GET http://127.0.0.1:9/gone\n');
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'gone.http');
      await driver.clickCodeLens(page, 'Send');
      const shown = view(page);
      await shown.locator('.badge').filter({ hasText: 'No response' }).waitFor();
      const reason = await shown.locator('.reason').innerText();
      expect(reason, /refused the connection/);
      ensure(
        (await page.locator('.notification-list-item').filter({ hasText: 'refused' }).count()) === 0,
        'it is said twice',
      );
      await driver.screenshot(page, 'view-failure');
      await shown.locator('button').filter({ hasText: 'Send Again' }).waitFor();
      return reason;
    },
  ],
  [
    'a picture and a page are looked at, and the response is a document when that is asked for',
    async ({ page, workspace }) => {
      await send(page, workspace, 'picture', `GET ${service.url}/picture\n`, '200 OK');
      await tab(page, 'Preview').click();
      await view(page).locator('.image img').waitFor();
      await send(page, workspace, 'page', `GET ${service.url}/page\n`, '200 OK');
      await tab(page, 'Preview').click();
      await view(page).locator('.frame iframe').waitFor();
      await driver.screenshot(page, 'view-page');
      await send(page, workspace, 'me', `GET ${service.url}/me\n`, '200 OK');
      await view(page).getByRole('button', { name: 'More Actions…' }).click();
      await driver.screenshot(page, 'view-menu');
      await view(page).getByRole('menuitem', { name: 'Open as Text' }).press('Enter');
      return (await driver.waitForEditorText(page, /^# 200 OK[^]*"me"/)).split('\n')[0] ?? '';
    },
  ],
  [
    'a value that only environments define offers them, and the request is sent with the chosen one',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'http-client.env.json'), JSON.stringify({ dev: { base: service.url } }));
      writeFileSync(join(workspace, 'which.http'), 'GET {{base}}/me\n');
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'which.http');
      await driver.clickCodeLens(page, 'Send');
      await dialogs.choose(page, 'dev');
      await view(page).locator('.url').filter({ hasText: '/me' }).waitFor();
      await view(page).locator('.place').filter({ hasText: 'dev' }).waitFor();
      await driver.screenshot(page, 'view-environment');
      return view(page).locator('.place').innerText();
    },
  ],
  [
    'a request that needs a response offers to send both',
    async ({ page, workspace }) => {
      const text = `### login\n# @name login\nPOST ${service.url}/login\n\n### mine\n# @name mine\nGET ${service.url}/me?user={{login.response.body.$.user}}\n`;
      writeFileSync(join(workspace, 'needs.http'), text);
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'needs.http');
      await dialogs.clearNotifications(page);
      await driver.clickCodeLens(page, 'Send', { nth: 1 });
      const said = await dialogs.answerNotification(page, /has no value/, 'Send login, Then This');
      await view(page).locator('.url').filter({ hasText: '?user=a' }).waitFor();
      ensure((await view(page).locator('.strip-item').count()) === 2, 'the requests are not listed');
      // The same is a lens, as long as the other request was not sent.
      writeFileSync(join(workspace, 'lens.http'), text);
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'lens.http');
      await driver.clickCodeLens(page, 'Send login, Then This');
      await view(page).locator('.url').filter({ hasText: '?user=a' }).waitFor();
      const lens = page.locator('.codelens-decoration a').filter({ hasText: 'Then This', visible: true });
      await lens.waitFor({ state: 'detached' });
      await driver.screenshot(page, 'view-needed');
      return said;
    },
  ],
  [
    'XML and HTML are a line an element, and as they came when that is wanted',
    async ({ page, workspace }) => {
      await send(page, workspace, 'feed', `GET ${service.url}/feed\n`, '200 OK');
      await tab(page, 'Body').click();
      const lines = view(page).locator('.cm-line');
      await lines.filter({ hasText: /^ {2}<entry id="1">one<\/entry>$/ }).waitFor();
      ensure((await view(page).locator('.tok-tag').count()) > 0, 'the XML has no colours');
      await driver.screenshot(page, 'view-xml');
      await send(page, workspace, 'page', `GET ${service.url}/page\n`, '200 OK');
      await tab(page, 'Body').click();
      await lines.filter({ hasText: /^<p>of HTML<\/p>$/ }).waitFor();
      await view(page).getByRole('button', { name: 'More Actions…' }).click();
      await view(page).getByRole('menuitem', { name: 'As Received' }).click();
      await lines.filter({ hasText: '<h1>A page</h1><p>of HTML</p>' }).waitFor();
      return lines.first().innerText();
    },
  ],
  [
    'the history is at what was sent last, and a document is named like its view',
    async ({ page, workspace }) => {
      await driver.runCommand(page, 'Focus on History View');
      await page.locator('.customview-tree .monaco-list-row').nth(1).waitFor();
      await send(page, workspace, 'items', `### Items\nGET ${service.url}/items\n`, '200 OK');
      const chosen = page.locator('.customview-tree .monaco-list-row.selected');
      await chosen.filter({ hasText: '/items' }).waitFor();
      await driver.screenshot(page, 'view-history');
      await driver.runCommand(page, 'Rulebook: Open Response as Text');
      await page.locator('.tab.active[data-resource-name="Items · 200"]').waitFor();
      await driver.waitForEditorText(page, /^# 200 OK[^]*"items"/);
      return chosen.innerText();
    },
  ],
  [
    'of a long body the beginning is shown, and all of it on request, masked and in colours',
    async ({ page, workspace }) => {
      await send(page, workspace, 'long', `GET ${service.url}/long\n`, '200 OK');
      await tab(page, 'Body').click();
      const note = view(page).locator('.tools .note');
      await note.filter({ hasText: /The first \d+ % are shown/ }).waitFor();
      await driver.screenshot(page, 'view-long');
      await view(page)
        .getByRole('button', { name: /^Show All \(\d/ })
        .click();
      await note.filter({ hasText: 'All of it is shown, formatted.' }).waitFor({ timeout: 60_000 });
      await view(page).locator('.cm-content').click();
      await page.keyboard.press('Control+End');
      const lines = view(page).locator('.cm-line');
      await lines.filter({ hasText: '"name": "item 59999"' }).waitFor();
      expect(await lines.filter({ hasText: '"token"' }).last().innerText(), /"token": "\*\*\*"/);
      ensure((await view(page).locator('.cm-line .tok-property').count()) > 0, 'the JSON has no colours');
      await driver.screenshot(page, 'view-long-end');
      return note.innerText();
    },
  ],
  [
    'in each kind of theme, and in a narrow column, the view is legible and has no fault that a program finds',
    async ({ page, workspace }) => {
      await send(page, workspace, 'login', `POST ${service.url}/login\n`, '200 OK');
      await tab(page, 'Body').click();
      mkdirSync(join(workspace, '.vscode'), { recursive: true });
      const found = [];
      for (const [name, kind] of themes) {
        writeFileSync(join(workspace, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': name }));
        await view(page).locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
        await driver.screenshot(page, `view-${kind}`);
        const frame = await (await view(page).locator('body').elementHandle())?.ownerFrame();
        const violations = (await frame?.evaluate(axe))?.violations ?? [{ id: 'no page', nodes: [] }];
        found.push(...violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join(' ')}`));
      }
      ensure(found.length === 0, found.join('\n'));
      writeFileSync(join(workspace, '.vscode/settings.json'), '{}');
      const { width, height } = page.viewportSize() ?? { width: 1400, height: 900 };
      await page.setViewportSize({ width: 700, height });
      const overflow = await view(page)
        .locator('body')
        .evaluate((body) => [body.clientWidth, body.scrollWidth]);
      await driver.screenshot(page, 'view-narrow');
      await page.setViewportSize({ width, height });
      ensure(overflow[1] <= overflow[0], `the page is ${overflow[1]} px wide in ${overflow[0]} px`);
      return overflow.join();
    },
  ],
  [
    'after a reload, the view shows the response that the history has',
    async ({ page, workspace }) => {
      await send(page, workspace, 'items', `GET ${service.url}/items\n`, '200 OK');
      await tab(page, 'Body').click();
      await view(page).locator('.cm-line').filter({ hasText: '"name": "pear"' }).first().waitFor();
      await page.reload();
      await view(page).locator('.notes').filter({ hasText: 'From the history' }).waitFor({ timeout: 60_000 });
      // Which response the editor has kept last is its own decision.
      await tab(page, 'Body').click();
      await view(page).locator('.cm-line').filter({ hasText: ':' }).first().waitFor();
      await driver.screenshot(page, 'view-restored');
      return view(page).locator('.notes').innerText();
    },
  ],
];
