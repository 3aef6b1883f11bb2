// What Schemathesis, a fuzzer that others have written, finds in the sandbox, and what it and `rulebook test` find in one server.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../lib/processes.mjs';
import { startSandbox } from '../lib/sandbox.mjs';
import { exportOpenApi } from './export-openapi.mjs';
import { playPlantedFaults } from './planted-faults.mjs';
import { runFuzzer } from './run-fuzzer.mjs';

const root = join(import.meta.dirname, '../..');
const requirements = join(import.meta.dirname, 'requirements-fuzzer.txt');
/** What is played, and what is found and stays, with the reason. */
const settings = JSON.parse(readFileSync(join(root, 'test/oracle/fuzzer.json'), 'utf8'));

/**
 * What Schemathesis found in one service that the sandbox plays: failures that are not listed, by kind, and those that are.
 * @typedef {{ service: string, operations: number, requests: number, serverErrors: number, undocumented: number, violations: number,
 *   listed: number, notPlayed: number, seconds: number, unlisted: readonly string[] }} FuzzedService
 */

/**
 * Lets Schemathesis loose on each service, then both it and `rulebook test` on a server with planted faults.
 * @param {{ log?: (line: string) => void, only?: string }} [options] `only`: a part of the names of the services
 * @returns {Promise<{ skipped: string } | { schemathesis: string, rows: readonly FuzzedService[], left: readonly string[],
 *   planted: readonly { fault: string, schemathesis: string, rulebook: string }[],
 *   seconds: { schemathesis: number, rulebook: number } }>}
 */
