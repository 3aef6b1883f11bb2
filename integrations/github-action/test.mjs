// Runs `rulebook test` for a job of GitHub Actions. The service is on the runner or named by --yes among the arguments.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { count, linesOf, output, program, summarise } from './step.mjs';

const { TEST_SERVICE = '', TEST_ENDPOINT, TEST_ENVIRONMENT, TEST_OUTPUT, TEST_REPORT, TEST_ARGUMENTS } = process.env;
const folder = TEST_OUTPUT || 'rulebook-findings';
if (TEST_REPORT) mkdirSync(dirname(resolve(TEST_REPORT)), { recursive: true });
const args = [
  ...['test', '--format', 'json', '--output', folder],
  ...(TEST_ENDPOINT ? ['--endpoint', TEST_ENDPOINT] : []),
  ...(TEST_ENVIRONMENT ? ['--env', TEST_ENVIRONMENT] : []),
  ...(TEST_REPORT ? ['--report', TEST_REPORT] : []),
  ...linesOf(TEST_ARGUMENTS),
];
const { status, stdout } = spawnSync(process.execPath, [program, ...args, '--', TEST_SERVICE], {
  encoding: 'utf8',
  maxBuffer: 1 << 30,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (stdout?.startsWith('{')) {
  const { findings, requests } = JSON.parse(stdout);
  for (const { message, title, file } of findings) {
    console.log(`::error title=${command(title, true)},file=${command(file, true)}::${command(message)}`);
  }
  output('findings', findings.length);
  output('requests', requests);
  summarise(
    `${count(findings.length, 'finding')} by ${count(requests, 'request')}.`,
    ['Operation', 'What', 'File'],
    findings.map(({ operation, message, file }) => [operation, message, file]),
  );
} else if (stdout) process.stdout.write(stdout);
output('folder', folder);
process.exit(status ?? 1);

/** Returns a text as a command of the runner takes it; as a property, colon and comma would end it. */
function command(text, isProperty = false) {
  const value = String(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return isProperty ? value.replaceAll(':', '%3A').replaceAll(',', '%2C') : value;
}
