// `npm run oracle`: what we say, compared with servers, clients and a fuzzer that we did not write. What this machine does not have is named.
//   PART…        node, round-trips, clients, fuzzer, rights, rights-names, parameters, wire or crossed, or words in the names of the node's areas; all
//                but the last five, if none is named. `crossed` plays clients of several versions and vendors at each server and at the sandbox as
//                that server
//   --server S   the node: es-8.19 (usual), es-9.5 or os-3.9
//   --between A,B  instead: what the servers A and B answer in different ways
//   --seed N     the seed of the generated requests (1)
//   --count N    how many files `wire` generates for each tool (2000)
//   --tool T     the tool of `wire`: httpyac or rest-client; both, if none is named
//   --minutes M  after which `rights-names` ends, with what it has (60)
//   --show       every difference that is not listed, in groups with requests
//   --raw FILE   all answers of the node and of the sandbox as JSON
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'es-8.19' },
    between: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '2000' },
    tool: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    show: { type: 'boolean', default: false },
    raw: { type: 'string' },
  },
});
const others = ['clients', 'fuzzer', 'rights', 'rights-names', 'parameters', 'wire', 'crossed'];
const isAll = positionals.length === 0;
/** What asks about each operation: other words choose among them. */
const asksEach = new Set(['rights', 'rights-names', 'parameters']);
const areas = positionals.filter((word) => !others.includes(word) && word !== 'node');
const log = (line) => console.error(line);

ensureDependencies();
const { build } = await import('./build.mjs');
await build();
let isGood = true;
if (values.between !== undefined) await between(values.between);
else if (isAll || (areas.length > 0 && !positionals.some((word) => asksEach.has(word))) || positionals.includes('node'))
  isGood = (await node()) && isGood;
const isWhole = isAll && values.between === undefined && values.server === 'es-8.19';
if (isWhole || positionals.includes('clients')) isGood = (await clients()) && isGood;
if (isWhole || positionals.includes('fuzzer')) isGood = (await fuzzer()) && isGood;
if (positionals.includes('rights')) isGood = (await rights()) && isGood;
if (positionals.includes('rights-names')) isGood = (await rightsByNames()) && isGood;
if (positionals.includes('parameters')) isGood = (await parameters()) && isGood;
if (positionals.includes('wire')) isGood = (await wire()) && isGood;
if (positionals.includes('crossed')) isGood = (await crossed()) && isGood;
process.exitCode = isGood ? 0 : 1;

async function node() {
  const { compareNode } = await import('./oracle/compare-node.mjs');
  const { serverNamed } = await import('./oracle/servers.mjs');
  const server = serverNamed(values.server);
  const result = await compareNode({ server, seed: Number(values.seed), words: areas, log });
  if (values.raw !== undefined) await writeFile(values.raw, JSON.stringify(result, undefined, 1));
  print(result.table);
  if (values.show) print(result.details);
  return result.isGood;
}

async function between(names) {
  const [one = '', other = ''] = names.split(',');
  const { answersOf, betweenServers } = await import('./oracle/compare-servers.mjs');
  const options = { seed: Number(values.seed), words: areas, log };
  const [ofOne, ofOther] = [await answersOf(one, options), await answersOf(other, options)];
  const differing = betweenServers(ofOne.steps, ofOther.steps);
  if (values.raw !== undefined) await writeFile(values.raw, JSON.stringify(differing, undefined, 1));
  print([`${one} and ${other}: of ${ofOne.steps.length}, answered in different ways: ${differing.length}`]);
}

async function parameters() {
  const { askParameters, parametersTable } = await import('./oracle/parameters.mjs');
  const { serverNamed } = await import('./oracle/servers.mjs');
  const server = serverNamed(values.server);
  const { rows, version, skipped } = await askParameters(server, { words: areas, log });
  if (skipped !== undefined) {
    print([`Not asked: ${skipped}.`]);
    return true;
  }
  if (values.raw !== undefined) await writeFile(values.raw, JSON.stringify(rows, undefined, 1));
  print([`${server.title} ${version}`, ...parametersTable(rows)]);
  return rows.every(({ falselyRefused }) => falselyRefused.length === 0);
}

async function clients() {
  const { playClients } = await import('./oracle/clients.mjs');
  const rows = await playClients({ log });
  print(
    rows.map(({ client, version, stories, requests, findings, justified, failures }) =>
      [
        `${client} ${version}: stories ${stories}, requests ${requests}, failures ${failures.length}`,
        `false findings ${findings.length}, justified ones ${justified}`,
        ...failures,
        ...findings,
      ].join('; '),
    ),
  );
  return rows.every(({ findings, failures }) => findings.length === 0 && failures.length === 0);
}

async function fuzzer() {
  const { playFuzzer } = await import('./oracle/fuzzer.mjs');
  const result = await playFuzzer({ log: console.log });
  if (!('rows' in result)) {
    print([`No fuzzer: ${result.skipped}.`]);
    return true;
  }
  const { rows, planted, seconds } = result;
  print([
    ...planted.map((row) => `${row.fault}: Schemathesis ${row.schemathesis}, rulebook test ${row.rulebook}`),
    `planted faults: ${JSON.stringify(seconds)} s`,
  ]);
  return rows.every(({ unlisted }) => unlisted.length === 0);
}

async function rights() {
  const { proveRights } = await import('./oracle/rights/prove-all.mjs');
  return proved(proveRights);
}

async function rightsByNames() {
  const { proveNames } = await import('./oracle/rights/names.mjs');
  return proved(proveNames);
}

async function proved(prove) {
  const { rightsTable } = await import('./oracle/rights/prove-all.mjs');
  const { serverNamed } = await import('./oracle/servers.mjs');
  const result = await prove(serverNamed(values.server), { words: areas, minutes: Number(values.minutes), log });
  if (result.skipped !== undefined) {
    print([`Rights were not proved: ${result.skipped}.`]);
    return true;
  }
  if (values.raw !== undefined) await writeFile(values.raw, JSON.stringify(result.rows, undefined, 1));
  const { lines, isGood: isProved } = rightsTable(result.rows);
  print(lines);
  return isProved;
}

async function wire() {
  const { compareWire, wireTable } = await import('./wire/compare.mjs');
  const { peers } = await import('./wire/peers.mjs');
  let areAlike = true;
  for (const tool of values.tool === undefined ? Object.keys(peers) : [values.tool]) {
    const result = await compareWire({ tool, seed: Number(values.seed), count: Number(values.count), log });
    if (values.raw !== undefined) await writeFile(`${values.raw}.${tool}`, JSON.stringify(result, undefined, 1));
    const { lines, isGood: isAlike } = wireTable(result);
    print(lines);
    areAlike &&= isAlike;
  }
  return areAlike;
}

async function crossed() {
  const { crossedTable, playCrossed } = await import('./oracle/crossed.mjs');
  const steps = await playCrossed({ log });
  if (values.raw !== undefined) await writeFile(values.raw, JSON.stringify(steps, undefined, 1));
  const { lines, isGood: isAlike } = crossedTable(steps);
  print(lines);
  return isAlike;
}

function print(lines) {
  for (const line of ['', ...lines]) console.log(line);
}
