// Runs the suite in the extension host of a real VS Code: the one that VSCODE_EXECUTABLE_PATH names, else the
// browser-hosted one. The last line counts the cases; code 77 means that this machine has no editor.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { runTests } from '@vscode/test-electron';
import { build } from '../../tools/build.mjs';
import { CannotBeHad, ensureBrowserVscode, ensureChromium } from '../../tools/editor/environment.mjs';
import { startSandbox } from '../../tools/lib/sandbox.mjs';

const root = join(import.meta.dirname, '../..');
// For trying the harness itself: another extension, workspace and suite.
const extension = process.env.RULEBOOK_TEST_EXTENSION ?? root;
const workspaceSource = process.env.RULEBOOK_TEST_WORKSPACE ?? join(root, 'examples');
const suiteSource = process.env.RULEBOOK_TEST_SUITE ?? join(import.meta.dirname, 'suite');

const temporary = mkdtempSync(join(tmpdir(), 'rulebook-suite-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

let sandbox;
try {
  const executable = process.env.VSCODE_EXECUTABLE_PATH || (await ownLauncher());
  if (extension === root) {
    const built = await build({ say: () => undefined });
    for (const needed of ['dist/client.js', 'dist/server.js', 'dist/cli.js']) {
      if (!built.includes(needed)) throw new Error(`The extension is not complete: ${needed} was not built.`);
    }
    sandbox = await startSandbox({ freePorts: true });
  }
  // Tests edit files, so they get a copy.
  const workspace = makeWorkspace();
  const report = join(temporary, 'report.json');
  const suite = await bundleSuite();
  // Without a report no test has failed: the editor or its page did not start, which happens on a busy machine.
  for (let attempt = 1; attempt <= 2 && !existsSync(report); attempt++) {
    if (attempt > 1) console.log('\nNo result arrived. Once more, from an empty profile:');
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: extension,
      extensionTestsPath: suite,
      extensionTestsEnv: { ...sandbox?.env, RULEBOOK_SUITE_REPORT: report },
      launchArgs: [workspace],
    }).catch((error) => {
      console.error(error.message);
      if (existsSync(report)) process.exitCode = 1;
    });
  }
  summarize(report);
} catch (error) {
  console.error(error instanceof CannotBeHad ? error.message : (error.stack ?? error));
  if (!(error instanceof CannotBeHad)) console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = error instanceof CannotBeHad ? 77 : 1;
} finally {
  sandbox?.stop();
}

/** A workspace of two folders: a copy of the examples, and one with rules and endpoints of its own. */
function makeWorkspace() {
  const [first, second] = ['first', 'second'].map((name) => join(temporary, name));
  cpSync(workspaceSource, first, { recursive: true });
  cpSync(join(import.meta.dirname, 'second-folder'), second, { recursive: true });
  const file = join(temporary, 'tests.code-workspace');
  // Only what the tests send reaches the sandbox.
  const settings = { 'rulebook.liveNames': false };
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'first' }, { path: 'second' }], settings }));
  return file;
}

async function ownLauncher() {
  await ensureBrowserVscode();
  await ensureChromium();
  return join(root, 'tools/editor/launcher.mjs');
}

/** The suite is bundled into dist/, from where it finds mocha. */
async function bundleSuite() {
  const folder = join(root, 'dist/editor-suite');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(suiteSource).filter((name) => name === 'index.ts' || name.endsWith('.test.ts'));
  await bundle({
    entryPoints: files.map((name) => join(suiteSource, name)),
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    mainFields: ['module', 'main'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(folder, 'index.js');
}

function summarize(file) {
  if (!existsSync(file)) {
    console.log('The suite wrote no report.\n0 passed, 1 failed, 0 skipped');
    process.exitCode = 1;
    return;
  }
  const { passed, failed, skipped, lines } = JSON.parse(readFileSync(file, 'utf8'));
  console.log(lines.join('\n'));
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (failed > 0) process.exitCode = 1;
}
