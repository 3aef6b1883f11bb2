// Ten thousand requests one after the other: S12.
import { measureSending } from './send-requests.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

/** @param {Bench} bench */
export async function measureSends({ cli, folder, isQuick, report }) {
  const most = isQuick ? 2000 : 10_000;
  const rounds = isQuick ? 1 : 3;
  const [half, all] = await measureSending({ folder, cli, counts: [most / 2, most], rounds });
  if (!half || !all) return;
  const samples = rounds;
  const count = most.toLocaleString('en');
  // Of pairs, since a machine with other work is slow for both of a round.
  const ratios = all.product.map((time, round) => time / (all.bare[round] ?? NaN));
  report.row('S12', `${count} sends over raw node:http`, median(ratios), { unit: 'times', goal: 1.15, samples });
  const growth = median(all.product) / median(half.product);
  // Twice as many, and what a clock drifts in a run.
  report.row('S12', `  ${count} sends over half as many`, growth, { unit: 'times', goal: 2.1, samples });
}
