// The playground, as a person uses it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { examplesIn } from '../../site/build/examples.mjs';
import { onPage, picture, until } from './harness.mjs';

const root = join(import.meta.dirname, '../..');
const examples = examplesIn(root);
const path = 'playground.html';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('./harness.mjs').Case[]} */
export const playgroundCases = [
  [
    'a mistake that is typed is reported with its rule, whose page exists',
    (scene) =>
      onPage(scene, path, async (page) => {
        await write(page, 'POST /_security/api_key\n\n');
        await page.keyboard.type('{ "nam": "a" ');
        await finding(page, 'unknown-field').waitFor();
        const href = await finding(page, 'unknown-field').locator('a').getAttribute('href');
        assert.equal((await page.request.get(href ?? '')).status(), 200);
        // The list is drawn anew while the last keys are being checked, and a click may fall between.
        await until(async () => {
          await finding(page, 'unknown-field').locator('button').click();
          return page.locator('.cm-editor.cm-focused').isVisible();
        }, 'the cursor goes to the finding');
        await page.keyboard.press('Control+.');
        await page.getByRole('menuitem').first().waitFor();
        await picture(page, 'playground-quick-fix');
        await page.keyboard.press('Enter');
        await until(async () => (await textOf(page)).includes('{ "name": "a" '), 'the quick fix changes the field');
        await finding(page, 'unknown-field').waitFor({ state: 'detached' });
      }),
  ],
  [
    'a hover shows what the document says, and the message with its quick fix',
    (scene) =>
      onPage(scene, `${path}#example=broken`, async (page) => {
        await finding(page, 'unknown-field').waitFor();
        const word = page.locator('.cm-content .pg-property', { hasText: 'expiration' });
        const hover = page.locator('.cm-lsp-hover-tooltip');
        await word.hover();
        await hover.waitFor();
        assert.match(await hover.innerText(), /expiration/);
        await page.mouse.move(0, 0);
        await page.locator('.cm-lintRange-error').first().hover();
        await page.locator('.cm-tooltip-lint', { hasText: 'not a documented field' }).waitFor();
        await picture(page, 'playground-hover');
        await page.locator('.cm-tooltip-lint button', { hasText: 'Quick fix' }).first().click();
        await page.getByRole('menuitem').first().waitFor();
      }),
  ],
  [
    'a line behind an open bracket is indented',
    (scene) =>
      onPage(scene, path, async (page) => {
        await write(page, 'POST /_security/api_key\n\n');
        await page.keyboard.type('{');
        await page.keyboard.press('Enter');
        await page.keyboard.type('"name": "a"');
        await until(async () => /\n\{\n {2}"name": "a"\n\}/.test(await textOf(page)), 'the line is indented');
      }),
  ],
  [
    'a completion is accepted by the keyboard',
    (scene) =>
      onPage(scene, path, async (page) => {
        await write(page, 'POST /_security/api_key\n\n');
        await page.keyboard.type('{ "exp');
        await page.locator('.cm-tooltip-autocomplete li', { hasText: 'expiration' }).first().waitFor();
        await picture(page, 'playground-completion');
        await page.keyboard.press('Tab');
        await until(async () => /"expiration"/.test(await textOf(page)), 'the field is inserted');
      }),
  ],
  [
    'the file is formatted, and everything safe is fixed',
    (scene) =>
      onPage(scene, path, async (page) => {
        await write(page, 'POST /_security/api_key\n\n{"name":"a",\n"expiration":"1d"}\n');
        await page.getByRole('button', { name: 'Format' }).click();
        await until(async () => (await textOf(page)).includes('\n  "name": "a",\n'), 'the body is formatted');
        await write(page, 'post  /_security/api_key\n\n{ "name": "a", "expiration": "1d", }\n');
        await page.locator('.pg-problem').first().waitFor();
        await page.getByRole('button', { name: 'Fix all' }).click();
        await page.getByText('All safe quick fixes are applied.').waitFor();
        assert.match(await textOf(page), /"1d" \}/);
      }),
  ],
  [
    'the editor is left by the keyboard',
    (scene) =>
      onPage(scene, path, async (page) => {
        await page.locator('.pg-problem').first().waitFor();
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement?.closest('.cm-editor') === null), true);
      }),
  ],
  [
    `each of ${examples.length} examples opens, and only those with mistakes have errors`,
    (scene) =>
      onPage(scene, path, async (page) => {
        for (const { id, text } of examples) {
          await page.getByLabel('Example').selectOption(id);
          await until(
            async () => (await textOf(page)) === text.trimEnd() || text.startsWith(await textOf(page)),
            `${id} opens`,
          );
          await until(async () => page.url().endsWith(`#example=${id}`), `${id} is in the address`);
          await until(async () => (await page.locator('.pg').getAttribute('data-checked')) === id, `${id} is checked`);
          const errors = await page.locator('.pg-problem.pg-error').count();
          assert.equal(errors > 0, ['broken', 'new-mistake'].includes(id), `${id} has ${errors} errors`);
        }
      }),
  ],
  [
    'a pasted OpenAPI file checks requests to it; what is wrong in it is shown',
    (scene) =>
      onPage(scene, path, async (page) => {
        const { description } = examples.find(({ id }) => id === 'own-service') ?? {};
        const hostile = 'List <img src=x onerror="window.broken = true"> the pets';
        const text = (description?.text ?? '').replace('summary: List the pets', `summary: '${hostile}'`);
        assert.ok(text.includes(hostile));
        await write(page, 'GET /pets?kind=cow\n');
        await page.getByRole('button', { name: 'OpenAPI…' }).click();
        await page.locator('#pg-description').fill(text);
        await page.getByRole('button', { name: 'Use this file' }).click();
        await finding(page, 'unknown-value').waitFor();
        await picture(page, 'playground-openapi');
        await page.locator('.cm-line', { hasText: '/pets' }).hover({ position: { x: 50, y: 8 } });
        const hover = page.locator('.cm-lsp-hover-tooltip');
        await hover.waitFor();
        assert.match(await hover.innerText(), /List/);
        assert.equal(await hover.locator('img').count(), 0);
        assert.equal(await page.evaluate(() => 'broken' in window), false);

        await page.locator('#pg-description').fill('openapi: 3.1.0\ninfo: [');
        await page.getByRole('button', { name: 'Use this file' }).click();
        await page.locator('.pg-description li').first().waitFor();
        await page.getByRole('button', { name: 'Remove' }).click();
        await finding(page, 'unknown-value').waitFor({ state: 'detached' });
      }),
  ],
  [
    'a link carries the text and the OpenAPI file, and a reload keeps them',
    async (scene) => {
      const { description } = examples.find(({ id }) => id === 'own-service') ?? {};
      const text = '### Grüße 🎈\nGET /pets?kind=cow\n';
      const hash = await onPage(
        scene,
        path,
        async (page) => {
          await write(page, text);
          await page.getByRole('button', { name: 'OpenAPI…' }).click();
          await page.locator('#pg-description').fill(description?.text ?? '');
          await page.getByRole('button', { name: 'Use this file' }).click();
          await page.getByRole('button', { name: 'Copy link' }).click();
          await page.getByText('The link is copied.').waitFor();
          const copied = await page.evaluate(() => navigator.clipboard.readText());
          assert.equal(copied, page.url());
          await page.reload();
          await finding(page, 'unknown-value').waitFor();
          assert.equal(await textOf(page), text.trimEnd());
          return new URL(copied).hash;
        },
        { permissions: ['clipboard-read', 'clipboard-write'] },
      );
      assert.match(hash, /^#text=1\./);
      await onPage(scene, path + hash, async (page) => {
        await finding(page, 'unknown-value').waitFor();
        assert.equal(await textOf(page), text.trimEnd());
        // Another link in the same window.
        await page.evaluate(() => (location.hash = '#example=webhooks'));
        await until(async () => (await textOf(page)).includes('hook_secret'), 'the other link is opened');
      });
    },
  ],
  ...[
    ['cut off', '#text=1.q1YqSa0oUbJSUEpJLM', /damaged/],
    ['not compressed', '#text=1.AAAAAAAA', /damaged/],
    ['of another version', '#text=7.AAAA', /another version/],
    ['too long', `#text=1.${'A'.repeat(70_000)}`, /too long/],
    ['without its example', '#example=nothing', /no such example/],
  ].map(
    ([name, hash, message]) =>
      /** @type {import('./harness.mjs').Case} */ ([
        `a link that is ${name} says what is wrong`,
        (scene) =>
          onPage(scene, `${path}${hash}`, async (page) => {
            await page.locator('.pg-note:visible').waitFor();
            assert.match(await page.locator('.pg-note').innerText(), /** @type {RegExp} */ (message));
            await page.locator('.pg-problem').first().waitFor();
          }),
      ]),
  ),
  [
    'a text of five megabytes can be edited, and says that no link holds it',
    (scene) =>
      onPage(scene, path, async (page) => {
        const request = 'GET /_security/api_key?id=1\n\n###\n';
        await paste(page, request.repeat(Math.ceil(5_000_000 / request.length)));
        await page.keyboard.press('Control+Home');
        await page.keyboard.type('### First');
        await page.locator('.cm-line', { hasText: '### First' }).first().waitFor();
        await page.getByRole('button', { name: 'Copy link' }).click();
        await page.locator('.pg-status', { hasText: 'too long for a link' }).waitFor();
      }),
  ],
];

/**
 * Replaces the whole text.
 * @param {Page} page
 * @param {string} text
 */
async function write(page, text) {
  await page.locator('.pg[data-ready]').waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/**
 * Pastes a text in place of the whole one.
 * @param {Page} page
 * @param {string} text
 */
async function paste(page, text) {
  await page.locator('.pg[data-ready]').waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.locator('.cm-content').evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/**
 * Returns the text as far as the editor has drawn it: all of a short one.
 * @param {Page} page
 */
async function textOf(page) {
  const lines = await page.locator('.cm-content .cm-line').allTextContents();
  return lines.join('\n').trimEnd();
}

/**
 * @param {Page} page
 * @param {string} rule
 */
function finding(page, rule) {
  return page.locator('.pg-problems li', { hasText: rule }).first();
}
