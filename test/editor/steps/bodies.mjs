// The bodies of responses: of a run, of long XML and HTML, and where a response opens.
import { createServer } from 'node:http';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { setWorkspace } from '../workspace-settings.mjs';
import { ensure, expect } from './expect.mjs';
import { view, waitForResponse } from './shown-response.mjs';

const repeated = (/** @type {(index: number) => string} */ one) => Array.from({ length: 60_000 }, (_, at) => one(at));
const feed = () =>
  `<feed>${repeated((at) => `<entry id="${at}"><title>entry ${at}</title><token>hidden-${at}</token><link href="/${at}"/></entry>`).join('')}</feed>`;
const page = () =>
  `<!doctype html><html><body><ul>${repeated((at) => `<li><a href="/items/${at}">item ${at}</a> and <b>more</b> of it`).join('')}</ul><hr></body></html>`;

/** @type {Readonly<Record<string, () => readonly [type: string, body: string]>>} */
const answers = {
  '/first': () => ['application/json', '{"a":1}'],
  '/second': () => ['text/plain', 'the second one\n'],
  '/feed': () => ['application/xml', feed()],
  '/page': () => ['text/html', page()],
};

async function startService() {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = answers[url]?.() ?? ['text/plain', ''];
    response.writeHead(200, { 'Content-Type': type }).end(body);
  });
  server.unref();
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

/** Shows all of a long response, formatted, and goes to its end. */
async function showAll(window, end) {
  await view(window)
    .getByRole('button', { name: /^Show All \(\d/ })
    .click();
  const note = view(window).locator('.tools .note');
  await note.filter({ hasText: 'All of it is shown, formatted.' }).waitFor({ timeout: 60_000 });
  await view(window).locator('.cm-content').click();
  await window.keyboard.press('Control+End');
  const lines = view(window).locator('.cm-line');
  await lines.filter({ hasText: end }).first().waitFor();
  return (await lines.allInnerTexts()).slice(-8);
}

/** @type {import('../ui.mjs').Step[]} */
export const bodies = [
  [
    'a body is saved from the summary of a run',
    async ({ page: window, workspace }) => {
      const url = await startService();
      writeFileSync(join(workspace, 'two.http'), `GET ${url}/first\n\n###\nGET ${url}/second\n`);
      await driver.openFile(window, 'two.http');
      await driver.runCommand(window, 'Rulebook: Send All Requests of File');
      await driver.waitForEditorText(window, /2 succeeded/);
      await driver.screenshot(window, 'run-bodies');
      const row = window.locator('.view-line').filter({ hasText: /\/second.*Save/s });
      const link = row.locator('.detected-link').filter({ hasText: 'Save Body…' }).first();
      const box = window.locator('.quick-input-widget:visible input').first();
      await again(
        () => link.click({ modifiers: ['Control'], timeout: 4000 }),
        () => box.waitFor({ timeout: 4000 }),
      );
      const target = join(workspace, 'second.txt');
      // The proposed name comes after the box, and would take the place of another one.
      for (let count = 0; count < 40 && (await box.inputValue()) === ''; count++) await window.waitForTimeout(250);
      await again(
        () => box.fill(target),
        async () => {
          await window.waitForTimeout(500);
          ensure((await box.inputValue()) === target, 'the box has another name');
        },
      );
      await driver.screenshot(window, 'save-body-of-run');
      await box.press('Enter');
      const saved = () => (existsSync(target) ? readFileSync(target, 'utf8') : '');
      for (let count = 0; count < 40 && saved() === ''; count++) await window.waitForTimeout(250);
      ensure(saved() === 'the second one\n', `the file has another text: ${saved()}`);
      return 'saved';
    },
    120,
  ],
  [
    'long XML and HTML are formatted as a whole',
    async ({ page: window, workspace }) => {
      const url = await startService();
      writeFileSync(join(workspace, 'long-feed.http'), `GET ${url}/feed\n`);
      await driver.openFile(window, 'long-feed.http');
      await driver.clickCodeLens(window, 'Send');
      await waitForResponse(window, '200 OK', '<feed>');
      const xml = await showAll(window, '</feed>');
      ensure(xml.includes('    <token>***</token>') && xml.at(-1) === '</feed>', xml.join('\n'));
      await driver.screenshot(window, 'whole-xml');
      writeFileSync(join(workspace, 'long-page.http'), `GET ${url}/page\n`);
      await driver.openFile(window, 'long-page.http');
      await driver.clickCodeLens(window, 'Send');
      await waitForResponse(window, '200 OK', '<!doctype html>');
      await driver.screenshot(window, 'long-html');
      const lines = view(window).locator('.cm-line');
      const first = (await lines.allInnerTexts()).slice(0, 5).join('\n');
      expect(
        first,
        /^<!doctype html>\n<html>\n {2}<body>\n {4}<ul>\n {6}<li><a href="\/items\/0">item 0<\/a> and <b>more<\/b> of it$/,
      );
      return first;
    },
    150,
  ],
  [
    'a response opens in the column of its request, with the focus, where the setting says so',
    async ({ page: window, workspace }) => {
      const url = await startService();
      await driver.runCommand(window, 'View: Close All Editors').catch(() => undefined);
      setWorkspace(workspace, { 'rulebook.responseColumn': 'active' });
      // The editor looks at its files of settings a little later.
      await window.waitForTimeout(2000);
      writeFileSync(join(workspace, 'here.http'), `GET ${url}/first\n`);
      await driver.openFile(window, 'here.http');
      await driver.clickCodeLens(window, 'Send');
      await waitForResponse(window, '200 OK', '"a": 1');
      const groups = await window.locator('.editor-group-container').count();
      ensure(groups === 1, `${groups} columns`);
      await driver.screenshot(window, 'response-in-column');
      // The next one is shown again, though its tab is behind that of the request.
      await driver.openFile(window, 'here.http');
      await driver.clickCodeLens(window, 'Send');
      await window.locator('.tab.active').filter({ hasText: '200' }).waitFor();
      setWorkspace(workspace, undefined);
      return `${groups} column`;
    },
    120,
  ],
];
