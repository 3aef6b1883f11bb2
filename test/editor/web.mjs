// Works in VS Code for the Web as a person does: Chromium shows it, the extension and its language server run in workers, and the workspace is a
// virtual one. Each step is a case; the last line counts them. What the package leaves out is not served.
import { join } from 'node:path';
import { startChromium } from '../../tools/editor/browser-vscode.mjs';
import { CannotBeHad, ensureChromium, ensureWebVscode } from '../../tools/editor/environment.mjs';
import { run } from '../../tools/lib/processes.mjs';
import { again } from '../../tools/editor/again.mjs';
import * as driver from './driver.mjs';
import { serveWebVscode } from './web/serve.mjs';
import { steps, webFiles } from './web/steps.mjs';

const root = join(import.meta.dirname, '../..');
const only = new RegExp(process.env.RULEBOOK_UI_ONLY ?? '');

try {
  const vscode = await ensureWebVscode();
  await ensureChromium();
  const failed = await runAll(vscode);
  const count = steps.filter(([name]) => only.test(name)).length;
  console.log(`${count - failed} passed, ${failed} failed, 0 skipped`);
  process.exit(failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof CannotBeHad ? error.message : (error.stack ?? error));
  if (!(error instanceof CannotBeHad)) console.log('0 passed, 1 failed, 0 skipped');
  process.exit(error instanceof CannotBeHad ? 77 : 1);
}

/** Runs all steps, once more from a new page when one fails: a browser on a busy machine may lose a key. Returns how many failed. */
async function runAll(vscode) {
  const failed = await runSteps(vscode);
  if (failed === 0) return 0;
  console.log(`\n${failed} failed. Once more, from a new page:`);
  return runSteps(vscode);
}

async function runSteps(vscode) {
  const server = await serveWebVscode({ vscode, extension: root, packed: await packedFiles(), files: webFiles });
  const { browser, page } = await startChromium();
  let failed = 0;
  try {
    const log = [];
    page.on('console', (message) => {
      if (/rulebook/i.test(message.text()) && message.type() === 'error') log.push(message.text());
    });
    await driver.openWorkbench(page, server.address);
    for (const [name, step] of steps) {
      if (!only.test(name)) continue;
      const started = performance.now();
      const lines = [];
      try {
        lines.push(String(await step({ page, open: (file) => openInExplorer(page, file) })).replaceAll('\n', ' '));
        console.log(`  ✓ ${name} (${Math.round(performance.now() - started)} ms)`);
      } catch (error) {
        failed++;
        lines.push(error.stack ?? error, ...log.splice(0));
        console.log(`  ✗ ${name}`);
      }
      lines.push(await driver.screenshot(page, `web-${name.replaceAll(/[^a-z]+/gi, '-').slice(0, 60)}`).catch(String));
      await page.keyboard.press('Escape').catch(() => undefined);
      console.log(lines.map((line) => `      ${line.slice(0, 1500)}`).join('\n'));
    }
  } finally {
    await browser.close();
    server.stop();
  }
  return failed;
}

/** Opens a file by the explorer: a virtual workspace has no index for Ctrl+P. */
async function openInExplorer(page, name) {
  const row = page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();
  await again(
    () => row.dblclick({ timeout: 4000 }),
    () => page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor({ timeout: 4000 }),
  );
  // The double click may leave the focus in the explorer.
  await again(
    () => page.keyboard.press('Control+1'),
    () => page.locator('.monaco-editor.focused .view-line').first().waitFor({ timeout: 2000 }),
  );
}

/** Returns the paths of what is packed into the extension. */
async function packedFiles() {
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const { code, output } = await run(process.execPath, [vsce, 'ls', '--no-dependencies'], {
    cwd: root,
    timeout: 60_000,
  });
  if (code !== 0) throw new Error(`vsce ls failed:\n${output}`);
  return new Set(output.split('\n').map((line) => line.trim()));
}
