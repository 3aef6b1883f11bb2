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
import { freePort } from '../../scripts/lib/processes.mjs';
import * as driver from './driver.mjs';
import { startRecorder } from './recorder.mjs';
import { checking } from './steps/checking.mjs';
import { restricted } from './steps/restricted.mjs';
import { sending } from './steps/sending.mjs';

const root = join(import.meta.dirname, '../..');
// For trying the harness itself with another extension and workspace.
const givenVsix = process.env.RULEBOOK_TEST_VSIX;
const examples = process.env.RULEBOOK_TEST_WORKSPACE ?? join(root, 'examples');

/**
 * What a step gets to see.
 * @typedef {{ page: import('playwright-core').Page, workspace: string, profile: ReturnType<typeof createProfile>,
 *   recorder: Awaited<ReturnType<typeof startRecorder>> }} Scene
 * @typedef {[name: string, step: (scene: Scene) => Promise<unknown>]} Step
 */

const key = (name) => `POST /_security/api_key\n\n{ "name": ${name}, "expiration": "1d" }\n`;

/** A trusted workspace with endpoints of every kind, and one that is neither trusted nor configured. */
const windows = [
  {
    steps: [...checking, ...sending],
    isTrusted: true,
    files: ({ baseUrl }) => ({
      'rulebook.json': JSON.stringify({
        endpoints: {
          recorder: { service: 'search-cluster', baseUrl },
          guarded: { service: 'search-cluster', baseUrl, protected: true },
        },
      }),
      'scratch.http': 'POST /_security/api_key\n\n{\n  "name": "tour",\n}\n',
      'ask.http': `# @endpoint recorder\n${key('"asked"')}`,
      'wrong.http': `# @endpoint recorder\n${key('5')}`,
      'guarded.http': `# @endpoint guarded\n${key('"guarded"')}`,
      'slow.http': `# @endpoint recorder\n${key('"slow"')}`,
      'variable.http': `# @endpoint recorder\n${key('"{{who}}"')}`,
    }),
    settings: { 'rulebook.environments': { staging: { who: 'from-staging' }, production: { who: 'from-production' } } },
  },
  {
    steps: restricted,
    isTrusted: false,
    files: () => ({
      'first-line.json': '// @request POST /_security/api_key\n{ "name": 5 }\n',
      'key.http': 'POST /_security/api_key\n\n{ "name": "from-key", "expiration": "1d", "nme": 1 }\n',
    }),
    settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
  },
];

try {
  await ensureBrowserVscode();
  await ensureChromium();
  let results = await runAll();
  if (results.failed > 0 && !process.env.RULEBOOK_UI_ONCE) {
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
  const vsix = givenVsix ?? (await packageExtension({ say: () => undefined }));
  if (!givenVsix) await build({ say: () => undefined });
  const results = { passed: 0, failed: 0 };
  for (const window of windows) await runWindow(window, vsix, results);
  return results;
}

async function runWindow({ steps, isTrusted, files, settings }, vsix, results) {
  const workspace = mkdtempSync(join(tmpdir(), 'rulebook-ui-'));
  const profile = createProfile({ settings });
  const recorder = await startRecorder();
  let sandbox;
  let server;
  let browser;
  try {
    if (isTrusted) cpSync(examples, workspace, { recursive: true });
    for (const [name, text] of Object.entries(files(recorder))) writeFileSync(join(workspace, name), text);
    if (isTrusted && !givenVsix) sandbox = await startSandbox({ freePorts: true });
    // Where nothing listens, so that the sandbox of nobody else is met.
    const guarded = { RULEBOOK_CREDENTIAL_GUARDED: 'guarded-credential' };
    const env = sandbox
      ? { ...sandbox.env, ...guarded }
      : { RULEBOOK_ENDPOINT_SANDBOX_CLUSTER: `http://127.0.0.1:${await freePort()}` };
    await installExtension(profile, vsix);
    server = await startBrowserVscode(profile, { env, asksForTrust: !isTrusted });
    const chromium = await startChromium();
    browser = chromium.browser;
    const { page } = chromium;
    await driver.openWorkbench(page, workbenchAddress(server, { folder: workspace }));
    await runSteps(steps, { page, workspace, profile, recorder }, results);
  } finally {
    await browser?.close().catch(() => undefined);
    server?.stop();
    sandbox?.stop();
    recorder.stop();
    profile.remove();
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function runSteps(steps, scene, results) {
  for (const [name, step] of steps) {
    const started = performance.now();
    try {
      const seen = await step(scene);
      results.passed += 1;
      const time = Math.round(performance.now() - started);
      console.log(`  ✓ ${name} (${time} ms)\n      ${String(seen).replaceAll('\n', ' ').slice(0, 300)}`);
    } catch (error) {
      results.failed += 1;
      console.log(`  ✗ ${name}\n${error.stack ?? error}`);
    }
    const picture = `${results.passed + results.failed}-${name.replaceAll(/[^a-z]+/gi, '-').slice(0, 60)}`;
    console.log(`      ${await driver.screenshot(scene.page, picture)}`);
    await scene.page.keyboard.press('Escape');
  }
}
