// What a language server keeps after a day's work: S9.
import { setTimeout as sleep } from 'node:timers/promises';
import { spotOf, typeWord } from './edits.mjs';
import { areLensesRight, diagnosticsAtRest, isSame, lensesAt } from './keys.mjs';
import { startSession } from './session.mjs';
import { randomNumbers } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

const word = 'statistics';
const answers = { count: 3, size: 50_000_000 };
/** The runtime gives memory back some time after the last work, in milliseconds. */
const rest = 15_000;

/** @param {Bench} bench */
export async function measureMemory({ server, big, isQuick, report }) {
  const session = await startSession(server);
  await session.open(big);
  const lines = big.text.split('\n');
  const next = randomNumbers(37);
  const ask = (method) => session.request(`textDocument/${method}`, { textDocument: { uri: big.uri } });
  const pause = () => Promise.all([ask('codeLens'), ask('documentSymbol'), ask('foldingRange')]);
  await pause();
  const before = await diagnosticsAtRest(session, big.uri);
  const edits = isQuick ? 200 : 1000;
  // A word is taken away by one edit.
  for (let number = 0; number < edits / (word.length + 1); number++) {
    await typeWord(session, big.uri, spotOf(lines, number, next), word, 2);
    if (number % 5 === 0) await pause();
  }
  const edited = session.memory();
  report.expect(
    isSame(before, await diagnosticsAtRest(session, big.uri)),
    'The diagnostics are others after many edits.',
  );
  await sleep(isQuick ? 3000 : rest);
  const settled = session.memory();
  for (let number = 0; number < answers.count; number++) {
    const uri = `rulebook-response:/${number + 1}%20search.http`;
    await session.notify('rulebook/answer', { uri, operation: 'search-cluster.search.run', endpoint: 'cluster' });
    await session.open({ uri, text: answerOf(answers.size, number) });
    await session.idle();
    await session.close(uri);
  }
  await sleep(isQuick ? 3000 : rest);
  const after = session.memory();
  const samples = 1;
  const what = `memory after opening, lenses, ${edits.toLocaleString('en')} edits and three responses of 50 MB`;
  report.row('S9', what, after.now, { unit: 'MB', goal: 160, samples });
  report.row('S9', '  before the responses', settled.now, { unit: 'MB', samples });
  report.row('S9', '  at most before the responses', edited.most, { unit: 'MB', samples });
  report.row('S9', '  at most', after.most, { unit: 'MB', samples });
  report.expect(areLensesRight(await lensesAt(session, big.uri, 0), lines, 0), 'At the end, the lenses are not right.');
  await session.stop();
}

/** Returns a response of so many characters, with hits of a search. */
function answerOf(size, number) {
  const hit = (n) =>
    `{"_index":"logs","_id":"${number}-${n}","_score":1.0,"_source":{"message":"The disk of host ${n} is full."}}`;
  const count = Math.ceil(size / (hit(100_000).length + 2));
  const hits = Array.from({ length: count }, (_, n) => hit(n)).join(',\n');
  return `HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"took":3,"timed_out":false,"hits":{"hits":[\n${hits}\n]}}\n`;
}
