// How well descriptions are played: `rulebook test` against the sandbox of each of them, and what its start takes.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../../dist/cli.js');
/** In seconds, for each description. */
const longest = 60;

/**
 * Starts the sandbox of a description, tests it, and returns what came out; undefined where it did not start.
 * @param {string} file
 * @param {string} folder where findings are written
 */
export async function tryDescription(file, folder) {
  const child = spawn(
    process.execPath,
    [program, 'sandbox', '--json', '--free-ports', '--unlisted', '--description', file],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  try {
    const line = await firstLine(child);
    if (line === undefined || child.pid === undefined) return undefined;
    const [endpoint] = JSON.parse(line).endpoints;
    const start = processorTime(child.pid);
    const args = ['test', file, '--endpoint', endpoint.baseUrl, '--header', `Authorization: ${endpoint.credential}`];
    const text = await outputOf([...args, '--format', 'json', '--max-time', String(longest), '--output', folder]);
    const { operations, untested, cases, requests, findings } = JSON.parse(text);
    return {
      start,
      operations: operations.length,
      untested: untested.length,
      cases,
      requests,
      findings: findings.length,
    };
  } finally {
    child.stdin?.end();
    child.kill();
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function firstLine(child) {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
    child.once('close', () => resolve(undefined));
  });
}

/** @param {readonly string[]} args */
function outputOf(args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('close', () => resolve(text));
  });
}

/**
 * Returns the processor time of a process in seconds.
 * @param {number} pid
 */
function processorTime(pid) {
  const [, user = '0', system = '0'] =
    /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) / 100;
}
