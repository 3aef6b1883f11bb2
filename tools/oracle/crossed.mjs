// Official clients of several versions and vendors, each of which plays one short story at a real server and at the sandbox as that server.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findCommand, run } from '../lib/processes.mjs';
import { startSandbox } from '../lib/sandbox.mjs';
import { reasonAgainst } from './jars.mjs';
import { startRealNode } from './real-node.mjs';
import { servers } from './servers.mjs';

const sources = join(import.meta.dirname, '../../test/clients/crossed');

/** @typedef {import('./crossed.mjs').CrossedStep} CrossedStep */

/** How a client of each language is prepared in a folder of its own, and started. */
const languages = {
  none: {
    programs: [],
    prepare: (folder) => {
      copyFileSync(join(sources, 'javascript/headers.mjs'), join(folder, 'headers.mjs'));
      return [];
    },
    start: (folder) => ({ command: [process.execPath, join(folder, 'headers.mjs')] }),
  },
  python: {
    programs: ['python3'],
    prepare: (folder, { name, version }) => [
      ['python3', '-m', 'pip', 'install', '--quiet', '--target', join(folder, 'packages'), `${name}==${version}`],
    ],
    start: (folder, { module }) => ({
      command: ['python3', join(sources, 'python/cross.py'), module],
      env: { PYTHONPATH: join(folder, 'packages'), PYTHONDONTWRITEBYTECODE: '1' },
    }),
  },
  javascript: {
    programs: ['npm'],
    prepare: (folder, { name, version }) => {
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      copyFileSync(join(sources, 'javascript/cross.mjs'), join(folder, 'cross.mjs'));
      return [['npm', 'install', '--silent', '--no-audit', '--no-fund', `${name}@${version}`]];
    },
    start: (folder, { name }) => ({ command: [process.execPath, join(folder, 'cross.mjs'), name] }),
  },
  go: {
    programs: ['go'],
    prepare: (folder, { name, version, story }) => {
      const source = readFileSync(join(sources, 'go', story, 'cross.go'), 'utf8');
      writeFileSync(
        join(folder, 'cross.go'),
        source.replaceAll(/github\.com\/[\w-]+\/(?:go-elasticsearch|opensearch-go)\/v\d+/g, name),
      );
      return [
        ['go', 'mod', 'init', 'crossed'],
        ['go', 'get', `${name}@v${version}`],
        ['go', 'build', '-o', join(folder, 'cross'), '.'],
      ];
    },
    start: (folder) => ({ command: [join(folder, 'cross')] }),
  },
  java: {
    programs: ['java', 'javac', 'mvn'],
    prepare: (folder, { version }) => {
      const own = join(sources, 'java');
      const classpath = join(folder, 'classpath');
      return [
        [
          ...['mvn', '--quiet', '--batch-mode', '--file', join(own, 'pom.xml'), `-Dclient.version=${version}`],
          ...['dependency:build-classpath', `-Dmdep.outputFile=${classpath}`],
        ],
        [
          ...['javac', '-cp', `@${classpath}`, '-d', join(folder, 'classes')],
          ...[join(own, 'Cross.java'), join(own, version.split('.')[0], 'Connection.java')],
        ],
      ];
    },
    start: (folder) => {
      const jars = readFileSync(join(folder, 'classpath'), 'utf8').trim();
      return { command: ['java', '-cp', [join(folder, 'classes'), jars].join(delimiter), 'Cross'] };
    },
  },
};

/** The clients: data only. The first one is none: it sends what clients put into the header. */
export const crossedClients = [
  { title: 'HTTP without a client', language: 'none', name: '', version: '' },
  {
    title: 'elasticsearch, Python',
    language: 'python',
    name: 'elasticsearch',
    module: 'elasticsearch',
    version: '8.19.3',
  },
  {
    title: 'elasticsearch, Python',
    language: 'python',
    name: 'elasticsearch',
    module: 'elasticsearch',
    version: '9.5.1',
  },
  { title: 'opensearch-py', language: 'python', name: 'opensearch-py', module: 'opensearchpy', version: '3.2.0' },
  { title: '@elastic/elasticsearch', language: 'javascript', name: '@elastic/elasticsearch', version: '8.19.2' },
  { title: '@elastic/elasticsearch', language: 'javascript', name: '@elastic/elasticsearch', version: '9.5.1' },
  {
    title: '@opensearch-project/opensearch',
    language: 'javascript',
    name: '@opensearch-project/opensearch',
    version: '3.9.0',
  },
  {
    title: 'go-elasticsearch',
    language: 'go',
    name: 'github.com/elastic/go-elasticsearch/v8',
    story: 'elasticsearch',
    version: '8.19.7',
  },
  {
    title: 'go-elasticsearch',
    language: 'go',
    name: 'github.com/elastic/go-elasticsearch/v9',
    story: 'elasticsearch',
    version: '9.5.2',
  },
  {
    title: 'opensearch-go',
    language: 'go',
    name: 'github.com/opensearch-project/opensearch-go/v4',
    story: 'opensearch',
    version: '4.8.1',
  },
  { title: 'elasticsearch-java', language: 'java', name: 'elasticsearch-java', version: '8.19.8' },
  { title: 'elasticsearch-java', language: 'java', name: 'elasticsearch-java', version: '9.5.6' },
];

/**
 * What differs for a reason, and is not counted.
 * @type {readonly { step: RegExp, server: RegExp, reason: string }[]}
 */
export const listed = [
  {
    step: /^(?:who it is|is it there)/,
    server: /^Elasticsearch/,
    reason: 'The node has no module for the path `/`, which is not among the published jars.',
  },
  {
    step: /^a path with two slashes$/,
    server: /./,
    reason: 'The documents let no part of a path be empty; the servers read two slashes as one.',
  },
];

