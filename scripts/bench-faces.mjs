// `npm run bench` runs this, too: bundle sizes, the server's start and sending, beside yardsticks in the same run.
//   --requests N   requests to send (10000)     --rounds N   rounds of each (5)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';

ensureDependencies();

/**
 * Builds for production and prints all three measures.
 * @param {{ requests?: number, rounds?: number }} [options]
 */
export async function benchFaces({ requests = 10_000, rounds = 5 } = {}) {
  const { build } = await import('./build.mjs');
  const { printSending, printSizes, printStart } = await import('./lib/bench-faces.mjs');
  const say = (line) => console.log(line);
  await build({ production: true, say: () => undefined });
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-bench-'));
  try {
    printSizes(say);
    const one =
      '### Key\nPOST /_security/api_key\n\n{ "name": "k", "role_descriptors": { "r": { "cluster": ["all"] } } }\n\n';
    const document = { uri: 'file:///bench/small.http', text: one.repeat(Math.ceil(10_240 / one.length)) };
    await printStart({ say, rounds: rounds * 3, document });
    await printSending({ say, folder, rounds, requests });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, rounds: { type: 'string' } } });
  await benchFaces({ requests: Number(values.requests ?? 10_000), rounds: Number(values.rounds ?? 5) });
}
