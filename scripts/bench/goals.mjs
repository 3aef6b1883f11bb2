// The goals, each as a ratio to a yardstick that is measured in turn with it. JLS is the JSON language server of VS Code, on a JSON
// file of the same size.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { cacheFolder } from '../editor/environment.mjs';
import { timeToInitialize } from '../lib/bench-faces.mjs';
import { measureSending } from '../lib/bench-sending.mjs';
import { editKinds } from './edits.mjs';
import { generateBody } from './generate-body.mjs';
import { generateFile } from './generate-file.mjs';
import { measureDescribedCost } from './described-cost.mjs';
import { measurePaths } from './paths.mjs';
import { startSession } from './server-session.mjs';
import { median, quantile } from './statistics.mjs';

const inEditor =
  'node_modules/code-server/lib/vscode/extensions/json-language-features/server/dist/node/jsonServerMain.js';

/** Returns the path of VS Code's JSON language server, or undefined when this machine has none. */
export function findJsonServer() {
  const named = process.env.RULEBOOK_JSON_SERVER;
  if (named !== undefined) return named;
  const cache = cacheFolder();
  if (!existsSync(cache)) return undefined;
  return readdirSync(cache)
    .map((name) => join(cache, name, inEditor))
    .find((path) => existsSync(path));
}

const texts = { type: 'array', items: { type: 'string' } };
const closed = { type: 'object', additionalProperties: false };
const role = {
  ...closed,
  properties: {
    cluster: texts,
    indices: {
      type: 'array',
      items: { ...closed, required: ['names', 'privileges'], properties: { names: texts, privileges: texts } },
    },
  },
};
/** A schema of the generated body, without which JLS would have little to do. */
const schema = {
  ...closed,
  required: ['name'],
  properties: { name: { type: 'string' }, role_descriptors: { type: 'object', additionalProperties: role } },
};
const settings = {
  json: { validate: { enable: true }, schemas: [{ fileMatch: ['*.json'], url: 'file:///bench/schema', schema }] },
};

/**
 * @typedef {object} Place
 * @property {{ services: readonly any[] }} catalogue
 * @property {string} folder for generated files
 * @property {string} server
 * @property {string} cli
 * @property {string | undefined} jsonServer
 * @property {{ requests: number, edits: number, rounds: number }} count
 * @property {(line: string) => void} say
 */

/**
 * Measures all goals and prints each with what was reached.
 * @param {Place} place
 */
export async function printGoals(place) {
  const { catalogue, count, say, jsonServer } = place;
  const text = generateFile(catalogue, { requests: count.requests });
  const document = { uri: 'file:///bench/generated.http', text };
  say(`Generated file: ${count.requests} requests, ${(text.length / 1e6).toFixed(2)} MB.`);
  say(
    `JLS: ${jsonServer === undefined ? 'none here, so what is compared with it is not measured' : 'of the VS Code here'}`,
  );
  /** @type {string[]} */
  const lines = [];
  const row = createRow((line) => lines.push(line));
  if (jsonServer === undefined)
    for (const id of ['P1', 'P3', 'P4', 'P5', 'P8', 'P10']) row(id, 'needs JLS', undefined, 0);
  const json = { uri: 'file:///bench/same-size.json', languageId: 'jsonc', text: generateBody(text.length) };
  await measureKeys(place, document, json, row);
  if (jsonServer !== undefined) await measureOneBody(place, jsonServer, row);
  await measureStart(place, document, json, row);
  measureCheck(place, text, row);
  await measureRuns(place, row);
  await measureUnknownPaths(place, row);
  await measureDescriptions(place, text, row);
  const number = (/** @type {string} */ line) => Number(/\d+/.exec(line)?.[0]);
  say('Goal  what                                                  measured       goal');
  for (const line of lines.sort((a, b) => number(a) - number(b))) say(line);
}

/** Returns what prints a goal; what is not measured is undefined. */
function createRow(say) {
  const shapes = {
    part: (value) => `1/${(1 / value).toFixed(value > 0.05 ? 1 : 0)}`,
    times: (value) => `${value.toFixed(2)} x`,
    ms: (value) => `${value.toFixed(1)} ms`,
    MB: (value) => `${value.toFixed(0)} MB`,
    KB: (value) => `${value.toFixed(0)} KB`,
    each: (value) => value.toFixed(2),
  };
  return (id, what, value, limit, shape = 'part') => {
    const show = shapes[shape];
    const [measured, goal] = value === undefined ? ['not measured', ''] : [show(value), show(limit)];
    const verdict = value === undefined ? '' : value <= limit ? 'ok' : 'missed';
    say(`${id.padEnd(4)}  ${what.padEnd(48)}  ${measured.padStart(12)}  ${goal.padStart(9)}  ${verdict}`);
  };
}

