// A key to its squiggle in the page of the browser-hosted VS Code, with the extension installed: S10.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createProfile,
  installExtension,
  startBrowserVscode,
  startChromium,
  workbenchAddress,
} from '../editor/browser-vscode.mjs';
import { packageExtension } from '../package.mjs';
import { generateFile } from './generate-file.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */
/** @typedef {import('playwright-core').Page} Page */

/** Time for what the editor asks for when no one types, in milliseconds. */
const rest = 900;
/** A member that is optional, so that a letter in its name is one finding. */
const member = 'max_read_request_size';

/** @param {Bench} bench */
export async function measureEditor({ big, folder, samples, root, report }) {
  // The driver of the editor's tests is not part of what scripts need otherwise.
  const driver = await import(join(root, 'test/editor/driver.mjs'));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const files = { 'ten.http': generateFile({ requests: 10 }).text, 'large.http': big.text };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  const vsix = await packageExtension({ say: () => undefined });
  const profile = createProfile();
  /** @type {(() => unknown)[]} */
  const ends = [profile.remove];
  try {
    await installExtension(profile, vsix);
    const server = await startBrowserVscode(profile);
    ends.push(server.stop);
    const { browser, page } = await startChromium();
    ends.push(() => browser.close());
    await driver.openWorkbench(page, workbenchAddress(server, { folder: workspace }));
    page.setDefaultTimeout(60_000);
    await watchTasks(page);
    /** @type {Record<string, { times: number[], longest: number, opening: number }>} */
    const found = {};
    for (const [name, text] of Object.entries(files)) {
      await driver.openFile(page, name);
      await page.locator('.codelens-decoration a').first().waitFor();
      found[name] = await typeIn(page, text, samples);
    }
    const [few, many] = [found['ten.http'], found['large.http']];
    if (!few || !many) return;
    const about = { samples: many.times.length };
    report.row(
      'S10',
      'key to squiggle in the editor, 10,000 over 10 requests',
      median(many.times) / median(few.times),
      {
        unit: 'times',
        goal: 1.5,
        ...about,
      },
    );
    report.row('S10', '  of 10,000 requests', median(many.times), { unit: 'ms', ...about });
    report.row('S10', '  longest task of the window while a user types', many.longest, {
      unit: 'ms',
      goal: 100,
      ...about,
    });
    report.row('S10', '  longest task of the window while the file is opened', many.opening, {
      unit: 'ms',
      samples: 1,
    });
    report.row('S10', '  longest task while a user types in 10 requests', few.longest, { unit: 'ms', ...about });
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => undefined);
  }
}

/**
 * Types a letter into the name of a member and takes it away, as often as wanted, and returns the times in the page.
 * @param {Page} page
 */
async function typeIn(page, text, samples) {
  const lines = text.split('\n');
  const middle = Math.floor(lines.length / 2);
  const isMember = (line) => line.includes(`"${member}"`);
  const later = lines.findIndex((line, index) => index >= middle && isMember(line));
  const line = later < 0 ? lines.findIndex(isMember) : later;
  await page.keyboard.press('Control+G');
  const box = page.locator('.quick-input-widget:visible input');
  await box.fill(`:${line + 1}:${(lines[line] ?? '').indexOf(member) + 5}`);
  await box.press('Enter');
  await page.locator('.view-line', { hasText: member }).first().waitFor();
  await sleep(rest * 5);
  const opening = await longestTask(page);
  /** @type {number[]} */
  const times = [];
  for (let key = -2; key < samples; key++) {
    const appeared = await keyToSquiggles(page, 'x', 1);
    await sleep(rest);
    await keyToSquiggles(page, 'Backspace', -1);
    await sleep(rest);
    // The first ones warm up.
    if (key >= 0) times.push(appeared);
    else await longestTask(page);
  }
  return { times, opening, longest: await longestTask(page) };
}

/**
 * Presses a key, and returns the milliseconds until so many squiggles more are drawn.
 * @param {Page} page
 * @param {string} key
 * @param {number} more
 */
async function keyToSquiggles(page, key, more) {
  const elapsed = page.evaluate(
    (difference) =>
      new Promise((/** @type {(elapsed: number) => void} */ resolve, reject) => {
        const count = () => document.querySelectorAll('.editor-instance .cdr[class*="squiggly-"]').length;
        const wanted = count() + difference;
        let pressed = NaN;
        document.addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          if (count() !== wanted) return;
          observer.disconnect();
          resolve(performance.now() - pressed);
        });
        observer.observe(document.body, {
          childList: true,
          subtree: true,
          attributes: true,
          attributeFilter: ['class'],
        });
        setTimeout(() => reject(new Error(`There are ${count()} squiggles, not ${wanted}.`)), 20_000);
      }),
    more,
  );
  // The listener must be there first.
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  return elapsed;
}

/** @param {Page} page */
async function watchTasks(page) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const tasks = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/**
 * Returns the longest task since this was asked last, in milliseconds; shorter ones than 50 do not count as long.
 * @param {Page} page
 * @returns {Promise<number>}
 */
function longestTask(page) {
  return page.evaluate(() => Math.max(0, .../** @type {any} */ (window).longTasks.splice(0)));
}
