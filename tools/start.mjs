// `npm start`: the sandbox, and a real editor with the extension loaded on `examples/`. Ctrl-C ends everything.
//   --smoke   without a person: looks at the editor, sends one request, says what it saw, and ends
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './ensure.mjs';
import { endGroup, endWithUs, findCommand, isPortFree } from './lib/processes.mjs';

const root = join(import.meta.dirname, '..');
const examples = join(root, 'examples');
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
  ensureDependencies();
  const { build } = await import('./build.mjs');
  const built = await build();
  for (const needed of ['dist/client.js', 'dist/server.js', 'dist/cli.js']) {
    if (!built.includes(needed)) throw new Error(`${needed} was not built.`);
  }
  if (!existsSync(examples)) throw new Error('the folder examples/ is missing.');

  const { startSandbox } = await import('./lib/sandbox.mjs');
  const freePorts = !((await isPortFree(9270)) && (await isPortFree(9272)));
  if (freePorts) console.log('The ports 9270 and 9272 are taken; the sandbox takes free ones.');
  const sandbox = await startSandbox({ freePorts });
  ends.push(sandbox.stop);
  console.log('\nThe sandbox listens:');
  for (const { name, service, baseUrl, credential } of sandbox.endpoints) {
    console.log(`  ${name.padEnd(16)} ${service.padEnd(15)} ${baseUrl}   ${credential}`);
  }

  const desktop = smoke ? undefined : findCommand(['code']);
  if (smoke) await runSmoke(sandbox.env);
  else if (desktop) await openDesktop(desktop, sandbox.env);
  else await openBrowserHosted(sandbox.env);
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
  const child = spawn(command, [...args, `--extensionDevelopmentPath=${root}`, examples], {
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

async function openBrowserHosted(env) {
  const editor = await import('./editor/browser-vscode.mjs');
  const port = (await isPortFree(9280)) ? 9280 : 0;
  const server = await editor.startBrowserVscode(await profileWithExtension(editor), {
    env,
    port,
    onExit: (code) => {
      console.error(`The editor ended with code ${code}.`);
      process.exit(1);
    },
  });
  ends.push(server.stop);
  const address = editor.workbenchAddress(server, { folder: examples });
  console.log(
    `\nThere is no \`code\` on the PATH. Open the editor in a browser:\n\n  ${address}\n\nCtrl-C ends everything.`,
  );
}

/** Loaded as a checkout, the browser-hosted editor would show no notifications; so it is installed, as a user does. */
async function profileWithExtension(editor) {
  const { packageExtension } = await import('./package.mjs');
  const profile = editor.createProfile();
  await editor.installExtension(profile, await packageExtension({ say: () => undefined }));
  return profile;
}

async function runSmoke(env) {
  const editor = await import('./editor/browser-vscode.mjs');
  // By its address: the types of test/editor build on those of scripts, not the other way round.
  const driver = await import(pathToFileURL(join(root, 'test/editor/driver.mjs')).href);
  const server = await editor.startBrowserVscode(await profileWithExtension(editor), { env });
  ends.push(server.stop);
  const { browser, page } = await editor.startChromium();
  ends.push(() => browser.close());
  console.log('\nLooking at the editor:');
  try {
    await driver.openWorkbench(page, editor.workbenchAddress(server, { folder: examples }));
    await driver.openFile(page, 'broken.http');
    await driver.waitForSquiggle(page);
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
