// Ten thousand requests one after the other, next to other senders in the same run: S12.
import { findHttpyac, startSending } from './send-requests.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */
/** @typedef {import('./send-requests.mjs').Run} Run */

/** @param {Bench} bench */
export async function measureSends({ cli, library, folder, isQuick, report }) {
  const most = isQuick ? 2000 : 10_000;
  const rounds = isQuick ? 1 : 5;
  const samples = rounds;
  const httpyac = findHttpyac();
  const sending = await startSending({ folder, cli, library, httpyac: httpyac.program });
  try {
    /** @type {Record<'http' | 'undici' | 'transport' | 'product' | 'half', Run[]>} */
    const found = { http: [], undici: [], transport: [], product: [], half: [] };
    // In turn, since a machine with other work is slow for all of a round.
    for (let round = 0; round < rounds; round++) {
      for (const sender of /** @type {const} */ (['http', 'undici', 'transport', 'product']))
        found[sender].push(await sending.run(sender, most));
      found.half.push(await sending.run('product', most / 2));
    }
    /** @param {keyof typeof found} sender @param {keyof typeof found} other @param {(run: Run) => number} of */
    const over = (sender, other, of) =>
      median(found[sender].map((run, round) => of(run) / of(found[other][round] ?? run)));
    const wall = (/** @type {Run} */ run) => run.wall;
    const cpu = (/** @type {Run} */ run) => run.cpu;
    const count = most.toLocaleString('en');
    const times = /** @type {const} */ ({ unit: 'times', samples });
    report.row('S12', `${count} sends of a run over raw node:http`, over('product', 'http', wall), {
      ...times,
      goal: 1.3,
    });
    report.row('S12', '  the same, CPU', over('product', 'http', cpu), times);
    report.row('S12', `  ${count} sends by the transport alone over raw node:http`, over('transport', 'http', wall), {
      ...times,
      goal: 1.3,
    });
    report.row('S12', '  the same, CPU', over('transport', 'http', cpu), { ...times, goal: 1.3 });
    report.row('S12', '  raw undici over raw node:http', over('undici', 'http', wall), times);
    report.row('S12', '  raw node:http', median(found.http.map(wall)), { unit: 's', samples });
    // Twice as many, and what a clock drifts in a run.
    report.row('S12', `  ${count} sends over half as many`, over('product', 'half', wall), { ...times, goal: 2.1 });
    const late = median(found.product.map(({ arrivals }) => pace(arrivals, 0.9) / pace(arrivals, 0.1)));
    report.row('S12', `  the requests around 90 % of them over those around 10 %`, late, { ...times, goal: 1.2 });
    if (httpyac.program === undefined) report.omit('S12', `  over httpyac: ${httpyac.reason}`);
    else await measureHttpyac(sending, isQuick ? 100 : 1000, report);
  } finally {
    sending.stop();
  }
}

/** It takes longer for each request the more there are, so there are fewer. */
async function measureHttpyac(sending, count, report) {
  const theirs = await sending.run('httpyac', count);
  const ours = await sending.run('product', count);
  const about = { unit: /** @type {const} */ ('part'), samples: 1 };
  report.row('S12', `  ${count.toLocaleString('en')} sends of a run over httpyac`, ours.wall / theirs.wall, about);
  report.row('S12', '  httpyac', theirs.wall, { unit: 's', samples: 1 });
}

/** Returns how long a request takes around a share of all. */
function pace(arrivals, share) {
  const middle = arrivals.length * share;
  const around = arrivals.length / 20;
  return ((arrivals[middle + around] ?? NaN) - (arrivals[middle - around] ?? NaN)) / (2 * around);
}
