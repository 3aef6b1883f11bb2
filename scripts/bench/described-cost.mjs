// What the published descriptions cost a language server, beside the same server without them.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { startSession } from './server-session.mjs';
import { median } from './statistics.mjs';

const size = 10_240;

/**
 * Returns for a file of documented requests, and for one of described requests of the code host, the milliseconds to the first diagnostics
 * with and without descriptions; and the megabytes that the descriptions of both services take.
 * @param {string} server the built server, beside its descriptions
 * @param {string} documented a file of documented requests
 * @param {number} rounds
 */
export async function measureDescribedCost(server, documented, rounds) {
  const dist = dirname(server);
  // Programs look for the descriptions in a folder of this name.
  const bare = join(dirname(dist), 'without', 'dist');
  cpSync(dist, bare, { recursive: true });
  rmSync(join(bare, 'descriptions'), { recursive: true });
  const servers = { with: server, without: join(bare, basename(server)) };
  const hosted = requestsOf(dist, 'github');
  const files = {
    documented: documented.slice(0, size),
    described: hosted.slice(0, size),
    both: `${requestsOf(dist, 'elasticsearch').slice(0, size)}\n\n###\n\n${hosted.slice(0, size)}`,
  };
  /** @typedef {{ with: number[], without: number[], memory: { with: number[], without: number[] } }} Times */
  /** @type {Record<string, Times>} */
  const measured = {};
  for (const [kind, text] of Object.entries(files)) {
    /** @type {Times} */
    const own = { with: [], without: [], memory: { with: [], without: [] } };
    measured[kind] = own;
    for (let round = 0; round < rounds; round++) {
      for (const which of /** @type {const} */ (['without', 'with'])) {
        const session = await startSession(servers[which], { uri: 'file:///bench/described.http', text });
        own[which].push(session.firstDiagnostics);
        own.memory[which].push(session.usage()?.memory ?? Number.NaN);
        await session.stop();
      }
    }
  }
  const ratio = (kind) => median(measured[kind]?.with ?? []) / median(measured[kind]?.without ?? []);
  const memory = (which) => median(measured['both']?.memory[which] ?? []);
  return {
    documented: ratio('documented'),
    described: ratio('described'),
    memory: memory('with') - memory('without'),
  };
}

/** Returns requests to paths of a description, many enough for the longest file here. */
function requestsOf(dist, name) {
  const packed = readFileSync(join(dist, 'descriptions', `${name}.json.br`));
  const [first = ''] = brotliDecompressSync(packed).toString('utf8').split('\n', 1);
  return JSON.parse(first)
    .operations.filter(({ methods, path }) => methods.includes('GET') && path.split('/').length > 3)
    .map(({ path }) => `GET ${path.replace(/\{[^{}]*\}/g, 'abc')}\n\n###\n\n`)
    .join('');
}
