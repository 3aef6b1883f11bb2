// Measures what a person feels, next to yardsticks in the same run; docs/contributing/performance.md says what each line is. Clocks drift, so only
// ratios, processor time, bytes and counts are compared. Ends with 1 when a result was wrong: then nothing was measured.
//   --only S1,S6   only these goals     --quick   fewer samples     --editor   also in the browser-hosted VS Code, which takes minutes
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';

ensureDependencies();
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    editor: { type: 'boolean', default: false },
  },
});
const { measureGoals } = await import('./bench/bench.mjs');
const say = (/** @type {string} */ line) => console.log(line);
const folder = mkdtempSync(join(tmpdir(), 'rulebook-bench-'));
const started = performance.now();
try {
  const { problems, missed } = await measureGoals({
    folder,
    only: values.only?.split(','),
    isQuick: values.quick,
    withEditor: values.editor,
    say,
  });
  say(`This took ${((performance.now() - started) / 1000).toFixed(0)} s; ${missed()} goals are missed.`);
  for (const problem of new Set(problems)) console.error(`Wrong: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
