// What `npm test` prints at its end.
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

/** As many as a reader looks at. */
const shown = 20;

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Cases
 * @typedef {{ name: string, cases: Cases, seconds: string, note: string, failed?: string[] }} Result
 * @typedef {{ names: string[], seconds: number }} Lane
 */

/**
 * @param {readonly Result[]} rows
 * @param {number} seconds
 */
export function printTable(rows, seconds) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  console.log(`\n${'part'.padEnd(14)}${['passed', 'failed', 'skipped', 'seconds'].map((t) => t.padStart(9)).join('')}`);
  for (const { name, cases, seconds, note } of rows) {
    for (const key of Object.keys(sum)) sum[key] += cases[key];
    const cells = [cases.passed, cases.failed, cases.skipped, seconds].map((cell) => String(cell).padStart(9)).join('');
    console.log(`${name.padEnd(14)}${cells}${note ? `  ${note}` : ''}`);
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped in ${Math.round(seconds)} s`);
}

/**
 * Prints which parts ran after each other, and how long.
 * @param {readonly Lane[]} lanes
 */
export function printLanes(lanes) {
  for (const { names, seconds } of lanes) console.log(`${Math.round(seconds)} s: ${names.join(', ')}`);
}

/**
 * Prints the slowest tests of some reports of vitest. The test itself is meant, without what its file loads or prepares.
 * @param {readonly string[]} files
 * @param {string} root
 */
export function printSlowest(files, root) {
  const tests = files.flatMap((file) =>
    readReport(file).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ place: relative(root, name), fullName, duration })),
    ),
  );
  const slowest = tests.sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, shown);
  console.log('\nThe slowest tests, in seconds:');
  for (const { place, fullName, duration = 0 } of slowest)
    console.log(`${(duration / 1000).toFixed(1).padStart(7)}  ${place}  ${fullName}`);
}

/**
 * Prints what failed, a line each and with the first line of its reason: the end of a long log says what is wrong.
 * @param {readonly Result[]} rows
 */
export function printFailed(rows) {
  const failed = rows.flatMap(({ name, failed = [] }) => failed.map((line) => `${name}: ${line}`));
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((line) => `  ${line}`).join('\n')}`);
}

/**
 * Returns the failed cases: of the report of vitest where there is one, otherwise of what a program printed.
 * @param {string} file
 * @param {string} output
 * @returns {string[]}
 */
export function failedCases(file, output) {
  if (!existsSync(file)) {
    // The reason is on the lines after the name.
    const lines = output.split('\n');
    return lines.flatMap((line, at) => (/^\s*✗/.test(line) ? [lines.slice(at, at + 3).join('\n')] : []));
  }
  return readReport(file).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const cases = assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`);
    const lines = cases.length === 0 && status === 'failed' ? [firstLine(message)] : cases;
    return lines.map((line) => `${basename(name)}: ${line}`);
  });
}

/**
 * Returns the files of vitest with a failed case.
 * @param {string} file
 * @returns {string[]}
 */
export function failedFiles(file) {
  if (!existsSync(file)) return [];
  return readReport(file).testResults.flatMap(({ name, status }) => (status === 'failed' ? [name] : []));
}

function firstLine(text = '') {
  // The stack of a test that lasts too long begins with this name of vitest's.
  return (text.split('\n', 1)[0] ?? '').replace('STACK_TRACE_ERROR', 'It did not end in time.');
}

/**
 * Counts the cases of a report of vitest; a file that could not be loaded is one failed case.
 * @param {string} file
 * @returns {Cases | undefined}
 */
export function countReport(file) {
  if (!existsSync(file)) return undefined;
  const report = readReport(file);
  const broken = report.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
