// This checkout next to another commit, in pairs: what each costs, over what it cost there.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { buildOf } from './builds.mjs';
import { processTime, writeTree } from './checking.mjs';
import { editAt } from './edits.mjs';
import { generateBody } from './generate-body.mjs';
import { generateFile } from './generate-file.mjs';
import { change, costOf as costOfSandbox, endpointOf, startSandbox } from './sandbox.mjs';
import { startSending } from './send-requests.mjs';
import { costOf, startSession } from './session.mjs';
import { quantile, median } from './statistics.mjs';

const script = '\n> {%\n  client.test("is 200", () => client.assert(response.status === 200));\n%}\n';

/** More is a regression. */
const most = 1.05;

/**
 * A line of the table. `measure` returns processor time in milliseconds, or megabytes.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} what
 * @property {number} pairs
 * @property {(dist: string, inputs: Inputs) => Promise<number>} measure
 */
/** @typedef {Awaited<ReturnType<typeof writeInputs>>} Inputs */

/** @type {readonly Row[]} */
const rows = [
  { id: 'version', what: '`--version`', pairs: 15, measure: async (dist, { cpu }) => cpu(dist, ['--version']) },
  {
    id: 'check-one',
    what: '`check` of one file of 10 KB',
    pairs: 15,
    measure: async (dist, { cpu, small }) => cpu(dist, ['check', small]),
  },
  {
    id: 'check-large',
    what: '`check` of 5.6 MB, 10,000 requests',
    pairs: 5,
    measure: async (dist, { cpu, large }) => cpu(dist, ['check', large]),
  },
  {
    id: 'check-many',
    what: '`check` of 2,000 files, 4,000 requests',
    pairs: 5,
    measure: async (dist, { cpu, tree }) => cpu(dist, ['check', tree]),
  },
  { id: 'run-one', what: '`run` of one request', pairs: 15, measure: (dist, { send }) => send(dist, 1) },
  { id: 'run-many', what: '`run --all` of 4,000 requests', pairs: 5, measure: (dist, { send }) => send(dist, 4000) },
  {
    id: 'open-small',
    what: 'first diagnostics of 10 KB, the process whole',
    pairs: 15,
    measure: async (dist, { smallText }) => {
      const { cpu } = await opened(dist, { uri: 'file:///bench/small.http', text: smallText });
      return cpu;
    },
  },
  {
    id: 'open-large',
    what: 'first diagnostics of 10,000 requests',
    pairs: 5,
    measure: async (dist, { largeText }) => {
      const { cpu } = await opened(dist, { uri: 'file:///bench/large.http', text: largeText });
      return cpu;
    },
  },
  {
    id: 'memory-large',
    what: 'memory of the server there, MB',
    pairs: 3,
    measure: async (dist, { largeText }) => {
      const { memory } = await opened(dist, { uri: 'file:///bench/large.http', text: largeText });
      return memory;
    },
  },
  {
    id: 'key-broken',
    what: 'a key in a broken body of 0.7 MB with comments',
    pairs: 3,
    measure: (dist, { broken }) => keysIn(dist, { uri: 'file:///bench/broken.http', text: broken }),
  },
  {
    id: 'key-valid',
    what: 'a key in a valid JSON body of 1 MB',
    pairs: 3,
    measure: (dist, { valid }) => keysIn(dist, { uri: 'file:///bench/body.json', languageId: 'jsonc', text: valid }),
  },
  {
    id: 'key-valid-large',
    what: 'a key in a valid JSON body of 10 MB',
    pairs: 3,
    measure: (dist, { validLarge }) =>
      keysIn(dist, { uri: 'file:///bench/body.json', languageId: 'jsonc', text: validLarge }),
  },
  {
    id: 'run-scripts',
    what: '`run --all` of 300 requests with a script',
    pairs: 5,
    measure: (dist, { send }) => send(dist, 300, script),
  },
  { id: 'post-sandbox', what: '1,000 times POST in the sandbox', pairs: 5, measure: (dist) => postsIn(dist) },
];

/**
 * Measures each row in pairs, prints the ratios of their medians with the middle half of the pairs, and returns the rows that have become dearer.
 * @param {{ root: string, folder: string, revision: string, only: readonly string[] | undefined, isQuick: boolean, say: (line: string) => void }} options
 */
