// Installs the .vsix into an empty profile and works as a person does. Each step is a case; the last line counts them. What every user does
// is tried each time, of the other parts a quarter, which changes with the day; `RULEBOOK_SEEDS=all` tries all of them, a number says which.
// Two windows are worked in at once. A part whose step fails is run once more, whole, in a new window with an empty profile:
// a browser on a busy machine may lose a key. This is allowed here and nowhere else.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProfile, installExtension, startBrowserVscode } from '../../tools/editor/browser-vscode.mjs';
import { startChromium, workbenchAddress } from '../../tools/editor/browser-vscode.mjs';
import { CannotBeHad, ensureBrowserVscode, ensureChromium } from '../../tools/editor/environment.mjs';
import { startSandbox } from '../../tools/lib/sandbox.mjs';
import { packageExtension } from '../../tools/package.mjs';
import { freePort } from '../../tools/lib/processes.mjs';
import { canaryEnvironment, canaryFiles, canarySettings } from './canary/files.mjs';
import { startCanaryService } from './canary/service.mjs';
import * as driver from './driver.mjs';
import { packageNeighbour } from './neighbour.mjs';
import { startRecorder } from './recorder.mjs';
import { assertFiles, asserts } from './steps/asserts.mjs';
import { neighbour } from './steps/next-to.mjs';
import { desktop } from './steps/desktop.mjs';
import { bodies } from './steps/bodies.mjs';
import { canary } from './steps/canary.mjs';
import { checkedFiles, checking } from './steps/checking.mjs';
import { connecting } from './steps/connecting.mjs';
import { convert, convertedFiles } from './steps/convert.mjs';
import { dialectFiles, dialects } from './steps/dialects.mjs';
import { directiveFiles, directives } from './steps/directives.mjs';
import { editedFiles, editing, editingSettings } from './steps/editing.mjs';
import { environmentFiles, environments, environmentSettings } from './steps/environments.mjs';
import { explainedFiles, explaining } from './steps/explaining.mjs';
import { firstMinutes } from './steps/first-minutes.mjs';
import { history, historyFiles } from './steps/history.mjs';
import { language, languageFiles } from './steps/language.mjs';
import { markdown, markdownFiles } from './steps/markdown.mjs';
import { liveNameFiles, liveNames } from './steps/live-names.mjs';
import { notebook } from './steps/notebook.mjs';
import { nameFiles, names } from './steps/names.mjs';
import { newcomer } from './steps/newcomer.mjs';
import { ownServices, useDescription } from './steps/own-services.mjs';
import { pickedFiles, picking } from './steps/picking.mjs';
import { pullAndUpgrade, pulledFiles } from './steps/pull-and-upgrade.mjs';
import { queriesTyped, queryFiles } from './steps/queries.mjs';
import { requestTree } from './steps/request-tree.mjs';
import { resourceFiles, resources } from './steps/resources.mjs';
import { responseFiles, responses } from './steps/responses.mjs';
import { restricted, restrictedFiles } from './steps/restricted.mjs';
import { sandbox } from './steps/sandbox.mjs';
import { scripts } from './steps/scripts.mjs';
import { sending, sentFiles } from './steps/sending.mjs';
import { sendingSeveral, severalFiles } from './steps/sending-several.mjs';
import { responseView } from './steps/response-view.mjs';
import { typedFiles, typing } from './steps/typing.mjs';
import { documentsAlone, workflows } from './steps/workflows.mjs';

const root = join(import.meta.dirname, '../..');
// For trying the harness itself with another extension and workspace.
const givenVsix = process.env.RULEBOOK_TEST_VSIX;
/** Runs only the steps whose name matches; for working on one of them. */
const only = new RegExp(process.env.RULEBOOK_UI_ONLY ?? '');
/** Opens only the windows whose name matches. */
const onlyWindows = new RegExp(process.env.RULEBOOK_UI_WINDOW ?? '');
/** In a workspace that is not trusted at first. */
const untrusted = [...neighbour, ...restricted, ...sandbox];
/** The parts that are tried each time: what is typed, found, sent, refused, and kept secret. */
const always = [typing, checking, sending, untrusted, canary];
const seed = process.env.RULEBOOK_SEEDS ?? String(Math.floor(Date.now() / 86_400_000));
const isChosenByName = process.env.RULEBOOK_UI_ONLY !== undefined || process.env.RULEBOOK_UI_WINDOW !== undefined;
const isOnce = process.env.RULEBOOK_UI_ONCE !== undefined;
const begun = performance.now();
const examples = process.env.RULEBOOK_TEST_WORKSPACE ?? join(root, 'examples');

