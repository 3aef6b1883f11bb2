// Starts `rulebook sandbox` for the later steps of a job of GitHub Actions. The runner ends it with the job.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { linesOf, output, program, temporary } from './step.mjs';

const { SANDBOX_SERVICES, SANDBOX_DESCRIPTIONS, SANDBOX_SEED, SANDBOX_ARGUMENTS, GITHUB_ENV } = process.env;
const ready = temporary('rulebook-sandbox.json');
const log = temporary('rulebook-sandbox.log');
const args = [
  ...['sandbox', '--free-ports', '--ready-file', ready],
  ...linesOf(SANDBOX_SERVICES).flatMap((name) => ['--service', name]),
  ...linesOf(SANDBOX_DESCRIPTIONS).flatMap((path) => ['--description', path]),
  ...(SANDBOX_SEED ? ['--seed', SANDBOX_SEED] : []),
  ...linesOf(SANDBOX_ARGUMENTS),
];

if (process.argv.includes('--hold')) {
  // The sandbox stops with the process that started it, which is this one and not the step.
  const sandbox = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  sandbox.on('close', (code) => process.exit(code ?? 1));
} else {
  rmSync(ready, { force: true });
  const file = openSync(log, 'w');
  const held = spawn(process.execPath, [import.meta.filename, '--hold'], {
    detached: true,
    stdio: ['ignore', file, file],
  });
  let isOver = false;
  held.on('close', () => (isOver = true));
  for (let tries = 0; !isOver && !existsSync(ready) && tries < 600; tries++) await setTimeout(100);
  if (!existsSync(ready)) {
    process.stdout.write(readFileSync(log, 'utf8'));
    console.log('::error::The sandbox did not start.');
    process.exit(1);
  }
  held.unref();
  const { endpoints } = JSON.parse(readFileSync(ready, 'utf8'));
  for (const { name, service, baseUrl, credential } of endpoints) {
    if (credential) console.log(`::add-mask::${credential}`);
    console.log(`${name} (${service}): ${baseUrl}`);
  }
  output('file', ready);
  output('keeper', held.pid);
  output('url', endpoints[0].baseUrl);
  output('urls', JSON.stringify(Object.fromEntries(endpoints.map(({ name, baseUrl }) => [name, baseUrl]))));
  if (GITHUB_ENV) appendFileSync(GITHUB_ENV, `RULEBOOK_SANDBOX_FILE=${ready}\n`);
  process.exit(0);
}
