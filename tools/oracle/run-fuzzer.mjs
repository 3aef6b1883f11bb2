// Runs Schemathesis once, and reads its report.
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/processes.mjs';

/** A run takes a minute or two; this is when something is wrong. */
const longest = 400_000;

/**
 * What failed, once for each check, operation and status.
 * @typedef {{ check: string, operation: string, status: number, title: string, message: string }} Failure
 */

/**
 * @param {{ program: string, description: string, url: string, examples: number, folder: string, checks?: string, headers?: readonly string[],
 *   more?: readonly string[] }} options
 * @returns {Promise<{ counts: { operations: number, requests: number, seconds: number }, failures: readonly Failure[] }>}
 */
export async function runFuzzer({
  program,
  description,
  url,
  examples,
  folder,
  checks = 'all',
  headers = [],
  more = [],
}) {
  const own = mkdtempSync(join(folder, 'run-'));
  const args = [
    ...['run', description, '--url', url, '--checks', checks, '--max-examples', String(examples), ...more],
    ...headers.flatMap((field) => ['--header', field]),
    // The same requests each time, and every failure of them.
    ...['--seed', '1', '--generation-database', 'none', '--continue-on-failure', '--no-color'],
    ...['--report', 'ndjson', '--report-dir', own],
  ];
  const start = performance.now();
  const { code, output } = await run(program, args, { cwd: own, timeout: longest });
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const [report] = readdirSync(own).filter((name) => name.endsWith('.ndjson'));
  // 1 says that something was found.
  if (code > 1 || report === undefined || seconds * 1000 > longest)
    throw new Error(`Schemathesis ended with code ${code}.\n${output}`);
  const { operations, requests, failures } = read(readFileSync(join(own, report), 'utf8'));
  return { counts: { operations, requests, seconds }, failures };
}

function read(text) {
  let operations = 0;
  let requests = 0;
  /** @type {Map<string, Failure>} */
  const failures = new Map();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const event = JSON.parse(line);
    operations = event.LoadingFinished?.statistic?.operations?.selected ?? operations;
    const { recorder } = event.ScenarioFinished ?? {};
    requests += Object.keys(recorder?.interactions ?? {}).length;
    for (const [id, checks] of Object.entries(recorder?.checks ?? {})) {
      const status = recorder.interactions[id]?.response?.status_code ?? 0;
      for (const { name: check, status: outcome, failure_info: info } of checks) {
        if (outcome !== 'failure') continue;
        const { operation, title, message } = info.failure;
        const key = `${check} ${operation} ${status} ${title}`;
        if (!failures.has(key))
          failures.set(key, {
            check,
            operation,
            status,
            title,
            message: `${message} [${JSON.stringify(recorder.cases[id]?.value)}]`,
          });
      }
    }
  }
  return { operations, requests, failures: [...failures.values()] };
}
