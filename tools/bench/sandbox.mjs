// What the sandbox's servers take: S13.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

const connections = 16;

const hooks = '/repos/octocat/hello-world/hooks';
/** Small reads; `path` gets the number of the request. */
const reads = [
  { name: 'who am I', endpoint: 'sandbox-cluster', path: () => '/_security/_authenticate' },
  { name: 'one of 100 documents', endpoint: 'sandbox-cluster', path: (n) => `/bench/_doc/${n % 100}` },
  { name: '2 of 20 webhooks', endpoint: 'sandbox-hub', path: () => `${hooks}?per_page=2` },
  { name: 'one of 20 webhooks', endpoint: 'sandbox-hub', path: (n) => `${hooks}/${(n % 20) + 1}` },
];

/** @param {Bench} bench */
export async function measureSandbox(bench) {
  await smallReads(bench);
  await manyCreated(bench);
  await keptState(bench);
}

/** In turn with a bare server that responses every request with a short text. */
async function smallReads({ cli, isQuick, report }) {
  const echo = await startSandbox([join(import.meta.dirname, 'echo-http-server.mjs')]);
  const sandbox = await startSandbox([cli, 'sandbox', '--json', '--free-ports', '--unlisted']);
  const requests = isQuick ? 500 : 2000;
  const rounds = isQuick ? 3 : 11;
  try {
    const [bare] = echo.endpoints;
    const document = (n) => ({ method: 'PUT', path: `/bench/_doc/${n}`, body: { n } });
    await change(endpointOf(sandbox, 'sandbox-cluster'), document, 0, 100);
    await change(endpointOf(sandbox, 'sandbox-hub'), hook, 0, 20);
    /** @type {{ name: string, ratio: number }[]} */
    const found = [];
    for (const { name, endpoint, path } of reads) {
      const played = endpointOf(sandbox, endpoint);
      /** @type {number[]} */
      const ratios = [];
      for (let round = 0; round <= rounds; round++) {
        const rate = await load(bare, path, requests);
        const ours = await load(played, path, requests);
        // The first round warms up. Of pairs, since a machine with other work is slow for both of a round.
        if (round > 0) ratios.push(ours / rate);
      }
      found.push({ name, ratio: median(ratios) });
    }
    const least = Math.min(...found.map(({ ratio }) => ratio));
    const about = { unit: 'times', samples: rounds };
    report.row('S13', 'requests per second of the costliest small read over node:http', least, {
      ...about,
      goal: 0.4,
      atLeast: true,
    });
    for (const { name, ratio } of found) report.row('S13', `  ${name}`, ratio, about);
  } finally {
    await sandbox.stop();
    await echo.stop();
  }
}

/** A repository takes only twenty. */
const hooksEach = 20;
/** Inactive ones, which nothing is delivered to. */
const hookIn = (n, path) => ({
  method: 'POST',
  path,
  body: { active: false, config: { url: `http://127.0.0.1:9/${n}` } },
});
const hook = (n) => hookIn(n, hooks);
const hookAnywhere = (n) => hookIn(n, `/repos/octocat/bench-${Math.floor(n / hooksEach)}/hooks`);
const key = (n) => ({
  method: 'POST',
  path: '/_security/api_key',
  body: { name: `key-${n}`, role_descriptors: { reader: { cluster: ['monitor'] } } },
});

/** The last of very many resources, next to the first ones: these afterwards, in an empty sandbox, so that the code is compiled for both. */
async function manyCreated({ cli, isQuick, report }) {
  const most = isQuick ? 3000 : 10_000;
  const group = isQuick ? 200 : 500;
  const repositories = Array.from({ length: most / hooksEach }, (_, n) => ['--repository', `octocat/bench-${n}`]);
  const args = [cli, 'sandbox', '--json', '--free-ports', '--unlisted', ...repositories.flat()];
  for (const [name, endpoint, make] of /** @type {const} */ ([
    ['API key', 'sandbox-cluster', key],
    ['webhook', 'sandbox-hub', hookAnywhere],
  ])) {
    const sandbox = await startSandbox(args);
    try {
      const own = endpointOf(sandbox, endpoint);
      await change(own, make, 0, most - group);
      const last = await costOf(sandbox, () => change(own, make, most - group, most));
      await change(own, () => ({ method: 'POST', path: '/_sandbox/reset' }), 0, 1);
      const first = await costOf(sandbox, () => change(own, make, 0, group));
      const what = `the ${most.toLocaleString('en')}th ${name} over the first ones, CPU`;
      report.row('S13', what, last / first, { unit: 'times', goal: 1.2, samples: group });
    } finally {
      await sandbox.stop();
    }
  }
}

/** A change that is kept in a file, with very many documents and with one. */
async function keptState({ cli, folder, isQuick, report }) {
  const args = [cli, 'sandbox', '--json', '--free-ports', '--unlisted', '--state', join(folder, 'state.json')];
  const sandbox = await startSandbox(args);
  const many = isQuick ? 2000 : 10_000;
  const changes = isQuick ? 30 : 100;
  try {
    const own = endpointOf(sandbox, 'sandbox-cluster');
    const same = (n) => ({ method: 'PUT', path: '/many/_doc/0', body: { message: `change ${n}` } });
    const other = (n) => ({ method: 'PUT', path: `/many/_doc/${n + 1}`, body: { message: `document ${n}` } });
    // Until the code is compiled.
    await change(own, same, 0, isQuick ? 300 : 2000);
    const few = await costOf(sandbox, () => change(own, same, 0, changes));
    await change(own, other, 0, many);
    await change(own, same, 0, changes);
    const all = await costOf(sandbox, () => change(own, same, 0, changes));
    const what = `a change with --state and ${many.toLocaleString('en')} documents over one with 1, CPU`;
    report.row('S13', what, all / few, { unit: 'times', goal: 1.5, samples: changes });
  } finally {
    await sandbox.stop();
  }
}

export function endpointOf({ endpoints }, name) {
  const found = endpoints.find((one) => one.name === name);
  if (!found) throw new Error(`The sandbox has no ${name}.`);
  return found;
}

/** Sends requests that change something, one after the other. */
export async function change({ baseUrl, credential }, make, from, to) {
  for (let n = from; n < to; n++) {
    const { method, path, ...rest } = make(n);
    const headers = { Authorization: credential, 'Content-Type': 'application/json' };
    const body = 'body' in rest ? { body: JSON.stringify(rest.body) } : {};
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  }
}

/** Returns the milliseconds of processor time that something costs a server, with what it does a moment later. */
export async function costOf({ child }, task) {
  const used = () => {
    const tasks = `/proc/${child.pid}/task`;
    return readdirSync(tasks).reduce(
      (sum, thread) => sum + Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );
  };
  await sleep(100);
  const before = used();
  await task();
  await sleep(100);
  return (used() - before) / 1e6;
}

/**
 * Starts servers that say their endpoints in their first line, and end with their standard input.
 * @param {string[]} args
 */
export async function startSandbox(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
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
