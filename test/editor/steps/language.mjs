// What an editor shows of the language of request files: fixes and refactorings by their keys, outline, links, hints, scripts, and damaged files.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../scripts/editor/again.mjs';
import * as driver from '../driver.mjs';
import { locateText } from '../places.mjs';
import { setWorkspace } from '../workspace-settings.mjs';
import { ensure, expect } from './expect.mjs';

const hostile = Buffer.concat([
  Buffer.from(`# @import ./hostile-other.http\n### ${'a long title '.repeat(50)}\nPOST /_security/api_key\r\n\r\n`),
  Buffer.from('{ "name": "a\u0000b", "odd": "'),
  // A lone surrogate, as some programs write it.
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from(`" }\r\n\r### one line of a megabyte\nPOST /logs/_search\n\n{ "query": "${'x'.repeat(1024 * 1024)}" }\n`),
  Buffer.from('###\r\nGET /_security/api_key\r\n'),
]);

export const languageFiles = {
  'misspelt.http': '@host = http://127.0.0.1:9\n\n### one\nGET {{hots}}/parts/{{nowhere}}\n',
  'rewritten.http':
    '### curl\ncurl \'http://127.0.0.1:9/notes\' -H \'X-Own: 1\'\n\n### console\nPUT /_security/api_key\n{ "name": "a", "expiration": "1d" }\n',
  'outline.http': '### first of all\nGET /_cluster/health\n\n### then this\nPOST /logs/_search\n\n< ./query.json\n',
  'query.json': '{ "query": { "match_all": {} } }\n',
  'hints.http': 'GET http://127.0.0.1:9/parts?owner={{owner}}\n',
  'scripted.http': [
    '### with scripts',
    'GET http://127.0.0.1:9/parts',
    '',
    '> {%',
    '  const first = response.body.parts[0];',
    '  client.global.set("part", first);',
    '%}',
    '',
    '### graph',
    'POST http://127.0.0.1:9/graphql',
    'X-REQUEST-TYPE: GraphQL',
    '',
    'query One($id: ID!) {',
    '  user(id: $id) {',
    '    name',
    '  }',
    '}',
    '',
  ].join('\n'),
  'snippet.http': '',
  'hostile.http': hostile,
  'hostile-other.http': '# @import ./hostile.http\nGET /_cluster/health\n',
};

const rows = '.quick-input-widget:visible .quick-input-list .monaco-list-row';