/** Keys (P1, P2, P3), requests of the editor (P5, P10) and memory (P8), with the document open all the time. */
async function measureKeys({ server, jsonServer, count }, document, json, row) {
  const product = await startSession(server, document);
  const opened = product.usage();
  const kinds = editKinds(document.text, count.edits + 1);
  const before = product.usage();
  let keys = 0;
  /** @type {number[]} */
  const times = [];
  for (const edits of Object.values(kinds)) {
    for (const [index, { range, newText }] of edits.entries()) {
      const elapsed = await product.edit(range, newText);
      keys++;
      // The first of each kind warms up.
      if (index > 1) times.push(elapsed);
    }
  }
  const after = product.usage();
  const ours = await askedTimes(product, document, Object.values(kinds)[0] ?? []);
  const typing = await type(product, Object.values(editKinds(document.text, 30))[0] ?? []);
  await product.stop();
  row('P2', 'typing at 50 ms, p95', quantile(typing.times, 0.95), 5, 'ms');
  row('P2', 'typing at 50 ms, worst', Math.max(...typing.times), 20, 'ms');
  row('P2', 'typing, publishes a key', typing.published, 1, 'each');
  if (jsonServer === undefined) return;

  const theirs = await startSession(jsonServer, json, { pulls: true, settings });
  const theirOpened = theirs.usage();
  const { 'in a value': theirKeys = [] } = editKinds(json.text, Math.max(3, Math.ceil(count.edits / 2)));
  const theirBefore = theirs.usage();
  /** @type {number[]} */
  const theirTimes = [];
  for (const { range, newText } of theirKeys) theirTimes.push(await theirs.edit(range, newText));
  const theirAfter = theirs.usage();
  const asked = await askedTimes(theirs, json, theirKeys.slice(0, 6));
  await theirs.stop();
  row('P1', 'key to diagnostics, median, of JLS', median(times) / median(theirTimes), 1 / 300);
  row('P1', 'key to diagnostics, p95, of JLS', quantile(times, 0.95) / quantile(theirTimes, 0.95), 1 / 150);
  row('P5', 'completion behind a key, of JLS', ours.completion / asked.completion, 1 / 60);
  row('P5', 'hover, of JLS', ours.hover / asked.hover, 1 / 10);
  row('P10', 'document symbols, of JLS', ours.symbols / asked.symbols, 1 / 20);
  if (!opened || !before || !after || !theirOpened || !theirBefore || !theirAfter) {
    row('P3', 'processor time: this system does not report it', undefined, 0);
    return;
  }
  const cpu = (after.cpu - before.cpu) / keys;
  row('P3', 'processor time a key, of JLS', cpu / ((theirAfter.cpu - theirBefore.cpu) / theirKeys.length), 1 / 300);
  row('P8', 'memory after opening, of JLS', opened.memory / theirOpened.memory, 0.85, 'times');
  row('P8', 'peak after edits, of JLS', after.peak / theirAfter.peak, 0.4, 'times');
}

/** Returns the median milliseconds of requests, each behind a key: completion at once, the others when diagnostics are there. */
async function askedTimes(session, { uri }, edits) {
  const textDocument = { uri };
  /** @type {Record<'completion' | 'hover' | 'symbols', number[]>} */
  const times = { completion: [], hover: [], symbols: [] };
  for (const { range, newText } of edits) {
    const position = range.start;
    const edited = session.edit(range, newText);
    times.completion.push(await session.request('textDocument/completion', { textDocument, position }));
    await edited;
    times.hover.push(await session.request('textDocument/hover', { textDocument, position }));
    times.symbols.push(await session.request('textDocument/documentSymbol', { textDocument }));
  }
  return { completion: median(times.completion), hover: median(times.hover), symbols: median(times.symbols) };
}

/** Types a key every 50 ms, whether the one before was answered or not. */
async function type(session, edits) {
  const before = session.publishedCount();
  /** @type {Promise<number>[]} */
  const times = [];
  for (const { range, newText } of edits) {
    times.push(session.edit(range, newText));
    await Promise.all([times.at(-1), new Promise((next) => setTimeout(next, 50))]);
  }
  return {
    times: await Promise.all(times),
    published: (session.publishedCount() - before) / Math.max(1, edits.length),
  };
}