/**
 * What a step gets to see.
 * @typedef {{ page: import('playwright-core').Page, workspace: string, profile: ReturnType<typeof createProfile>,
 *   recorder: Awaited<ReturnType<typeof startRecorder>> }} Scene
 * @typedef {[name: string, step: (scene: Scene) => Promise<unknown>, seconds?: number]} Step a step may last 90 seconds if it does not say otherwise
 * @typedef {{ name: string, time: number, error?: unknown }} Result
 */

let pictures = 0;

/** A step that does not end still works in its window, so nothing else can. */
class NeverEnds extends Error {}

const endpoints = ({ baseUrl }) =>
  JSON.stringify({
    endpoints: {
      recorder: { service: 'search-cluster', baseUrl, authentication: { type: 'api-key' } },
      guarded: { service: 'search-cluster', baseUrl, authentication: { type: 'api-key' }, protected: true },
      open: { service: 'search-cluster', baseUrl },
      hub: { service: 'code-hosting', baseUrl },
      keeper: { service: 'search-cluster', baseUrl, authentication: { type: 'api-key' } },
    },
    defaults: { 'search-cluster': 'sandbox-cluster', 'code-hosting': 'sandbox-hub' },
  });

/** A workspace with the examples and with endpoints that record what they receive. */
const configured = {
  isTrusted: true,
  settings: {
    // The typed text has our own indentation, not the editor's.
    '[json]': { 'editor.tabSize': 2 },
    'rulebook.environments': { staging: { who: 'from-staging' }, production: { who: 'from-production' } },
  },
};

/** Responses are shown in their view, as they are without a setting. */
const viewed = { 'rulebook.responseView': 'view' };

/**
 * The windows, in the order in which they are opened; the longest comes first. The steps of a part follow each other; the parts of a window do not
 * need each other.
 */
const windows = [
  {
    ...configured,
    name: 'typing',
    parts: [typing],
    files: (recorder) => ({ 'rulebook.json': endpoints(recorder), ...typedFiles }),
  },
  {
    ...configured,
    name: 'sending',
    parts: [checking, markdown, sending, explaining, sendingSeveral],
    files: (recorder) => ({
      'rulebook.json': endpoints(recorder),
      ...checkedFiles,
      ...markdownFiles,
      ...sentFiles,
      ...explainedFiles,
      ...severalFiles,
    }),
  },
  {
    ...configured,
    name: 'responses',
    parts: [responses, convert, asserts, picking, history],
    files: (recorder) => ({
      'rulebook.json': endpoints(recorder),
      ...responseFiles,
      ...convertedFiles,
      ...assertFiles,
      ...pickedFiles,
      ...historyFiles,
    }),
  },
  {
    name: 'restricted',
    parts: [untrusted],
    isTrusted: false,
    isNextTo: true,
    files: restrictedFiles,
    settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
  },
  {
    ...configured,
    name: 'editing',
    parts: [editing],
    files: (recorder) => ({ 'rulebook.json': endpoints(recorder), ...editedFiles }),
    settings: { ...configured.settings, ...editingSettings },
  },
  { name: 'first', parts: [firstMinutes], isEmpty: true, isTrusted: true, files: () => ({}), settings: viewed },
  {
    name: 'views',
    parts: [resources, connecting, names, language],
    isTrusted: true,
    files: (recorder) => ({ ...resourceFiles(recorder), ...nameFiles, ...languageFiles }),
    settings: {},
  },
  {
    name: 'asked',
    parts: [liveNames],
    isTrusted: true,
    files: () => liveNameFiles,
    settings: { 'rulebook.liveNames': true },
  },
  {
    name: 'dialects',
    parts: [dialects, directives],
    isTrusted: true,
    files: (recorder) => ({ ...dialectFiles(recorder), ...directiveFiles(recorder) }),
    settings: {},
  },
  {
    name: 'queries',
    parts: [queriesTyped],
    isEmpty: true,
    isTrusted: true,
    files: () => queryFiles,
    settings: { 'rulebook.liveNames': true },
  },
  {
    name: 'environments',
    parts: [environments],
    isEmpty: true,
    isTrusted: true,
    files: environmentFiles,
    settings: environmentSettings,
  },
  { name: 'newcomer', parts: [newcomer], isEmpty: true, isTrusted: true, files: () => ({}), settings: viewed },
  {
    name: 'answers',
    parts: [responseView, bodies, requestTree, notebook],
    isEmpty: true,
    isTrusted: true,
    files: () => ({}),
    settings: viewed,
  },
  { name: 'alone', parts: [documentsAlone], isEmpty: true, isTrusted: true, files: () => ({}), settings: viewed },
  { name: 'pulled', parts: [pullAndUpgrade], isTrusted: true, files: () => pulledFiles, settings: {} },
  { name: 'own', parts: [ownServices, scripts], isEmpty: true, isTrusted: true, files: () => ({}), settings: viewed },
  {
    name: 'described',
    parts: [useDescription, workflows],
    isEmpty: true,
    isTrusted: true,
    files: () => ({}),
    settings: viewed,
  },
  {
    name: 'canary',
    parts: [canary],
    isEmpty: true,
    isTrusted: true,
    startService: startCanaryService,
    files: canaryFiles,
    settings: canarySettings,
    environment: canaryEnvironment,
    // All messages to and from the language server are in the log.
    logLevel: 'rulebook.rulebook:trace',
  },
];

