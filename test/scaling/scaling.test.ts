import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { sampled, seed, triesAll } from '../sample';
import { constructs } from './constructs';
import { describedTasks } from './described';
import { editingTasks } from './editing';
import { fillings } from './fillings';
import { inputs } from './inputs';
import { queryTasks } from './queries';
import { sandboxTasks } from './sandboxes';
import { tasks } from './tasks';

/** One thread for everything, and room for its objects, so that the time is that of the code. */
const flags = ['--single-threaded', '--expose-gc', '--max-semi-space-size=128', '--stack-size=900'];

/** Of the inputs, so many parts, of which one is tried. */
const parts = 12;

/** CPU time is what is measured; a busy machine only makes it later, in milliseconds. */
const patience = 600_000;

describe('twice the input', () => {
  it('is tried in many forms', () => {
    const names = [
      ...inputs,
      ...constructs,
      ...tasks,
      ...queryTasks,
      ...fillings,
      ...editingTasks,
      ...describedTasks,
      ...sandboxTasks,
    ].map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(new Set(names).size).toBe(names.length);
  });

  it(
    `takes about twice the time, whatever it holds ${sampled}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rulebook-scaling-'));
      try {
        const outfile = join(folder, 'measure.cjs');
        const entryPoints = [join(import.meta.dirname, 'measure.ts')];
        await build({ entryPoints, outfile, bundle: true, platform: 'node', mainFields: ['module', 'main'] });
        const part = triesAll ? [] : [`${seed % parts}/${parts}`];
        const printed = execFileSync(process.execPath, [...flags, outfile, ...part], { encoding: 'utf8' });
        expect((JSON.parse(printed) as { readonly tooFast: unknown }).tooFast).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    patience,
  );
});
