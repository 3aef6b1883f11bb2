// `npm test -- --only site`: builds the documentation site, and works on it in a browser. The last line counts the cases.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CannotBeHad, ensureChromium } from '../../tools/editor/environment.mjs';
import { run } from '../../tools/lib/processes.mjs';
import { serveFolder } from '../../tools/lib/serve-folder.mjs';
import { buildSite } from '../../tools/site.mjs';
import { base } from './harness.mjs';

const root = join(import.meta.dirname, '../..');
/** Runs only the cases whose name matches; for working on one of them. */
const only = new RegExp(process.env.RULEBOOK_SITE_ONLY ?? '');
const folder = process.env.RULEBOOK_SITE_BUILT ?? mkdtempSync(join(tmpdir(), 'rulebook-site-'));
const counts = { passed: 0, failed: 0 };

/** @param {string} name @param {() => Promise<unknown>} act */
async function step(name, act) {
  if (!only.test(name)) return;
  const started = performance.now();
  try {
    await act();
    counts.passed++;
    console.log(`✓ ${name} (${Math.round(performance.now() - started)} ms)`);
  } catch (error) {
    counts.failed++;
    console.log(`✗ ${name}\n${error.stack ?? error}\n`);
  }
}

try {
  const executablePath = await ensureChromium();
  if (!process.env.RULEBOOK_SITE_BUILT) await buildSite({ base, out: folder });
  // The packages of the site are there now.
  await step('the types are right', async () => {
    const { code, output } = await run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', 'site'], {
      cwd: root,
    });
    if (code !== 0) throw new Error(output);
  });
  const [{ pageCases }, { playgroundCases }] = [await import('./pages.mjs'), await import('./playground.mjs')];
  const { server, address } = await serveFolder(folder, { base });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const [name, act] of [...pageCases, ...playgroundCases])
      await step(name, () => act({ browser, address, folder }));
  } finally {
    await browser.close();
    server.close();
  }
} catch (error) {
  if (!(error instanceof CannotBeHad)) throw error;
  console.log(error.message);
  process.exit(77);
} finally {
  if (!process.env.RULEBOOK_SITE_BUILT) rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
