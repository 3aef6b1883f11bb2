// Applies repositories and mappings of the corpus to a server, and compares them with it by `rulebook plan`: nothing may differ.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMappings } from './stories/own-mappings.mjs';

const cli = join(import.meta.dirname, '../../dist/cli.js');

/** Settings of a repository that every type has. */
const commonSettings = [
  'compress',
  'chunk_size',
  'max_restore_bytes_per_sec',
  'max_snapshot_bytes_per_sec',
  'readonly',
];

/**
 * @typedef {object} Trip
 * @property {'repository' | 'mapping'} kind
 * @property {string} path
 * @property {string} body
 * @property {string} from where it is from: `corpus`, a field of the corpus (`field`), or `own`
 * @property {boolean} isRewritten
 */

/**
 * Applies what the corpus has and compares it.
 * @param {{ baseUrl: string, authorization: string, repositories: string, corpus: string, isSandbox?: boolean }} place
 */
export async function roundTrips({ baseUrl, authorization, repositories, corpus, isSandbox = false }) {
  const trips = tripsOf(corpus, repositories, isSandbox);
  /** @type {Trip[]} */
  const applied = [];
  /** @type {{ path: string, body: string, answer: string }[]} */
  const refused = [];
  const before = await planOf(trips, { baseUrl, authorization });
  for (const trip of trips) {
    const response = await fetch(`${baseUrl}${trip.path}`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: trip.body,
    });
    const answer = await response.text();
    if (response.status === 200) applied.push(trip);
    else refused.push({ path: trip.path, body: trip.body, answer: answer.slice(0, 300) });
  }
  const after = await planOf(applied, { baseUrl, authorization });
  // What finds no difference has to find those that are there.
  const altered = applied.flatMap((trip) => {
    const body = alteredBody(trip.body);
    return body === undefined ? [] : [{ ...trip, body }];
  });
  const drifted = await planOf(altered, { baseUrl, authorization });
  for (const { path } of applied)
    await fetch(`${baseUrl}${path.split('?', 1)[0]}`, { method: 'DELETE', headers: { authorization } });
  const count = (/** @type {(trip: Trip) => boolean} */ is) => applied.filter(is).length;
  return {
    /** Before anything was applied, all of them were missing. */
    isCreatedBefore: before.resources.every(({ state }) => state === 'created'),
    repositories: count(({ kind }) => kind === 'repository'),
    rewritten: count(({ isRewritten }) => isRewritten),
    mappings: count(({ kind, from }) => kind === 'mapping' && from === 'corpus'),
    fields: count(({ from }) => from === 'field'),
    own: count(({ from }) => from === 'own'),
    refused,
    unchanged: after.resources.filter(({ state }) => state === 'unchanged').length,
    differing: after.resources.filter(({ state }) => state !== 'unchanged' && state !== 'unknown'),
    unknown: after.resources.filter(({ state }) => state === 'unknown'),
    code: after.code,
    altered: altered.length,
    missed: drifted.resources.filter(({ state }) => state !== 'changed' && state !== 'unknown'),
  };
}

/**
 * Makes the trips on a node, if they are chosen, and returns what is printed.
 * @param {{ baseUrl: string, authorization: string, repositories: string }} node
 * @param {readonly string[]} words
 * @param {(line: string) => void} log
 */
export async function tripsOnNode(node, words, log) {
  const corpus = process.env.RULEBOOK_CORPUS ?? '';
  if (words.length > 0 && !words.some((word) => 'round-trips'.includes(word))) return { lines: [], isGood: true };
  if (!existsSync(join(corpus, 'es_snapshot.jsonl')))
    return { lines: ['', 'No round trips: RULEBOOK_CORPUS names no corpus.'], isGood: true };
  const begin = Date.now();
  const result = await roundTrips({ ...node, corpus });
  log(`round-trips: ${Math.round((Date.now() - begin) / 1000)} s`);
  const { isCreatedBefore, differing, missed, unchanged } = result;
  const isGood = isCreatedBefore && differing.length === 0 && missed.length === 0 && unchanged > 0;
  return { lines: ['', ...linesOfTrips(result)], isGood };
}

/**
 * Returns the trips as lines of a table.
 * @param {Awaited<ReturnType<typeof roundTrips>>} result
 */
export function linesOfTrips({
  repositories,
  rewritten,
  mappings,
  fields,
  own,
  refused,
  unchanged,
  differing,
  unknown,
  altered,
  missed,
}) {
  return [
    `round trips: ${unchanged} of ${unchanged + differing.length + unknown.length} without a difference, ${unknown.length} unknown`,
    `  of the corpus: repositories ${repositories} (as fs: ${rewritten}), mappings ${mappings}, fields of them alone ${fields}`,
    `  of our own: mappings ${own}`,
    `  refused by the server: ${refused.length}`,
    `  found after one value was altered in the file: ${altered - missed.length} of ${altered}`,
    ...missed.map(({ resource, state }) => `  missed: ${resource} ${state}`),
    ...[...differing, ...unknown].map(({ resource, changes, unknown, reason = '' }) =>
      `  ${resource} ${reason} ${JSON.stringify([...changes, ...unknown])}`.slice(0, 500),
    ),
  ];
}

