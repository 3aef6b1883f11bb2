// What the faces cost beside the engine: bundle sizes, starting the server, and sending.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median } from '../bench/statistics.mjs';
import { startSession } from '../bench/server-session.mjs';
import { measureSending } from './bench-sending.mjs';

const dist = join(import.meta.dirname, '../../dist');

/** Prints the sizes of the bundles; they must have been built for production. */
export function printSizes(say) {
  const size = (name) => statSync(join(dist, name)).size / 1024;
  const parts = readdirSync(join(dist, 'parts')).filter((name) => name.endsWith('.mjs'));
  say('Bundles, minified, in KB');
  for (const name of ['client.js', ...parts.map((part) => `parts/${part}`)]) {
    say(`  ${name.padEnd(48)}${size(name).toFixed(0).padStart(9)}`);
  }
}

/**
 * Prints how long the server takes to its first answer and to the diagnostics of a small file, in turn with an empty program.
 * @param {{ say: (line: string) => void, rounds: number, document: { uri: string, text: string } }} options
 */
export async function printStart({ say, rounds, document }) {
  const server = join(dist, 'server.js');
  /** @type {Record<'bare' | 'initialized' | 'first', number[]>} */
  const times = { bare: [], initialized: [], first: [] };
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    times.bare.push(performance.now() - started);
    times.initialized.push(await timeToInitialize(server));
    const session = await startSession(server, document);
    times.first.push(session.firstDiagnostics);
    await session.stop();
  }
  const bare = median(times.bare);
  say(`Start, median of ${rounds} in ms`);
  const row = (name, value) =>
    say(`  ${name.padEnd(48)}${value.toFixed(1).padStart(9)}  ${(value / bare).toFixed(2)} x node -e 0`);
  row('node -e 0', bare);
  row('to initialize (goal: 1.3)', median(times.initialized));
  row(`to diagnostics of ${(document.text.length / 1024).toFixed(0)} KB (goal: 1.6)`, median(times.first));
}

/** Returns the milliseconds to the first answer. The message is written before the process runs, so that this measures its start alone. */
export function timeToInitialize(server) {
  const params = { processId: process.pid, rootUri: null, capabilities: {} };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.once('error', reject);
    child.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
    child.stdout.once('data', () => {
      const elapsed = performance.now() - started;
      child.kill();
      child.once('exit', () => resolve(elapsed));
    });
  });
}

/**
 * Prints how long `run --all` takes beside a bare loop, for two numbers of requests.
 * @param {{ say: (line: string) => void, folder: string, rounds: number, requests: number }} options
 */
export async function printSending({ say, folder, rounds, requests }) {
  const counts = [Math.max(1, Math.round(requests / 10)), requests];
  say(`Sending one after the other, whole processes, median of ${rounds} in s (goal: 1.3)`);
  for (const { count, product, bare } of await measureSending({ folder, cli: join(dist, 'cli.js'), counts, rounds })) {
    const [ours, theirs] = [median(product), median(bare)];
    const ratio = `${(ours / theirs).toFixed(2)} x node:http`;
    say(`  ${`${count} requests`.padEnd(24)} rulebook ${ours.toFixed(2)}   node:http ${theirs.toFixed(2)}   ${ratio}`);
  }
}
