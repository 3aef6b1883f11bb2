// Measures the product beside yardsticks in the same run, and prints for each goal what was reached. Clocks drift, so only ratios count.
//   --requests N   requests in the file (10000)     --edits N   edits of each kind (8)     --rounds N   runs of whole processes (3)
//   --details      instead: every measure with its times, also of the sandbox; --keep FILE writes the generated file, too
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';

ensureDependencies();
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
  // In a folder of its own, since somebody may build while this runs.
  const dist = join(folder, 'dist');
  await build({ production: true, say: () => undefined, folder: dist });
  const { loadEngine } = await import('./lib/load-engine.mjs');
  const { createEngine } = await loadEngine();
  const { findJsonServer, printGoals } = await import('./bench/goals.mjs');
  await printGoals({
    catalogue: createEngine().catalogue,
    folder,
    server: join(dist, 'server.js'),
    cli: join(dist, 'cli.js'),
    jsonServer: findJsonServer(),
    count,
    say,
  });
}