export async function measureAgainst({ root, folder, revision, only, isQuick, say }) {
  const unknown = (only ?? []).filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0)
    throw new Error(`There is no row ${unknown.join(', ')}, but ${rows.map(({ id }) => id).join(', ')}.`);
  const other = buildOf(root, revision, say);
  const own = join(folder, 'dist');
  await build({ production: true, say: () => undefined, folder: own });
  const inputs = await writeInputs(folder);
  say(
    `In turn with ${other.commit.slice(0, 12)}, Node ${process.version.slice(1)}; CPU unless another unit is named.\n`,
  );
  say(`| row | what | there | here | here over there | middle half of the pairs |`);
  say(`| --- | --- | ---: | ---: | ---: | ---: |`);
  /** @type {string[]} */
  const dearer = [];
  try {
    for (const { id, what, pairs, measure } of rows.filter((row) => only?.includes(row.id) ?? true)) {
      /** @type {{ there: number[], here: number[] }} */
      const found = { there: [], here: [] };
      // The first pair fills caches; who begins alternates.
      for (let pair = 0; pair <= (isQuick ? Math.min(pairs, 3) : pairs); pair++) {
        /** @type {readonly ('there' | 'here')[]} */
        const order = pair % 2 === 0 ? ['there', 'here'] : ['here', 'there'];
        for (const side of order) {
          const value = await measure(side === 'here' ? own : other.dist, inputs);
          if (pair > 0) found[side].push(value);
        }
      }
      const ratios = found.here.map((value, pair) => value / found.there[pair]);
      const ratio = median(ratios);
      const spread = [quantile(ratios, 0.25), quantile(ratios, 0.75)].map((value) => value.toFixed(2)).join(' to ');
      const figures = [median(found.there), median(found.here)].map((value) => value.toFixed(value < 10 ? 1 : 0));
      say(`| ${id} | ${what} | ${figures.join(' | ')} | ${ratio.toFixed(2)} | ${spread} |`);
      if (ratio > most) dearer.push(`${id}: ${ratio.toFixed(2)} times what it was (${spread})`);
    }
  } finally {
    inputs.stop();
  }
  return dearer;
}

async function writeInputs(folder) {
  const largeText = generateFile({ requests: 10_000 }).text;
  const smallText = generateFile({ requests: 18 }).text;
  const small = join(folder, 'small.http');
  const large = join(folder, 'large.http');
  writeFileSync(small, smallText);
  writeFileSync(large, largeText);
  const tree = writeTree(folder, 2000, 2).path;
  const output = join(folder, 'output.txt');
  const sending = await startSending({ folder, library: '' });
  const comments = generateBody(700_000, { mistakes: 3 }).replace(/^( +)("cluster")/gm, '$1// Of the team.\n$1$2');
  return {
    smallText,
    largeText,
    small,
    large,
    tree,
    valid: `// @request PUT /_security/api_key\n${generateBody(1_000_000, { mistakes: 3 })}`,
    validLarge: `// @request PUT /_security/api_key\n${generateBody(10_000_000, { mistakes: 3 })}`,
    // A quote is missing in its middle.
    broken: `PUT /_security/api_key\nContent-Type: application/json\n\n${withoutQuote(comments)}`,
    cpu: (/** @type {string} */ dist, /** @type {readonly string[]} */ args) => {
      const { time, stderr } = processTime([join(dist, 'cli.js'), ...args], output);
      // Something that could not be read, for example: then less was done.
      const said = stderr.replace(/[\d.]+ [\d.]+\s*$/, '').trim();
      if (said !== '') throw new Error(`${args.join(' ')}: ${said}`);
      return time;
    },
    send: async (/** @type {string} */ dist, /** @type {number} */ count, /** @type {string} */ ending = '') => {
      const { cpu } = await sending.run('product', count, join(dist, 'cli.js'), ending);
      return cpu * 1000;
    },
    stop: () => sending.stop(),
  };
}

function withoutQuote(text) {
  const at = text.indexOf('"cluster":', text.length / 2) + '"cluster'.length;
  return text.slice(0, at) + text.slice(at + 1);
}

async function opened(dist, document) {
  const session = await startSession(join(dist, 'server.js'));
  await session.open(document);
  const cpu = await session.idle();
  const memory = session.memory().now;
  await session.stop();
  return { cpu, memory };
}

/** Returns the median of thirty keys, typed into values at four places. */
async function keysIn(dist, document) {
  const session = await startSession(join(dist, 'server.js'));
  await session.open(document);
  const lines = document.text.split('\n');
  /** @type {number[]} */
  const costs = [];
  for (let key = -5; key < 30; key++) {
    const share = [0.2, 0.34, 0.6, 0.9][(key + 5) % 4];
    const from = Math.floor(lines.length * share);
    const line = lines.findIndex((one, index) => index >= from && one.includes('"names": ["metrics-'));
    const { range, text, undo } = editAt(lines, line, lines[line].indexOf('metrics-') + 3, 'x');
    const cost = await costOf(session, () => session.edit(document.uri, range, text));
    await session.edit(document.uri, undo.range, undo.text);
    if (key >= 0) costs.push(cost);
  }
  await session.stop();
  return median(costs);
}

async function postsIn(dist) {
  const sandbox = await startSandbox([join(dist, 'cli.js'), 'sandbox', '--json', '--free-ports', '--unlisted']);
  try {
    const own = endpointOf(sandbox, 'sandbox-cluster');
    const key = (n) => ({
      method: 'POST',
      path: '/_security/api_key',
      body: { name: `key-${n}`, role_descriptors: { reader: { cluster: ['monitor'] } } },
    });
    await change(own, key, 0, 200);
    return await costOfSandbox(sandbox, () => change(own, key, 200, 1200));
  } finally {
    await sandbox.stop();
  }
}
