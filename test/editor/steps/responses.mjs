// What a user does with responses: look at them, compare, keep and reopen them.
import { readClipboard } from '../clipboard.mjs';
import { again } from '../../../tools/editor/again.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { locateText } from '../places.mjs';
import { ensure, expect } from './expect.mjs';

/** The content of the webview that is on the screen. */
function webview(page) {
  const outer = page.locator('iframe.webview.ready:visible').last();
  return outer.contentFrame().frameLocator('#active-frame');
}

/** Sends the request of the open file; its endpoint asks once for a credential, and needs none. */
async function send(page, recorder) {
  const before = recorder.requests.length;
  await driver.clickCodeLens(page, 'Send');
  const asks = page.locator('.quick-input-widget:visible input[type="password"]').waitFor();
  asks.catch(() => undefined);
  const isAsked = await Promise.race([asks.then(() => true), recorder.arrived(before + 1).then(() => false)]);
  if (isAsked) await dialogs.answerPasswordBox(page, '');
  await recorder.arrived(before + 1);
}

export const responseFiles = {
  'parts.http':
    '@which = all\n\n# @endpoint open\nGET /parts?of={{which}}\nX-Own: 1\nX-Api-Token: some-long-key-of-mine\n',
  'page.http': '# @endpoint open\nGET /page\n',
  'refuse.http':
    '# @endpoint open\nPOST /_security/api_key\n\n{ "name": "refuse-this", "expiration": "1d",\n  "metadata": { "a": 1 } }\n',
  'large.http': '# @endpoint open\nGET /large\n',
  'pages.http': '# @endpoint hub\nGET /repos/o/r/hooks?per_page=2&page=1\n',
  'events.http': '# @endpoint open\nGET /events\n',
  'image.http': '# @endpoint open\nGET /image\n',
  'document.http': '# @endpoint open\nGET /document\n',
  'redirected.http': '# @endpoint open\nGET /moved\n',
};

