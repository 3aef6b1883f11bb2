// `npm run descriptions`: compiles the published descriptions of the vendors into descriptions/, from packages that it fetches.
//   --check   compile and compare only
// For a newer version of a package, write it into descriptions/sources.json; the script then says the digest that belongs there.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ensureDependencies } from './ensure.mjs';
import { describedSources, descriptions, keptFiles } from './lib/descriptions.mjs';
import { packEditions } from './lib/editions.mjs';
import { bundleEngine, importBundle } from './lib/load-engine.mjs';
import { run } from './lib/processes.mjs';

/** What `npm test` reads as "this machine cannot run it". */
const CANNOT_RUN = 77;

const documentation = 'https://docs.github.com';
/** The methods of the official client, and their routes. */
const octokitMethods = '@octokit/plugin-rest-endpoint-methods';
/** The versions of GitHub Enterprise Server that the package has, in order; `editions` of the service names the same. */
const enterpriseVersions = ['3.17', '3.18', '3.19'];

/**
 * How each description is compiled. `modules` are those of the compiler; `compile` returns the description and, where it has them, editions and
 * examples.
 * @typedef {{ requests: any, editions?: unknown, answers: any, examples?: any }} Compiled
 * @type {Readonly<Record<string, { files: readonly string[], modules: readonly string[],
 *   compile: (compiler: any, texts: readonly string[], version: string) => Compiled | Promise<Compiled> }>>}
 */
const recipes = {
  elasticsearch: {
    files: ['dist/schema.json'],
    modules: ['description/elasticsearch/compile'],
    // The package has the version of the product, which the schema does not state.
    compile: ({ compileElasticsearch, splitDescription }, [text], version) => {
      const schema = JSON.parse(text);
      const whole = compileElasticsearch(schema, { version });
      if (whole.operations.length !== schema.endpoints.flatMap(({ urls }) => urls).length)
        throw new Error('The schema has endpoints that are not understood.');
      return splitDescription(whole, 'elasticsearch.answers');
    },
  },
  github: {
    files: ['api.github.com', ...enterpriseVersions.map((version) => `ghes-${version}`)].map(
      (name) => `generated/${name}.json`,
    ),
    modules: [
      'description/openapi/compile',
      'description/github/corrections',
      'description/github/needs',
      'description/client-method',
    ],
    compile: async (compiler, [text, ...others], packageVersion) => {
      const { compileOpenApi, correctedGithub, examplesIn, slimDescription, splitDescription, withGithubNeeds } =
        compiler;
      const published = {
        permissions: readFileSync(join(descriptions, 'github-permissions.tsv'), 'utf8'),
        titles: readFileSync(join(descriptions, 'github-permission-titles.tsv'), 'utf8'),
      };
      const withClient = await clientCalls(compiler);
      const compile = (source, title, version) => {
        const document = JSON.parse(source);
        const corrected = withClient(correctedGithub(compileOpenApi(document)));
        return { ...withGithubNeeds(corrected, { ...published, document }), title, version };
      };
      const whole = compile(text, 'GitHub REST API', packageVersion);
      const editions = others.map((other, index) => {
        const name = enterpriseVersions[index] ?? '';
        const links = /** @type {const} */ ([`${documentation}/`, `${documentation}/enterprise-server@${name}/`]);
        // Nearly all texts differ in such addresses alone.
        const compiled = slimDescription(
          compile(other.replaceAll(links[1], links[0]), 'GitHub Enterprise Server', name),
        );
        return { name, links, compiled };
      });
      return {
        ...splitDescription(whole, 'github.answers'),
        examples: examplesIn(whole),
        editions: packEditions(slimDescription(whole), editions),
      };
    },
  },
};

/**
 * Returns a function that adds to each operation how the client calls it. The description is ahead of the client, so only methods that exist
 * with the same route count; those that rename parts of the body are left out.
 */
async function clientCalls({ clientMethodOf }) {
  const path = join(import.meta.dirname, '../node_modules', octokitMethods, 'dist-src/generated/endpoints.js');
  const { default: namespaces } = await import(pathToFileURL(path).href);
  const isMethod = ({ id, methods, path }) => {
    const [namespace = '', name = ''] = clientMethodOf(id).split('.');
    const [route, , { mapToData } = {}] = namespaces[namespace]?.[name] ?? [];
    return route === `${methods[0]} ${path}` && mapToData === undefined;
  };
  return ({ operations, ...description }) => ({
    ...description,
    operations: operations.map((operation) =>
      isMethod(operation) ? { ...operation, client: { method: clientMethodOf(operation.id) } } : operation,
    ),
  });
}

/**
 * Fetches the package of a description through npm, and returns its files in the order of their names. The archive must have the digest that is
 * written down.
 * @param {import('./lib/descriptions.mjs').Source} source
 * @param {readonly string[]} names
 */
