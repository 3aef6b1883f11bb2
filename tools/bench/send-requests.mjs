// Runs senders as whole processes, in turn, and returns what each needs for how many requests.
import { fork, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const loop = join(import.meta.dirname, 'send-loop.mjs');
const httpyacPath = 'httpyac/bin/httpyac.js';

/**
 * @typedef {object} Run
 * @property {number} wall in seconds
 * @property {number} cpu of user and system, in seconds
 * @property {readonly number[]} arrivals when each request came to the server, in milliseconds
 */
/** @typedef {'product' | 'transport' | 'http' | 'undici' | 'httpyac'} Sender */

/** Returns why httpyac is left out, or where its program is. It is not a dependency: a folder of modules may hold it. */
export function findHttpyac(folder = process.env['RULEBOOK_BENCH_MODULES']) {
  if (folder === undefined) return { reason: 'set RULEBOOK_BENCH_MODULES to a folder `node_modules` with httpyac' };
  const program = join(folder, httpyacPath);
  return existsSync(program) ? { program } : { reason: `${folder} holds no httpyac` };
}

/**
 * Starts the server and returns what sends to it.
 * @param {{ folder: string, cli?: string, library: string, httpyac?: string | undefined }} options
 */
export async function startSending({ folder, cli = '', library, httpyac = '' }) {
  const server = await startServer();
  const { base } = server;
  const endpoints = { bench: { service: 'search-cluster', baseUrl: base } };
  writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ endpoints, defaults: { 'search-cluster': 'bench' } }));
  /** @type {Record<Sender, (file: string, whole: string, program: string) => string[]>} */
  const argumentsOf = {
    product: (file, _, program) => [program, 'run', file, '--all'],
    transport: (file) => [loop, 'transport', file, base, library],
    http: (file) => [loop, 'http', file, base],
    undici: (file) => [loop, 'undici', file, base],
    httpyac: (_, whole) => [httpyac, 'send', whole, '--all', '--output', 'short'],
  };
  return {
    /**
     * Fails when a process fails, or when not every request has arrived: nothing would have been measured.
     * @param {Sender} sender
     * @param {number} count
     * @param {string} [program] of the product, if not that of this checkout
     * @param {string} [ending] what is behind each body
     * @returns {Promise<Run>}
     */
    async run(sender, count, program = cli, ending = '') {
      const file = join(folder, `send-${count}.http`);
      const whole = join(folder, `send-${count}-urls.http`);
      writeFileSync(file, requestsOf(count, '', ending));
      writeFileSync(whole, requestsOf(count, base, ending));
      const time = await timeOf([process.execPath, ...argumentsOf[sender](file, whole, program)], folder);
      const arrivals = await server.arrivals();
      if (arrivals.length !== count) throw new Error(`${sender} has sent ${arrivals.length} of ${count} requests.`);
      return { ...time, arrivals };
    },
    stop: server.stop,
  };
}

/** Starts what acknowledges every request; `arrivals` returns when those since the last call came. */
export async function startServer() {
  const server = fork(join(import.meta.dirname, 'send-server.mjs'));
  const answer = () => new Promise((given) => server.once('message', given));
  const { port } = await answer();
  return {
    base: `http://127.0.0.1:${port}`,
    /** @returns {Promise<readonly number[]>} */
    arrivals: () => {
      const arrived = answer();
      server.send('arrivals');
      return arrived;
    },
    stop: () => server.disconnect(),
  };
}

function requestsOf(count, base, ending) {
  const one = (index) =>
    `### Key ${index}\nPOST ${base}/_security/api_key\n\n{ "name": "key-${index}", "role_descriptors": { "r": { "cluster": ["monitor"] } } }\n${ending}`;
  return Array.from({ length: count }, (_, index) => one(index)).join('\n');
}

/** The time that the shell reports comes from the kernel. What the process prints is read, and forgotten; httpyac 6.16.7 reads only files below `cwd`. */
export async function timeOf(command, cwd, { mayFail = false } = {}) {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" 2> /dev/null';
  const child = spawn('bash', ['-c', script, 'bash', ...command], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((closed) => child.once('close', closed));
  const [, wall, user, system] = /(\d+\.\d+) (\d+\.\d+) (\d+\.\d+)\s*$/.exec(said) ?? [];
  if ((code !== 0 && !mayFail) || wall === undefined)
    throw new Error(`It ended with code ${code}: ${command.join(' ')}`);
  return { wall: Number(wall), cpu: Number(user) + Number(system) };
}
