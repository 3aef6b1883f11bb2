// A request file as a notebook: its cells, their findings, and the responses below them.
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

const answers = {
  '/login': { user: 'ann', access_token: 'a-token-that-nobody-sees' },
  '/long': Array.from({ length: 9000 }, (_, index) => ({ id: index, name: `fruit ${index}` })),
  '/items': { items: ['pear', 'fig'].map((name, index) => ({ name, price: 10 * (index + 1) })) },
};

/** Says the words of a chat one after the other. */
function streamWords(response) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const words = 'The pear is ripe and the fig is sweet so both are sold by the pound until the evening'.split(' ');
  const next = () => {
    const word = words.shift();
    if (word === undefined) return response.end('data: [DONE]\n\n');
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: `${word} ` } }] })}\n\n`);
    return setTimeout(next, 400);
  };
  next();
}

const endless = new Set();

function startService() {
  const server = createServer((request, response) => {
    if (request.url === '/chat') return streamWords(response);
    if (request.url === '/never') {
      endless.add(response);
      response.on('close', () => endless.delete(response));
      return undefined;
    }
    const found = answers[request.url ?? ''];
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(found ?? {}));
    return undefined;
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(server.address()).port}`));
  });
}

/** What the outputs of a notebook are drawn in. */
const outputs = (page) =>
  page.locator('iframe.webview.ready:visible').last().contentFrame().frameLocator('#active-frame');

