// The way of a user who has just installed the extension, in an empty folder: a first mistake, an API of one's own, a first comparison.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { again } from '../../../tools/editor/again.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { typeText } from '../typing.mjs';
import { answerBox } from './answer-box.mjs';
import { ensure, expect } from './expect.mjs';
import { tab, view, waitForResponse } from './shown-response.mjs';

/** @type {{ url: string, seen: string[], count: number }} */
const service = { url: '', seen: [], count: 0 };

/** An API that wants a token, and counts what it has answered. */
function startService() {
  service.count = 0;
  const server = createServer((request, response) => {
    service.seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    const isKnown = request.headers.authorization === 'Bearer of-the-newcomer';
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' });
    const items = ['pear', 'fig', 'apple'].map((name, index) => ({ name, price: 10 * (index + 1) + service.count }));
    if (isKnown) service.count++;
    response.end(JSON.stringify(isKnown ? { items } : { message: 'no token' }));
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      service.url = `http://127.0.0.1:${Object(server.address()).port}`;
      resolve(undefined);
    });
  });
}

/** Waits until something holds, at most for some milliseconds. */
async function until(holds, longest) {
  for (const end = Date.now() + longest; !holds(); await wait(50)) ensure(Date.now() < end, 'it did not happen');
}

/** Returns what decorations show behind the text of the lines. */
function readGhostText(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('.view-line span')].map((one) => getComputedStyle(one, '::after').content).join(' '),
  );
}

