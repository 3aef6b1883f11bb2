// A response of 1 MB in the view and as a document, in the browser-hosted VS Code: S19.
import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createProfile,
  installExtension,
  startBrowserVscode,
  startChromium,
  workbenchAddress,
} from '../editor/browser-vscode.mjs';
import { packageExtension } from '../package.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */
/** @typedef {import('playwright-core').Page} Page */

/** Time for what the editor does when a response is shown, in milliseconds. */
const rest = 2000;
const forms = /** @type {const} */ (['text', 'view']);

/** @param {Bench} bench */
export async function measureShownResponse({ folder, isQuick, root, report }) {
  // The driver of the editor's tests is not part of what scripts need otherwise.
  const driver = await import(join(root, 'test/editor/driver.mjs'));
  const { url, stop, count } = await startService();
  const workspace = join(folder, 'answered');
  mkdirSync(join(workspace, '.vscode'), { recursive: true });
  writeFileSync(join(workspace, 'one.http'), `GET ${url}\n`);
  const show = (form) =>
    writeFileSync(join(workspace, '.vscode/settings.json'), JSON.stringify({ 'rulebook.responseView': form }));
  show('text');
  const vsix = await packageExtension({ say: () => undefined });
  const profile = createProfile();
  /** @type {(() => unknown)[]} */
  const ends = [stop, profile.remove];
  try {
    await installExtension(profile, vsix);
    const server = await startBrowserVscode(profile);
    ends.push(server.stop);
    const { browser, page } = await startChromium();
    ends.push(() => browser.close());
    await driver.openWorkbench(page, workbenchAddress(server, { folder: workspace }));
    page.setDefaultTimeout(60_000);
    const wanted = isQuick ? 4 : 20;
    /** @type {Record<string, number[]>} */
    const times = { text: [], view: [] };
    // In turn, so that both have the same machine.
    for (let turn = -1; turn < wanted; turn++) {
      for (const form of forms) {
        show(form);
        await page.keyboard.press('Control+1');
        await driver.openFile(page, 'one.http');
        await page.keyboard.press('Control+Home');
        await sleep(rest);
        const marker = `"marker-${count() + 1}"`;
        const started = performance.now();
        await page.keyboard.press('Control+Enter');
        await placeOf(page, form).filter({ hasText: marker }).first().waitFor();
        // The first ones load the code.
        if (turn >= 0) times[form]?.push(performance.now() - started);
      }
    }
    const [text, view] = [median(times['text'] ?? []), median(times['view'] ?? [])];
    const about = { samples: wanted };
    report.row('S19', '1 MB of JSON in the view over the text document', view / text, {
      ...{ unit: 'times', goal: 1.3 },
      ...about,
    });
    report.row('S19', '  from the key to the view', view, { unit: 'ms', ...about });
    report.row('S19', '  from the key to the text document', text, { unit: 'ms', ...about });
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => undefined);
  }
}

/**
 * Where the lines of a response are.
 * @param {Page} page
 * @param {string} form
 */
function placeOf(page, form) {
  return form === 'text'
    ? page.locator('.editor-instance .view-line')
    : page
        .locator('iframe.webview.ready:visible')
        .last()
        .contentFrame()
        .frameLocator('#active-frame')
        .locator('.cm-line');
}

/** A service that answers with 1 MB, whose first member counts its responses. */
async function startService() {
  let count = 0;
  const items = Array.from({ length: 11_000 }, (_, id) => ({
    id,
    name: `a name of ${id}`,
    tags: ['one', 'two'],
    price: 1.5,
    text: 'x'.repeat(20),
  }));
  const rest = JSON.stringify(items);
  const server = createServer((_, response) => {
    count++;
    response.setHeader('Content-Type', 'application/json').end(`{"marker":"marker-${count}","items":${rest}}`);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/items`,
    count: () => count,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
