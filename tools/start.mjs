// `npm start`: the sandbox, and a real editor with the extension loaded on `examples/`. Ctrl-C ends everything.
//   --smoke   without a person: looks at the editor, sends one request, says what it saw, and ends
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endGroup, endWithUs, findCommand, isPortFree, run } from './lib/processes.mjs';
import { createSteps } from './lib/steps.mjs';

const root = join(import.meta.dirname, '..');
const examples = join(root, 'examples');
/** Opened first: its findings say what this is about. */
const first = join(examples, 'broken.http');
const step = createSteps();
const smoke = process.argv.includes('--smoke');

/** @type {(() => unknown)[]} */
const ends = [];

try {
  await start();
} catch (error) {
  console.error(`Could not start: ${error.message}`);
  await endAll();
  process.exit(1);
}

async function start() {
  if (!existsSync(first)) throw new Error('the folder examples/ is missing.');
  await step('Installing what is missing', installDependencies);
  const desktop = smoke ? undefined : findCommand(['code']);
  if (desktop) {
    await step('Building the extension', buildExtension);
    const { env } = await startOwnSandbox();
    await openDesktop(desktop, env);
    return;
  }
  const editor = await import('./editor/browser-vscode.mjs');
  const { ensureBrowserVscode } = await import('./editor/environment.mjs');
  await step('Installing the editor for browsers (once, 800 MB)', () => ensureBrowserVscode({ say: () => undefined }));
  const { packageExtension } = await import('./package.mjs');
  const vsix = await step('Building the extension', () => packageExtension({ say: () => undefined }));
  const { env } = await startOwnSandbox();
  // Loaded as a checkout, the browser-hosted editor would show no notifications; so it is installed, as a user does.
  const profile = editor.createProfile();
  await step('Adding it to the editor', () => editor.installExtension(profile, vsix));
  if (smoke) await runSmoke(editor, profile, env);
  else await openBrowserHosted(editor, profile, env);
}

/** In a process of its own: it uses no dependency, and waits for npm without letting anything else run. */
async function installDependencies() {
  const { code, output } = await run(process.execPath, [join(root, 'tools/ensure.mjs')]);
  if (code !== 0) throw new Error(output.trim());
}

async function buildExtension() {
  const { build } = await import('./build.mjs');
  const built = await build({ say: () => undefined });
  for (const needed of ['dist/client.js', 'dist/server.js', 'dist/cli.js']) {
    if (!built.includes(needed)) throw new Error(`${needed} was not built.`);
  }
}

async function startOwnSandbox() {
  const { startSandbox } = await import('./lib/sandbox.mjs');
  // 9270 and 9272 may be taken.
  const freePorts = !((await isPortFree(9270)) && (await isPortFree(9272)));
  const title = freePorts ? 'Starting the sandbox, on free ports' : 'Starting the sandbox';
  const sandbox = await step(title, () => startSandbox({ freePorts }));
  ends.push(sandbox.stop);
  return sandbox;
}

/** Opens a window with a profile of its own, so that no running editor takes the window over without our environment. */
async function openDesktop(command, env) {
  const { createProfile } = await import('./editor/browser-vscode.mjs');
  const profile = createProfile();
  const args = [
    '--wait',
    '--new-window',
    `--user-data-dir=${profile.userData}`,
    `--extensions-dir=${profile.extensions}`,
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const child = spawn(command, [...args, `--extensionDevelopmentPath=${root}`, examples, first], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  endWithUs(child);
  ends.push(() => endGroup(child));
  console.log('\nVisual Studio Code opens examples/. Close its window or press Ctrl-C to end.');
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  await endAll();
  process.exit(code ?? 0);
}

async function openBrowserHosted(editor, profile, env) {
  const port = (await isPortFree(9280)) ? 9280 : 0;
  const onExit = (code) => {
    console.error(`The editor ended with code ${code}.`);
    process.exit(1);
  };
  const server = await step('Starting the editor', () => editor.startBrowserVscode(profile, { env, port, onExit }));
  ends.push(server.stop);
  console.log('There is no `code` on the PATH, so this is the editor in a browser. Ctrl-C ends everything.\n');
  console.log(editor.workbenchAddress(server, { folder: examples, file: first }));
}

async function runSmoke(editor, profile, env) {
  // By its address: the types of test/editor build on those of scripts, not the other way round.
  const driver = await import(pathToFileURL(join(root, 'test/editor/driver.mjs')).href);
  const server = await editor.startBrowserVscode(profile, { env });
  ends.push(server.stop);
  const { browser, page } = await editor.startChromium();
  ends.push(() => browser.close());
  console.log('\nLooking at the editor:');
  try {
    await driver.openWorkbench(page, editor.workbenchAddress(server, { folder: examples, file: first }));
    await page.locator('.tab.active').filter({ hasText: 'broken.http' }).waitFor();
    // The file is open before the extension is, on a machine that is busy long before it.
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached', timeout: 60_000 });
    console.log(`  broken.http has ${await driver.countSquiggles(page)} error squiggle(s):`);
    for (const problem of await driver.readProblems(page)) console.log(`    ${problem.replaceAll('\n', ' ')}`);
    await driver.closePanel(page);
    await driver.openFile(page, 'api-keys.http');
    const lens = await driver.clickCodeLens(page, 'Send');
    const answer = await driver.waitForEditorText(page, /^# 200 OK · .*\nHTTP\/1\.1 200 OK/);
    console.log(`  api-keys.http: clicked "${lens}"; the editor next to it shows:`);
    console.log(`    ${answer.split('\n').slice(0, 12).join('\n    ')}`);
    console.log(`  ${await driver.screenshot(page, 'smoke')}\nEverything works.`);
  } catch (error) {
    const picture = await driver.screenshot(page, 'smoke-failed').catch(() => 'no picture');
    throw new Error(`${error.message}\n${picture}`);
  }
  await endAll();
  process.exit(0);
}

async function endAll() {
  for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => undefined);
}
