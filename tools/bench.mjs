// Measures what a person feels, next to yardsticks in the same run; docs/contributing/performance.md says what each line is. Clocks drift, so only
// ratios, processor time, bytes and counts are compared. Ends with 1 when a result was wrong: then nothing was measured.
//   --only S1,S6   only these goals     --quick   fewer samples     --editor   also in the browser-hosted VS Code, which takes minutes
//   --against REV  instead: what people wait for, in pairs with the build of that commit; ends with 1 where a row is above 1.05; `--only` names rows
//   --sandbox      instead: how the descriptions below RULEBOOK_CORPUS are played, by contract tests of each, and next to the mock servers in
//                  RULEBOOK_PEERS by the same requests; `--quick` leaves out the contract tests, `--only NAME` takes files with it in their path
//   --peers        instead: the same work by other programs, of those that are in RULEBOOK_PEERS; `--quick` measures each once, `--write` puts the table into docs/comparison.md
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
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
    sandbox: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
// Node 20 reads these certificates at each start, whatever is started: on some machines, more than Node itself needs.
delete process.env['NODE_EXTRA_CA_CERTS'];
const say = (/** @type {string} */ line) => console.log(line);
const folder = mkdtempSync(join(tmpdir(), 'rulebook-bench-'));
const started = performance.now();
try {
  if (values.against !== undefined) await compareWith(values.against);
  else if (values.sandbox) await measurePlayed();
  else if (values.peers) await comparePeers();
  else await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const { measureGoals } = await import('./bench/bench.mjs');
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
}

/** @param {string} revision */
async function compareWith(revision) {
  const { measureAgainst } = await import('./bench/against.mjs');
  const root = join(import.meta.dirname, '..');
  const dearer = await measureAgainst({
    root,
    folder,
    revision,
    only: values.only?.split(','),
    isQuick: values.quick,
    say,
  });
  say(`\nThis took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  for (const row of dearer) console.error(`Dearer: ${row}`);
  if (dearer.length > 0) process.exitCode = 1;
}

async function comparePeers() {
  const { measurePeers } = await import('./bench/peers.mjs');
  const modules = process.env.RULEBOOK_PEERS;
  const cli = join(import.meta.dirname, '../dist/cli.js');
  /** @type {string[]} */
  const lines = [];
  const note = (/** @type {string} */ line) => {
    lines.push(line);
    say(line);
  };
  await measurePeers({ folder, cli, modules, isQuick: values.quick, say: note });
  if (values.write) writeComparison(lines.filter((line) => line.startsWith('|')));
}

/**
 * Puts a table in the place of the former one of `docs/comparison.md`.
 * @param {readonly string[]} rows
 */
function writeComparison(rows) {
  const page = join(import.meta.dirname, '../docs/comparison.md');
  const date = new Date().toISOString().slice(0, 10);
  const table = [`Measured on ${date}, Node ${process.version.slice(1)}, ${cpus().length} processors:`, '', ...rows];
  const [before = '', behind = ''] = readFileSync(page, 'utf8').split(
    /(?<=<!-- measured: npm run bench -- --peers --write -->\n\n)[^]*?(?=\n\n<!-- end of measured -->)/,
  );
  writeFileSync(page, before + table.join('\n') + behind);
}

/** Plays each OpenAPI description of the corpus, and tests it; then compares it with other mock servers. */
async function measurePlayed() {
  const corpus = process.env.RULEBOOK_CORPUS;
  if (corpus === undefined) throw new Error('RULEBOOK_CORPUS must name the folder with the corpus.');
  const root = join(corpus, 'descriptions');
  const chosen = values.only?.split(',');
  const descriptions = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .filter((name) => chosen === undefined || chosen.some((one) => name.includes(one)))
    .sort()
    .map((name) => ({ name, file: join(root, name) }))
    .filter(({ file }) => /^\s*["']?(?:openapi|swagger)["']?\s*:/m.test(readFileSync(file, 'utf8').slice(0, 2000)));
  if (!values.quick) await testPlayed(descriptions);
  const { compareServers } = await import('./bench/played/compare.mjs');
  await compareServers(descriptions, say);
}

/** @param {readonly { name: string, file: string }[]} descriptions */
async function testPlayed(descriptions) {
  const { tryDescription } = await import('./bench/played/contract-tests.mjs');
  for (const { name, file } of descriptions) {
    const found = await tryDescription(file, join(folder, 'findings'));
    if (found === undefined) say(`${name}: did not start`);
    else
      say(
        `${name}: ${found.operations} operations, ${found.untested} untested, ${found.requests} requests, ${found.findings} findings; start ${found.start} s`,
      );
  }
}