try {
  await ensureBrowserVscode();
  await ensureChromium();
  const results = await runAll();
  printTimes(results);
  const failed = results.filter(({ error }) => error !== undefined).length;
  console.log(`${results.length - failed} passed, ${failed} failed, 0 skipped`);
  process.exit(failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof CannotBeHad ? error.message : (error.stack ?? error));
  if (!(error instanceof CannotBeHad)) console.log('0 passed, 1 failed, 0 skipped');
  process.exit(error instanceof CannotBeHad ? 77 : 1);
}

/** @returns {Promise<Result[]>} */
async function runAll() {
  // It builds, so it comes before the package.
  const results = givenVsix || !onlyWindows.test('desktop') ? [] : await runPart(chosen(desktop), 'desktop');
  const vsix = givenVsix ?? (await packageExtension({ say: () => undefined }));
  // Most windows have the same extension, and an empty profile otherwise.
  const installed = createProfile();
  await installExtension(installed, vsix);
  const waiting = sampled(windows).filter(
    ({ name, parts }) => onlyWindows.test(name) && parts.some((part) => chosen(part).length > 0),
  );
  /** @type {{ window: (typeof windows)[number], parts: Step[][] }[]} */
  const failed = [];
  const lane = async () => {
    for (let window = waiting.shift(); window !== undefined; window = waiting.shift())
      results.push(...(await runWindow(window, { vsix, installed, failed })));
  };
  await Promise.all([lane(), lane()]);
  for (const again of failed) results.push(...(await runAgain(again, { vsix, installed })));
  installed.remove();
  return results;
}

/** Returns the windows with the parts that are tried this time: as in `test/sample.ts`, a quarter of those that are not always tried. */
function sampled(all) {
  if (seed === 'all' || isChosenByName) return all;
  let index = 0;
  const isTried = (part) => always.includes(part) || (index++ + Number(seed)) % 4 === 0;
  const tried = all.map((window) => ({ ...window, parts: window.parts.filter(isTried) }));
  const names = tried.flatMap(({ name, parts }) => (parts.length > 0 ? [name] : []));
  console.log(`Windows that are tried (RULEBOOK_SEEDS=${seed}): ${names.join(', ')}`);
  return tried;
}

/** Returns the steps of a part that were asked for. */
function chosen(part) {
  return part.filter(([name]) => only.test(name));
}

/** Runs the parts of a window; those with a failed step are kept for later, unless they are run once only. */
async function runWindow(window, { vsix, installed, failed }) {
  const parts = window.parts.map(chosen).filter((part) => part.length > 0);
  const results = await runParts(window, parts, { vsix, installed, stops: !isOnce });
  const isGood = (part, index) => isOnce || results[index].every(({ error }) => error === undefined);
  if (!parts.every(isGood)) failed.push({ window, parts: parts.filter((part, index) => !isGood(part, index)) });
  return results.filter((_, index) => isGood(parts[index], index)).flat();
}

/** Runs the failed parts of a window up to twice more, each time in a new window with nothing next to it. */
async function runAgain({ window, parts }, { vsix, installed }) {
  const results = [];
  for (let tries = 1; parts.length > 0; tries++) {
    console.log(`\n${parts.length} parts of the window "${window.name}" again, alone and from an empty profile:`);
    const isLast = tries === 2;
    const found = await runParts(window, parts, { vsix, installed, stops: !isLast });
    const isGood = (_, index) => isLast || found[index].every(({ error }) => error === undefined);
    results.push(...found.filter(isGood).flat());
    parts = parts.filter((part, index) => !isGood(part, index));
  }
  return results;
}

/** Opens a window, runs parts in it and closes it. A window that does not open fails all of its steps. */
async function runParts(window, parts, { vsix, installed, stops }) {
  /** @type {(() => unknown)[]} */
  const ends = [];
  const results = [];
  try {
    const started = performance.now();
    const scene = await openWindow(window, { vsix, installed, ends });
    console.log(`The window "${window.name}" is open (${Math.round(performance.now() - started)} ms).`);
    for (const part of parts) {
      // The part before may have left the focus among the responses.
      if (results.length > 0) await scene.page.keyboard.press('Control+1');
      const done = await runPart(part, window.name, scene, stops);
      results.push(done);
      const endless = done.find(({ error }) => error instanceof NeverEnds);
      if (endless !== undefined) throw endless.error;
    }
  } catch (error) {
    console.log(`✗ The window "${window.name}" cannot be used: ${error.stack ?? error}`);
    for (const part of parts.slice(results.length)) results.push(part.map(([name]) => ({ name, time: 0, error })));
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => undefined);
  }
  return results;
}