/** A key inside one JSON body (P4). */
async function measureOneBody({ server, count }, jsonServer, row) {
  for (const [size, goal] of [
    [1_000_000, 1 / 40],
    [10_000_000, 1 / 100],
  ]) {
    const document = { uri: 'file:///bench/body.json', languageId: 'jsonc', text: generateBody(size) };
    const { 'in a value': keys = [] } = editKinds(document.text, Math.max(2, Math.round(count.edits / 4)));
    /** @type {number[][]} */
    const times = [];
    for (const start of [
      () => startSession(server, document),
      () => startSession(jsonServer, document, { pulls: true, settings }),
    ]) {
      const session = await start();
      const own = [];
      for (const { range, newText } of keys) own.push(await session.edit(range, newText));
      times.push(own);
      await session.stop();
    }
    const [ours = [], theirs = []] = times;
    row('P4', `key in a JSON body of ${size / 1e6} MB, of JLS`, median(ours) / median(theirs), goal);
  }
}

/** Start of the server (P6). */
async function measureStart({ server, jsonServer, count }, document, json, row) {
  const small = { uri: 'file:///bench/small.http', text: document.text.slice(0, 10_240) };
  /** @type {Record<'bare' | 'initialized' | 'small' | 'big' | 'theirs', number[]>} */
  const times = { bare: [], initialized: [], small: [], big: [], theirs: [] };
  const first = async (file, opened, options = {}) => {
    const session = await startSession(file, opened, options);
    await session.stop();
    return session.firstDiagnostics;
  };
  for (let round = 0; round < count.rounds * 3; round++) {
    times.bare.push(timed(() => spawnSync(process.execPath, ['-e', '0'])));
    times.initialized.push(await timeToInitialize(server));
    times.small.push(await first(server, small));
    if (round >= count.rounds) continue;
    times.big.push(await first(server, document));
    if (jsonServer !== undefined) times.theirs.push(await first(jsonServer, json, { settings }));
  }
  row('P6', 'to initialize, of `node -e 0`', median(times.initialized) / median(times.bare), 1.3, 'times');
  row('P6', 'to diagnostics of 10 KB, of `node -e 0`', median(times.small) / median(times.bare), 1.6, 'times');
  const big = jsonServer === undefined ? undefined : median(times.big) / median(times.theirs);
  row('P6', 'to diagnostics of the file, of JLS pushing', big, 1 / 3, 'times');
}

/** Whole runs of `check` (P7), beside a process that reads, splits and parses. */
function measureCheck({ cli, folder, catalogue, count }, text, row) {
  const one = join(folder, 'big.http');
  writeFileSync(one, text);
  const many = join(folder, 'many');
  mkdirSync(many);
  for (let index = 0; index < 1000; index++) {
    writeFileSync(join(many, `file-${index}.http`), generateFile(catalogue, { requests: 5, seed: index + 1 }));
  }
  const raw = join(import.meta.dirname, 'raw-check.mjs');
  for (const [what, path] of [
    ['check of the file, of reading and parsing', one],
    ['check of 1,000 files, of reading and parsing', many],
  ]) {
    /** @type {number[]} */
    const theirs = [];
    /** @type {number[]} */
    const ours = [];
    for (let round = 0; round < count.rounds; round++) {
      theirs.push(timed(() => spawnSync(process.execPath, [raw, path])));
      ours.push(timed(() => spawnSync(process.execPath, [cli, 'check', path], { maxBuffer: 1 << 28 })));
    }
    row('P7', what, median(ours) / median(theirs), 1.25, 'times');
  }
}

/** Sending (P9), and whether it takes as much longer as there is more to send. */
async function measureRuns({ cli, folder, count }, row) {
  const counts = [Math.max(1, Math.round(count.requests / 4)), count.requests];
  const results = await measureSending({ folder, cli, counts, rounds: count.rounds });
  const [quarter, all] = results;
  if (!quarter || !all) return;
  row('P9', `${all.count} sends, of node:http`, median(all.product) / median(all.bare), 1.3, 'times');
  const growth = median(all.product) / median(quarter.product);
  row('P9', `${all.count} sends, of ${quarter.count}: linear is at most`, growth, 4.2, 'times');
}

/** What the published descriptions cost (P12). */
async function measureDescriptions({ server, count }, text, row) {
  const { documented, described, memory } = await measureDescribedCost(server, text, count.rounds * 3);
  row('P12', 'to diagnostics of 10 KB, documented', documented, 1.05, 'times');
  row('P12', "to diagnostics of 10 KB, code host's description", described, 1.5, 'times');
  row('P12', 'memory of both descriptions', memory, 40, 'MB');
}

/** Paths that no service has (P11), beside described ones. */
async function measureUnknownPaths({ server, count }, row) {
  const { described, misspelt, unknown } = await measurePaths(dirname(server), Math.max(5, count.rounds));
  // Clocks drift even within a run.
  row('P11', '500 unknown paths, of 500 described ones', unknown / described, 1.1, 'times');
  row('P11', '500 misspelt paths, of 500 described ones', misspelt / described, 1.1, 'times');
}

function timed(task) {
  const start = performance.now();
  task();
  return performance.now() - start;
}
