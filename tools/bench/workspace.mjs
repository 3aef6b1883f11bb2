// The diagnostics of files that are not open: S17.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { spotOf, typeWord } from './edits.mjs';
import { generateFile } from './generate-file.mjs';
import { warmUp } from './keys.mjs';
import { costOf, startSession } from './session.mjs';
import { median, quantile, randomNumbers } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

const word = 'statistics';
const requestsOfFile = 10;
/** The runtime gives memory back some time after the last work, in milliseconds. */
const rest = 15_000;

/** @param {Bench} bench */
export async function measureWorkspace({ server, folder, small, samples, isQuick, report }) {
  const files = isQuick ? 1_000 : 10_000;
  const root = join(folder, 'closed');
  const { text } = generateFile({ requests: requestsOfFile });
  for (let number = 0; number < files; number++) {
    const part = join(root, `part${Math.floor(number / 100)}`);
    if (number % 100 === 0) mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `file${number}.http`), number % 50 === 0 ? `${text}\n###\nGET {{\n` : text);
  }
  const document = { uri: pathToFileURL(join(root, 'open.http')).href, text: small.text };
  const opened = async (workspaceDiagnostics) => {
    const own = await startSession(server, { root: pathToFileURL(root).href, workspaceDiagnostics });
    await own.open(document);
    await warmUp(own, document);
    return own;
  };
  const [session, other] = [await opened(true), await opened(false)];
  let isDone = false;
  const cost = costOf(session, () =>
    session
      .request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'closed' })
      .finally(() => (isDone = true)),
  );
  /** @type {[number[], number[]]} */
  const times = [[], []];
  const lines = document.text.split('\n');
  const next = randomNumbers(31);
  for (let number = 0; number < samples / 2; number++) {
    const spot = spotOf(lines, number, next);
    for (const [at, one] of [session, other].entries())
      times[at]?.push(...(await typeWord(one, document.uri, spot, word)));
  }
  report.expect(!isDone, 'The workspace was checked before the typing had ended.');
  const [busy, quiet] = times.map((list) => quantile(list, 0.95));
  const what = `a key while ${files.toLocaleString('en')} closed files of ${requestsOfFile} requests are checked, p95`;
  report.row('S17', what, busy, { unit: 'ms', goal: 8, samples: times[0].length });
  report.row('S17', '  the same over one while none are', busy / quiet, { unit: 'times', samples: times[0].length });
  report.row('S17', '  the medians of both', median(times[0]) / median(times[1]), {
    unit: 'times',
    samples: times[0].length,
  });
  const took = await cost;
  report.row('S17', '  checking them, CPU', took / 1_000, { unit: 's', samples: 1 });
  report.row('S17', '  memory at most', session.memory().most, { unit: 'MB', goal: 160, samples: 1 });
  await sleep(isQuick ? 3_000 : rest);
  report.row('S17', '  memory at rest', session.memory().now, { unit: 'MB', samples: 1 });
  report.row('S17', '  memory at most without them', other.memory().most, { unit: 'MB', samples: 1 });
  await session.stop();
  await other.stop();
}