/** @type {import('../ui.mjs').Step[]} */
export const responses = [
  [
    'a response begins with status, time and size, and its header fields are folded',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'parts.http');
      await send(page, recorder);
      const text = await driver.waitForEditorText(
        page,
        /^# 200 OK · \d+ ms · \S+ \S+ · http:\/\/\S+\/parts\?of=all\nHTTP\/1\.1 200 OK[^]*"parts"/,
      );
      await page.locator('.editor-group-container .cldr.codicon-folding-collapsed').first().waitFor();
      const folded = await driver.waitForEditorText(page, /^# 200 OK(?![^]*content-type)[^]*"parts"/i);
      ensure(!/content-type/i.test(folded), 'the header fields are not folded');
      await driver.screenshot(page, 'response-form');
      return text.split('\n').slice(0, 3).join(' | ');
    },
  ],
  [
    'a response is shown as received, formatted again, and its body copied',
    async ({ page }) => {
      await driver.runCommand(page, 'Rulebook: Show Response as Received');
      const raw = await driver.waitForEditorText(page, /\{"parts":\[1\.0/);
      await driver.runCommand(page, 'Rulebook: Format Response');
      await driver.waitForEditorText(page, /^ {2}"parts": \[/m);
      await driver.runCommand(page, 'Rulebook: Copy Response Body');
      const text = await readClipboard(page, /"parts"/);
      expect(text, /"token": "\*\*\*"/);
      return `${raw.split('\n').at(-1)} → ${text.replaceAll('\n', ' ')}`;
    },
  ],
  [
    'a pinned response stays when the next one comes, and both are compared',
    async ({ page }) => {
      await driver.runCommand(page, 'Rulebook: Pin Response');
      await page
        .locator('.tab.sticky')
        .filter({ hasText: /GET parts.* · 200/ })
        .first()
        .waitFor();
      await page.keyboard.press('Control+1');
      await driver.clickCodeLens(page, 'Send');
      const tabs = page.locator('.tab').filter({ hasText: /GET parts.* · 200/ });
      await tabs.nth(1).waitFor();
      await driver.runCommand(page, 'Rulebook: Compare Response with…');
      await driver.screenshot(page, 'response-compare-list');
      await dialogs.choose(page, 'GET /parts');
      await page.locator('.monaco-diff-editor').first().waitFor();
      await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await driver.screenshot(page, 'response-compared');
      const changed = await page.locator('.monaco-diff-editor .line-insert').count();
      ensure(changed < 4, `${changed} lines differ`);
      await driver.runCommand(page, 'View: Close Editor');
      await driver.clickCodeLens(page, 'Compare with Last Response', { inAnyGroup: true });
      await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await driver.runCommand(page, 'View: Close Editor');
      return `${await tabs.count()} responses, ${changed} lines differ`;
    },
  ],
  [
    'the request of a response opens as it was written, with its secrets masked',
    async ({ page }) => {
      await driver.runCommand(page, 'Rulebook: Open Request of Response');
      const text = await driver.waitForEditorText(page, /### GET \/parts[^]*GET \/parts\?of=\{\{which\}\}[^]*X-Own: 1/);
      expect(text, /@which = all/);
      expect(text, /X-Api-Token: \*\*\*/);
      await driver.screenshot(page, 'response-request');
      return text;
    },
  ],
  [
    'the request of a response is sent again by the title of the tab',
    async ({ page, recorder }) => {
      await page
        .locator('.tab')
        .filter({ hasText: /^\s*GET parts.* · 200/ })
        .last()
        .click();
      await driver.screenshot(page, 'response-title');
      const before = recorder.requests.length;
      await page.locator('.editor-actions .codicon-refresh').first().click();
      await recorder.arrived(before + 1);
      expect(recorder.requests.at(-1)?.path ?? '', /^\/parts/);
      await driver.waitForEditorText(page, /^# 200 OK[^]*"parts"/);
      const menu = page.locator('.context-view .monaco-menu .action-item:visible');
      // A response that is formatted meanwhile moves its text, and closes a menu.
      await again(
        async () => {
          await page.keyboard.press('Escape');
          const { x, y } = await locateText(page, '"parts"');
          await page.mouse.click(x + 5, y + 5, { button: 'right' });
        },
        async () => {
          await menu.filter({ hasText: 'Rulebook' }).first().click({ timeout: 4000 });
          await menu.filter({ hasText: 'Compare Response with' }).first().waitFor({ timeout: 4000 });
        },
      );
      await driver.screenshot(page, 'response-menu');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      return recorder.requests.at(-1)?.path ?? '';
    },
  ],
  [
    'a page is coloured, an image is a picture at once, and its bytes are shown on request',
    async ({ page, recorder }) => {
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'page.http');
      await send(page, recorder);
      await driver.waitForEditorText(page, /<h1>Hello<\/h1>/);
      await driver.screenshot(page, 'response-html');
      await driver.openFile(page, 'image.http');
      await send(page, recorder);
      await webview(page).locator('img').waitFor();
      await driver.screenshot(page, 'response-picture');
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'page.http');
      await send(page, recorder);
      await webview(page).frameLocator('iframe').locator('h1').waitFor();
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'parts.http');
      await send(page, recorder);
      await page.locator('.tab').filter({ hasText: 'Preview' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'image.http');
      await send(page, recorder);
      await webview(page).locator('img').waitFor();
      await driver.runCommand(page, 'Rulebook: Show Response as Received');
      await page.locator('.tab').filter({ hasText: 'GET image' }).filter({ hasNotText: 'Preview' }).last().click();
      const dump = await driver.waitForEditorText(page, /The body is binary: PNG image[^]*89 50 4e 47/);
      await driver.screenshot(page, 'response-binary');
      return dump.split('\n').at(-1);
    },
  ],
  [
    'a refused request is explained where its problem is, until its text changes',
    async ({ page, recorder }) => {
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'refuse.http');
      await send(page, recorder);
      await driver.waitForSquiggle(page);
      await driver.screenshot(page, 'response-refused');
      const problem = (await driver.readHoverOfSquiggle(page, 'error', /responded with/)).replaceAll('\n', ' ');
      expect(problem, /The service responded with 400: .*field \[metadata\]/);
      await driver.placeCursorAfter(page, '# @endpoint open');
      await page.keyboard.press('End');
      await page.keyboard.type(' ');
      await driver.waitForFewerSquiggles(page, 1);
      await page.keyboard.press('Control+Z');
      return problem;
    },
  ],
  [
    'of a long response the beginning is shown, and all of it opens from its file',
    async ({ page, recorder }) => {
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'large.http');
      await send(page, recorder);
      const text = await driver.waitForEditorText(page, /^# 200 OK · .* · 6\.\d MB, first \d+ % shown · http/);
      ensure(!text.includes('not-for-the-screen'), 'a secret is shown');
      const above = page.locator('.codelens-decoration a').filter({ hasText: 'Open All' }).first();
      await above.waitFor();
      await driver.screenshot(page, 'response-large');
      const shown = page.locator('.editor-group-container').last().locator('.overflow-guard').first();
      await again(
        () => page.waitForTimeout(700),
        async () => {
          const [group, box] = [await shown.boundingBox(), await above.boundingBox()];
          ensure((box?.y ?? 0) >= (group?.y ?? 0), 'the lens above the first line is out of sight');
        },
      );
      const lens = await driver.clickCodeLens(page, 'Open All', { inAnyGroup: true });
      const tab = page.locator('.tab.active').filter({ hasText: /response-[\da-f]{8}\.json/ });
      await tab.first().waitFor();
      await driver.waitForEditorText(page, /^\[\{"name":"one of many"/);
      await driver.screenshot(page, 'response-large-file');
      await page.keyboard.press('Control+1');
      return `${text.split('\n')[0]} | ${lens}`;
    },
  ],
  [
    'the details of a response list the redirects that led to it',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'redirected.http');
      await send(page, recorder);
      await driver.waitForEditorText(page, /^# 200 OK[^]*"parts"/);
      await driver.runCommand(page, 'Rulebook: Show Response Details');
      const main = webview(page).locator('main');
      await main.filter({ hasText: /Redirected to [^]*\/moved-again[^]*Redirected to [^]*\/parts/ }).waitFor();
      await driver.screenshot(page, 'response-redirects');
      await page.keyboard.press('Control+1');
      return (await main.innerText()).replaceAll('\n', ' ');
    },
  ],
  [
    'the details of a response say where its time went, and previews show a page and an image',
    async ({ page, recorder }) => {
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'page.http');
      await send(page, recorder);
      await driver.waitForEditorText(page, /<h1>Hello<\/h1>/);
      await driver.runCommand(page, 'Rulebook: Show Response Details');
      const details = webview(page);
      const text = await details.locator('main').innerText();
      expect(
        text,
        /200 OK · \d+ ms[^]*Waiting for the first byte[^]*Request as sent[^]*GET http:\/\/127[^]*Sent: [^]*host[^]*keep-alive[^]*Received: /,
      );
      await driver.screenshot(page, 'response-details');
      await page.keyboard.press('Control+1');
      await driver.runCommand(page, 'Rulebook: Preview Response');
      const framed = webview(page).frameLocator('iframe');
      const heading = framed.locator('h1');
      await heading.waitFor();
      const colour = await heading.evaluate((element) => getComputedStyle(element).color);
      ensure(colour === 'rgb(0, 128, 0)', `the heading is ${colour}`);
      await driver.screenshot(page, 'response-preview-html');
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'image.http');
      await send(page, recorder);
      const image = webview(page).locator('img');
      await image.waitFor();
      const width = await image.evaluate((element) => /** @type {HTMLImageElement} */ (element).naturalWidth);
      ensure(width === 1, `the image is ${width} pixels wide`);
      await driver.screenshot(page, 'response-preview-image');
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'document.http');
      await send(page, recorder);
      await driver.waitForEditorText(page, /The body is not shown: PDF/);
      await driver.runCommand(page, 'Rulebook: Preview Response');
      await dialogs.answerNotification(page, /does not show this body \(PDF/);
      await driver.screenshot(page, 'response-preview-pdf');
      await dialogs.clearNotifications(page);
      return text.replaceAll('\n', ' ');
    },
  ],
  [
    'the pages of a list are turned, and fetched into one document',
    async ({ page, recorder }) => {
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'pages.http');
      await send(page, recorder);
      await driver.waitForEditorText(page, /"id": 11\.0/);
      await driver.clickCodeLens(page, 'Next Page', { inAnyGroup: true });
      await driver.waitForEditorText(page, /"id": 21\.0/);
      ensure(recorder.requests.at(-1)?.path === '/repos/o/r/hooks?per_page=2&page=2', 'another page was asked for');
      await driver.screenshot(page, 'response-page');
      await driver.clickCodeLens(page, 'Previous Page', { inAnyGroup: true });
      await driver.waitForEditorText(page, /"id": 11\.0/);
      await driver.runCommand(page, 'Rulebook: Fetch All Pages of Response');
      await page.locator('.quick-input-widget:visible').filter({ hasText: 'The most pages to fetch' }).waitFor();
      await page.keyboard.press('Enter');
      const all = await driver.waitForEditorText(page, /"id": 11\.0[^]*"id": 22[^]*"id": 32/);
      await driver.screenshot(page, 'response-all-pages');
      await page.keyboard.press('Control+1');
      return all.replaceAll('\n', ' ');
    },
  ],
  [
    'events are formatted while they arrive, their end stays on the screen, and what came is kept',
    async ({ page, recorder }) => {
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'events.http');
      await send(page, recorder);
      const live = await driver.waitForEditorText(page, /"number": \d+[^]*Still arriving/);
      await driver.screenshot(page, 'response-events');
      await driver.runCommand(page, 'Rulebook: Cancel Request');
      await driver.waitForEditorText(page, /^(?![^]*Still arriving)[^]*"number": \d+/);
      await driver.screenshot(page, 'response-events-end');
      await dialogs.clearNotifications(page);
      await page.keyboard.press('Control+1');
      return live.split('\n').slice(-4).join(' | ');
    },
  ],
];
