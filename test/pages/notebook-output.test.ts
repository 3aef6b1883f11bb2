/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executablePath, seriousIn } from './browser';
import { styleOf, themes } from './themes';

// What draws responses below the cells of a notebook, in a browser, with the editor's colours. It is that of the last build.

const script = join(import.meta.dirname, '../../dist/notebook-output.js');
const words = {
  ...{ arriving: 'Arriving… {0} s, {1} characters', cancel: 'Cancel', close: 'Close Connection', send: 'Send' },
  ...{ message: 'Message', said: 'Text so far', time: 'Time', event: 'Event', data: 'Data', events: 'Events' },
  ...{ body: 'Body', headers: 'Headers', details: 'Details', counted: '{0} ({1})', name: 'Name', value: 'Value' },
};
const running = (text: string, more: object = {}) => ({
  words,
  shown: [
    {
      ...{ label: 'GET /chat', hasFailed: false },
      model: { kind: 'running', uri: 'arriving:1', label: 'GET /chat', since: Date.now() - 1500, text, ...more },
    },
  ],
});
const answered = {
  words,
  shown: [
    {
      ...{ label: 'GET /chat', hasFailed: false },
      model: {
        ...{ kind: 'answered', uri: 'a', label: 'GET /chat', status: 200, statusText: 'OK', method: 'GET' },
        ...{ url: 'https://api.example/chat', isProtected: false, duration: '2 s', size: '9 bytes', time: 0 },
        ...{ notes: [], headers: [['A', 'b']], cookies: [], tests: [], log: [], details: '', secrets: [] },
        body: { kind: 'text', text: '{\n  "a": 1\n}', language: 'json', cut: 'The cell shows the first 12 of 99.' },
        ...{ isRevealed: false, actions: [{ id: 'show-in-view', label: 'Show in Response View' }] },
      },
    },
  ],
};

describe.skipIf(!executablePath)('the output of a cell', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  /** Opens a page with what draws outputs; `draw` gives it the next state of one output. */
  async function open(theme = 'dark') {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    await page.setContent(
      '<!doctype html><html lang="en"><title>a</title><body><main id="place"></main></body></html>',
    );
    // The notebook has the background.
    const background = 'body { background: var(--vscode-editor-background); }';
    const buttons = '.rulebook-output { --vscode-button-background: #005fb8; --vscode-button-foreground: #ffffff; }';
    await page.addStyleTag({ content: `${styleOf(themes[theme] ?? {})} ${background} ${buttons}` });
    const code = `data:text/javascript;base64,${Buffer.from(readFileSync(script)).toString('base64')}`;
    await page.addScriptTag({
      type: 'module',
      content: `import { activate } from '${code}'; globalThis.said = []; globalThis.renderer = activate({ postMessage: (one) => said.push(one) });`,
    });
    await page.waitForFunction('globalThis.renderer !== undefined');
    const draw = (output: object) =>
      page.evaluate((given) => {
        const { renderer } = globalThis as unknown as {
          readonly renderer: { readonly renderOutputItem: (item: object, place: unknown) => void };
        };
        renderer.renderOutputItem({ id: 'o', json: () => given }, document.querySelector('#place'));
      }, output);
    const said = () => page.evaluate(() => (globalThis as unknown as { readonly said: readonly object[] }).said);
    return { page, draw, said };
  }
  const textOf = (page: Page) => page.locator('#place').innerText();

  it('grows while a response arrives, without drawing the rest again, and is cancelled', async () => {
    const { page, draw, said } = await open();
    await draw(running('one\n'));
    expect(await textOf(page)).toMatch(/Arriving… 1\.\d s, 4 characters\s+GET \/chat\s+Cancel/);
    await page.locator('pre.text').evaluate((one) => one.setAttribute('data-same', 'yes'));
    await draw(running('one\ntwo\n'));
    expect(await page.locator('pre.text').innerText()).toBe('one\ntwo\n');
    expect(await page.locator('pre.text').getAttribute('data-same')).toBe('yes');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await said()).toEqual([{ kind: 'do', uri: 'arriving:1', id: 'step-0' }]);
    await draw(answered);
    expect(await textOf(page)).toMatch(/200 OK[^]*The cell shows the first 12 of 99\.[^]*"a": 1/);
    expect(await page.locator('pre.text').count()).toBe(1);
  });

  it('shows events, and sends messages over an open connection', async () => {
    const { page, draw, said } = await open();
    const events = (...data: readonly string[]) => ({
      events: { events: data.map((one) => ({ name: 'message', data: one })), total: data.length, said: data.join('') },
    });
    await draw(running('', events('a')));
    await draw(running('', events('a', 'b')));
    expect(await page.locator('.events tbody tr').count()).toBe(2);
    expect(await page.locator('.said').innerText()).toMatch(/Text so far\s*ab/);
    await draw({ words, shown: running('→ a', { isOpen: true, uri: 'arriving:2' }).shown });
    await page.getByRole('textbox', { name: 'Message' }).fill('hello');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close Connection' }).click();
    expect(await said()).toEqual([
      { kind: 'send', uri: 'arriving:2', text: 'hello' },
      { kind: 'do', uri: 'arriving:2', id: 'step-1' },
    ]);
  });

  it.each(Object.keys(themes))('has no serious fault in the theme %s', async (theme) => {
    const { page, draw } = await open(theme);
    await draw(running('one\n', { isOpen: true }));
    expect(await seriousIn(page)).toEqual([]);
    await draw(answered);
    expect(await seriousIn(page)).toEqual([]);
    await page.context().close();
  });
});