/**
 * @param {string} corpus
 * @param {string} repositories
 * @param {boolean} isSandbox
 * @returns {Trip[]}
 */
function tripsOf(corpus, repositories, isSandbox) {
  const bodies = new Set();
  /** @type {Trip[]} */
  const trips = [];
  /** @type {(kind: Trip['kind'], body: unknown, from: string, original?: unknown) => void} */
  const add = (kind, body, from, original = body) => {
    const key = `${kind} ${JSON.stringify(original)}`;
    if (bodies.has(key)) return;
    bodies.add(key);
    const text = JSON.stringify(body);
    const isRewritten = original !== body && /** @type {any} */ (original).type !== /** @type {any} */ (body).type;
    const name = `trip-${trips.length + 1}`;
    const path = kind === 'repository' ? `/_snapshot/${name}?verify=false` : `/${name}`;
    trips.push({ kind, path, body: text.replaceAll('{trip}', name), from, isRewritten });
  };
  const requests = requestsOf(corpus);
  for (const { method, path, body } of requests) {
    if (!/^(?:PUT|POST)$/.test(method) || !/^\/_snapshot\/[^/]+$/.test(path) || typeof body?.type !== 'string')
      continue;
    add('repository', repositoryFor(body, repositories, isSandbox), 'corpus', body);
  }
  const mappings = requests.flatMap(({ path, body }) => {
    if (/^\/[^_/][^/]*\/_mapping$/.test(path) && body?.properties !== undefined) return [{ mappings: body }];
    if (/^\/[^_/][^/]*$/.test(path) && body?.mappings !== undefined) return [body];
    return body?.template?.mappings === undefined ? [] : [{ mappings: body.template.mappings }];
  });
  for (const body of mappings) add('mapping', body, 'corpus');
  for (const {
    mappings: { properties = {} },
  } of mappings)
    for (const [name, field] of Object.entries(properties))
      add('mapping', { mappings: { properties: { [name]: field } } }, 'field');
  for (const body of ownMappings) add('mapping', body, 'own');
  return trips;
}

/**
 * Returns a body with another value in the place of its last one; undefined for a body without values.
 * @param {string} body
 */
function alteredBody(body) {
  const value = JSON.parse(body);
  /** @type {(() => void) | undefined} */
  let alter;
  const walk = (/** @type {any} */ at) => {
    for (const [name, member] of Object.entries(at)) {
      if (typeof member === 'object' && member !== null) walk(member);
      else alter = () => (at[name] = typeof member === 'boolean' ? !member : `${member}9`);
    }
  };
  walk(value);
  if (alter === undefined) return undefined;
  alter();
  return JSON.stringify(value);
}

/** A node without plugins has only repositories in folders; the settings that all types have stay. */
function repositoryFor({ type, settings = {} }, repositories, isSandbox) {
  const location = `${repositories}/{trip}`;
  if (type === 'fs') return { type, settings: { ...settings, location } };
  if (isSandbox) return { type, settings: type === 'url' ? { ...settings, url: `file://${location}` } : settings };
  const common = Object.fromEntries(Object.entries(settings).filter(([name]) => commonSettings.includes(name)));
  return { type: 'fs', settings: { ...common, location } };
}

/** Returns the valid requests of the corpus to a search cluster, with their JSON. */
function requestsOf(corpus) {
  const files = [
    'es_snapshot.jsonl',
    'es_flattened.jsonl',
    'described/es-clients-tests.jsonl',
    'described/es-spec-examples.jsonl',
  ];
  return files.flatMap((file) => {
    const path = join(corpus, file);
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line))
      .filter(
        ({ expect = 'valid', body, variables }) => expect === 'valid' && typeof body === 'string' && !variables?.length,
      )
      .flatMap(({ method, path: target, body }) => {
        const value = jsonOf(body);
        return value === undefined ? [] : [{ method, path: target.split('?', 1)[0], body: value }];
      });
  });
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Runs `rulebook plan` on a file with these requests.
 * @param {readonly Trip[]} trips
 * @param {{ baseUrl: string, authorization: string }} place
 */
async function planOf(trips, { baseUrl, authorization }) {
  const folder = await mkdtemp(join(tmpdir(), 'rulebook-trips-'));
  try {
    const requests = trips.map(({ path, body }) => `PUT ${path}\nContent-Type: application/json\n\n${body}\n`);
    await writeFile(join(folder, 'trips.http'), requests.join('\n###\n\n'));
    const configuration = { endpoints: { trips: { service: 'search-cluster', baseUrl } } };
    await writeFile(join(folder, 'rulebook.json'), JSON.stringify(configuration));
    const child = spawn(
      process.execPath,
      [cli, 'plan', 'trips.http', '--endpoint', 'trips', '--trust-endpoint', 'trips', '--format', 'json'],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          RULEBOOK_CREDENTIAL_TRIPS: authorization,
          XDG_CONFIG_HOME: folder,
          XDG_RUNTIME_DIR: folder,
        },
      },
    );
    let out = '';
    let error = '';
    child.stdout.on('data', (data) => (out += String(data)));
    child.stderr.on('data', (data) => (error += String(data)));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0 && code !== 1) throw new Error(`rulebook plan ended with ${code}: ${error}`);
    return { ...JSON.parse(out), code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