/** @type {import('../ui.mjs').Step[]} */
export const notebook = [
  [
    'a request file opens as a notebook from its menu, and runs with responses below the cells',
    async ({ page, workspace }) => {
      const url = await startService();
      const text = `# Fruit, and who may buy it.\n\n@host = ${url}\n\n### Log in\n# @name login\nPOST {{host}}/login\n\n### What there is\n# Needs the token.\n# @ref login\nGET {{host}}/items\nAuthorization: Bearer {{login.response.body.access_token}}\n?? status == 200\n\n###\nGET {{hots}}/missing\n`;
      writeFileSync(join(workspace, 'fruit.http'), text);
      await driver.openFile(page, 'fruit.http');
      await page.locator('.tabs-container .tab').filter({ hasText: 'fruit.http' }).click({ button: 'right' });
      const entry = page.getByRole('menuitem', { name: 'Open as Notebook' });
      await dialogs.chooseInMenu(entry.first());
      // The page of the outputs is loaded before anything is shown.
      const cells = page.locator('.notebook-editor .cell-list-container .monaco-list-row');
      await cells.nth(3).waitFor({ timeout: 60_000 });
      await page.locator('.notebook-editor [class*="squiggly-"]').first().waitFor({ timeout: 30_000 });
      await driver.screenshot(page, 'notebook-cells');
      await page.getByRole('button', { name: 'Run All' }).first().click();
      const shown = outputs(page);
      await shown.locator('.badge').filter({ hasText: '200 OK' }).nth(1).waitFor({ timeout: 40_000 });
      await shown.locator('pre.text').filter({ hasText: '"name": "pear"' }).first().waitFor();
      const masked = await shown.locator('.secrets').first().innerText();
      await driver.screenshot(page, 'notebook-run');
      // Outputs below the edge of the window take no click.
      const tests = shown.locator('.tab').filter({ hasText: 'Tests' }).first();
      await tests.evaluate((one) => one.click());
      await shown.locator('.tests .passed').first().waitFor();
      // The last request has a variable without a value.
      await page.locator('.quick-input-widget:visible input').press('Escape');
      // Its cell is below the edge of the window, where nothing is drawn.
      await page.keyboard.press('Control+End');
      await driver.screenshot(page, 'notebook-end');
      ensure(readFileSync(join(workspace, 'fruit.http'), 'utf8') === text, 'the file has changed');
      expect(masked, /1 secret is masked/);
      return masked.replaceAll(/\s+/g, ' ');
    },
    120,
  ],
  [
    'a cell shows a stream while it comes, can be cancelled, and says where the rest of a long response is',
    async ({ page, workspace }) => {
      const url = await startService();
      const body = '{\n  "question": {\n    "text": "What is ripe?"\n  }\n}';
      // What is below the edge of the window takes no click, so each has a notebook.
      const open = async (name, text) => {
        writeFileSync(join(workspace, name), text);
        await driver.openFile(page, name);
        await page.locator('.tabs-container .tab').filter({ hasText: name }).click({ button: 'right' });
        await dialogs.chooseInMenu(page.getByRole('menuitem', { name: 'Open as Notebook' }).first());
        await cell.locator('.view-line').filter({ hasText: url }).first().waitFor({ timeout: 60_000 });
      };
      const cell = page.locator('.notebook-editor:visible .cell-list-container .code-cell-row').first();
      const press = async (icon) => {
        await cell.hover({ position: { x: 60, y: 12 } });
        await cell.locator(`.run-button-container .${icon}`).click();
      };
      await open('chat.http', `POST ${url}/chat\nContent-Type: application/json\n\n${body}\n`);
      // The lines of a body are folded as in the file.
      await cell.locator('.view-line').filter({ hasText: 'question' }).hover();
      await cell.locator('.codicon-folding-expanded').first().waitFor({ state: 'attached', timeout: 30_000 });
      await press('codicon-notebook-execute');
      const shown = outputs(page);
      const said = shown.locator('.said').first();
      await said.filter({ hasText: 'pear is' }).waitFor({ timeout: 20_000 });
      const partly = await said.innerText();
      await driver.screenshot(page, 'notebook-stream');
      await shown.getByRole('button', { name: 'Cancel' }).first().click();
      await shown.locator('.notes').filter({ hasText: 'incomplete' }).first().waitFor({ timeout: 20_000 });
      ensure(!/evening/.test(partly) && !/evening/.test(await shown.locator('.said').first().innerText()), partly);
      await driver.screenshot(page, 'notebook-stream-cancelled');
      await open('never.http', `GET ${url}/never\n`);
      await press('codicon-notebook-execute');
      await page.waitForTimeout(1500);
      ensure(endless.size === 1, 'nothing was sent');
      await press('codicon-notebook-stop');
      const reason = shown.locator('.reason').filter({ hasText: 'cancelled' }).first();
      await reason.waitFor({ timeout: 20_000 });
      const why = await reason.innerText();
      ensure(endless.size === 0, 'the request was not interrupted');
      await driver.screenshot(page, 'notebook-cancelled');
      await open('long-list.http', `GET ${url}/long\n`);
      await press('codicon-notebook-execute');
      const note = shown.locator('.note').filter({ hasText: 'The cell shows the first' }).first();
      await note.waitFor({ timeout: 20_000 });
      const cut = await note.innerText();
      await driver.screenshot(page, 'notebook-long');
      await shown
        .getByRole('button', { name: 'Show in Response View' })
        .last()
        .evaluate((one) => one.click());
      await page.locator('.tabs-container .tab').filter({ hasText: '200' }).last().waitFor({ timeout: 20_000 });
      await driver.screenshot(page, 'notebook-long-in-view');
      return `${partly} | ${why} | ${cut}`.replaceAll(/\s+/g, ' ');
    },
    150,
  ],
  [
    'a cell talks over a WebSocket connection, and closes it',
    async ({ page, workspace }) => {
      const server = createServer();
      const sockets = new WebSocketServer({ server });
      sockets.on('connection', (socket) => {
        socket.on('message', (data) => socket.send(`heard ${String(data)}`));
      });
      await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(undefined));
      });
      const url = `http://127.0.0.1:${Object(server.address()).port}`;
      writeFileSync(join(workspace, 'talk.http'), `###\nWEBSOCKET ${url}/talk\n\nfirst\n`);
      await driver.openFile(page, 'talk.http');
      await page.locator('.tabs-container .tab').filter({ hasText: 'talk.http' }).click({ button: 'right' });
      await dialogs.chooseInMenu(page.getByRole('menuitem', { name: 'Open as Notebook' }).first());
      const cell = page.locator('.notebook-editor:visible .code-cell-row').first();
      await cell.hover({ position: { x: 60, y: 12 }, timeout: 60_000 });
      await cell.locator('.run-button-container .codicon-notebook-execute').click();
      const shown = outputs(page);
      await shown.locator('pre.text').filter({ hasText: 'heard first' }).waitFor({ timeout: 20_000 });
      const message = shown.getByRole('textbox', { name: 'Message' });
      await message.fill('second');
      await message.press('Enter');
      await shown.locator('pre.text').filter({ hasText: 'heard second' }).waitFor({ timeout: 20_000 });
      await driver.screenshot(page, 'notebook-talk');
      await shown.getByRole('button', { name: 'Close Connection' }).click();
      const badge = shown.locator('.badge').filter({ hasText: '101' });
      await badge.waitFor({ timeout: 20_000 });
      await driver.screenshot(page, 'notebook-talked');
      const text = await shown.locator('pre.text').innerText();
      sockets.close();
      server.close();
      expect(text, /first[^]*heard first[^]*second[^]*heard second/);
      return text.replaceAll(/\s+/g, ' ');
    },
    120,
  ],
];
