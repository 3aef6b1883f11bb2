// Runs `rulebook run` for a job of GitHub Actions: annotations, reports, numbers for later steps, and a summary of what did not pass.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { count, linesOf, output, program, summarise, temporary } from './step.mjs';

const { RUN_PATHS, RUN_ENVIRONMENT, RUN_SANDBOX, RUN_ENDPOINT, RUN_VARIABLES, RUN_REPORT, RUN_ARGUMENTS } = process.env;
const report = temporary('rulebook-run.json');
const more = linesOf(RUN_ARGUMENTS);
const choosing = ['--name', '--line', '--sequence', '--all'];
// Of an earlier step.
rmSync(report, { force: true });
if (RUN_REPORT) mkdirSync(dirname(resolve(RUN_REPORT)), { recursive: true });
const args = [
  ...['run', '--format', 'github', '--report', report],
  ...(more.some((one) => choosing.includes(one.split('=')[0])) ? [] : ['--all']),
  ...(RUN_ENVIRONMENT ? ['--env', RUN_ENVIRONMENT] : []),
  ...(RUN_SANDBOX === 'true' ? ['--sandbox'] : []),
  ...(RUN_ENDPOINT ? ['--endpoint', RUN_ENDPOINT] : []),
  ...linesOf(RUN_VARIABLES).flatMap((variable) => ['--var', variable]),
  ...(RUN_REPORT ? ['--report', RUN_REPORT] : []),
  ...more,
];
// Behind `--`, a path is never an option.
const { status } = spawnSync(process.execPath, [program, ...args, '--', ...linesOf(RUN_PATHS)], { stdio: 'inherit' });
if (existsSync(report)) {
  const { summary, requests } = JSON.parse(readFileSync(report, 'utf8'));
  for (const name of ['requests', 'passed', 'failed']) output(name, summary[name]);
  output('not-sent', summary.notSent);
  summarise(
    `${count(summary.requests, 'request')}: ${summary.passed} passed, ${summary.failed} failed, ${summary.notSent} not sent.`,
    ['Request', 'Line', 'Status', 'What'],
    requests
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ label, line, status: code = '', reason, asserts = [] }) => [
        ...[label, line, code],
        failedAsserts(asserts) || (reason ?? ''),
      ]),
  );
}
output('report', RUN_REPORT ?? '');
process.exit(status ?? 1);

function failedAsserts(asserts) {
  return asserts
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ text }) => text)
    .join('; ');
}
