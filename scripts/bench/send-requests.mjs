// Measures how long `rulebook run --all` takes beside a bare loop over node:http that sends the same requests.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const bare = `
const { Agent, request } = require('node:http');
const { readFileSync } = require('node:fs');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const send = (url, method, body) =>
  new Promise((done, fail) => {
    const sent = request(url, { agent, method, headers: { 'Content-Type': 'application/json' } }, (answer) => {
      answer.setEncoding('utf8');
      let text = '';
      answer.on('data', (chunk) => (text += chunk)).on('end', () => done(answer.statusCode + text));
    }).on('error', fail);
    sent.end(body);
  });
(async () => {
  for (const block of readFileSync(process.argv[1], 'utf8').split(/^###.*$/m).slice(1)) {
    const [, method, path, body] = /^(\\w+) (\\S+)\\n\\n([^]*)$/.exec(block.trim());
    process.stdout.write((await send(process.argv[2] + path, method, body)) + '\\n');
  }
  agent.destroy();
})();`;

/**
 * Returns the seconds that both need for as many requests, each a whole process.
 * @param {{ folder: string, cli: string, counts: readonly number[], rounds: number }} options
 * @returns {Promise<{ count: number, product: number[], bare: number[] }[]>}
 */
export async function measureSending({ folder, cli, counts, rounds }) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"acknowledged":true}');
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const base = `http://127.0.0.1:${port}`;
  const endpoints = { bench: { service: 'search-cluster', baseUrl: base } };
  writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ endpoints, defaults: { 'search-cluster': 'bench' } }));
  const results = [];
  try {
    for (const count of counts) {
      const file = join(folder, `send-${count}.http`);
      writeFileSync(file, requestsOf(count));
      /** @type {{ count: number, product: number[], bare: number[] }} */
      const result = { count, product: [], bare: [] };
      for (let round = 0; round < rounds; round++) {
        result.bare.push(await seconds(['-e', bare, file, base], count));
        result.product.push(await seconds([cli, 'run', file, '--all'], count));
      }
      results.push(result);
    }
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  return results;
}

function requestsOf(count) {
  const one = (index) =>
    `### Key ${index}\nPOST /_security/api_key\n\n{ "name": "key-${index}", "role_descriptors": { "r": { "cluster": ["monitor"] } } }\n`;
  return Array.from({ length: count }, (_, index) => one(index)).join('\n');
}

/** Fails when a process fails or says less than one line for each request: nothing would have been measured. */
async function seconds(args, count) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let lines = 0;
  child.stdout.on('data', (chunk) => {
    for (const byte of chunk) if (byte === 10) lines++;
  });
  const code = await new Promise((closed) => child.once('close', closed));
  if (code !== 0 || lines < count) throw new Error(`Sending ended with code ${code} after ${lines} lines.`);
  return (performance.now() - started) / 1000;
}
