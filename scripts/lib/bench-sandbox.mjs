// What the sandbox's servers take, beside a bare `node:http` server that the same client loads in turn.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { median } from '../bench/statistics.mjs';

const root = join(import.meta.dirname, '../..');
const echo = [join(root, 'scripts/bench/echo-http-server.mjs')];
const sandbox = [join(root, 'dist/cli.js'), 'sandbox', '--json', '--free-ports'];
const connections = 16;

const hooks = '/repos/octocat/hello-world/hooks';
/** Small reads; `path` gets the number of the request. */
const reads = [
  { name: 'cluster: who am I', endpoint: 'sandbox-cluster', path: () => '/_security/_authenticate' },
  { name: 'cluster: get one of 100 documents', endpoint: 'sandbox-cluster', path: (n) => `/bench/_doc/${n % 100}` },
  { name: 'host: list 2 of 20 webhooks', endpoint: 'sandbox-hub', path: () => `${hooks}?per_page=2` },
  { name: 'host: get one of 20 webhooks', endpoint: 'sandbox-hub', path: (n) => `${hooks}/${(n % 20) + 1}` },
];

/**
 * Prints requests per second as ratios to the echo server's, and what many requests leave in memory.
 * @param {{ say: (line: string) => void, rounds?: number, requests?: number, many?: number }} options
 */
export async function printSandboxLoad({ say, rounds = 11, requests = 2000, many = 200_000 }) {
  const servers = { echo: await start(echo), sandbox: await start(sandbox) };
  try {
    const [bare] = servers.echo.endpoints;
    const [cluster, , hub] = servers.sandbox.endpoints;
    await fill(cluster, 'PUT', 100, (n) => ({ path: `/bench/_doc/${n}`, body: { n } }));
    // Inactive ones, which nothing is delivered to.
    await fill(hub, 'POST', 20, (n) => ({
      path: hooks,
      body: { active: false, config: { url: `http://127.0.0.1:9/${n}` } },
    }));
    say(
      `Sandbox, small reads over ${connections} connections, median of ${rounds} in requests per second (goal: 0.33)`,
    );
    for (const { name, endpoint, path } of reads) {
      const played = servers.sandbox.endpoints.find((one) => one.name === endpoint);
      /** @type {{ echo: number[], sandbox: number[] }} */
      const rates = { echo: [], sandbox: [] };
      for (let round = 0; round <= rounds; round++) {
        const [ofEcho, ofSandbox] = [await load(bare, path, requests), await load(played, path, requests)];
        // The first round warms up.
        if (round > 0) {
          rates.echo.push(ofEcho);
          rates.sandbox.push(ofSandbox);
        }
      }
      const [theirs, ours] = [median(rates.echo), median(rates.sandbox)];
      // Of pairs, since a machine with other work is slow for both of a round.
      const ratio = `${median(rates.sandbox.map((rate, round) => rate / rates.echo[round])).toFixed(2)} x node:http`;
      say(
        `  ${name.padEnd(34)} sandbox ${ours.toFixed(0).padStart(6)}   node:http ${theirs.toFixed(0).padStart(6)}   ${ratio}`,
      );
    }
    const memory = [residentMegabytes(servers.sandbox.child.pid)];
    for (const part of [0.1, 0.45, 0.45]) {
      // Each request differs, so that nothing that is kept per request goes unseen.
      await load(hub, (n) => `${hooks}?per_page=${(n % 100) + 1}&page=${n}`, many * part);
      memory.push(residentMegabytes(servers.sandbox.child.pid));
    }
    say(`Memory over ${many} requests, all different, resident MB at 0, 10, 55 and 100 %: ${memory.join(', ')}`);
  } finally {
    for (const { stop } of Object.values(servers)) await stop();
  }
}

async function fill({ baseUrl, credential }, method, count, requestOf) {
  for (let n = 0; n < count; n++) {
    const { path, body } = requestOf(n);
    const headers = { Authorization: credential, 'Content-Type': 'application/json' };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(await answer.text());
    await answer.body?.cancel();
  }
}

/** @param {string[]} args */
async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: root });
  const ended = once(child, 'exit');
  /** @type {unknown[]} */
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The server ended with code ${code} before it was ready.`))),
  ]);
  return {
    child,
    endpoints: JSON.parse(String(line)).endpoints,
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** Sends that many requests, one after the other on each connection, and returns how many per second were answered. */
async function load({ baseUrl, credential }, path, count) {
  const { hostname, port, host } = new URL(baseUrl);
  let sent = 0;
  const next = () => {
    if (sent >= count) return undefined;
    return `GET ${path(sent++)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${credential}\r\nAccept: application/json\r\n\r\n`;
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => converse(Number(port), hostname, next)));
  return count / ((performance.now() - started) / 1000);
}

/** A client of its own, since `node:http` takes longer to ask than the servers take to answer. */
function converse(port, hostname, next) {
  return new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    const socket = connect(port, hostname);
    let held = '';
    const ask = () => {
      const request = next();
      if (request !== undefined) socket.write(request);
      else {
        socket.end();
        resolve();
      }
    };
    socket.setNoDelay(true);
    socket.setEncoding('latin1').on('data', (chunk) => {
      held += chunk;
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [, length] = /\r\ncontent-length: (\d+)/i.exec(held) ?? [];
      if (held.length < end + 4 + Number(length ?? 0)) return;
      if (!/^HTTP\/1.1 (200|404)/.test(held)) {
        reject(new Error(held.slice(0, 300)));
        socket.destroy();
        return;
      }
      held = '';
      ask();
    });
    socket.on('error', reject);
    socket.on('connect', ask);
  });
}

/** What the system counts, so garbage that nobody has collected yet is in it. */
function residentMegabytes(pid) {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024);
}
