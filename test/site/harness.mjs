// What the cases of the documentation site share: the built site on a server of this machine, and a browser.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const artifacts = process.env.RULEBOOK_ARTIFACTS ?? join(tmpdir(), 'rulebook-artifacts');
/** The path under which the site is served, as hosts of project pages do it. */
export const base = '/rulebook/';

/** The two widths at which pages are looked at. */
export const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/**
 * What a case gets.
 * @typedef {{ browser: import('playwright-core').Browser, address: string, folder: string }} Scene
 * @typedef {[name: string, run: (scene: Scene) => Promise<unknown>]} Case
 */

/**
 * Opens a page of the site and hands it on. What the page reports on its console and what it asks of others is an error.
 * @template Result
 * @param {Scene} scene
 * @param {string} path
 * @param {(page: import('playwright-core').Page) => Promise<Result>} run
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function onPage({ browser, address }, path, run, options = {}) {
  const context = await browser.newContext({ viewport: widths.desktop, ...options });
  const wrong = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => wrong.push(`error: ${error.error().message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) wrong.push(`a request to ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} for ${response.url()}`);
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(address + path);
    const result = await run(page);
    if (wrong.length > 0) throw new Error(`${path}: ${wrong.join('\n')}`);
    return result;
  } finally {
    await context.close();
  }
}

/**
 * Keeps a picture of a page in addition to those of the editor tests.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function picture(page, name) {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `site-${name}.png`) });
}

/**
 * Waits until something holds in the page.
 * @param {() => Promise<boolean>} test
 * @param {string} what
 */
export async function until(test, what) {
  const end = performance.now() + 30_000;
  while (!(await test())) {
    if (performance.now() > end) throw new Error(`Did not happen: ${what}.`);
    await new Promise((done) => setTimeout(done, 25));
  }
}
