// Fetches the jars of a server and puts each where its module is.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findJava } from './java.mjs';

const run = promisify(execFile);

/** @typedef {import('./servers.mjs').Server} Server */

/**
 * Returns why the server cannot be started here, or undefined.
 * @param {Server} server
 */
export async function reasonAgainst(server) {
  try {
    await run('mvn', ['--version']);
  } catch {
    return 'mvn is not installed';
  }
  if ((await findJava(server.java)) === undefined) return `no JDK ${server.java} or later is installed`;
  try {
    await jarsOf(server);
    return undefined;
  } catch {
    return `Maven cannot fetch the jars of ${server.title}`;
  }
}

/** The jars of each server in the order of Maven, fetched once. */
const fetched = new Map();

function jarsOf(server) {
  if (!fetched.has(server.name)) fetched.set(server.name, fetchJars(server));
  return fetched.get(server.name);
}

async function fetchJars({ pom }) {
  const folder = await mkdtemp(join(tmpdir(), 'rulebook-jars-'));
  try {
    const list = join(folder, 'classpath.txt');
    const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${list}`];
    await run('mvn', ['-q', '-B', '-f', pom, ...goal]);
    return (await readFile(list, 'utf8')).trim().split(delimiter);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the version of the server.
 * @param {Server} server
 */
export async function versionOf({ pom }) {
  return /<node\.version>([^<]*)</.exec(await readFile(pom, 'utf8'))?.[1] ?? 'unknown';
}

/**
 * Fetches the jars, puts each where its module is, and compiles what is ours. Returns the program that starts the server.
 * @param {Server} server
 * @param {string} home the folder of the server
 */
export async function install(server, home) {
  const java = await findJava(server.java);
  if (java === undefined) throw new Error(`No JDK ${server.java} or later is installed.`);
  const tools = { java: join(java.home, 'bin'), jars: await jarsOf(server), home };
  const version = await versionOf(server);
  const split = splitJars(server, tools.jars, version);
  const classes = join(home, 'start');
  await mkdir(classes, { recursive: true });
  await compile(tools, server.start, classes);
  for (const module of server.modules) await installModule(tools, module, split, version);
  await unpackTemplates(tools);
  return { java: join(tools.java, 'java'), classpath: [classes, ...split('server')].join(delimiter) };
}

async function installModule(tools, module, jars, version) {
  const { name, plugin, extends: extended, with: other, sources } = module;
  const own = join(tools.home, 'modules', name);
  await mkdir(own, { recursive: true });
  for (const jar of [...jars(name), ...(other === undefined ? [] : jars(other))])
    await cp(jar, join(own, basename(jar)));
  const lines = [
    `name=${name}`,
    `description=${name}`,
    `version=${version}`,
    `elasticsearch.version=${version}`,
    'java.version=17',
    `classname=${plugin}`,
    ...(extended === undefined ? [] : [`extended.plugins=${extended}`]),
  ];
  await writeFile(join(own, 'plugin-descriptor.properties'), `${lines.join('\n')}\n`);
  if (sources !== undefined) await jarOf(tools, sources, join(own, `own-${name}.jar`));
}

/** Unpacks the templates that the product would install by itself. */
async function unpackTemplates({ java, jars, home }) {
  const folder = join(home, 'templates');
  await mkdir(folder);
  const jar = jars.find(isTemplates);
  if (jar !== undefined) await run(join(java, 'jar'), ['xf', jar], { cwd: folder });
}

const isTemplates = (path) => basename(path).startsWith('x-pack-template-resources-');

/** Returns what gives the jars of a module, and of the server itself: Maven lists what an artifact needs behind it. */
function splitJars({ modules }, jars, version) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  let at = 'server';
  for (const jar of jars) {
    at = modules.find(({ name }) => basename(jar) === `${name}-${version}.jar`)?.name ?? at;
    const place = isTemplates(jar) ? 'x-pack-core' : at;
    found.set(place, [...(found.get(place) ?? []), jar]);
  }
  return (name) => found.get(name) ?? [];
}

async function compile({ java, jars }, folders, to) {
  const paths = [];
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    paths.push(...names.filter((name) => name.endsWith('.java')).map((name) => join(folder, name)));
  }
  await run(join(java, 'javac'), ['-nowarn', '-cp', jars.join(delimiter), '-d', to, ...paths]);
}

async function jarOf(tools, folders, jar) {
  const classes = await mkdtemp(join(tools.home, 'classes-'));
  await compile(tools, folders, classes);
  await run(join(tools.java, 'jar'), ['cf', jar, '-C', classes, '.']);
}
