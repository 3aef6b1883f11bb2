// Tries mutants with the tests that are near them.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearTests, startingPrograms } from './near-tests.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */
/** @typedef {import('./report.mjs').Trial} Trial */
/**
 * @typedef {object} Plan what `runner.mjs` is asked for
 * @property {{ id: number, mutant: Mutant }[]} mutants
 * @property {Record<string, number[]>} tests the mutants that each file of tests may notice
 * @property {number} [always] the mutant that holds all the time; absent: each in its turn, once it is reached
 * @property {number} seconds how long the tests of one mutant may take the processor
 * @property {boolean} needsPrograms
 * @property {string} results where what happens is written, one JSON value on each line
 * @property {string} reached where programs write the mutants that they reached
 */

/** The files of tests that a mutant is tried with: those further away seldom notice. */
const MAX_TESTS = 6;
/** The seconds of the processor that the tests of a mutant may take. */
const SECONDS = 8;
/** A process that says nothing for so long hangs, unless it says itself when a mutant does. */
const QUIET_SECONDS = 900;

/**
 * @param {{ importers: ReadonlyMap<string, readonly string[]>, mutants: readonly Mutant[], onProgress?: (line: string) => void }} options
 * @returns {Promise<Trial[]>}
 */
export async function tryAll({ importers, mutants, onProgress = () => undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-mutants-'));
  const numbered = mutants.map((mutant, index) => ({ id: index, mutant }));
  const near = new Map(numbered.map(({ id, mutant }) => [id, nearTests(importers, mutant.file).slice(0, MAX_TESTS)]));
  const programs = startingPrograms(importers);
  /** @type {Map<number, string>} */
  const killed = new Map();
  /** Reached while modules are loaded, when none of the others holds. */
  const loaded = new Set();
  const run = async (/** @type {Partial<Plan> & Pick<Plan, 'tests'>} */ given) => {
    const needsPrograms = Object.keys(given.tests).some((test) => programs.has(test));
    const files = { results: join(folder, 'results'), reached: join(folder, 'reached') };
    for (const file of Object.values(files)) rmSync(file, { force: true });
    return runPlan(join(folder, 'plan.json'), {
      mutants: numbered,
      seconds: SECONDS,
      needsPrograms,
      ...files,
      ...given,
    });
  };

  let tests = orderOf(near);
  /** Files that fail without a mistake. */
  const broken = new Set();
  const left = (/** @type {string} */ test) =>
    [...near.keys()].filter((id) => !killed.has(id) && near.get(id)?.includes(test));
  for (tests = tests.filter((test) => left(test).length > 0); tests.length > 0;) {
    const { lines, answer } = await run({ tests: Object.fromEntries(tests.map((test) => [test, left(test)])) });
    const before = killed.size;
    for (const line of lines) {
      if (line.killed !== undefined) killed.set(line.killed, line.by);
      for (const id of line.loaded ?? []) loaded.add(id);
    }
    const spoilt = new Set(lines.flatMap((line) => line.spoilt ?? []));
    if (spoilt.size === 0) for (const file of answer?.failed ?? []) broken.add(file);
    const { began } = lines.at(-1) ?? {};
    // It was ended in the middle of a test: with this mutant, it never ends.
    if (!answer && began !== undefined) killed.set(began, 'time');
    const last = answer ? tests.length : tests.indexOf(lines.findLast(({ file }) => file !== undefined)?.file);
    const isToBegin = began === undefined ? 1 : 0;
    onProgress(`${killed.size} of ${mutants.length} are noticed`);
    const again = killed.size > before ? tests.slice(0, Math.max(last, 0)).filter((test) => spoilt.has(test)) : [];
    tests = [...tests.slice(last + isToBegin), ...again].filter((test) => left(test).length > 0);
  }

  for (const { id } of numbered) {
    if (killed.has(id) || !loaded.has(id)) continue;
    const usable = (near.get(id) ?? []).filter((test) => !broken.has(test));
    const { answer } = await run({ always: id, tests: Object.fromEntries(usable.map((test) => [test, [id]])) });
    const by = answer ? (answer.failed[0] ?? (answer.hasErrors ? 'an error' : undefined)) : 'time';
    if (by !== undefined) killed.set(id, by);
    onProgress(`${killed.size} of ${mutants.length} are noticed`);
  }
  rmSync(folder, { recursive: true });
  return numbered.map(({ id, mutant }) => {
    const asked = near.get(id) ?? [];
    const by = killed.get(id);
    return {
      mutant,
      outcome: by !== undefined ? 'killed' : asked.length === 0 ? 'unreached' : 'survived',
      by,
      tests: asked,
    };
  });
}

/** Orders the files of tests: those that are nearest to a mutant come first. */
function orderOf(near) {
  const places = new Map();
  for (const tests of near.values())
    for (const [place, test] of tests.entries()) places.set(test, Math.min(place, places.get(test) ?? place));
  return [...places.keys()].sort((a, b) => places.get(a) - places.get(b));
}

/**
 * Runs a plan in a process of its own. Without a response, the process was ended or fell over.
 * @param {string} path @param {Plan} plan
 * @returns {Promise<{ lines: any[], answer?: { failed: string[], hasErrors: boolean } }>}
 */
async function runPlan(path, plan) {
  writeFileSync(path, JSON.stringify(plan));
  const child = fork(join(import.meta.dirname, 'runner.mjs'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, MUTATE_PLAN: path },
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-3000)));
  let answer;
  child.once('message', (message) => (answer = message));
  const ended = new Promise((done) => child.once('exit', done));
  let size = 0;
  let heard = performance.now();
  const watch = setInterval(() => {
    const now = existsSync(plan.results) ? statSync(plan.results).size : 0;
    if (now !== size) heard = performance.now();
    size = now;
    const limit = (now > 0 && linesIn(plan.results).at(-1)?.limit) || QUIET_SECONDS;
    if (performance.now() - heard > limit * 1000) child.kill('SIGKILL');
  }, 1000);
  await ended;
  clearInterval(watch);
  const lines = existsSync(plan.results) ? linesIn(plan.results) : [];
  if (answer === undefined && lines.length === 0 && plan.always === undefined)
    throw new Error(`The tests could not be run.\n${said}`);
  return { lines, answer };
}

function linesIn(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}
