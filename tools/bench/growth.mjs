// How the cost of hostile inputs grows when they are doubled: S14. The inputs are those of test/scaling.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** @typedef {import('./bench.mjs').Bench} Bench */

const parts = 2;

/** @param {Bench} bench */
export async function measureGrowth({ folder, root, isQuick, report }) {
  const esbuild = await import('esbuild');
  const outfile = join(folder, 'measure.cjs');
  await esbuild.build({
    entryPoints: [join(root, 'test/scaling/measure.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
  });
  // As in test/scaling/scaling.test.ts; processor time is what counts, so both cores may work.
  const flags = ['--single-threaded', '--expose-gc', '--max-semi-space-size=128', '--stack-size=900'];
  const share = (part) => `${part}/${isQuick ? parts * 10 : parts}`;
  const results = await Promise.all(
    Array.from({ length: parts }, (_, part) => output([...flags, outfile, share(part)]).then(JSON.parse)),
  );
  const steps = results.flatMap(({ worst }) => worst).sort((a, b) => b.growth - a.growth);
  const tried = results.reduce((sum, { tried: count }) => sum + count, 0);
  const [first] = steps;
  report.row('S14', `worst growth of ${tried} inputs that are doubled, CPU`, first?.growth ?? NaN, {
    unit: 'times',
    goal: 2.6,
    samples: tried,
  });
  for (const { what, growth } of steps.slice(0, 4))
    report.row('S14', `  ${what}`, growth, { unit: 'times', samples: 1 });
}

function output(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => (text += piece));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`It ended with code ${code}.`))));
  });
}
