// All goals, in one run.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { build } from '../build.mjs';
import { generateFile } from './generate-file.mjs';
import { findJsonServer } from './json-server.mjs';
import { createReport } from './report.mjs';

/**
 * @typedef {object} Bench
 * @property {string} root of the checkout
 * @property {string} folder for generated files
 * @property {string} server
 * @property {string} idleServer
 * @property {string} cli
 * @property {string} library what the extension sends with
 * @property {{ path: string, version: string } | undefined} jsonServer
 * @property {LargeFile} big
 * @property {{ uri: string, text: string }} small the same with 100 requests
 * @property {number} samples
 * @property {number} processes how often a process is started to measure it as a whole, where that takes seconds
 * @property {boolean} isQuick
 * @property {import('./report.mjs').Report} report
 */
/** @typedef {ReturnType<typeof generateFile> & { uri: string, requests: number }} LargeFile */

/**
 * The parts of a run, each with the goals that it measures.
 * @type {readonly { ids: readonly string[], run: (bench: Bench, isWanted: (id: string) => boolean) => Promise<unknown> }[]}
 */
const parts = [
  { ids: ['S1', 'S2', 'S4'], run: async (...args) => (await import('./keys.mjs')).measureKeys(...args) },
  { ids: ['S3', 'S5', 'S7'], run: async (...args) => (await import('./opening.mjs')).measureOpening(...args) },
  { ids: ['S6', 'S11'], run: async (...args) => (await import('./bodies.mjs')).measureBodies(...args) },
  { ids: ['S8'], run: async (bench) => (await import('./checking.mjs')).measureChecking(bench) },
  { ids: ['S9'], run: async (bench) => (await import('./memory.mjs')).measureMemory(bench) },
  { ids: ['S10'], run: async (bench) => (await import('./editor.mjs')).measureEditor(bench) },
  { ids: ['S12'], run: async (bench) => (await import('./sending.mjs')).measureSends(bench) },
  { ids: ['S13'], run: async (bench) => (await import('./sandbox.mjs')).measureSandbox(bench) },
  { ids: ['S14'], run: async (bench) => (await import('./growth.mjs')).measureGrowth(bench) },
  { ids: ['S16'], run: async (bench) => (await import('./names.mjs')).measureNames(bench) },
  { ids: ['S17'], run: async (bench) => (await import('./workspace.mjs')).measureWorkspace(bench) },
  { ids: ['S18'], run: async (bench) => (await import('./whole-body.mjs')).measureWholeBody(bench) },
  { ids: ['S19'], run: async (bench) => (await import('./shown-response.mjs')).measureShownResponse(bench) },
  { ids: ['S15'], run: async (bench) => (await import('./editor-memory.mjs')).measureEditorMemory(bench) },
];

/** @type {Readonly<Record<string, string>>} */
const editorOnly = {
  S10: 'key to squiggle in the editor',
  S15: 'memory of the editor while it sends',
  S18: '50 MB in the view of responses',
  S19: '1 MB in the view over the text document',
};

/**
 * Measures the wanted goals, prints each with what was reached, and returns what was wrong.
 * @param {{ folder: string, only: readonly string[] | undefined, isQuick: boolean, withEditor: boolean, say: (line: string) => void }} options
 */
export async function measureGoals({ folder, only, isQuick, withEditor, say }) {
  const unknown = (only ?? []).filter((id) => !parts.some(({ ids }) => ids.includes(id)));
  if (unknown.length > 0) throw new Error(`There is no goal ${unknown.join(', ')}.`);
  const root = join(import.meta.dirname, '../..');
  const dist = join(folder, 'dist');
  await build({ production: true, say: () => undefined, folder: dist });
  const requests = 10_000;
  const big = { ...generateFile({ requests }), uri: 'file:///bench/large.http', requests };
  const small = { text: generateFile({ requests: 100 }).text, uri: 'file:///bench/small.http' };
  const jsonServer = findJsonServer();
  const report = createReport(say);
  say(`Node ${process.version.slice(1)}, ${availableParallelism()} processors, ${process.platform}.`);
  say(
    `Rulebook ${versionOf(root)}; JLS, VS Code's JSON language server, ${jsonServer?.version ?? 'is not on this machine'}.`,
  );
  say(
    `The large file has ${requests} requests, ${(big.text.length / 1e6).toFixed(2)} MB, ${big.bodyCount} JSON bodies, ${big.planted} findings.`,
  );
  if (isQuick) say('A quick run: fewer samples and smaller inputs, so its figures decide nothing.');
  say('');
  report.head();
  /** @type {Bench} */
  const bench = {
    root,
    folder,
    server: join(dist, 'server.js'),
    idleServer: await bundleIdleServer(folder),
    cli: join(dist, 'cli.js'),
    library: join(dist, 'parts/sending.mjs'),
    jsonServer,
    big,
    small,
    samples: isQuick ? 8 : 30,
    processes: isQuick ? 2 : 30,
    isQuick,
    report,
  };
  /** @type {string[]} */
  const times = [];
  for (const { ids, run } of parts) {
    const wanted = ids.filter((id) => only?.includes(id) ?? true);
    if (wanted.length === 0) continue;
    const inEditor = withEditor ? undefined : wanted.find((id) => id in editorOnly);
    if (inEditor !== undefined) {
      report.omit(inEditor, `${editorOnly[inEditor]}: add --editor`);
      continue;
    }
    const started = performance.now();
    try {
      await run(bench, (id) => wanted.includes(id));
    } catch (error) {
      report.problems.push(`${wanted.join(', ')}: ${error.stack}`);
    }
    times.push(`${wanted.join(', ')} ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  say(`\nWhat it took: ${times.join('; ')}.`);
  return report;
}

/** Bundled as the product is, since loading many files takes longer. */
async function bundleIdleServer(folder) {
  const esbuild = await import('esbuild');
  const outfile = join(folder, 'idle-server.cjs');
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'idle-server.mjs')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
  });
  return outfile;
}

function versionOf(root) {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' });
  return stdout?.trim() || 'of unknown version';
}