async function fetchFiles(source, names) {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-descriptions-'));
  try {
    const named = `${source.package}@${source.version}`;
    const args = ['--ignore-scripts', '--prefer-offline', '--fetch-retries=0', '--pack-destination', folder];
    const packed = await run('npm', ['pack', named, ...args], { cwd: folder, timeout: 300_000 });
    if (packed.code !== 0) throw new FetchError(`${named} cannot be fetched:\n${packed.output.trim()}`, packed.output);
    const [archive = ''] = readdirSync(folder);
    const digest = createHash('sha512').update(readFileSync(join(folder, archive)));
    const integrity = `sha512-${digest.digest('base64')}`;
    if (integrity !== source.integrity)
      throw new Error(`The digest of ${named} is ${integrity}, and differs from that in descriptions/sources.json.`);
    const inside = names.map((name) => `package/${name}`);
    const unpacked = await run('tar', ['-xzf', archive, ...inside], { cwd: folder, timeout: 120_000 });
    if (unpacked.code !== 0) throw new Error(`${named} cannot be unpacked:\n${unpacked.output.trim()}`);
    return inside.map((name) => readFileSync(join(folder, name), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class FetchError extends Error {
  /** @param {string} message @param {string} output what npm printed */
  constructor(message, output) {
    super(message);
    /** Whether npm did not reach its registry, or may not. */
    this.isOffline =
      /\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ENET\w+|EHOST\w+|E?TIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/.test(output);
  }
}

/**
 * Returns the name and content of each file of a description.
 * @param {import('./lib/descriptions.mjs').Source} source
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
async function filesOf(source) {
  const { files, modules, compile } = recipes[source.name];
  const [manifest, licence, ...texts] = await fetchFiles(source, ['package.json', 'LICENSE', ...files]);
  const { license } = JSON.parse(manifest);
  if (license !== source.license) throw new Error(`${source.package} has the licence ${license} now.`);
  const parts = [...modules, 'description/slim', 'description/packed'];
  const compiler = Object.assign(
    {},
    ...(await Promise.all(parts.map(async (part) => importBundle(await bundleEngine(part))))),
  );
  const { requests, editions, answers, examples } = await compile(compiler, texts, source.version);
  // Behind the lines of the description is one of its editions, which few need.
  const lines = [...compiler.packDescription(requests), ...(editions ? [JSON.stringify(editions)] : [])];
  return new Map([
    [`${source.name}.LICENSE.txt`, licence.replaceAll('\r\n', '\n')],
    [`${source.name}.json.br`, ascii(lines)],
    [`${source.name}.answers.json.br`, ascii(compiler.packDescription(answers))],
    ...(examples
      ? [/** @type {const} */ ([`${source.name}.examples.json.br`, ascii(compiler.packDescription(examples))])]
      : []),
  ]);
}

/** Returns lines as a text without a character that takes several bytes, so that reading it copies only. */
function ascii(lines) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return lines.join('\n').replace(/[^\0-\x7f]/g, escaped);
}

/** Returns the text of a kept file, which is empty for a new one. Versions of Node compress differently, so texts are compared. */
function keptText(name) {
  try {
    const content = readFileSync(join(descriptions, name));
    return (name.endsWith('.br') ? brotliDecompressSync(content) : content).toString('utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function writeText(name, text) {
  const content = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(join(descriptions, name), name.endsWith('.br') ? brotliCompressSync(content, { params }) : content);
}

/** Returns in words how many lines of a file, each an operation or a shape, are new. */
function difference(name, former, text) {
  const [before, now] = [former, text].map((one) => new Set(one.split('\n')));
  const count = (lines, others) => [...lines].filter((line) => !others.has(line)).length;
  return `${name}: ${count(now, before)} new lines, ${count(before, now)} removed`;
}

async function main() {
  const isCheck = process.argv.includes('--check');
  ensureDependencies();
  const made = new Map();
  for (const source of describedSources()) for (const [name, text] of await filesOf(source)) made.set(name, text);
  const changed = [...made].filter(([name, text]) => keptText(name) !== text);
  const old = keptFiles().filter((name) => !made.has(name));
  for (const [name, text] of changed) console.log(difference(name, keptText(name), text));
  for (const name of old) console.log(`${name}: no longer made`);
  if (changed.length + old.length === 0) console.log('The descriptions are what their packages give.');
  else if (isCheck) throw new Error('The descriptions are not what their packages give. Run `npm run descriptions`.');
  else {
    for (const [name, text] of changed) writeText(name, text);
    for (const name of old) rmSync(join(descriptions, name));
  }
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  if (error.isOffline) console.error('A package is not in the cache of npm, and its registry cannot be reached.');
  process.exitCode = error.isOffline ? CANNOT_RUN : 1;
}