/** @type {import('../ui.mjs').Step[]} */
export const newcomer = [
  [
    'an empty request file says how to begin, until something is typed',
    async ({ page, workspace, recorder }) => {
      writeFileSync(join(workspace, 'first.http'), '');
      await driver.openFile(page, 'first.http');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.view-line span')].some((one) =>
          getComputedStyle(one, '::after').content.includes('Ctrl+Space'),
        ),
      );
      await driver.screenshot(page, 'newcomer-empty');
      const shown = await readGhostText(page);
      await typeText(page, `GET ${recorder.baseUrl}/parts`);
      ensure(!(await readGhostText(page)).includes('Ctrl+Space'), 'the text for an empty file stays');
      const before = recorder.requests.length;
      await page.keyboard.press('Control+Enter');
      await recorder.arrived(before + 1);
      expect(await waitForResponse(page, '200 OK'), /200 OK [\d.]+ m?s .*GET http:\/\/127\.0\.0\.1:\d+\/parts/);
      await driver.screenshot(page, 'newcomer-first');
      return shown;
    },
  ],
  [
    'the mistake of a template is one finding on its word, and the first fix leads to a request that is accepted',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Start Sandbox');
      await dialogs.answerNotification(page, /The sandbox is running/);
      await driver.runCommand(page, 'Rulebook: New Request File');
      await dialogs.choose(page, 'Request with a mistake');
      await driver.waitForEditorText(page, /"privilege": \["read"\]/);
      await driver.waitForSquiggle(page, 'error');
      const errors = await driver.countSquiggles(page);
      ensure(errors === 1, `${errors} errors are underlined`);
      await driver.placeCursorInSquiggle(page);
      const [first = ''] = await driver.openQuickFixes(page);
      await driver.screenshot(page, 'newcomer-mistake');
      expect(first, /Change to ‘privileges’/);
      await driver.applyQuickFix(page, 'Change to ‘privileges’');
      await driver.waitForEditorText(page, /"privileges": \["read"\]/);
      await driver.clickCodeLens(page, 'Send to sandbox-cluster');
      return waitForResponse(page, '200 OK', '"encoded"');
    },
  ],
  [
    'an API of one’s own is added with its token, and its response shown with its place',
    async ({ page, workspace }) => {
      await startService();
      await driver.runCommand(page, 'Rulebook: Add Endpoint…');
      await answerBox(page, /Add Endpoint: URL/, service.url);
      await answerBox(page, /Add Endpoint: Name/, 'mine');
      await dialogs.choose(page, 'No service');
      await dialogs.choose(page, 'Bearer token');
      await dialogs.answerNotification(page, /The endpoint mine is in rulebook\.json/);
      writeFileSync(join(workspace, 'mine.http'), '# @endpoint mine\nGET /items\n');
      await driver.openFile(page, 'mine.http');
      await driver.clickCodeLens(page, 'Send to mine');
      await dialogs.answerPasswordBox(page, 'of-the-newcomer');
      const text = await waitForResponse(page, '200 OK', '"pear"');
      await driver.screenshot(page, 'newcomer-own');
      expect(text, /200 OK mine [\d.]+ m?s .*GET http:\/\/127\.0\.0\.1:\d+\/items/);
      const files = readFileSync(join(workspace, 'rulebook.json'), 'utf8');
      ensure(!files.includes('of-the-newcomer'), 'the token is written to rulebook.json');
      return `${service.seen.length} requests: ${text}`;
    },
  ],
  [
    'an array of objects is a table that is sorted and filtered',
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
      await driver.screenshot(page, 'newcomer-table');
      const filtered = await names();
      const all = [received, sorted, filtered].map((one) => one.join()).join(' | ');
      expect(all, /pear,fig,apple \| apple,fig,pear \| fig$/);
      return all;
    },
  ],
  [
    'a request that got no response is in the history with its cause',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'gone.http'), 'GET http://127.0.0.1:9/gone\n');
      await driver.openFile(page, 'gone.http');
      await dialogs.clearNotifications(page);
      await driver.clickCodeLens(page, 'Send');
      await view(page).locator('.reason').filter({ hasText: '127.0.0.1:9' }).waitFor();
      await driver.runCommand(page, 'Rulebook: Show History');
      const row = page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: 'gone' }).first();
      await row.waitFor();
      const text = (await row.innerText()).replaceAll('\n', ' ');
      await driver.screenshot(page, 'newcomer-history');
      await page.keyboard.press('Escape');
      expect(text, /refused/);
      return text;
    },
  ],
  [
    'production is marked: its lens names it, and its name has a colour above the response',
    async ({ page, workspace }) => {
      const configuration = JSON.parse(readFileSync(join(workspace, 'rulebook.json'), 'utf8'));
      configuration.environments = { prod: { protected: true } };
      writeFileSync(join(workspace, 'rulebook.json'), JSON.stringify(configuration, undefined, 2));
      writeFileSync(
        join(workspace, 'http-client.env.json'),
        JSON.stringify({ dev: { base: 'http://127.0.0.1:9' }, prod: { base: service.url } }),
      );
      writeFileSync(join(workspace, 'which.http'), 'GET {{base}}/items\n');
      await driver.openFile(page, 'which.http');
      await driver.clickCodeLens(page, 'Choose Environment');
      await dialogs.choose(page, 'prod');
      await page
        .locator('.codelens-decoration a')
        .filter({ hasText: 'Choose Environment' })
        .waitFor({ state: 'hidden' });
      await driver.clickCodeLens(page, 'Send (prod, protected)');
      await view(page).locator('.place.protected').waitFor();
      const text = await waitForResponse(page, '200 OK');
      expect(text, /prod · protected/);
      const place = view(page).locator('.place.protected').first();
      const colour = await place.evaluate((one) => getComputedStyle(one).color);
      const plain = await view(page)
        .locator('.measure')
        .first()
        .evaluate((one) => getComputedStyle(one).color);
      ensure(colour !== plain, `production has no colour of its own: ${colour}`);
      await driver.screenshot(page, 'newcomer-production');
      return text;
    },
  ],
  [
    'a Console file ending in .es is a request file, and the keys of another extension are chosen by a setting',
    async ({ page, workspace, recorder }) => {
      writeFileSync(join(workspace, 'console.es'), `GET ${recorder.baseUrl}/parts?of=console\n`);
      mkdirSync(join(workspace, '.vscode'), { recursive: true });
      writeFileSync(join(workspace, '.vscode/settings.json'), JSON.stringify({ 'rulebook.keymap': 'rest-client' }));
      await driver.openFile(page, 'console.es');
      await driver.placeCursorIn(page, 'of=console');
      const before = recorder.requests.length;
      // The setting counts as soon as the editor has read it.
      await again(
        () => page.keyboard.press('Control+Alt+R'),
        () => until(() => recorder.requests.length > before, 3000),
      );
      return `${recorder.requests.at(-1)?.path}`;
    },
  ],
];
