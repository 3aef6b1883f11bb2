// `npm test`: every check, one after the other; a failed one does not stop the rest.
//   --only NAME     run this step alone (may be given several times)
//   --skip-editor   leave out the steps that need a real editor
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDependencies } from './ensure.mjs';
import { run } from './lib/processes.mjs';

const root = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** A test program ends with this code when it needs something that this machine does not have. */
const CANNOT_RUN = 77;
const vitestReport = join(temporary, 'vitest.json');

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Cases
 * @typedef {{ name: string, command: string[], when?: string, editor?: boolean, minutes?: number,
 *   count?: (output: string) => Cases | undefined }} Step
 */

/** @type {Step[]} */
const steps = [
  { name: 'types', command: tool('typescript/bin/tsc', '-b') },
  { name: 'lint', command: tool('eslint/bin/eslint.js', '.') },
  { name: 'format', command: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  { name: 'docs', command: ['node', 'scripts/docs.mjs', '--check'], when: 'scripts/docs.mjs' },
  { name: 'build', command: ['node', 'scripts/build.mjs'] },
  {
    name: 'vitest',
    command: tool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ),
    count: countVitest,
  },
  { name: 'editor-suite', command: ['node', 'test/editor/run-suite.mjs'], editor: true, count: countLastLine },
  { name: 'editor-ui', command: ['node', 'test/editor/ui.mjs'], editor: true, count: countLastLine },
];

const { only, skipEditor } = readArguments(process.argv.slice(2));

try {
  ensureDependencies();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const results = [];
for (const step of steps) {
  if (only.length > 0 && !only.includes(step.name)) continue;
  results.push(await runStep(step));
}
printTable(results);
process.exitCode = results.some(({ cases }) => cases.failed > 0) ? 1 : 0;

/** Runs one step, prints one line when it passed and its whole output when it did not. */
async function runStep(step) {
  if (step.when && !existsSync(join(root, step.when))) return skipped(step, `${step.when} does not exist yet`, false);
  if (step.editor && skipEditor) return skipped(step, '--skip-editor', false);

  const started = performance.now();
  const [command, ...args] = step.command;
  const program = command === 'node' ? process.execPath : command;
  const { code, output } = await run(program, args, { cwd: root, timeout: (step.minutes ?? 15) * 60_000 });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);

  if (code === CANNOT_RUN) return skipped(step, output.trim().split('\n').at(-1), true);
  const cases = step.count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // The exit code has the last word: a step that fails without a failed case still fails.
  if (code !== 0 && cases.failed === 0) cases.failed = 1;
  if (cases.failed > 0) {
    console.log(`✗ ${step.name} (${seconds} s, exit code ${code})\n${output.trimEnd()}\n`);
  } else {
    console.log(`✓ ${step.name} (${seconds} s)`);
  }
  return { name: step.name, cases, seconds, note: '' };
}

/** In CI a part that this machine cannot have is a failure: nobody would notice that it is never run. */
function skipped(step, reason, isMissing) {
  const failed = isMissing && process.env.CI === 'true';
  console.log(`${failed ? '✗' : '-'} ${step.name} ${failed ? 'cannot run' : 'skipped'}: ${reason}`);
  const cases = { passed: 0, failed: failed ? 1 : 0, skipped: failed ? 0 : 1 };
  return { name: step.name, cases, seconds: '', note: reason };
}

function printTable(rows) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  console.log(`\n${'step'.padEnd(14)}${['passed', 'failed', 'skipped', 'seconds'].map((t) => t.padStart(9)).join('')}`);
  for (const { name, cases, seconds, note } of rows) {
    for (const key of Object.keys(sum)) sum[key] += cases[key];
    const cells = [cases.passed, cases.failed, cases.skipped, seconds].map((cell) => String(cell).padStart(9)).join('');
    console.log(`${name.padEnd(14)}${cells}${note ? `  ${note}` : ''}`);
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
}

/** Counts the cases of vitest's report; a file that could not be loaded is one failed case. */
function countVitest() {
  if (!existsSync(vitestReport)) return undefined;
  const report = JSON.parse(readFileSync(vitestReport, 'utf8'));
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countLastLine(output) {
  const found = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output);
  return found ? { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3]) } : undefined;
}

/** The command of a tool of ours, by its file: `npx` would cost half a second and could download something. */
function tool(file, ...args) {
  return ['node', join('node_modules', file), ...args];
}

function readArguments(args) {
  const only = [];
  let skipEditor = false;
  for (let index = 0; index < args.length; index++) {
    if (args[index] === '--skip-editor') skipEditor = true;
    else if (args[index] === '--only' && steps.some(({ name }) => name === args[index + 1])) only.push(args[++index]);
    else {
      console.error(`Usage: npm test -- [--skip-editor] [--only ${steps.map(({ name }) => name).join('|')}]`);
      process.exit(2);
    }
  }
  return { only, skipEditor };
}
