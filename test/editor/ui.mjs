// Installs the .vsix into an empty profile and works as a person does. Each step is a case; the last line counts them.
// One retry of a window is allowed here and nowhere else: a browser on a busy machine may lose a key.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProfile, installExtension, startBrowserVscode } from '../../scripts/editor/browser-vscode.mjs';
import { startChromium, workbenchAddress } from '../../scripts/editor/browser-vscode.mjs';
import { CannotBeHad, ensureBrowserVscode, ensureChromium } from '../../scripts/editor/environment.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { packageExtension } from '../../scripts/package.mjs';
import { freePort } from '../../scripts/lib/processes.mjs';
import * as driver from './driver.mjs';
import { packageNeighbour } from './neighbour.mjs';
import { startRecorder } from './recorder.mjs';
import { assertFiles, asserts } from './steps/asserts.mjs';
import { beside } from './steps/beside.mjs';
import { desktop } from './steps/desktop.mjs';
import { checking } from './steps/checking.mjs';
import { convert } from './steps/convert.mjs';
import { explainedFiles, explaining } from './steps/explaining.mjs';
import { firstMinutes } from './steps/first-minutes.mjs';
import { history } from './steps/history.mjs';
import { ownServices } from './steps/own-services.mjs';
import { pickedFiles, picking } from './steps/picking.mjs';
import { responses } from './steps/responses.mjs';
import { restricted } from './steps/restricted.mjs';
import { sandbox } from './steps/sandbox.mjs';
import { sending } from './steps/sending.mjs';
import { sendingSeveral, severalFiles } from './steps/sending-several.mjs';
import { typedFiles, typing } from './steps/typing.mjs';

const root = join(import.meta.dirname, '../..');
// For trying the harness itself with another extension and workspace.
const givenVsix = process.env.RULEBOOK_TEST_VSIX;
/** Runs only the steps whose name matches; for working on one of them. */
const only = new RegExp(process.env.RULEBOOK_UI_ONLY ?? '');
const examples = process.env.RULEBOOK_TEST_WORKSPACE ?? join(root, 'examples');

/**
 * What a step gets to see.
 * @typedef {{ page: import('playwright-core').Page, workspace: string, profile: ReturnType<typeof createProfile>,
 *   recorder: Awaited<ReturnType<typeof startRecorder>> }} Scene
 * @typedef {[name: string, step: (scene: Scene) => Promise<unknown>]} Step
 */

let pictures = 0;

const key = (name) => `POST /_security/api_key\n\n{ "name": ${name}, "expiration": "1d" }\n`;

/** A trusted workspace with endpoints of every kind, one that is neither trusted nor configured, and an empty folder. */
const windows = [
  {
    steps: [
      ...checking,
      ...typing,
      ...sending,
      ...explaining,
      ...responses,
      ...sendingSeveral,
      ...convert,
      ...asserts,
      ...picking,
      ...history,
    ],
    isTrusted: true,
    files: ({ baseUrl }) => ({
      'rulebook.json': JSON.stringify({
        endpoints: {
          recorder: { service: 'search-cluster', baseUrl },
          guarded: { service: 'search-cluster', baseUrl, protected: true },
          open: { service: 'search-cluster', baseUrl },
          hub: { service: 'code-hosting', baseUrl },
        },
      }),
      ...typedFiles,
      'convert.http': '',
      'convert-insert.http': '',
      ...severalFiles(key),
      ...explainedFiles,
      ...assertFiles,
      ...pickedFiles,
      'scratch.http': 'POST /_security/api_key\n\n{\n  "name": "tour",\n}\n',
      'ask.http': `# @endpoint recorder\n${key('"asked"')}`,
      'wrong.http': `# @endpoint recorder\n${key('5')}`,
      'guarded.http': `# @endpoint guarded\n${key('"guarded"')}`,
      'refused.http': '# @endpoint recorder\nGET /refused\nAuthorization: ApiKey wrong\n',
      'open.http': '# @endpoint open\nGET /_cluster/health\n',
      'parts.http':
        '@which = all\n\n# @endpoint open\nGET /parts?of={{which}}\nX-Own: 1\nX-Api-Token: some-long-key-of-mine\n',
      'page.http': '# @endpoint open\nGET /page\n',
      'refuse.http':
        '# @endpoint open\nPOST /_security/api_key\n\n{ "name": "refuse-this", "expiration": "1d",\n  "metadata": { "a": 1 } }\n',
      'large.http': '# @endpoint open\nGET /large\n',
      'pages.http': '# @endpoint hub\nGET /repos/o/r/hooks?per_page=2&page=1\n',
      'events.http': '# @endpoint open\nGET /events\n',
      'image.http': '# @endpoint open\nGET /image\n',
      'stream.http': '# @endpoint open\nGET /stream\n',
      'slow.http': `# @endpoint recorder\n${key('"slow"')}`,
      'chain.http': `# @name first\n# @endpoint recorder\n${key('"first"')}\n###\n# @endpoint recorder\n${key('"{{first.response.body.$.id}}"')}`,
      'config.http': 'PATCH /repos/octocat/hello-world/hooks/1/config\n\n{ "url": "https://example.com/webhook" }\n',
      'severity.http': 'POST /_security/api_key\n\n{ "name": "a", "expiration": "1d", "nme": 1 }\n',
      'variable.http': `# @endpoint recorder\n${key('"{{who}}"')}`,
    }),
    settings: {
      // The typed text has our own indentation, not the editor's.
      '[json]': { 'editor.tabSize': 2 },
      'rulebook.environments': { staging: { who: 'from-staging' }, production: { who: 'from-production' } },
    },
  },
  {
    steps: [...beside, ...restricted, ...sandbox],
    isTrusted: false,
    isBeside: true,
    files: ({ baseUrl }) => ({
      'first-line.json': '// @request POST /_security/api_key\n{ "name": 5 }\n',
      'checked.http': 'POST /_security/api_key\n\n{ "name": "a", "expiration": "1d", "nme": 1 }\n',
      'key.http': 'POST /_security/api_key\n\n{ "name": "from-key", "expiration": "1d" }\n',
      'hook.http': `POST /repos/octocat/hello-world/hooks\n\n${JSON.stringify({ name: 'web', events: ['push'], config: { url: `${baseUrl}/hook`, content_type: 'json' } })}\n`,
    }),
    settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
  },
  { steps: ownServices, isEmpty: true, isTrusted: true, files: () => ({}), settings: {} },
  { steps: firstMinutes, isEmpty: true, isTrusted: true, files: () => ({}), settings: {} },
];

