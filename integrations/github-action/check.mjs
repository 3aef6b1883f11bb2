// Runs `rulebook check` for a job of GitHub Actions: annotations, a SARIF file, numbers for later steps, and a summary.
import { spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const {
  CHECK_PATHS = '',
  CHECK_FORMAT = '',
  CHECK_SARIF_FILE: sarifFile = '',
  CHECK_FAIL_ON = '',
  CHECK_MIN_SEVERITY = '',
  CHECK_ENVIRONMENT = '',
  GITHUB_OUTPUT,
  GITHUB_STEP_SUMMARY,
  RUNNER_TEMP = '',
} = process.env;

const program = join(RUNNER_TEMP, 'rulebook/node_modules/rulebook-http/dist/cli.js');
const maxShown = 100;

const paths = CHECK_PATHS.split('\n')
  .map((path) => path.trim())
  .filter((path) => path !== '');
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
  summarise(files, summary);
}
if (sarifFile !== '') {
  mkdirSync(dirname(resolve(sarifFile)), { recursive: true });
  const file = openSync(sarifFile, 'w');
  spawnSync(process.execPath, argumentsOf('sarif'), { stdio: ['ignore', file, 'ignore'] });
  closeSync(file);
}
output('sarif-file', sarifFile);
process.exit(status ?? 1);

function output(name, value) {
  // A line end would begin another output.
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `${name}=${String(value).replace(/[\r\n]/g, ' ')}\n`);
}

function summarise(files, { errors, warnings, requests }) {
  if (!GITHUB_STEP_SUMMARY) return;
  const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const rows = files.flatMap(({ path, findings }) =>
    findings.map(
      ({ severity, rule, message, range }) =>
        `| ${cell(`${path}:${range.start.line + 1}`)} | ${severity} | ${cell(rule)} | ${cell(message)} |`,
    ),
  );
  const table = ['| Where | Severity | Rule | Message |', '| --- | --- | --- | --- |', ...rows.slice(0, maxShown)];
  const lines = [
    '### Rulebook',
    '',
    `${count(errors, 'error')} and ${count(warnings, 'warning')} in ${count(requests, 'request')}.`,
    ...(rows.length > 0 ? ['', ...table] : []),
    ...(rows.length > maxShown ? ['', `${rows.length - maxShown} more are in the log.`] : []),
    '',
  ];
  appendFileSync(GITHUB_STEP_SUMMARY, `${lines.join('\n')}\n`);
}

/** Texts of the checked files are shown as they are, and never read as Markdown or HTML; control characters are named. */
function cell(text) {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]<>&|#!~]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      /\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
      (character) => `U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    );
}
