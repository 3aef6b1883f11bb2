// Starts a real search node from its published jars: one process on loopback, in memory where the system has a place for it, ended with this one.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createKeeper } from './remove-keys.mjs';

const run = promisify(execFile);
const sources = join(import.meta.dirname, '../../test/oracle/real-node');

/**
 * The modules of the node in the order of their jars, each with the class of its plugin and the module that it extends. As in the product,
 * `x-pack-core` has the jars of the transport once more.
 */
const modules = [
  { name: 'transport-netty4', plugin: 'org.elasticsearch.transport.netty4.Netty4Plugin' },
  { name: 'x-pack-core', plugin: 'org.elasticsearch.xpack.core.XPackPlugin', with: 'transport-netty4' },
  { name: 'x-pack-security', plugin: 'org.elasticsearch.xpack.security.Security', extends: 'x-pack-core' },
  { name: 'oracle', plugin: 'rulebook.oracle.OraclePlugin', extends: 'x-pack-core' },
];

/** Returns why no node can be started here, or undefined. */
export async function reasonForNoNode() {
  for (const command of ['mvn', 'javac', 'java']) {
    try {
      await run(command, ['--version']);
    } catch {
      return `${command} is not installed`;
    }
  }
  try {
    await fetchedJars();
    return undefined;
  } catch {
    return 'Maven cannot fetch the jars of the node';
  }
}

/** The jars of the node in the order of Maven, fetched once. */
let fetched;

function fetchedJars() {
  fetched ??= fetchJars();
  return fetched;
}

async function fetchJars() {
  const folder = await mkdtemp(join(tmpdir(), 'rulebook-jars-'));
  try {
    const list = join(folder, 'classpath.txt');
    const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${list}`];
    await run('mvn', ['-q', '-B', '-f', join(sources, 'pom.xml'), ...goal]);
    return (await readFile(list, 'utf8')).trim().split(delimiter);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the version of the node that is started. */
export async function versionOfNode() {
  const pom = await readFile(join(sources, 'pom.xml'), 'utf8');
  return /<node\.version>([^<]*)</.exec(pom)?.[1] ?? 'unknown';
}

/**
 * Starts the node and returns where it is: its address, a user who may do everything, the folder for snapshots, that with the templates of the
 * product, and `stop`. Rejects with the end of its log if it does not answer within five minutes.
 * @param {{ log: (line: string) => void }} options
 */
export async function startRealNode({ log }) {
  const home = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rulebook-node-'));
  try {
    const { classpath, folder } = await install(home, log);
    return await start(home, classpath, folder, log);
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

/** Fetches the jars, puts each where its module is, and compiles what is ours. */
async function install(home, log) {
  log('fetching the jars of the node');
  const jars = await fetchedJars();
  const version = await versionOfNode();
  const javaVersion = '17';
  const jarsOf = splitJars(jars, version);
  const classes = join(home, 'start');
  const folder = join(home, 'modules');
  await mkdir(classes, { recursive: true });
  await compile(join(sources, 'start'), classes, jars);
  for (const { name, plugin, extends: extended, with: other } of modules) {
    const own = join(folder, name);
    await mkdir(own, { recursive: true });
    for (const jar of [...jarsOf(name), ...(other === undefined ? [] : jarsOf(other))])
      await cp(jar, join(own, basename(jar)));
    const lines = [
      `name=${name}`,
      `description=${name}`,
      `version=${version}`,
      `elasticsearch.version=${version}`,
      `java.version=${javaVersion}`,
      `classname=${plugin}`,
      ...(extended === undefined ? [] : [`extended.plugins=${extended}`]),
    ];
    await writeFile(join(own, 'plugin-descriptor.properties'), `${lines.join('\n')}\n`);
  }
  await jarOf(join(sources, 'src'), join(folder, 'oracle', 'oracle.jar'), jars, home);
  await jarOf(join(sources, 'stubs'), join(folder, 'x-pack-security', 'stubs.jar'), jars, home);
  await unpackTemplates(jars, join(home, 'templates'));
  return { classpath: [classes, ...jarsOf('server')].join(delimiter), folder };
}

/** Unpacks the templates that the product would install by itself. */
async function unpackTemplates(jars, folder) {
  await mkdir(folder);
  const jar = jars.find((path) => basename(path).startsWith('x-pack-template-resources-'));
  if (jar !== undefined) await run('jar', ['xf', jar], { cwd: folder });
}

/** Returns what gives the jars of a module, and of the server itself: Maven lists what an artifact needs behind it. */
function splitJars(jars, version) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  let at = 'server';
  for (const jar of jars) {
    at = modules.find(({ name }) => basename(jar) === `${name}-${version}.jar`)?.name ?? at;
    found.set(at, [...(found.get(at) ?? []), jar]);
  }
  return (name) => found.get(name) ?? [];
}

async function compile(from, to, jars) {
  const files = (await readdir(from, { recursive: true })).filter((name) => name.endsWith('.java'));
  const paths = files.map((name) => join(from, name));
  await run('javac', ['-nowarn', '-cp', jars.join(delimiter), '-d', to, ...paths]);
}

async function jarOf(from, jar, jars, home) {
  const classes = await mkdtemp(join(home, 'classes-'));
  await compile(from, classes, jars);
  await run('jar', ['cf', jar, '-C', classes, '.']);
}

async function start(home, classpath, folder, log) {
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const repositories = join(home, 'repositories');
  const temporary = join(home, 'tmp');
  await mkdir(join(home, 'config'), { recursive: true });
  await mkdir(repositories);
  await mkdir(temporary);
  const settings = {
    'cluster.name': 'oracle',
    'node.name': 'oracle',
    'discovery.type': 'single-node',
    'http.host': '127.0.0.1',
    'http.port': port,
    'transport.host': '127.0.0.1',
    'transport.port': 0,
    'path.repo': repositories,
    'xpack.security.enabled': true,
    'xpack.license.self_generated.type': 'trial',
    'action.destructive_requires_name': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const child = spawn(
    'java',
    [
      '-Xms1g',
      '-Xmx1g',
      `-Djava.io.tmpdir=${temporary}`,
      '-Des.set.netty.runtime.available.processors=false',
      '-Dio.netty.noUnsafe=true',
      '-Dlog4j2.disable.jmx=true',
      '--add-opens=java.base/java.io=ALL-UNNAMED',
      '-cp',
      classpath,
      'RealNode',
      home,
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ELASTIC_PASSWORD: password } },
  );
  let output = '';
  const keep = (text) => {
    output = (output + text).slice(-20_000);
  };
  child.stdout.on('data', (data) => keep(String(data)));
  child.stderr.on('data', (data) => keep(String(data)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.stdin.end();
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
    await rm(home, { recursive: true, force: true });
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from(`elastic:${password}`).toString('base64')}`;
  let keeper = '';
  try {
    log('starting the node');
    await untilReady({ baseUrl, authorization, child, output: () => output });
    keeper = await createKeeper({ baseUrl, authorization }, password);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    baseUrl,
    authorization,
    keeper,
    user: 'elastic',
    password,
    repositories,
    templates: join(home, 'templates'),
    version: await versionOfNode(),
    stop,
  };
}

/** Waits until a key can be made: the last thing that a starting node can do. */
async function untilReady({ baseUrl, authorization, child, output }) {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The node ended while it started.\n${output()}`);
    try {
      const response = await fetch(`${baseUrl}/_security/api_key`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"name":"ready"}',
      });
      await response.text();
      if (response.status === 200) return;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`The node did not answer within five minutes.\n${output()}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
