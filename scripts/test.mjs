// `npm test`: the checks that each change needs, in a few minutes. A failed one does not stop the rest.
//   --all           also those that take long: every test of the command line, the whole script in the real editor, …
//   --only NAME     run this part alone, whole (may be given several times)
//   --skip-editor   leave out the parts that need a real editor
//   --watch         run the unit tests, or those of `--only`, again after each change
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDependencies } from './ensure.mjs';
import { run } from './lib/processes.mjs';
import { parts } from './test/parts.mjs';
import { watch } from './test/watch.mjs';

const root = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** A test program ends with this code when it needs something that this machine does not have. */
const CANNOT_RUN = 77;

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Cases
 * @typedef {{ name: string, cases: Cases, seconds: string, note: string }} Result
 */

const { only, skipEditor, all, isWatching } = readArguments(process.argv.slice(2));

try {
  ensureDependencies();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

if (isWatching) process.exit(await watch(only.length > 0 ? only : ['unit']));

const begun = performance.now();
const chosen = parts.filter(({ name, isLong }) => (only.length > 0 ? only.includes(name) : all || !isLong));
const results = await runAll(chosen);
printTable(results);
if (!all && only.length === 0) {
  const shortened = parts.filter(({ isLong, quick, slow }) => isLong || quick || slow).map(({ name }) => name);
  console.log(`Run in part or not at all: ${shortened.join(', ')}. \`npm test -- --all\` runs everything.`);
}
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
  const lanes = Math.min(2, availableParallelism());
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < lanes ? waiting.find(isReady) : undefined;
    const isAlone = running.has('alone') || (next?.isAlone && running.size > 0);
    if (next && !isAlone) {
      waiting.splice(waiting.indexOf(next), 1);
      const key = next.isAlone ? 'alone' : next.name;
      running.set(
        key,
        runPart(next).then((result) => {
          running.delete(key);
          done.set(next.name, result);
          return result;
        }),
      );
    } else await Promise.race(running.values());
  }
  return todo.flatMap(({ name }) => done.get(name) ?? []);
}

/** Runs one part, prints one line when it passed and its whole output when it did not. */
async function runPart(part) {
  if (part.isEditor && skipEditor) return skipped(part, '--skip-editor', false);

  const started = performance.now();
  const isWhole = all || only.length > 0;
  const report = join(temporary, `${part.name}.json`);
  const [command, ...args] = part.command({ isWhole, report });
  const { code, output } = await run(command, args, { cwd: root, timeout: (part.minutes ?? 15) * 60_000 });
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
  return { name: part.name, cases, seconds, note: '' };
}

/** In CI a part that this machine cannot have is a failure: nobody would notice that it is never run. */
function skipped({ name }, reason, isMissing) {
  const failed = isMissing && process.env.CI === 'true';
  console.log(`${failed ? '✗' : '-'} ${name} ${failed ? 'cannot run' : 'skipped'}: ${reason}`);
  return { name, cases: { passed: 0, failed: failed ? 1 : 0, skipped: failed ? 0 : 1 }, seconds: '', note: reason };
}

function printTable(rows) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  console.log(`\n${'part'.padEnd(14)}${['passed', 'failed', 'skipped', 'seconds'].map((t) => t.padStart(9)).join('')}`);
  for (const { name, cases, seconds, note } of rows) {
    for (const key of Object.keys(sum)) sum[key] += cases[key];
    const cells = [cases.passed, cases.failed, cases.skipped, seconds].map((cell) => String(cell).padStart(9)).join('');
    console.log(`${name.padEnd(14)}${cells}${note ? `  ${note}` : ''}`);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped in ${seconds} s`);
}

/** Counts the cases of a report of vitest; a file that could not be loaded is one failed case. */
function countReport(file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const broken = report.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Reads the last line of the programs that work in an editor. */
function countLastLine(output) {
  const found = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output);
  return found ? { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3]) } : undefined;
}

function readArguments(args) {
  /** @type {{ only: string[], skipEditor: boolean, all: boolean, isWatching: boolean }} */
  const given = { only: [], skipEditor: false, all: false, isWatching: false };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === '--skip-editor') given.skipEditor = true;
    else if (arg === '--all') given.all = true;
    else if (arg === '--watch') given.isWatching = true;
    else if (arg === '--only' && parts.some(({ name }) => name === args[index + 1])) given.only.push(args[++index]);
    else {
      const names = parts.map(({ name }) => name).join('|');
      console.error(`Usage: npm test -- [--all] [--skip-editor] [--watch] [--only ${names}]`);
      process.exit(2);
    }
  }
  return given;
}
