// What happens when a file is opened: S3, S5 and S7.
import { performance } from 'node:perf_hooks';
import { generateBody } from './generate-body.mjs';
import { jsonSettings } from './json-server.mjs';
import { spotOf, typeWord } from './edits.mjs';
import { areLensesRight, lensesAt } from './keys.mjs';
import { costOf, startSession } from './session.mjs';
import { median, randomNumbers } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

const word = 'statistics';

/**
 * @param {Bench} bench
 * @param {(id: string) => boolean} isWanted
 */
export async function measureOpening(bench, isWanted) {
  await openLarge(bench, isWanted);
  if (isWanted('S7')) await openSmall(bench);
}

/** In turn with the JSON language server, each time in a new process. */
async function openLarge({ server, big, jsonServer, processes, report }, isWanted) {
  const json = {
    uri: 'file:///bench/same-size.json',
    languageId: 'json',
    text: generateBody(big.text.length, { mistakes: big.planted }),
  };
  /** @type {Record<'ours' | 'theirs' | 'lens' | 'lensTime' | 'keys' | 'firstKeys' | 'warmKeys', number[]>} */
  const found = { ours: [], theirs: [], lens: [], lensTime: [], keys: [], firstKeys: [], warmKeys: [] };
  const typings = isWanted('S5') ? Math.max(2, Math.ceil(processes / 5)) : 0;
  for (let round = 0; round < processes; round++) {
    const session = await startSession(server);
    await session.open(big);
    found.ours.push(await session.idle());
    if (isWanted('S3')) {
      /** @type {any[]} */
      let lenses = [];
      let elapsed = 0;
      const cost = await costOf(session, async () => {
        const asked = performance.now();
        lenses = await lensesAt(session, big.uri, 0);
        elapsed = performance.now() - asked;
      });
      report.expect(areLensesRight(lenses, big.text.split('\n'), 0), 'The first lenses are not as they should be.');
      found.lens.push(cost);
      found.lensTime.push(elapsed);
    }
    if (round < typings) {
      const { first, warm } = await firstKeys(session, big);
      found.firstKeys.push(first);
      found.warmKeys.push(warm);
      found.keys.push(first / warm);
    }
    await session.stop();
    if (!isWanted('S7') || jsonServer === undefined) continue;
    const other = await startSession(jsonServer.path, { settings: jsonSettings });
    await other.open(json);
    found.theirs.push(await other.idle());
    const { length } = other.documentOf(json.uri).items;
    report.expect(length === big.planted, `JLS has ${length} findings, not ${big.planted}.`);
    await other.stop();
  }
  const samples = processes;
  if (isWanted('S3')) {
    report.row('S3', 'first lenses after opening, CPU', median(found.lens), { unit: 'ms', goal: 50, samples });
    report.row('S3', '  to the response', median(found.lensTime), { unit: 'ms', samples });
  }
  if (isWanted('S5')) {
    const keys = { samples: found.keys.length * 20 };
    report.row('S5', 'first twenty keys after opening over warm keys, CPU', median(found.keys), {
      unit: 'times',
      goal: 2,
      ...keys,
    });
    report.row('S5', '  one of the first twenty', median(found.firstKeys), { unit: 'ms', ...keys });
    report.row('S5', '  a warm one', median(found.warmKeys), { unit: 'ms', ...keys });
  }
  if (!isWanted('S7')) return;
  if (jsonServer === undefined)
    return report.omit('S7', 'first diagnostics of the large file over JLS: there is no JLS');
  const [ours, theirs] = [median(found.ours), median(found.theirs)];
  report.row('S7', 'first diagnostics of the large file over JLS, CPU', ours / theirs, {
    unit: 'times',
    goal: 1.2,
    samples,
  });
  report.row('S7', '  Rulebook', ours, { unit: 'ms', samples });
  report.row('S7', '  JLS, a JSON file of this size', theirs, { unit: 'ms', samples });
}

/** Returns the processor time of one of the first twenty keys, and of one of twenty keys after a while. */
async function firstKeys(session, { uri, text }) {
  const lines = text.split('\n');
  const next = randomNumbers(29);
  let number = 0;
  const words = async (count, between) => {
    const spots = Array.from({ length: count }, () => spotOf(lines, number++, next));
    for (const spot of spots) await typeWord(session, uri, spot, word, between);
  };
  const keys = 2 * word.length;
  const first = (await costOf(session, () => words(2))) / keys;
  await words(10, 8);
  const warm = (await costOf(session, () => words(2))) / keys;
  return { first, warm };
}

/** In turn with a server that does nothing. */
async function openSmall({ server, idleServer, big, samples, report }) {
  const end = big.text.indexOf('\n### ', 10_000);
  const small = { uri: 'file:///bench/small.http', text: big.text.slice(0, end + 1) };
  /** @type {{ ours: number[], idle: number[] }} */
  const found = { ours: [], idle: [] };
  for (let round = 0; round < samples; round++) {
    for (const [file, list] of /** @type {const} */ ([
      [idleServer, found.idle],
      [server, found.ours],
    ])) {
      const session = await startSession(file);
      await session.open(small);
      list.push(await session.idle());
      if (file === server) {
        const { length } = session.documentOf(small.uri).items;
        report.expect(length > 0 && length < 10, `The small file has ${length} findings.`);
      }
      await session.stop();
    }
  }
  const [ours, idle] = [median(found.ours), median(found.idle)];
  report.row('S7', 'first diagnostics of 10 KB, more than a server that does nothing, CPU', ours - idle, {
    unit: 'ms',
    goal: 60,
    samples,
  });
  report.row('S7', '  the server that does nothing', idle, { unit: 'ms', samples });
}