export async function playFuzzer({ log = () => {}, only = '' } = {}) {
  const python = await environment(log);
  if ('skipped' in python) return python;
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-fuzzer-'));
  try {
    const rows = [];
    const left = [];
    for (const service of settings.services.filter(({ name }) => name.includes(only))) {
      const place = await placeOf(service, folder);
      if ('skipped' in place) {
        left.push(`${service.name}: ${place.skipped}`);
        continue;
      }
      const row = await fuzzed(service, place, { python: python.path, folder });
      log(rowText(row));
      rows.push(row);
    }
    const faults = 'planted faults'.includes(only)
      ? await playPlantedFaults({ python: python.path, folder, log })
      : none;
    return { schemathesis: python.version, rows, left, ...faults };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const none = { planted: [], seconds: { schemathesis: 0, rulebook: 0 } };

/**
 * Makes the virtual environment of these versions once, and returns the program; or why there is none.
 * @returns {Promise<{ skipped: string } | { path: string, version: string }>}
 */
async function environment(log) {
  const asked = readFileSync(requirements, 'utf8');
  const version = /^schemathesis==(.*)$/m.exec(asked)?.[1] ?? '';
  const path = join(tmpdir(), `rulebook-schemathesis-${version}`);
  const programs = join(path, process.platform === 'win32' ? 'Scripts' : 'bin');
  const program = join(programs, 'st');
  if (!existsSync(join(path, 'ready'))) {
    const found = await run('python3', ['--version'], { timeout: 20_000 });
    if (found.code !== 0) return { skipped: 'there is no Python' };
    log(`Installing Schemathesis ${version} …`);
    const made = await run('python3', ['-m', 'venv', '--clear', path], { timeout: 120_000 });
    if (made.code !== 0) return { skipped: 'Python has no module venv' };
    const args = ['install', '--quiet', '--disable-pip-version-check', '--requirement', requirements];
    const installed = await run(join(programs, 'pip'), args, { timeout: 300_000 });
    if (installed.code !== 0) return { skipped: 'pip cannot install Schemathesis' };
    writeFileSync(join(path, 'ready'), '');
  }
  return { path: program, version };
}

/**
 * Returns the description with which Schemathesis tests a service, and how the sandbox is started for it.
 * @returns {Promise<{ skipped: string } | { description: string, args: string[], endpoint: string, credential?: string }>}
 */
async function placeOf({ name, exported, description }, folder) {
  if (exported !== undefined) {
    const { document } = await exportOpenApi(name, exported);
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(document));
    return { description: file, args: [], endpoint: exported.endpoint };
  }
  const corpus = process.env.RULEBOOK_CORPUS;
  const isOfCorpus = description.startsWith('corpus/');
  if (isOfCorpus && corpus === undefined) return { skipped: 'RULEBOOK_CORPUS, the folder of the corpus, is not set' };
  const file = isOfCorpus ? join(corpus ?? '', description.slice('corpus/'.length)) : join(root, description);
  if (!existsSync(file)) return { skipped: 'its description is not in the corpus' };
  const own = join(folder, name);
  // `rulebook.json` names files below it only.
  cpSync(dirname(file), own, { recursive: true });
  const services = { [name]: { description: `./${basename(file)}` } };
  writeFileSync(join(own, 'rulebook.json'), JSON.stringify({ services }));
  // A credential is checked where the seed names some.
  writeFileSync(join(own, 'seed.json'), JSON.stringify({ [name]: { credentials: ['of-the-fuzzer', 'b2Y6ZnV6emVy'] } }));
  return {
    description: join(own, basename(file)),
    args: ['--service', name, '--folder', own, '--seed', join(own, 'seed.json')],
    endpoint: `sandbox-${name}`,
  };
}

/** @returns {Promise<FuzzedService>} */
async function fuzzed(
  { name, examples, credential, headers = [], checks, filter = [] },
  { description, args, endpoint },
  { python, folder },
) {
  const sandbox = await startSandbox({ freePorts: true, args: ['--unlisted', '--deterministic', ...args] });
  try {
    const played = sandbox.endpoints.find((one) => one.name === endpoint);
    if (played === undefined) throw new Error(`The sandbox has no ${endpoint}.`);
    const found = await runFuzzer({
      ...{ program: python, description, url: played.baseUrl, examples, checks, folder },
      headers: [credential ?? `Authorization: ${played.credential}`, ...headers],
      more: filter,
    });
    return { service: name, ...found.counts, ...sorted(name, found.failures) };
  } finally {
    sandbox.stop();
  }
}

/** Returns the failures by kind, apart from those that are listed. */
function sorted(service, failures) {
  const kinds = { serverErrors: 0, undocumented: 0, violations: 0, listed: 0, notPlayed: 0 };
  const unlisted = [];
  for (const failure of failures) {
    const { check, operation, status, title, message } = failure;
    // The documented response of what the sandbox knows and does not play.
    if (status === 501) kinds.notPlayed++;
    else if (settings.listed.some((entry) => isMeant(entry, service, failure))) kinds.listed++;
    else {
      if (check === 'not_a_server_error') kinds.serverErrors++;
      else if (check === 'status_code_conformance') kinds.undocumented++;
      else kinds.violations++;
      unlisted.push(
        `${check} of ${operation}, status ${status}: ${title}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
      );
    }
  }
  return { ...kinds, unlisted };
}

/** Returns whether an entry of the list is about a failure: all that it says must hold; `*` in an operation stands for anything. */
function isMeant(entry, service, { check, operation, status, message }) {
  const { services, operations = ['*'] } = entry;
  return (
    services.includes(service) &&
    entry.check === check &&
    (entry.status === undefined || entry.status === status) &&
    (entry.message === undefined || message.includes(entry.message)) &&
    operations.some((pattern) => like(pattern, operation))
  );
}

function like(pattern, text) {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}

function rowText({
  service,
  operations,
  requests,
  serverErrors,
  undocumented,
  violations,
  listed,
  notPlayed,
  seconds,
  unlisted,
}) {
  const counted = `operations ${operations}, requests ${requests}, ${seconds} s`;
  const found = `server errors ${serverErrors}, undocumented statuses ${undocumented}, violations ${violations}`;
  return [
    `${service}: ${counted}; ${found}; listed ${listed}, not played ${notPlayed}`,
    ...unlisted.map((line) => `  ${line}`),
  ].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const result = await playFuzzer({ log: console.log, only: process.argv[2] });
  console.log(JSON.stringify('rows' in result ? { ...result, rows: undefined } : result, undefined, 2));
  if ('rows' in result && result.rows.some(({ unlisted }) => unlisted.length > 0)) process.exitCode = 1;
}
