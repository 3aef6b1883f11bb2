// The official clients of other languages, each of which plays its stories against a sandbox of its own.
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findCommand, run } from '../lib/processes.mjs';
import { startSandbox } from '../lib/sandbox.mjs';

const root = join(import.meta.dirname, '../..');
const sources = join(root, 'test/clients/other-languages');

/** @typedef {import('./clients.mjs').ClientRow} ClientRow */

/**
 * What the stories send although the documents forbid it or advise against it, with the reason. Nothing else may be found.
 * @type {readonly { rule: string, at: RegExp, reason: string }[]}
 */
export const justified = [
  { rule: 'reserved-key', at: /^\w+ \/_security\/api_key$/, reason: 'A story expects the refusal of `_own`.' },
  {
    rule: 'privileged-derived-key',
    at: /^\w+ \/_security\/api_key$/,
    reason: 'A story expects that a key cannot create a key with privileges.',
  },
  { rule: 'misplaced-field', at: /^PUT \/\w+-wrong$/, reason: 'A story expects the refusal of `store`.' },
  { rule: 'number-range', at: /^PUT \/\w+-wrong$/, reason: 'A story expects the refusal of a negative `depth_limit`.' },
  { rule: 'unknown-value', at: /^POST \/repos\/[\w/-]+\/hooks$/, reason: 'A story expects the refusal of the value.' },
  {
    rule: 'deprecated-element',
    at: /^\w+ \/projects\/7\//,
    reason: 'The documents announce the end of classic projects.',
  },
];

/**
 * How each language is prepared in a temporary folder and started. `prepare` fetches packages; without the network it uses those that are there.
 * @type {Readonly<Record<string, { programs: readonly string[], prepare: (folder: string, offline: boolean) => readonly (readonly string[])[], start: (folder: string) => readonly string[] }>>}
 */
const languages = {
  python: {
    programs: ['python3'],
    prepare: (folder, offline) => [
      ['python3', '-m', 'venv', join(folder, 'venv')],
      [
        join(folder, 'venv/bin/pip'),
        ...['install', '--quiet', ...(offline ? ['--no-index'] : []), '-r', 'requirements.txt'],
      ],
    ],
    start: (folder) => [join(folder, 'venv/bin/python'), 'play.py'],
  },
  go: {
    programs: ['go'],
    prepare: (folder) => [['go', 'build', '-o', join(folder, 'play'), '.']],
    start: (folder) => [join(folder, 'play')],
  },
  java: {
    programs: ['java', 'javac', 'mvn'],
    prepare: (folder, offline) => [
      [
        ...['mvn', '--quiet', '--batch-mode', ...(offline ? ['--offline'] : [])],
        ...['compile', 'dependency:build-classpath', `-Dmdep.outputFile=${join(folder, 'classpath')}`],
      ],
    ],
    start: (folder) => [
      ...['java', '-cp', `target/classes${delimiter}${readFileSync(join(folder, 'classpath'), 'utf8').trim()}`],
      'stories.Play',
    ],
  },
};

/** The names of the languages. */
export const clientLanguages = Object.keys(languages);

/**
 * Prepares a language, and returns how it is played, or why it cannot be.
 * @param {string} language
 * @param {{ offline?: boolean }} [options]
 */