try {
  await ensureBrowserVscode();
  await ensureChromium();
  const results = await runAll();
  console.log(`${results.passed} passed, ${results.failed} failed, 0 skipped`);
  process.exit(results.failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof CannotBeHad ? error.message : (error.stack ?? error));
  if (!(error instanceof CannotBeHad)) console.log('0 passed, 1 failed, 0 skipped');
  process.exit(error instanceof CannotBeHad ? 77 : 1);
}

async function runAll() {
  // It builds, so it comes before the package.
  const results = givenVsix ? { passed: 0, failed: 0 } : await runTwice(desktop, undefined, () => undefined);
  const vsix = givenVsix ?? (await packageExtension({ say: () => undefined }));
  /** @type {(() => unknown)[]} */
  const ends = [];
  try {
    // The next window starts while somebody works in this one.
    const wanted = windows.filter(({ steps }) => steps.some(([name]) => only.test(name)));
    const open = (window) => {
      const opening = window && openWindow(window, vsix, ends);
      opening?.catch(() => undefined);
      return opening;
    };
    let opening = open(wanted[0]);
    for (const [index, window] of wanted.entries()) {
      const scene = await opening;
      opening = open(wanted[index + 1]);
      const outcome = await runTwice(window.steps, scene, () => open(window));
      results.passed += outcome.passed;
      results.failed += outcome.failed;
    }
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => undefined);
  }
  return results;
}

/** Opens one of the windows; `ends` gets what undoes it, also when it fails half-way. */
async function openWindow({ isTrusted, isEmpty = false, isBeside = false, files, settings }, vsix, ends) {
  const workspace = mkdtempSync(join(tmpdir(), 'rulebook-ui-'));
  ends.push(() => rmSync(workspace, { recursive: true, force: true }));
  const profile = createProfile({ settings });
  ends.push(profile.remove);
  const recorder = await startRecorder();
  ends.push(recorder.stop);
  if (isTrusted && !isEmpty) cpSync(examples, workspace, { recursive: true });
  for (const [name, text] of Object.entries(files(recorder))) writeFileSync(join(workspace, name), text);
  const env = isTrusted && !isEmpty ? await startOwnSandbox(ends) : await nowhere();
  await installExtension(profile, vsix);
  if (isBeside) {
    const neighbour = await packageNeighbour();
    ends.push(neighbour.remove);
    await installExtension(profile, neighbour.vsix);
  }
  const server = await startBrowserVscode(profile, { env, asksForTrust: !isTrusted });
  ends.push(server.stop);
  const { browser, page } = await startChromium();
  ends.push(() => browser.close());
  await driver.openWorkbench(page, workbenchAddress(server, { folder: workspace }));
  return { page, workspace, profile, recorder };
}

async function startOwnSandbox(ends) {
  if (givenVsix) return {};
  const sandbox = await startSandbox({ freePorts: true });
  ends.push(sandbox.stop);
  return { ...sandbox.env, RULEBOOK_CREDENTIAL_GUARDED: 'guarded-credential' };
}

/** An address at which nothing listens, so that nobody else's sandbox is met. */
async function nowhere() {
  return { RULEBOOK_ENDPOINT_SANDBOX_CLUSTER: `http://127.0.0.1:${await freePort()}` };
}

/** Runs the steps, and once more in a new window when one fails. */
async function runTwice(steps, scene, reopen) {
  const results = await runSteps(steps, scene);
  if (results.failed === 0 || process.env.RULEBOOK_UI_ONCE) return results;
  console.log('\nThese steps once more, from an empty profile:');
  return runSteps(steps, await reopen());
}

/**
 * Runs the steps that were asked for in a window, or without one, and counts them.
 * @param {readonly Step[]} steps
 * @param {Scene} [scene]
 */
async function runSteps(steps, scene) {
  const results = { passed: 0, failed: 0 };
  for (const [name, step] of steps) {
    if (!only.test(name)) continue;
    const started = performance.now();
    try {
      const seen = await step(/** @type {Scene} */ (scene));
      results.passed += 1;
      const time = Math.round(performance.now() - started);
      console.log(`  ✓ ${name} (${time} ms)\n      ${String(seen).replaceAll('\n', ' ').slice(0, 300)}`);
    } catch (error) {
      results.failed += 1;
      console.log(`  ✗ ${name}\n${error.stack ?? error}`);
    }
    const picture = `${++pictures}-${name.replaceAll(/[^a-z]+/gi, '-').slice(0, 60)}`;
    if (scene === undefined) continue;
    console.log(`      ${await driver.screenshot(scene.page, picture)}`);
    await scene.page.keyboard.press('Escape');
  }
  return results;
}
