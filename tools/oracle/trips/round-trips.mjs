// Applies resources to a server, and compares them with it by `rulebook plan`: nothing may differ.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alteredBody, tripsOf } from './trips.mjs';

/** @typedef {import('./trips.mjs').Trip} Trip */

const cli = join(import.meta.dirname, '../../../dist/cli.js');

/** Templates that exclude each other are applied one after the other. */
const maxRounds = 8;

/**
 * Applies what the corpus and the product have and compares it.
 * @param {{
 *   baseUrl: string, authorization: string, repositories: string, corpus: string, templates?: string, version?: string, isSandbox?: boolean,
 *   kinds?: readonly string[],
 * }} place
 */
export async function roundTrips({ baseUrl, authorization, kinds, isSandbox = false, ...sources }) {
  const all = await tripsOf({ ...sources, isSandbox });
  const trips = all.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const place = { baseUrl, authorization };
  /** @type {{ applied: Trip[], refused: { trip: Trip, answer: string }[], before: any, after: any, drifted: any }[]} */
  const rounds = [];
  for (let left = trips; left.length > 0 && rounds.length < maxRounds;) {
    const round = await makeRound(left, place);
    if (round.applied.length === 0 && rounds.length > 0) break;
    rounds.push(round);
    left = round.refused.map(({ trip }) => trip);
  }
  const applied = rounds.flatMap((round) => round.applied);
  const after = rounds.flatMap((round) => round.after);
  const count = (/** @type {(trip: Trip) => boolean} */ is) => applied.filter(is).length;
  const isMapping = ({ kind }) => kind === 'mapping';
  const isOther = ({ kind, from }) => kind !== 'mapping' && kind !== 'repository' && from !== 'generated';
  const generated = applied.filter(({ from }) => from === 'generated');
  return {
    /** Before anything was applied, all of them were missing; privileges are in what is always there. */
    notMissing: rounds.flatMap(({ before }) => before.filter(({ state }) => !/^c(?:reat|hang)ed$/.test(state))),
    repositories: count(({ kind, from }) => kind === 'repository' && from === 'corpus'),
    rewritten: count(({ isRewritten }) => isRewritten),
    mappings: count((trip) => isMapping(trip) && trip.from === 'corpus'),
    fields: count(({ from }) => from === 'field'),
    product: count((trip) => isMapping(trip) && trip.from === 'product'),
    own: count((trip) => isMapping(trip) && trip.from === 'own'),
    others: [...new Set(applied.filter(isOther).map(({ kind }) => kind))].map((kind) => ({
      kind,
      corpus: count((trip) => trip.kind === kind && trip.from === 'corpus'),
      product: count((trip) => trip.kind === kind && trip.from === 'product'),
      own: count((trip) => trip.kind === kind && trip.from === 'own'),
    })),
    generated: [...new Set(generated.map(({ kind }) => kind))].map((kind) => ({
      kind,
      count: generated.filter((trip) => trip.kind === kind).length,
    })),
    refused: (rounds.at(-1)?.refused ?? []).map(({ trip: { kind, path, body, from }, answer }) => ({
      ...{ kind, path, body, from },
      answer: answer.slice(0, 300),
    })),
    unchanged: after.filter(({ state }) => state === 'unchanged').length,
    differing: after.filter(({ state }) => state !== 'unchanged' && state !== 'unknown'),
    unknown: after.filter(({ state }) => state === 'unknown'),
    altered: rounds.flatMap(({ drifted }) => drifted).length,
    missed: rounds.flatMap(({ drifted }) => drifted).filter(({ state }) => state !== 'changed' && state !== 'unknown'),
  };
}

/**
 * Applies what the server takes, compares it, alters it, and removes it.
 * @param {readonly Trip[]} trips
 * @param {{ baseUrl: string, authorization: string }} place
 */
