// Sends generated files with another tool and with Rulebook to recorders, and compares what arrives.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { casesOf, filesOf, partsOf, smallerOf, textOf, without } from './generate.mjs';
import { startHost } from './host.mjs';
import { listedFor } from './listed.mjs';
import { startRecorder } from './recorder.mjs';
import { peers } from './peers.mjs';

const root = join(import.meta.dirname, '../..');
const environment = 'dev';

/** Variables of the process that files refer to. */
const words = { WIRE_WORD: 'worded' };

/**
 * Sends the cases with both. Returns those that differ and are not listed, reduced to the fewest constructs with which they still differ.
 * @param {{ tool: string, seed: number, count: number, log: (line: string) => void }} options
 */
export async function compareWire({ tool, seed, count, log }) {
  const peer = await peers[tool]?.(log);
  if (peer === undefined || 'missing' in peer)
    return { tool, skipped: peer?.missing ?? `No tool ${tool}.`, count: 0, alike: 0, listed: 0, groups: [] };
  const bench = await setUp(tool, peer);
  try {
    const groups = new Map();
    const counts = { alike: 0, listed: 0 };
    for (const [index, one] of casesOf(tool, seed, count).entries()) {
      const { left, names } = await unlisted(bench, one);
      if (left === undefined) counts[names.length === 0 ? 'alike' : 'listed'] += 1;
      else await note(bench, groups, left);
      if ((index + 1) % 100 === 0)
        log(`${tool}: ${index + 1} of ${count}, alike ${counts.alike}, listed ${counts.listed}, groups ${groups.size}`);
    }
    return { tool, count, ...counts, groups: [...groups.values()] };
  } finally {
    await bench.stop();
  }
}

/** The file without its listed constructs, if it differs then; and the listed constructs that made it differ. */
async function unlisted(bench, one) {
  let left = one;
  const names = [];
  for (;;) {
    const { isAlike } = await bench.compare(left);
    if (isAlike) return { left: undefined, names };
    const parts = partsOf(left);
    const entry = bench.listed.find((some) => some.parts.every((part) => parts.includes(part)));
    if (entry === undefined) return { left, names };
    names.push(...entry.parts);
    left = without(left, [entry.without ?? entry.parts[0] ?? '']);
  }
}

async function note(bench, groups, one) {
  let least = one;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const smaller of smallerOf(least)) {
      if ((await bench.compare(smaller)).isAlike) continue;
      least = smaller;
      isSmaller = true;
      break;
    }
  }
  const name = partsOf(least).join(' + ') || 'nothing';
  const group = groups.get(name);
  if (group !== undefined) group.count += 1;
  else groups.set(name, { name, count: 1, text: textOf(least, 0), ...(await bench.compare(least)) });
}

