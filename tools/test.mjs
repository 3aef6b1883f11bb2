// `npm test`: the checks that each change needs, in a few minutes. A failed one does not stop the rest.
//   --all           also those that take long: every test of the command line, the whole script in the real editor, …
//   --only NAME     run this part alone, whole (may be given several times)
//   --skip-editor   leave out the parts that need a real editor
//   --slowest       list the slowest tests at the end
//   --seeds all     try every input of the tests that try a part of them each time; a number says which part
//   --watch         run the unit tests, or those of `--only`, again after each change
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDependencies } from './ensure.mjs';
import { run } from './lib/processes.mjs';
import { parts } from './test/parts.mjs';
import {
  countReport,
  failedCases,
  failedFiles,
  printFailed,
  printLanes,
  printSlowest,
  printTable,
} from './test/report.mjs';
import { watch } from './test/watch.mjs';

const root = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** A test program ends with this code when it needs something that this machine does not have. */
const CANNOT_RUN = 77;

/** When more files of a part fail, the machine is not the cause. */
const mostRepeated = 4;

/** @typedef {import('./test/report.mjs').Result} Result */

const { only, skipEditor, all, isWatching, isSlowestListed, seeds } = readArguments(process.argv.slice(2));
if (seeds !== undefined) process.env.RULEBOOK_SEEDS = seeds;

try {
  ensureDependencies();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

if (isWatching) process.exit(await watch(only.length > 0 ? only : ['unit']));

const begun = performance.now();
const chosen = parts.filter(({ name, isLong }) => (only.length > 0 ? only.includes(name) : all || !isLong));
/** @type {import('./test/report.mjs').Lane[]} What each core of the machine does. */
const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, () => ({ names: [], seconds: 0 }));
const results = await runFailedAgain(await runAll(chosen));
if (isSlowestListed)
  printSlowest(
    chosen.map(reportOf).filter((file) => existsSync(file)),
    root,
  );
printTable(results, (performance.now() - begun) / 1000);
printLanes(lanes.filter(({ names }) => names.length > 0));
if (!all && only.length === 0) {
  const shortened = parts.filter(({ isLong, quick, slow }) => isLong || quick || slow).map(({ name }) => name);
  console.log(`Run in part or not at all: ${shortened.join(', ')}. \`npm test -- --all\` runs everything.`);
}
printFailed(results);
process.exitCode = results.some(({ cases }) => cases.failed > 0) ? 1 : 0;

/**
 * Runs the parts in their order, as many at once as the machine has cores, but a part only after those that it needs; one that is
 * disturbed by others runs alone.
 */
async function runAll(todo) {
  const waiting = [...todo];
  /** @type {Map<string, Promise<Result>>} */
  const running = new Map();
  /** @type {Map<string, Result>} */
  const done = new Map();
  const isReady = ({ after = [] }) => after.every((name) => done.has(name) || !todo.some((part) => part.name === name));
  const free = [...lanes];
  while (waiting.length > 0 || running.size > 0) {
    const next = free.length > 0 ? waiting.find(isReady) : undefined;
    const isAlone = running.has('alone') || (next?.isAlone && running.size > 0);
    if (next && !isAlone) {
      waiting.splice(waiting.indexOf(next), 1);
      const key = next.isAlone ? 'alone' : next.name;
      const lane = free.shift() ?? { names: [], seconds: 0 };
      running.set(
        key,
        runPart(next).then((result) => {
          running.delete(key);
          free.push(lane);
          lane.names.push(next.name);
          lane.seconds += Number(result.seconds);
          done.set(next.name, result);
          return result;
        }),
      );
    } else await Promise.race(running.values());
  }
  return todo.flatMap(({ name }) => done.get(name) ?? []);
}

/**
 * Runs once more, with nothing next to it, what failed, since a test may only have been late on a busy machine: the failed files of the tests, and
 * other parts whole. What then passes is said at the end.
 * @param {readonly Result[]} first
 */
