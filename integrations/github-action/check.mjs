// Runs `rulebook check` for a job of GitHub Actions: annotations, a SARIF file, numbers for later steps, and a summary.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { count, linesOf, output, program, summarise } from './step.mjs';

const {
  CHECK_PATHS = '',
  CHECK_FORMAT = '',
  CHECK_SARIF_FILE: sarifFile = '',
  CHECK_FAIL_ON = '',
  CHECK_MIN_SEVERITY = '',
  CHECK_ENVIRONMENT = '',
} = process.env;

const paths = linesOf(CHECK_PATHS);
const common = [
  ...['--fail-on', CHECK_FAIL_ON || 'error', '--min-severity', CHECK_MIN_SEVERITY || 'warning'],
  ...(CHECK_ENVIRONMENT ? ['--env', CHECK_ENVIRONMENT] : []),
];
// Behind `--`, a path is never an option.
const argumentsOf = (format) => [program, 'check', '--format', format, ...common, '--', ...paths];

const { status } = spawnSync(process.execPath, argumentsOf(CHECK_FORMAT || 'github'), { stdio: 'inherit' });
const report = spawnSync(process.execPath, argumentsOf('json'), {
  encoding: 'utf8',
  maxBuffer: 1 << 30,
  stdio: ['ignore', 'pipe', 'ignore'],
});
if (report.stdout?.startsWith('{')) {
  const { files, summary } = JSON.parse(report.stdout);
  output('errors', summary.errors);
  output('warnings', summary.warnings);
  summarise(
    `${count(summary.errors, 'error')} and ${count(summary.warnings, 'warning')} in ${count(summary.requests, 'request')}.`,
    ['Where', 'Severity', 'Rule', 'Message'],
    files.flatMap(({ path, findings }) =>
      findings.map(({ severity, rule, message, range }) => [
        `${path}:${range.start.line + 1}`,
        severity,
        rule,
        message,
      ]),
    ),
  );
}
if (sarifFile !== '') {
  mkdirSync(dirname(resolve(sarifFile)), { recursive: true });
  const file = openSync(sarifFile, 'w');
  spawnSync(process.execPath, argumentsOf('sarif'), { stdio: ['ignore', file, 'ignore'] });
  closeSync(file);
}
output('sarif-file', sarifFile);
process.exit(status ?? 1);
