// What the extension host and the language server hold after many sends, and while large responses arrive: S15.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** @typedef {import('./bench.mjs').Bench} Bench */

/** @param {Bench} bench */
export async function measureEditorMemory({ root, isQuick, report }) {
  const sends = isQuick ? 100 : 1000;
  const sizes = isQuick ? [50] : [50, 300, 1024];
  const lines = await runSuite(root, {
    RULEBOOK_TEST_SUITE: join(root, 'test/editor/memory'),
    RULEBOOK_SUITE_SECONDS: '900',
    RULEBOOK_SENDS: String(sends),
    RULEBOOK_MEGABYTES: sizes.join(','),
  });
  /** @param {string} title @param {string} name */
  const measured = (title, name) => {
    const line = lines.find((one) => one.includes(title)) ?? '';
    return Number(new RegExp(`\\[${name} (-?[\\d.]+) MB\\]`).exec(line)?.[1]);
  };
  const about = /** @type {const} */ ({ unit: 'MB', samples: 1 });
  const after = `after ${sends} sends`;
  const count = sends.toLocaleString('en');
  report.row('S15', `memory of the extension host after ${count} sends`, measured(after, 'used'), {
    ...about,
    goal: 50,
  });
  report.row('S15', '  resident', measured(after, 'resident'), about);
  report.row('S15', '  after the first 30', measured(after, 'first 30'), about);
  const [text, view] = ['text', 'view'].map((form) => measured(`after 20 responses as ${form}`, 'used'));
  report.row('S15', 'memory of the extension host after 20 responses of 200 KB in the view', view ?? NaN, about);
  report.row('S15', '  as text documents', text ?? NaN, about);
  for (const size of sizes) {
    const during = `while ${size} MB arrive`;
    report.row('S15', `the extension host at most ${during}`, measured(during, 'host'), { ...about, goal: 64 });
    report.row('S15', '  the language server', measured(during, 'server'), { ...about, goal: 64 });
  }
}

/** Runs the suite in the extension host and returns the lines of its report. */
async function runSuite(root, settings) {
  const child = spawn(process.execPath, [join(root, 'test/editor/run-suite.mjs')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  await new Promise((closed) => child.once('close', closed));
  return said.split('\n');
}