/**
 * Plays the story of each client at each server that this machine can start, and at the sandbox as that server.
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<CrossedStep[]>}
 */
export async function playCrossed({ log = () => undefined } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'rulebook-crossed-'));
  try {
    const clients = await prepareAll(home, log);
    const steps = [];
    for (const server of servers) steps.push(...(await crossServer(server, clients, { home, log })));
    return steps;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Prepares the clients, and leaves out those that this machine cannot have. */
async function prepareAll(home, log) {
  const prepared = [];
  for (const [at, client] of crossedClients.entries()) {
    const { programs, prepare, start } = languages[client.language];
    const missing = programs.filter((program) => findCommand([program]) === undefined);
    const title = `${client.title} ${client.version}`.trim();
    const folder = join(home, String(at));
    mkdirSync(folder);
    const failure =
      missing.length > 0 ? `needs ${missing.join(' and ')}` : await prepareIn(folder, prepare(folder, client));
    if (failure === undefined) prepared.push({ title, ...start(folder, client) });
    else log(`${title}: ${failure}`);
  }
  return prepared;
}

async function prepareIn(cwd, commands) {
  for (const [command = '', ...args] of commands) {
    const { code, output } = await run(command, args, { cwd, timeout: 600_000 });
    if (code !== 0) return `cannot be prepared: ${output.trim().split('\n').at(-1) ?? ''}`;
  }
  return undefined;
}

/** Plays all clients at one server and at the sandbox, and joins what came of each step. */
async function crossServer(server, clients, { home, log }) {
  const reason = await reasonAgainst(server);
  if (reason !== undefined) {
    log(`${server.title}: ${reason}`);
    return [];
  }
  const node = await startRealNode(server, { log });
  try {
    const sandbox = await startSandbox({
      args: ['--port', '0', '--unlisted', '--product', server.vendor, '--version', node.version],
    });
    try {
      const list = join(home, `${server.name}.json`);
      const [{ baseUrl, credential }] = sandbox.endpoints.filter(({ name }) => name === 'sandbox-cluster');
      const places = [
        { name: 'node', baseUrl: node.baseUrl, user: node.user, password: node.password },
        { name: 'sandbox', baseUrl, user: 'elastic', password: credential.replace('Bearer ', '') },
      ];
      writeFileSync(list, JSON.stringify(places), { mode: 0o600 });
      const steps = [];
      for (const client of clients) {
        for (const place of places) await removeIndex(place);
        steps.push(...(await crossClient(client, list, `${server.title} ${node.version}`)));
      }
      log(`${server.title} ${node.version}: ${steps.length} steps`);
      return steps;
    } finally {
      sandbox.stop();
    }
  } finally {
    await node.stop();
  }
}

/** Removes the index that a client left because its deletion was refused, so that each story begins without one. */
async function removeIndex({ baseUrl, user, password }) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const response = await fetch(`${baseUrl}/crossed`, { method: 'DELETE', headers: { authorization } });
  await response.text();
  if (response.status !== 200 && response.status !== 404) throw new Error(`The index stays: ${response.status}.`);
}

async function crossClient({ title, command, env }, list, server) {
  const [program, ...args] = command;
  const { code, output } = await run(program, [...args, list], { env: { ...process.env, ...env }, timeout: 200_000 });
  const lines = output.split('\n').flatMap((line) => (line.startsWith('{"') ? [JSON.parse(line)] : []));
  if (code !== 0 || lines.length === 0) throw new Error(`${title} ended with code ${code}.\n${output}`);
  const ofSandbox = new Map(lines.flatMap((line) => (line.server === 'sandbox' ? [[line.step, line.outcome]] : [])));
  return lines
    .filter((line) => line.server === 'node')
    .map(({ step, outcome }) => ({
      client: title,
      server,
      step,
      node: outcome,
      sandbox: ofSandbox.get(step) ?? 'not played',
    }));
}

/**
 * Returns a row for each client with what became of its story at each server, and the steps that differ at the sandbox.
 * @param {readonly CrossedStep[]} steps
 */
export function crossedTable(steps) {
  const titles = (member) => [...new Set(steps.map((step) => step[member]))];
  const lines = titles('client').map((client) =>
    [
      client,
      ...titles('server').map((server) => {
        const own = steps.filter((step) => step.client === client && step.server === server);
        const asked = own.filter((step) => !isListed(step));
        const alike = asked.filter((step) => step.node === step.sandbox).length;
        return `${server}: ${countsOf(asked)}, at the sandbox alike ${alike} of ${asked.length}`;
      }),
    ].join('; '),
  );
  const differing = steps.filter((step) => step.node !== step.sandbox && !isListed(step));
  return {
    lines: [
      ...lines,
      ...differing.map(
        ({ client, server, step, node, sandbox }) => `${client}, ${server}, ${step}: ${node} | sandbox: ${sandbox}`,
      ),
    ],
    isGood: differing.length === 0,
  };
}

function isListed({ step, server }) {
  return listed.some((one) => one.step.test(step) && one.server.test(server));
}

/** Says how many steps went well, and what the others came to. */
function countsOf(steps) {
  const bad = steps.flatMap(({ node }) => (/^(?:ok|2)/.test(node) ? [] : [node.split(/[ ;]/)[0]]));
  const kinds = [...new Set(bad)].map((name) => `${name} ${bad.filter((one) => one === name).length}`);
  return [`good ${steps.length - bad.length}`, ...kinds].join(', ');
}