async function runFailedAgain(first) {
  const second = [];
  for (const result of first) {
    const part = chosen.find(({ name }) => name === result.name);
    const files = failedFiles(reportOf(result));
    const isTried =
      part !== undefined && result.cases.failed > 0 && !part.repeatsItself && files.length <= mostRepeated;
    if (!isTried || (only.length > 0 && !all)) second.push(result);
    else {
      console.log(`Once more, alone: ${[part.name, ...files].join(' ')}`);
      const again = await runPart(part, files);
      const failed = again.cases.failed;
      const passed = files.length > 0 ? result.cases.passed + result.cases.failed - failed : again.cases.passed;
      const seconds = (Number(result.seconds) + Number(again.seconds)).toFixed(1);
      const note = failed === 0 ? `again, alone: ${(result.failed ?? []).join('; ')}` : '';
      second.push({ ...again, cases: { ...result.cases, passed, failed }, seconds, note });
    }
  }
  return second;
}

/** Runs one part, prints one line when it passed and its whole output when it did not. */
async function runPart(part, files = []) {
  if (part.isEditor && skipEditor) return skipped(part, '--skip-editor', false);

  const started = performance.now();
  const isWhole = all || only.length > 0;
  const report = reportOf(part);
  rmSync(report, { force: true });
  const [command, ...args] = part.command({ isWhole, report, files });
  const { code, output } = await run(command, args, { cwd: root, timeout: (part.minutes ?? 30) * 60_000 });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);

  if (code === CANNOT_RUN) return skipped(part, output.trim().split('\n').at(-1), true);
  const cases = countReport(report) ?? countLastLine(output) ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // The exit code has the last word: a part that fails without a failed case still fails.
  if (code !== 0 && cases.failed === 0) cases.failed = 1;
  if (cases.failed > 0) {
    console.log(`✗ ${part.name} (${seconds} s, exit code ${code})\n${output.trimEnd()}\n`);
  } else {
    console.log(`✓ ${part.name} (${seconds} s)`);
  }
  const failed = cases.failed > 0 ? failedCases(report, output) : [];
  return { name: part.name, cases, seconds, note: '', failed };
}

/** In CI a part that this machine cannot have is a failure: no one would notice that it is never run. */
function skipped({ name }, reason, isMissing) {
  const failed = isMissing && process.env.CI === 'true';
  console.log(`${failed ? '✗' : '-'} ${name} ${failed ? 'cannot run' : 'skipped'}: ${reason}`);
  return { name, cases: { passed: 0, failed: failed ? 1 : 0, skipped: failed ? 0 : 1 }, seconds: '', note: reason };
}

/** Where vitest writes what became of the tests of a part. */
function reportOf({ name }) {
  return join(temporary, `${name}.json`);
}

/** Reads the last line of the programs that work in an editor. */
function countLastLine(output) {
  const found = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output);
  return found ? { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3]) } : undefined;
}

function readArguments(args) {
  const given = {
    /** @type {string[]} */
    only: [],
    skipEditor: false,
    all: false,
    isWatching: false,
    isSlowestListed: false,
    /** @type {string | undefined} */
    seeds: undefined,
  };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === '--skip-editor') given.skipEditor = true;
    else if (arg === '--all') given.all = true;
    else if (arg === '--watch') given.isWatching = true;
    else if (arg === '--slowest') given.isSlowestListed = true;
    else if (arg === '--seeds' && /^(?:all|\d{1,9})$/.test(args[index + 1] ?? '')) given.seeds = args[++index];
    else if (arg === '--only' && parts.some(({ name }) => name === args[index + 1])) given.only.push(args[++index]);
    else {
      const names = parts.map(({ name }) => name).join('|');
      console.error(
        `Usage: npm test -- [--all] [--skip-editor] [--slowest] [--seeds all|NUMBER] [--watch] [--only ${names}]`,
      );
      process.exit(2);
    }
  }
  return given;
}