/** What sends and records: a folder, a recorder and a process for each of both. */
async function setUp(tool, peer) {
  const folder = await mkdtemp(join(tmpdir(), 'rulebook-wire-'));
  Object.assign(process.env, words);
  const rulebook = startHost(join(root, 'test/cli/command-host.mjs'), [
    join(root, 'dist/cli.js'),
    join(root, 'dist/parts/cli.cjs'),
  ]);
  const other = startHost(peer.module, peer.args);
  const recorders = [await startRecorder(), await startRecorder()];
  for (const name of ['ours', 'theirs']) await mkdir(join(folder, name));
  const [own, their] = recorders;
  const place = async (name, text, port) => {
    for (const [file, content] of Object.entries(filesOf(tool)))
      await writeFile(
        join(folder, name, file),
        typeof content === 'string' ? content.replaceAll('BASE', `http://127.0.0.1:${port}`) : content,
      );
    await writeFile(join(folder, name, 'one.http'), text);
    return join(folder, name, 'one.http');
  };
  const env = {
    ...process.env,
    ...words,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
  };
  const known = new Map();
  return {
    listed: listedFor(tool),
    compare: async (one) => {
      const key = textOf(one, 0);
      if (known.has(key)) return known.get(key);
      const [, theirFile] = [
        await place('ours', textOf(one, own.port), own.port),
        await place('theirs', textOf(one, their.port), their.port),
      ];
      const origins = [`http://127.0.0.1:${own.port}`, `http://localhost:${own.port}`];
      const allowed = origins.flatMap((origin) => ['--allow-origin', origin]);
      const args = ['run', 'one.http', '--all', '--yes', '--env', environment, ...allowed];
      const [{ error = '', out = '' }, { said = [] }] = await Promise.all([
        rulebook.ask({ args, cwd: join(folder, 'ours'), env }),
        other.ask({ file: theirFile, environment }),
      ]);
      const ours = own.taken().map((request) => comparable(request, own.port, tool));
      const theirs = their.taken().map((request) => comparable(request, their.port, tool));
      const isAlike = JSON.stringify(ours) === JSON.stringify(theirs);
      const result = isAlike
        ? { isAlike }
        : { isAlike, ours, theirs, said: saidIn(`${out}\n${error}`), theirWords: said.slice(0, 3) };
      known.set(key, result);
      return result;
    },
    stop: async () => {
      rulebook.stop();
      other.stop();
      for (const recorder of recorders) recorder.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A request without what means nothing: the port, the blanks of a GraphQL document that is put into JSON, the line end behind the last boundary, the
 * blank between cookies. What a whole tool does in another way in each request of a kind is on its page.
 */
function comparable({ method, url, fields, body }, port, tool) {
  const plain = (text) => text.replaceAll(String(port), 'PORT');
  const isOfTool = (field) => !(tool === 'rest-client' && /^x-request-type: graphql$/.test(field));
  const all = fields
    .map((field) => plain(field.startsWith('cookie:') ? field.replaceAll(/; */g, '; ') : field))
    .filter(isOfTool);
  const isMultipart = all.some((field) => field.startsWith('content-type: multipart/'));
  return {
    method,
    url: plain(url),
    fields: all,
    body: plain(isMultipart ? body.replace(/\r\n$/, '') : graphqlOr(body)),
  };
}

function graphqlOr(body) {
  if (!/^\s*\{\s*"query"\s*:/.test(body)) return body;
  try {
    const { variables, ...more } = JSON.parse(body);
    const isEmpty = variables === undefined || Object.keys(variables).length === 0;
    return JSON.stringify(isEmpty ? more : { ...more, variables });
  } catch {
    return body;
  }
}

/** What Rulebook said of requests that were not sent. */
function saidIn(text) {
  return text
    .split('\n')
    .filter((line) => /not sent|cannot|error|roblem|refus/.test(line))
    .slice(0, 6);
}

/**
 * Returns how many files were sent alike, and what differs.
 * @param {Awaited<ReturnType<typeof compareWire>>} result
 */
export function wireTable({ tool, skipped, count, alike, listed, groups }) {
  if (skipped !== undefined) return { lines: [`Not compared with ${tool}: ${skipped}`], isGood: true };
  const lines = groups
    .toSorted((one, other) => other.count - one.count)
    .map(({ name, count: many, text, ours, theirs, said, theirWords }) =>
      [
        `== ${name} (files: ${many})`,
        text,
        `  Rulebook: ${JSON.stringify(ours)}`,
        `  ${tool}: ${JSON.stringify(theirs)}`,
        ...said.map((line) => `  Rulebook said: ${line}`),
        ...theirWords.map((line) => `  ${tool} said: ${line}`),
      ].join('\n'),
    );
  const differing = groups.reduce((sum, group) => sum + group.count, 0);
  return {
    lines: [
      ...lines,
      `${tool}: files ${count}, alike ${alike}, listed ${listed}, other ${differing}, groups of them ${groups.length}`,
    ],
    isGood: groups.length === 0,
  };
}
