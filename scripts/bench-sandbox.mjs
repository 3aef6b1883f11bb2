// `npm run bench` runs this, too: requests per second of the sandbox beside a bare `node:http` server, and what many leave in memory.
//   --requests N   requests of each kind (2000)     --rounds N   rounds of each (11)     --many N   requests for memory (200000)
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';

ensureDependencies();
const { build } = await import('./build.mjs');
const { printSandboxLoad } = await import('./lib/bench-sandbox.mjs');
const { values } = parseArgs({
  options: { requests: { type: 'string' }, rounds: { type: 'string' }, many: { type: 'string' } },
});
await build({ production: true, say: () => undefined });
await printSandboxLoad({
  say: (line) => console.log(line),
  requests: Number(values.requests ?? 2000),
  rounds: Number(values.rounds ?? 11),
  many: Number(values.many ?? 200_000),
});
