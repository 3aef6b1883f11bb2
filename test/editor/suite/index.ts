import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

/** What the suite found, as the program outside of the editor reads it. */
export type SuiteReport = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly lines: readonly string[];
};

/** Runs the suite inside the extension host; the editor calls it. Rejects when a test fails or none ran. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'tdd', timeout: 30_000 });
  for (const file of readdirSync(__dirname).filter((name) => name.endsWith('.test.js'))) {
    mocha.addFile(join(__dirname, file));
  }
  const report = await runMocha(mocha);
  // Log lines of the workbench and of the suite come mixed, so the report goes to a file of its own.
  const file = process.env.RULEBOOK_SUITE_REPORT;
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
  if (report.failed > 0) throw new Error(`${report.failed} tests failed.`);
  if (report.passed === 0) throw new Error('No test ran.');
}

function runMocha(mocha: Mocha): Promise<SuiteReport> {
  return new Promise((resolve) => {
    const report = { passed: 0, failed: 0, skipped: 0, lines: [] as string[] };
    const runner = mocha.run(() => {
      resolve(report);
    });
    runner.on('pass', (test) => {
      report.passed += 1;
      report.lines.push(`  ✓ ${test.fullTitle()} (${test.duration ?? 0} ms)`);
    });
    runner.on('fail', (test, error: Error) => {
      report.failed += 1;
      report.lines.push(`  ✗ ${test.fullTitle()}`, error.stack ?? error.message);
    });
    runner.on('pending', (test) => {
      report.skipped += 1;
      report.lines.push(`  - ${test.fullTitle()}`);
    });
  });
}
