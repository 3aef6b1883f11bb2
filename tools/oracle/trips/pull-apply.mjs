// Fills a server with resources, and proves on it that what is pulled is what is there, that a plan is applied, and that it is undone.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tripsOf } from './trips.mjs';

const cli = join(import.meta.dirname, '../../../dist/cli.js');

/** How many resources are stored on a node. */
const usual = 500;

/**
 * @typedef {{
 *   baseUrl: string, authorization: string, repositories: string, corpus: string, templates?: string, version?: string, isSandbox?: boolean,
 *   most?: number, vendor?: 'elasticsearch' | 'opensearch', hasUsers?: boolean, words?: Readonly<Record<string, string>>, rehearses?: boolean,
 * }} Place
 */

/**
 * Fills a server, pulls, changes by `apply`, and undoes it.
 * @param {Place} place
 */
export async function pullAndApply({ baseUrl, authorization, isSandbox = false, most = usual, ...others }) {
  const { hasUsers = true, words = {}, rehearses = false, ...sources } = others;
  const { vendor = 'elasticsearch', version = '8.19' } = sources;
  const place = { baseUrl, authorization };
  // Without users and keys, one seed does not make enough.
  const seeds = hasUsers ? [1] : [1, 2, 3];
  const trips = [...(isSandbox ? [] : ownResources), ...(await tripsOf({ ...sources, seeds, isSandbox }))];
  const stored = await fill(trips, { place, most, words });
  const folder = await mkdtemp(join(tmpdir(), 'rulebook-pull-'));
  try {
    const configuration = {
      endpoints: {
        node: { service: 'search-cluster', baseUrl, vendor, version },
      },
    };
    await writeFile(join(folder, 'rulebook.json'), JSON.stringify(configuration));
    const run = (/** @type {string[]} */ ...args) => rulebook(args, { folder, authorization });
    const send = (/** @type {string} */ command, /** @type {string} */ file, /** @type {string} */ undoFile) =>
      run(
        ...[command, file, '--yes', '--accept-losses', '--undo-file', undoFile],
        ...(rehearses ? [] : ['--skip-rehearsal']),
      );
    const pulled = await run('pull', '--into', 'before');
    const first = await plan(run, 'before');
    const before = await filesIn(join(folder, 'before'));
    await writeFile(join(folder, 'changes.http'), changesOf(before, { isSandbox, hasUsers }));
    const applied = await send('apply', 'changes.http', 'undo.http');
    const second = await send('apply', 'changes.http', 'second.http');
    const after = await plan(run, 'changes.http');
    const undone = await send('undo', 'undo.http', 'redo.http');
    await run('pull', '--into', 'after');
    const now = await filesIn(join(folder, 'after'));
    const differing = [...new Set([...before.keys(), ...now.keys()])].filter(
      (name) => before.get(name) !== now.get(name),
    );
    return {
      stored,
      pulled,
      resources: first.resources.length,
      notUnchanged: first.resources.filter(({ state }) => state !== 'unchanged'),
      applied,
      second,
      notApplied: after.resources.filter(({ state }) => state !== 'unchanged'),
      changed: after.resources.length,
      undone,
      differing: differing.map((name) => ({ name, before: before.get(name), after: now.get(name) })),
      files: before.size,
      folder,
    };
  } finally {
    if (process.env.RULEBOOK_KEEP === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Resources of which neither the corpus nor the product has any; what a node does not know, it refuses. */
const ownResources = [
  {
    kind: 'index template',
    path: '/_index_template/0-streams',
    body: { index_patterns: ['stream-*'], data_stream: {} },
  },
  ...Array.from({ length: 6 }, (_, number) => [
    { kind: 'data stream', path: `/_data_stream/stream-${number}` },
    {
      kind: 'stored script',
      path: `/_scripts/script-${number}`,
      body: { script: { lang: 'painless', source: `return ${number}` } },
    },
    {
      kind: 'search pipeline',
      path: `/_search/pipeline/pipeline-${number}`,
      body: { description: `${number}`, request_processors: [], response_processors: [] },
    },
  ]).flat(),
].map(({ kind, path, body }) => ({ kind, method: 'PUT', path, ...(body && { body: JSON.stringify(body) }) }));

/** Stores resources until there are enough. */
async function fill(trips, { place, most, words }) {
  const counts = new Map();
  let stored = 0;
  for (const { kind, method, path, body } of trips) {
    if (stored >= most) break;
    const response = await fetch(`${place.baseUrl}${path}`, {
      method,
      headers: {
        authorization: place.authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body && Object.entries(words).reduce((text, [word, other]) => text.replaceAll(word, other), body),
    });
    await response.arrayBuffer();
    if (!response.ok) continue;
    stored++;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return { stored, kinds: Object.fromEntries(counts) };
}

async function filesIn(folder) {
  const names = (await readdir(folder).catch(() => [])).toSorted();
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const name of names) files.set(name, await readFile(join(folder, name), 'utf8'));
  return files;
}

/** What changes a resource of a kind: its body with another value. */
const altered = {
  'api-keys': (body) => ({ ...body, metadata: { ...body.metadata, changed: true } }),
  'component-templates': (body) => ({ ...body, version: 4711 }),
  'index-templates': (body) => ({ ...body, version: 4711 }),
  indices: (body) => ({
    ...body,
    settings: { ...body.settings, refresh_interval: '77s' },
    aliases: { 'changed-alias': {} },
  }),
  'ingest-pipelines': (body) => ({ ...body, description: 'changed' }),
  'legacy-templates': (body) => ({ ...body, version: 4711 }),
  repositories: (body) => ({ ...body, settings: { ...body.settings, max_restore_bytes_per_sec: '41mb' } }),
  'role-mappings': (body) => ({ ...body, enabled: body.enabled === false }),
  'search-pipelines': (body) => ({ ...body, description: 'changed' }),
  'stored-scripts': (body) => ({ script: { ...body.script, source: `${body.script.source} + 0` } }),
  roles: (body) => ({ ...body, cluster: [...new Set([...(body.cluster ?? []), 'monitor_ml'])] }),
  'cluster-settings': (body) => ({ ...body, persistent: { ...body.persistent, 'cluster.max_shards_per_node': 4000 } }),
};

/** What cannot be removed, since another resource needs it, or since nothing does. */
const keptKinds = ['cluster-settings', 'component-templates', 'application-privileges', 'lifecycle-policies', 'users'];

/** Returns a file that changes two thirds of the pulled resources, removes some, and makes some. */
function changesOf(files, { isSandbox, hasUsers }) {
  const parts = [];
  for (const [file, text] of files) {
    const kind = file.replace('.http', '');
    const requests = text.split(/^### .*\n/m).slice(1);
    // A sandbox verifies repositories, and has none of their folders.
    if (isSandbox && kind === 'repositories') continue;
    for (const [index, request] of requests.entries()) {
      const [head = '', ...rest] = request.trim().split('\n\n');
      const body = JSON.parse(rest.join('\n\n') || '{}');
      const [line = ''] = head.split('\n');
      // Nothing about them can be changed.
      if (body.settings?.blocks !== undefined) continue;
      const isRemoved = index % 6 === 5 && !keptKinds.includes(kind);
      if (isRemoved && kind === 'api-keys')
        parts.push(
          `DELETE /_security/api_key\nContent-Type: application/json\n\n${JSON.stringify({ name: body.name })}\n`,
        );
      else if (isRemoved) parts.push(`DELETE ${line.split(' ')[1]}\n`);
      // They are stored without being tried, and some have no folder.
      else if (kind === 'repositories' && index % 3 !== 2)
        parts.push(
          `${head.replace(/^(PUT \S+)/, '$1?verify=false')}\n\n${JSON.stringify(altered[kind](body), null, 2)}\n`,
        );
      else if (kind in altered && index % 3 !== 2)
        parts.push(`${head}\n\n${JSON.stringify(altered[kind](body), null, 2)}\n`);
    }
  }
  for (let number = 1; number <= 10; number++) {
    if (isSandbox) {
      parts.push(`PUT /made-${number}\n`);
      continue;
    }
    if (hasUsers)
      parts.push(`PUT /_security/role/made-${number}\nContent-Type: application/json\n\n{ "cluster": ["monitor"] }\n`);
    parts.push(
      `PUT /made-${number}\nContent-Type: application/json\n\n{ "mappings": { "properties": { "a": { "type": "keyword" } } } }\n`,
    );
    parts.push(
      `PUT /_ingest/pipeline/made-${number}\nContent-Type: application/json\n\n{ "description": "made", "processors": [] }\n`,
    );
  }
  return parts.join('\n###\n\n');
}

async function plan(run, path) {
  const { out, error } = await run('plan', path, '--format', 'json');
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`rulebook plan has failed: ${error}`);
  }
}

function rulebook(args, { folder, authorization }) {
  const place = args[0] === 'undo' ? [] : ['--endpoint', 'node'];
  const child = spawn(process.execPath, [cli, ...args, ...place, '--trust-endpoint', 'node'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, RULEBOOK_CREDENTIAL_NODE: authorization, XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder },
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (data) => (out += String(data)));
  child.stderr.on('data', (data) => (error += String(data)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}
