// Installs the .vsix into an empty profile and works as a person does. Each step is a case; the last line counts them.
// One retry is allowed here and nowhere else: a browser on a busy machine may lose a key.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProfile, installExtension, startBrowserVscode } from '../../scripts/editor/browser-vscode.mjs';
import { startChromium, workbenchAddress } from '../../scripts/editor/browser-vscode.mjs';
import { CannotBeHad, ensureBrowserVscode, ensureChromium } from '../../scripts/editor/environment.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { build } from '../../scripts/build.mjs';
import { packageExtension } from '../../scripts/package.mjs';
import * as driver from './driver.mjs';

const root = join(import.meta.dirname, '../..');
// For trying the harness itself with another extension and workspace.
const givenVsix = process.env.RULEBOOK_TEST_VSIX;
const examples = process.env.RULEBOOK_TEST_WORKSPACE ?? join(root, 'examples');

const scratch = 'POST /_security/api_key\n\n{\n  "name": "tour",\n}\n';

/** @type {[name: string, (page: import('playwright-core').Page) => Promise<unknown>][]} */
const steps = [
  [
    'a wrong role descriptor has a squiggle, and Problems lists it',
    async (page) => {
      await driver.openFile(page, 'broken.http');
      await driver.waitForSquiggle(page);
      const problems = await driver.readProblems(page);
      expect(problems.join('\n'), /rulebook/i);
      return problems.join(' | ');
    },
  ],
  [
    'the hover says what is wrong and where it is documented',
    async (page) => {
      await driver.closePanel(page);
      const hover = await driver.readHoverOfSquiggle(page);
      expect(hover, /rulebook/i);
      return hover;
    },
  ],
  [
    'a quick fix removes the squiggle',
    async (page) => {
      const before = await driver.countSquiggles(page);
      await driver.placeCursorInSquiggle(page);
      const titles = await driver.openQuickFixes(page);
      const fix = titles.find((title) => !/ignore|suppress|disable/i.test(title));
      if (!fix) throw new Error(`No quick fix is offered: ${titles.join(' | ')}`);
      await driver.screenshot(page, 'quick-fixes');
      await driver.applyQuickFix(page, fix);
      await driver.waitForFewerSquiggles(page, before);
      return fix;
    },
  ],
  [
    'a completion is typed and accepted',
    async (page) => {
      await driver.openFile(page, 'scratch.http');
      await driver.placeCursorAfter(page, '"tour",');
      await page.keyboard.press('Enter');
      const labels = await driver.suggest(page, '"ro', { expect: 'role_descriptors' });
      await driver.screenshot(page, 'suggestions');
      await driver.acceptSuggestion(page, 'role_descriptors');
      await driver.waitForEditorText(page, /"role_descriptors": /);
      return labels.join(' | ');
    },
  ],
  [
    'Send is clicked and the answer is read beside the request',
    async (page) => {
      await driver.openFile(page, 'api-keys.http');
      const lens = await driver.clickCodeLens(page, 'Send');
      const answer = await driver.waitForEditorText(page, /^HTTP\/1\.1 200 OK/);
      return `${lens}: ${answer.split('\n').slice(0, 3).join(' | ')}`;
    },
  ],
];

try {
  await ensureBrowserVscode();
  await ensureChromium();
  let results = await runAll();
  if (results.failed > 0) {
    console.log('\nOnce more, from an empty profile:');
    results = await runAll();
  }
  console.log(`${results.passed} passed, ${results.failed} failed, 0 skipped`);
  process.exit(results.failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof CannotBeHad ? error.message : (error.stack ?? error));
  if (!(error instanceof CannotBeHad)) console.log('0 passed, 1 failed, 0 skipped');
  process.exit(error instanceof CannotBeHad ? 77 : 1);
}

async function runAll() {
  const workspace = mkdtempSync(join(tmpdir(), 'rulebook-ui-'));
  const profile = createProfile();
  let sandbox;
  let server;
  let browser;
  try {
    cpSync(examples, workspace, { recursive: true });
    writeFileSync(join(workspace, 'scratch.http'), scratch);
    const vsix = givenVsix ?? (await packageExtension({ say: () => undefined }));
    if (!givenVsix) {
      await build({ say: () => undefined });
      sandbox = await startSandbox({ freePorts: true });
    }
    await installExtension(profile, vsix);
    server = await startBrowserVscode(profile, { env: sandbox?.env });
    const chromium = await startChromium();
    browser = chromium.browser;
    await driver.openWorkbench(chromium.page, workbenchAddress(server, { folder: workspace }));
    return await runSteps(chromium.page);
  } finally {
    await browser?.close().catch(() => undefined);
    server?.stop();
    sandbox?.stop();
    profile.remove();
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function runSteps(page) {
  const results = { passed: 0, failed: 0 };
  for (const [index, [name, step]] of steps.entries()) {
    try {
      const seen = await step(page);
      results.passed += 1;
      console.log(`  ✓ ${name}\n      ${String(seen).replaceAll('\n', ' ').slice(0, 300)}`);
    } catch (error) {
      results.failed += 1;
      console.log(`  ✗ ${name}\n${error.stack ?? error}`);
    }
    console.log(`      ${await driver.screenshot(page, `${index + 1}-${name.replaceAll(/[^a-z]+/gi, '-')}`)}`);
    await page.keyboard.press('Escape');
  }
  return results;
}

function expect(text, pattern) {
  if (!pattern.test(text)) throw new Error(`Expected ${pattern} in:\n${text}`);
}