/** Opens one of the windows; `ends` gets what undoes it, also when it fails half-way. */
async function openWindow(window, { vsix, installed, ends }) {
  const { isTrusted, isEmpty = false, isNextTo = false, files, settings, logLevel } = window;
  const { startService = startRecorder, environment = () => ({}) } = window;
  const workspace = mkdtempSync(join(tmpdir(), 'rulebook-ui-'));
  ends.push(() => rmSync(workspace, { recursive: true, force: true }));
  // The windows count what their services receive, and only steps about it ask for names. Where a window has no other setting, responses are
  // documents, whose text, lenses and findings can be read.
  const quiet = { 'rulebook.liveNames': false, 'rulebook.responseView': 'text' };
  const profile = createProfile({
    settings: { ...quiet, ...settings },
    ...(!isNextTo && { extensions: installed.extensions }),
  });
  ends.push(profile.remove);
  const recorder = await startService();
  ends.push(recorder.stop);
  if (isTrusted && !isEmpty) cpSync(examples, workspace, { recursive: true });
  for (const [name, text] of Object.entries(files(recorder))) writeFileSync(join(workspace, name), text);
  const env = isTrusted && !isEmpty ? await startOwnSandbox(ends) : await nowhere();
  if (isNextTo) {
    await installExtension(profile, vsix);
    const neighbour = await packageNeighbour();
    ends.push(neighbour.remove);
    await installExtension(profile, neighbour.vsix);
  }
  const server = await startBrowserVscode(profile, {
    env: { ...env, ...environment(recorder) },
    asksForTrust: !isTrusted,
  });
  ends.push(server.stop);
  const { browser, page } = await startChromium();
  ends.push(() => browser.close());
  await driver.openWorkbench(page, workbenchAddress(server, { folder: workspace, logLevel }));
  return { page, workspace, profile, recorder };
}

async function startOwnSandbox(ends) {
  if (givenVsix) return {};
  const sandbox = await startSandbox({ freePorts: true });
  ends.push(sandbox.stop);
  return { ...sandbox.env, RULEBOOK_CREDENTIAL_GUARDED: 'guarded-credential' };
}

/** An address at which nothing listens, so that no one else's sandbox is met. */
async function nowhere() {
  return { RULEBOOK_ENDPOINT_SANDBOX_CLUSTER: `http://127.0.0.1:${await freePort()}` };
}

/**
 * Runs the steps of a part in a window, or without one.
 * @param {readonly Step[]} steps
 * @param {string} window
 * @param {Scene} [scene]
 * @param {boolean} [stops] after a failed step, since all of them are run once more
 * @returns {Promise<Result[]>}
 */
async function runPart(steps, window, scene, stops = false) {
  /** @type {Result[]} */
  const results = [];
  for (const [name, step, seconds = 90] of steps) {
    const started = performance.now();
    const lines = [];
    /** @type {Result} */
    const result = { name, time: 0 };
    try {
      const seen = await endsWithin(seconds, step(/** @type {Scene} */ (scene)));
      lines.push(String(seen).replaceAll('\n', ' ').slice(0, 300));
    } catch (error) {
      result.error = error;
      lines.push(error.stack ?? error);
    }
    result.time = Math.round(performance.now() - started);
    results.push(result);
    if (scene !== undefined) {
      const picture = `${window}-${++pictures}-${name.replaceAll(/[^a-z]+/gi, '-').slice(0, 60)}`;
      // A picture takes a part of a second, so there is one of each step only for those who ask where to keep them.
      if (result.error !== undefined || process.env.RULEBOOK_ARTIFACTS !== undefined)
        lines.push(await driver.screenshot(scene.page, picture).catch(String));
      // The next step begins with what is drawn now.
      else await driver.nextFrame(scene.page).catch(() => undefined);
      await scene.page.keyboard.press('Escape').catch(() => undefined);
    }
    console.log(`  ${result.error === undefined ? '✓' : '✗'} ${window}: ${name} (${result.time} ms)`);
    console.log(lines.map((line) => `      ${line}`).join('\n'));
    if (result.error instanceof NeverEnds || (result.error !== undefined && stops)) break;
  }
  return results;
}

async function endsWithin(seconds, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const end = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new NeverEnds(`The step does not end within ${seconds} s.`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** Prints where the time goes. */
function printTimes(results) {
  const slowest = [...results].sort((a, b) => b.time - a.time).slice(0, 10);
  console.log('\nThe slowest steps:');
  for (const { name, time } of slowest) console.log(`${(time / 1000).toFixed(1).padStart(7)} s  ${name}`);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`\n${seconds} s in all`);
}