async function makeRound(trips, place) {
  const before = await planOf(trips, place);
  /** @type {Trip[]} */
  const applied = [];
  /** @type {{ trip: Trip, answer: string }[]} */
  const refused = [];
  for (const trip of trips) {
    const { status, text } = await send(place, trip.method, trip.path, trip.body);
    if (status === 200) applied.push(trip);
    else refused.push({ trip, answer: text });
  }
  const after = await planOf(applied, place);
  // What finds no difference has to find those that are there.
  const altered = applied.flatMap((trip) => {
    const body = alteredBody(trip.body);
    return body === undefined ? [] : [{ ...trip, body }];
  });
  const drifted = await planOf(altered, place);
  // What another one names is removed after it.
  for (const { path, body } of applied.toReversed().flatMap(({ removals }) => removals))
    await send(place, 'DELETE', path, body);
  return { applied, refused, before: before.resources, after: after.resources, drifted: drifted.resources };
}

/** Sends a request and returns the status and the text of the response. */
async function send({ baseUrl, authorization }, method, path, body) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * Makes the trips on a node, if they are chosen, and returns what is printed.
 * @param {{ baseUrl: string, authorization: string, repositories: string, templates?: string, version?: string }} node
 * @param {readonly string[]} words
 * @param {(line: string) => void} log
 */
export async function tripsOnNode({ baseUrl, authorization, repositories, templates, version }, words, log) {
  const corpus = process.env.RULEBOOK_CORPUS ?? '';
  if (words.length > 0 && !words.some((word) => 'round-trips'.includes(word))) return { lines: [], isGood: true };
  if (!existsSync(join(corpus, 'es_snapshot.jsonl')))
    return { lines: ['', 'No round trips: RULEBOOK_CORPUS names no corpus.'], isGood: true };
  const begin = Date.now();
  const result = await roundTrips({ baseUrl, authorization, repositories, templates, version, corpus });
  log(`round-trips: ${Math.round((Date.now() - begin) / 1000)} s`);
  const { notMissing, differing, missed, unchanged } = result;
  const isGood = notMissing.length + differing.length + missed.length === 0 && unchanged > 0;
  return { lines: ['', ...linesOfTrips(result)], isGood };
}

/**
 * Returns the trips as lines of a table.
 * @param {Awaited<ReturnType<typeof roundTrips>>} result
 */
export function linesOfTrips(result) {
  const { repositories, rewritten, mappings, fields, product, own, others, generated } = result;
  const { notMissing, refused, unchanged, differing, unknown, altered, missed } = result;
  const counted = others.map(({ kind, corpus, product, own: ofOurs }) => ({
    kind,
    corpus,
    all: corpus + product + ofOurs,
  }));
  const sum = (/** @type {'corpus' | 'all'} */ of) => counted.reduce((total, one) => total + one[of], 0);
  return [
    `round trips: ${unchanged} of ${unchanged + differing.length + unknown.length} without a difference, ${unknown.length} unknown`,
    `  of the corpus: repositories ${repositories} (as fs: ${rewritten}), mappings ${mappings}, fields of them alone ${fields}`,
    `  of the product's own templates: mappings ${product}`,
    `  of our own: mappings ${own}`,
    `  other resources ${sum('all')} (of the corpus ${sum('corpus')}): ${counted.map(({ kind, all }) => `${kind} ${all}`).join(', ')}`,
    ...(generated.length === 0
      ? []
      : [`  of generated requests: ${generated.map(({ kind, count }) => `${kind} ${count}`).join(', ')}`]),
    `  refused by the server: ${refused.length}`,
    `  found after one value was altered in the file: ${altered - missed.length} of ${altered}`,
    ...notMissing.map(({ resource, state }) => `  ${state} before it was there: ${resource}`),
    ...missed.map(({ resource, state }) => `  missed: ${resource} ${state}`),
    ...[...differing, ...unknown].map(({ resource, changes, unknown, reason = '' }) =>
      `  ${resource} ${reason} ${JSON.stringify([...changes, ...unknown])}`.slice(0, 500),
    ),
  ];
}

/**
 * Runs `rulebook plan` on a file with these requests.
 * @param {readonly Trip[]} trips
 * @param {{ baseUrl: string, authorization: string }} place
 */
async function planOf(trips, { baseUrl, authorization }) {
  const folder = await mkdtemp(join(tmpdir(), 'rulebook-trips-'));
  try {
    const requests = trips.map(
      ({ method, path, body }) => `${method} ${path}\nContent-Type: application/json\n\n${body}\n`,
    );
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