/** @type {import('../ui.mjs').Step[]} */
export const language = [
  [
    'an unknown variable becomes the one that is meant, or is defined, by Ctrl+.',
    async ({ page }) => {
      await driver.openFile(page, 'misspelt.http');
      await driver.readHover(page, 'hots', /did you mean/);
      await driver.placeCursorIn(page, 'hots');
      const titles = await driver.openQuickFixes(page);
      await driver.screenshot(page, 'did-you-mean');
      const order = ['Change to ‘host’', 'in this file', 'in environment', 'Ignore'];
      const places = order.map((wanted) => titles.findIndex((title) => title.includes(wanted)));
      ensure(!places.includes(-1) && places.join() === [...places].sort().join(), `the order is ${titles.join(', ')}`);
      await driver.applyQuickFix(page, 'Change to');
      await driver.waitForEditorText(page, /GET \{\{host\}\}\/parts/);
      await driver.placeCursorIn(page, 'nowhere');
      await driver.openQuickFixes(page);
      await driver.screenshot(page, 'define-variable');
      await driver.applyQuickFix(page, 'in this file');
      await driver.waitForEditorText(page, /@nowhere = /);
      return titles.join(' | ');
    },
  ],
  [
    'curl becomes a request, and the form of the Console another one and back, by Ctrl+Shift+R',
    async ({ page }) => {
      await driver.openFile(page, 'rewritten.http');
      const shown = [await refactor(page, 'curl ', 'Convert the curl command to a request', 'refactor-curl')];
      await driver.waitForEditorText(page, /GET http:\/\/127\.0\.0\.1:9\/notes\nX-Own: 1/);
      shown.push(await refactor(page, 'GET', 'Convert the request to a curl command', 'refactor-request'));
      await driver.waitForEditorText(page, /^curl .*127\.0\.0\.1:9\/notes/m);
      shown.push(await refactor(page, 'PUT', 'Put a blank line above the body', 'refactor-console'));
      await driver.waitForEditorText(page, /PUT \/_security\/api_key\n\n\{/);
      shown.push(await refactor(page, 'PUT', 'as in the Console', 'refactor-classic'));
      await driver.waitForEditorText(page, /PUT \/_security\/api_key\n\{/);
      return shown.join(' / ');
    },
  ],
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
  [
    'hints show the values of the environment when the setting says so, and not before',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'hints.http');
      await page.locator('.codelens-decoration a').filter({ hasText: 'Send' }).first().waitFor();
      const plain = await driver.readEditors(page);
      ensure(!plain.join('\n').includes('octocat'), 'the hints are on');
      const environments = join(workspace, 'http-client.env.json');
      writeFileSync(environments, '{ "dev": { "owner": "octocat" } }\n');
      setWorkspace(workspace, { 'rulebook.inlayHints': true });
      await driver.runCommand(page, 'Rulebook: Select Environment');
      await page.locator(rows).filter({ hasText: 'Choose for This File Only' }).first().click();
      await page.locator(rows).filter({ hasText: 'dev' }).first().click();
      const text = await driver.waitForEditorText(page, /octocat/);
      await driver.screenshot(page, 'inlay-hints');
      setWorkspace(workspace, undefined);
      rmSync(environments);
      return text.replaceAll('\n', ' ');
    },
  ],
  [
    'a script is coloured as JavaScript and is not a finding, and a GraphQL body is coloured and folded',
    async ({ page }) => {
      await driver.openFile(page, 'scripted.http');
      await driver.placeCursorIn(page, 'const');
      const script = await inspectToken(page, /javascript/);
      await driver.placeCursorIn(page, 'query One');
      const graph = await inspectToken(page, /graphql/);
      await driver.screenshot(page, 'graphql-coloured');
      await driver.placeCursorIn(page, 'user(');
      await again(
        () => page.keyboard.press('Control+Shift+BracketLeft'),
        () => page.locator('.inline-folded, .codicon-folding-collapsed').first().waitFor({ timeout: 4000 }),
      );
      const folded = (await driver.readEditors(page)).find((text) => text.includes('with scripts')) ?? '';
      ensure(!/^ {4}name$/m.test(folded), 'the selection is not folded');
      const shown = (await driver.readProblems(page)).filter((text) => /script/i.test(text));
      ensure(shown.length === 0, `scripts are named ${shown.length} times: ${shown.join(' | ')}`);
      await driver.screenshot(page, 'graphql-folded');
      await driver.closePanel(page);
      return `${script} | ${graph}`;
    },
  ],
  [
    'the request of an operation is accepted from the list, and its fields are filled one after the other',
    async ({ page }) => {
      await driver.openFile(page, 'snippet.http');
      await driver.suggest(page, 'webhook', { expect: 'POST /repos/{owner}/{repo}/hooks' });
      await driver.screenshot(page, 'snippet-list');
      await driver.acceptSuggestion(page, 'POST /repos/{owner}/{repo}/hooks');
      await driver.waitForEditorText(page, /POST \/repos\/owner\/repo\/hooks/);
      await page.keyboard.type('octocat');
      await page.keyboard.press('Tab');
      await page.keyboard.type('hello-world');
      await driver.screenshot(page, 'snippet-fields');
      await page.keyboard.press('Escape');
      return driver.waitForEditorText(page, /POST \/repos\/octocat\/hello-world\/hooks/);
    },
  ],
  [
    'a damaged file is shown with the causes of its problems, and other files are answered afterwards',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'hostile.http');
      await driver.waitForSquiggle(page, 'error');
      const problems = (await driver.readProblems(page)).join(' | ').replaceAll('\n', ' ');
      await driver.screenshot(page, 'hostile');
      expect(problems, /import/i);
      await driver.closePanel(page);
      // It is edited as any other one.
      await driver.placeCursorAfter(page, 'POST');
      await page.keyboard.type(' ');
      await page.keyboard.press('Control+Z');
      writeFileSync(join(workspace, 'after.http'), 'PUT /_security/api_key\n\n{ "name": "a", "expiration": "1d" }\n');
      await driver.openFile(page, 'after.http');
      await driver.readHover(page, 'expiration', /expiration[^]*Documented/);
      return problems;
    },
  ],
];

/** Applies one of the refactorings at a text, by their key, and returns the titles of all. */
async function refactor(page, text, title, picture) {
  const list = page.locator('.action-widget .monaco-list-row');
  const row = list.filter({ hasText: title }).first();
  await again(
    async () => {
      await page.keyboard.press('Escape');
      await driver.placeCursorIn(page, text);
      await page.keyboard.press('Control+Shift+R');
    },
    () => row.waitFor({ timeout: 4000 }),
  );
  await driver.screenshot(page, picture);
  const titles = await list.allInnerTexts();
  await row.click();
  await list.first().waitFor({ state: 'hidden' });
  return titles.join(', ').replaceAll('\n', ' ');
}

/** Returns what the editor says of the token at the cursor. */
async function inspectToken(page, expected) {
  const inspected = page.locator('.token-inspect-widget');
  await driver.runCommand(page, 'Developer: Inspect Editor Tokens and Scopes');
  await inspected.filter({ hasText: expected }).waitFor();
  const text = await inspected.innerText();
  await page.keyboard.press('Escape');
  await inspected.waitFor({ state: 'hidden' });
  return text.replace(/\s+/g, ' ').slice(0, 80);
}
