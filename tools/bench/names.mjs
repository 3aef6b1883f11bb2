// The names of a workspace: S16.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { spotOf, typeWord } from './edits.mjs';
import { generateFile } from './generate-file.mjs';
import { diagnosticsAtRest, isSame, warmUp } from './keys.mjs';
import { costOf, startSession } from './session.mjs';
import { median, randomNumbers } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

const files = 1_000;
const requestsOfFile = 10;
const word = 'statistics';
/** The runtime gives memory back some time after the last work, in milliseconds. */
const rest = 15_000;

/** @param {Bench} bench */
export async function measureNames({ server, folder, small, samples, isQuick, report }) {
  const root = join(folder, 'workspace');
  mkdirSync(root, { recursive: true });
  const { text } = generateFile({ requests: requestsOfFile });
  for (let number = 0; number < files; number++) {
    const shared = number % 10 === 0 ? '' : `# @import ./file${number - (number % 10)}.http\n`;
    writeFileSync(join(root, `file${number}.http`), `@of_${number} = ${number}\n${shared}${text}`);
  }
  const document = { uri: pathToFileURL(join(root, 'open.http')).href, text: small.text };
  const opened = async () => {
    const own = await startSession(server, { root: pathToFileURL(root).href });
    await own.open(document);
    await warmUp(own, document);
    return own;
  };
  const session = await opened();
  const before = await diagnosticsAtRest(session, document.uri);
  await sleep(isQuick ? 3_000 : rest);
  const memoryBefore = session.memory().now;

  /** @type {readonly { name: string }[]} */
  let found = [];
  const search = (query) => async () => (found = await session.request('workspace/symbol', { query }));
  const first = await costOf(session, search('of_999'));
  report.expect(found.length > 0 && found[0]?.name === '@of_999', 'The variable of the last file is not found.');
  /** @type {number[]} */
  const searches = [];
  for (let number = 0; number < samples; number++) searches.push(await costOf(session, search(`of_${number}`)));
  await sleep(isQuick ? 3_000 : rest);
  const memory = session.memory().now - memoryBefore;
  const other = await opened();
  // While it rested, the runtime has dropped compiled code.
  await warmUp(session, document);
  const [withNames, without] = await costOfKeys([session, other], document, samples);
  await other.stop();
  const after = await diagnosticsAtRest(session, document.uri);
  report.expect(isSame(before, after), 'The diagnostics are others after the names were read.');

  const what = `names of ${files.toLocaleString('en')} files of ${requestsOfFile} requests, read for the first search, CPU`;
  report.row('S16', what, first / 1_000, { unit: 's', goal: 2, samples: 1 });
  report.row('S16', '  memory that they take', memory, { unit: 'MB', goal: 30, samples: 1 });
  report.row('S16', '  each further search, CPU', median(searches), { unit: 'ms', samples });
  report.row('S16', '  a word typed with them over one without, CPU', withNames / without, {
    unit: 'times',
    goal: 1.1,
    samples,
  });
  await session.stop();
}

/** Returns the medians of what a word costs, in milliseconds of processor time: in turn, so that both have the same clock. */
async function costOfKeys(sessions, { uri, text }, samples) {
  const lines = text.split('\n');
  const next = randomNumbers(23);
  /** @type {number[][]} */
  const costs = sessions.map(() => []);
  for (let number = 0; number < samples * 2; number++) {
    const spot = spotOf(lines, number, next);
    for (const [at, session] of sessions.entries())
      costs[at]?.push(await costOf(session, () => typeWord(session, uri, spot, word, 5)));
  }
  return costs.map(median);
}