export async function prepareClients(language, { offline = false } = {}) {
  const { programs, prepare, start } = languages[language];
  const missing = programs.filter((program) => findCommand([program]) === undefined);
  if (missing.length > 0) return { reason: `needs ${missing.join(' and ')}` };
  const folder = mkdtempSync(join(tmpdir(), `rulebook-${language}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const cwd = join(folder, 'sources');
  cpSync(join(sources, language), cwd, { recursive: true });
  copyFileSync(join(sources, 'seed.jsonc'), join(folder, 'seed.jsonc'));
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...(offline && { GOPROXY: 'off' }) };
  for (const [command, ...args] of prepare(folder, offline)) {
    const { code, output } = await run(command, args, { cwd, env, timeout: 600_000 });
    if (code === 0) continue;
    remove();
    const last = output.trim().split('\n').at(-1) ?? '';
    return { reason: offline ? `needs the packages of the ${language} clients` : `cannot be prepared: ${last}` };
  }
  return {
    remove,
    /** @param {{ log?: (line: string) => void }} [options] */
    play: ({ log = () => undefined } = {}) => playLanguage({ folder, cwd, env, start, log }),
  };
}

/**
 * Plays the stories of all languages that this machine has, and returns a row for each client.
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<ClientRow[]>}
 */
export async function playClients({ log = () => undefined } = {}) {
  /** @type {ClientRow[]} */
  const rows = [];
  for (const language of clientLanguages) {
    const prepared = await prepareClients(language);
    if (prepared.play === undefined) {
      log(`${language}: ${prepared.reason}`);
      continue;
    }
    try {
      rows.push(...(await prepared.play({ log })));
    } finally {
      prepared.remove();
    }
  }
  return rows;
}

/** Plays one language against a sandbox, and has the engine check what was recorded. */
async function playLanguage({ folder, cwd, env, start, log }) {
  const sandbox = await startSandbox({ args: ['--port', '0', '--unlisted', '--seed', join(folder, 'seed.jsonc')] });
  try {
    const ready = join(folder, 'ready.json');
    writeFileSync(ready, JSON.stringify({ endpoints: sandbox.endpoints }), { mode: 0o600 });
    const [command, ...args] = start(folder);
    const { code, output } = await run(command, [...args, ready], { cwd, env, timeout: 300_000 });
    const stories = output.split('\n').flatMap((line) => (line.startsWith('{"') ? [JSON.parse(line)] : []));
    if (code !== 0 || stories.length === 0) throw new Error(`The stories ended with code ${code}.\n${output}`);
    const sent = new Map();
    for (const endpoint of sandbox.endpoints)
      sent.set(endpoint.service, [...(sent.get(endpoint.service) ?? []), await sentTo(endpoint, folder)]);
    return rowsOf(stories, sent, log);
  } finally {
    sandbox.stop();
  }
}

/** Reads what a server received, and checks it. */
async function sentTo({ name, baseUrl, credential }, folder) {
  const response = await fetch(`${baseUrl}/_sandbox/requests?format=har`, { headers: { Authorization: credential } });
  const recording = await response.text();
  const file = join(folder, `${name}.har`);
  writeFileSync(file, recording, { mode: 0o600 });
  const variable = `RULEBOOK_ENDPOINT_${name.toUpperCase().replaceAll('-', '_')}`;
  const { output } = await run(
    process.execPath,
    [join(root, 'dist/cli.js'), 'check', file, '--format', 'json', '--min-severity', 'warning'],
    { cwd: folder, env: { ...process.env, [variable]: baseUrl } },
  );
  const { entries } = JSON.parse(recording).log;
  const { files } = JSON.parse(output.slice(output.indexOf('{')));
  return { entries, found: files.flatMap(({ findings }) => findings) };
}

/** Returns a row for each client: those of the search cluster and those of the code host were recorded by different servers. */
function rowsOf(stories, sent, log) {
  const clients = new Map();
  for (const { client, version, story, failure } of stories) {
    const key = `${client} ${version}`;
    const row = clients.get(key) ?? {
      client,
      version,
      stories: 0,
      requests: 0,
      findings: [],
      justified: 0,
      failures: [],
    };
    row.stories++;
    if (failure !== null) row.failures.push(`${story}: ${failure}`);
    clients.set(key, row);
  }
  const rows = [...clients.values()];
  for (const [service, servers] of sent)
    for (const { entries, found } of servers) {
      const isOf = ({ client }) => client.toLowerCase().includes('elasticsearch') === (service === 'search-cluster');
      const own = rows.filter(isOf);
      const rowOf = (entry) =>
        own.find(({ client, version }) => agentOf(entry).replace('/v', '/').startsWith(`${client}/${version}`)) ??
        own[0];
      for (const entry of entries) rowOf(entry).requests++;
      for (const finding of found) {
        const entry = entries[finding.entry - 1];
        const at = `${entry.request.method} ${new URL(entry.request.url).pathname}`;
        const row = rowOf(entry);
        if (justified.some((one) => one.rule === finding.rule && one.at.test(at))) row.justified++;
        else row.findings.push(`${at}: ${finding.message} [${finding.rule}]`);
      }
    }
  for (const { client, version, stories: played, requests, findings, failures } of rows) {
    const counts = { stories: played, requests, findings: findings.length, failures: failures.length };
    log(
      `${client} ${version}: ${Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
    );
  }
  return rows;
}

function agentOf({ request }) {
  return request.headers.find(({ name }) => name.toLowerCase() === 'user-agent')?.value ?? '';
}
