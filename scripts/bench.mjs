// Measures the product beside yardsticks in the same run, and prints for each goal what was reached. Clocks drift, so only ratios count.
//   --requests N   requests in the file (10000)     --edits N   edits of each kind (8)     --rounds N   runs of whole processes (3)
//   --details      instead: every measure with its times, also of the sandbox; --keep FILE writes the generated file, too
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';

ensureDependencies();
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    edits: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'string' },
    details: { type: 'boolean', default: false },
  },
});
const count = { requests: Number(values.requests), edits: Number(values.edits), rounds: Number(values.rounds) };
const say = (/** @type {string} */ line) => console.log(line);
const folder = mkdtempSync(join(tmpdir(), 'rulebook-bench-'));
const started = performance.now();
try {
  if (values.details) {
    const { printDetails } = await import('./bench/details.mjs');
    await printDetails({ folder, count: { ...count, cold: count.rounds }, keep: values.keep, say });
  } else await goals();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(`\nThis took ${((performance.now() - started) / 1000).toFixed(0)} s.`);

async function goals() {
  const { build } = await import('./build.mjs');
  await build({ production: true, say: () => undefined });
  // Copied, since somebody may build while this runs; with their times, by which a compiled form is known to be up to date.
  const dist = join(folder, 'dist');
  cpSync(join(root, 'dist'), dist, { recursive: true, preserveTimestamps: true });
  const { sizeOfEditor } = await import('./lib/bench-faces.mjs');
  const size = sizeOfEditor(dist);
  const { createEngine } = createRequire(import.meta.url)(join(dist, 'shared-engine.js'));
  const { findJsonServer, printGoals } = await import('./bench/goals.mjs');
  await printGoals({
    catalogue: createEngine().catalogue,
    folder,
    size,
    server: join(dist, 'server.js'),
    cli: join(dist, 'cli.js'),
    jsonServer: findJsonServer(),
    count,
    say,
  });
}
