// Whole runs of `check`, and starts of other commands: S8.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateFile } from './generate-file.mjs';
import { schemaOf } from './generate-body.mjs';
import { settingsWith } from './json-server.mjs';
import { startSession } from './session.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

/** @param {Bench} bench */
export async function measureChecking(bench) {
  measureStarts(bench);
  const { cli, big, jsonServer, folder, samples, processes, isQuick, report } = bench;
  const file = join(folder, 'big.http');
  writeFileSync(file, big.text);
  const json = { uri: 'file:///bench/bodies.json', languageId: 'json', text: JSON.stringify(big.bodies, null, 2) };
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(big.valid).map(([kind, values]) => [kind, { type: 'array', items: schemaOf(values) }]),
    ),
  };
  /** @type {{ ours: number[], theirs: number[] }} */
  const found = { ours: [], theirs: [] };
  for (let round = 0; round < processes; round++) {
    found.ours.push(check(bench, file, big.findings));
    if (jsonServer === undefined) continue;
    const session = await startSession(jsonServer.path, { settings: settingsWith(schema) });
    await session.open(json);
    found.theirs.push(await session.idle());
    const { length } = session.documentOf(json.uri).items;
    report.expect(length === big.planted, `JLS finds ${length} mistakes in the bodies, not ${big.planted}.`);
    await session.stop();
  }
  const [ours, theirs] = [median(found.ours), median(found.theirs)];
  const about = { samples: processes };
  if (jsonServer === undefined) report.omit('S8', 'check of the large file over JLS: there is no JLS');
  else {
    const what = 'check of the large file over JLS of all its bodies, CPU';
    report.row('S8', what, ours / theirs, { unit: 'times', goal: 2.2, ...about });
    report.row('S8', '  JLS of all bodies', theirs / 1000, { unit: 's', ...about });
  }
  report.row('S8', '  check of the large file', ours / 1000, { unit: 's', ...about });

  for (const { count, goal, rounds } of [
    { count: 10, goal: 0.17, rounds: samples },
    { count: isQuick ? 1000 : 10_000, goal: isQuick ? undefined : 5, rounds: isQuick ? 1 : 2 },
  ]) {
    const { path, findings } = writeTree(folder, count);
    const times = Array.from({ length: rounds }, () => check({ cli, folder, report }, path, findings));
    const what = `check of ${count.toLocaleString('en')} files of five requests, CPU`;
    report.row('S8', what, median(times) / 1000, { unit: 's', ...(goal !== undefined && { goal }), samples: rounds });
  }
}

/**
 * Compares whole processes with one of Node that does nothing, in turn.
 * @param {Bench} bench
 */
export function measureStarts({ cli, folder, samples, report }) {
  const file = join(folder, 'start.http');
  writeFileSync(file, generateFile({ requests: 18 }).text);
  const cached = ['--cache-location', join(folder, 'start-cache', 'findings.json')];
  /** @type {readonly { what: string, args: readonly string[], goal: number }[]} */
  const starts = [
    { what: 'rulebook --version', args: ['--version'], goal: 1.25 },
    { what: 'rulebook format of 10 KB', args: ['format', '--check', file], goal: 1.5 },
    { what: 'rulebook check of 10 KB', args: ['check', file], goal: 2 },
    { what: 'rulebook check --cache of the same 10 KB', args: ['check', ...cached, file], goal: 1.5 },
  ];
  /** @type {number[]} */
  const idle = [];
  const times = starts.map(() => /** @type {number[]} */ ([]));
  // The first round fills the caches of the disk and of Rulebook.
  for (let round = 0; round <= samples; round++) {
    const base = processTime(['-e', '0'], join(folder, 'output.txt')).time;
    const measured = starts.map(({ args }) => processTime([cli, ...args], join(folder, 'output.txt')).time);
    if (round === 0) continue;
    idle.push(base);
    for (const [index, time] of measured.entries()) times[index]?.push(time);
  }
  for (const [index, { what, goal }] of starts.entries()) {
    const ratio = median(times[index] ?? []) / median(idle);
    report.row('S8', `${what} over \`node -e 0\`, CPU`, ratio, { unit: 'times', goal, samples });
  }
  report.row('S8', '  node -e 0', median(idle), { unit: 'ms', samples });
}

/**
 * Runs Node, and returns its processor time in milliseconds, of user and system.
 * @param {readonly string[]} args
 * @param {string} output the file for standard output
 */
export function processTime(args, output) {
  // The time that the shell reports comes from the kernel, in milliseconds.
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" > "$0"';
  const { stderr } = spawnSync('bash', ['-c', script, output, process.execPath, ...args], { encoding: 'utf8' });
  const [, user, system] = /(\d+\.\d+) (\d+\.\d+)\s*$/.exec(stderr) ?? [];
  return { time: (Number(user) + Number(system)) * 1000, stderr };
}

/**
 * Writes files with a fifth of a mistake each, and returns what is to be found.
 * @param {string} folder
 * @param {number} count of files
 * @param {number} [requests] in each
 */
export function writeTree(folder, count, requests = 5) {
  const path = join(folder, `tree-${count}`);
  mkdirSync(path);
  /** @type {Record<string, number>} */
  const all = {};
  for (let index = 0; index < count; index++) {
    const { text, findings } = generateFile({ requests, seed: index + 1, mistakes: 0.2 });
    for (const [rule, found] of Object.entries(findings)) all[rule] = (all[rule] ?? 0) + found;
    if (index % 100 === 0) mkdirSync(join(path, `folder-${index / 100}`));
    writeFileSync(join(path, `folder-${Math.floor(index / 100)}`, `requests-${index}.http`), text);
  }
  return { path, findings: all };
}

/**
 * Runs a check, and returns its processor time in milliseconds, of user and system.
 * @param {Pick<Bench, 'cli' | 'folder' | 'report'>} bench
 * @param {string} path
 * @param {Record<string, number>} expected how many findings there are of which rule
 */
function check({ cli, folder, report }, path, expected) {
  const output = join(folder, 'report.json');
  const { time, stderr } = processTime([cli, 'check', '--format', 'json', path], output);
  /** @type {Record<string, number>} */
  const found = {};
  const { files } = JSON.parse(readFileSync(output, 'utf8'));
  for (const { rule } of files.flatMap(({ findings }) => findings)) found[rule] = (found[rule] ?? 0) + 1;
  const sorted = (counts) => JSON.stringify(Object.entries(counts).sort());
  report.expect(
    sorted(found) === sorted(expected),
    `check of ${path.slice(folder.length + 1)} finds ${sorted(found)}, not ${sorted(expected)}. ${stderr.slice(0, 300)}`,
  );
  return time;
}
