// `npm run descriptions`: compiles the published descriptions of the vendors into descriptions/, from packages that it fetches.
//   --check         compile and compare only
//   --only <name>   only this one, for example opensearch
//   --compare <name> <version>  writes nothing: what a request loses and gains from this version of its package to the one that is kept; for a
//                   description that no package has, the folder of a former checkout takes the place of the version
// For a newer version of a package, write it into descriptions/sources.json; the script then says the digest that belongs there.
// OpenSearch publishes its specification in no package: it is compiled from the folder descriptions/opensearch of the corpus that RULEBOOK_CORPUS
// names. Without that folder, what is kept is compared with the digests in sources.json.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { parse as parseYaml } from 'yaml';
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
 *   compile: (compiler: any, texts: any, version: string) => Compiled | Promise<Compiled> }>>}
 */
const recipes = {
  elasticsearch: {
    files: ['dist/schema.json'],
    modules: [
      'packages/description/src/elasticsearch/compile',
      'packages/description/src/elasticsearch/asked-parameters',
    ],
    // The package has the version of the product, which the schema does not state.
    compile: ({ compileElasticsearch, splitDescription, withAskedParameters }, [text], version) => {
      const schema = JSON.parse(text);
      const whole = compileElasticsearch(schema, { version });
      if (whole.operations.length !== schema.endpoints.flatMap(({ urls }) => urls).length)
        throw new Error('The schema has endpoints that are not understood.');
      const asked = JSON.parse(readFileSync(join(descriptions, 'elasticsearch-parameters.json'), 'utf8'));
      return splitDescription(withAskedParameters(whole, asked), 'elasticsearch.answers');
    },
  },
  github: {
    files: ['api.github.com', ...enterpriseVersions.map((version) => `ghes-${version}`)].map(
      (name) => `generated/${name}.json`,
    ),
    modules: [
      'packages/description/src/openapi/compile',
      'services/code-hosting/needs/corrections',
      'services/code-hosting/needs/published-needs',
      'packages/description/src/client-method',
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
  opensearch: {
    files: [],
    modules: ['services/opensearch/description/compile'],
    compile: ({ compileOpenSearch, splitDescription }, parts) => {
      const trees = new Map();
      for (const [path, text] of parts) trees.set(path, parseYaml(text));
      const whole = compileOpenSearch(trees);
      const errors = whole.problems.filter(({ severity }) => severity === 'error');
      if (errors.length > 0) throw new Error(`The specification contradicts itself: ${errors[0].message}`);
      return splitDescription({ ...whole, problems: [] }, 'opensearch.answers');
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
    // A version that is only compared has no digest that is written down.
    const digest = createHash('sha512').update(readFileSync(join(folder, archive)));
    const integrity = `sha512-${digest.digest('base64')}`;
    if (source.integrity !== '' && integrity !== source.integrity)
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
  return compiledFiles(source, { modules, compile, licence, texts });
}

/** Returns the files of a specification that is published in parts, by their paths. */
function partsIn(folder) {
  const spec = join(folder, 'spec');
  const names = readdirSync(spec, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(spec, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join(spec, name), 'utf8')]));
}

/**
 * Returns the name and content of each file of a description that is published in a repository only; undefined without its folder.
 * @param {import('./lib/descriptions.mjs').Source} source
 * @returns {Promise<ReadonlyMap<string, string> | undefined>}
 */
async function filesOfRepository(source) {
  const corpus = process.env['RULEBOOK_CORPUS'];
  const folder = corpus && join(corpus, 'descriptions', source.name);
  if (!folder || !existsSync(folder)) return undefined;
  const contentOf = (name) => readFileSync(join(folder, name), 'utf8');
  const parts = partsIn(folder);
  const digest = createHash('sha512');
  for (const [name, text] of parts) digest.update(`${name}\n${text}\n`);
  const integrity = `sha512-${digest.digest('base64')}`;
  if (integrity !== source.integrity)
    throw new Error(`The digest of the files is ${integrity}, and differs from that in descriptions/sources.json.`);
  const licence = `${contentOf('LICENSE.txt').trimEnd()}\n\n${contentOf('NOTICE.txt').trim()}\n`;
  return compiledFiles(source, { ...recipes[source.name], licence, texts: parts });
}

async function compiledFiles(source, { modules, compile, licence, texts }) {
  const all = [...modules, 'packages/description/src/slim', 'packages/description/src/packed'];
  const compiler = Object.assign(
    {},
    ...(await Promise.all(all.map(async (part) => importBundle(await bundleEngine(part))))),
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

/** Throws when what is kept of a description does not have the digests that are written down. */
function compareDigests({ name, compiled = {} }) {
  for (const [file, digest] of Object.entries(compiled)) {
    if (digestOf(keptText(file)) !== digest)
      throw new Error(`descriptions/${file} is not what was compiled: its digest differs from that in sources.json.`);
  }
  console.log(
    `${name} is not compiled anew, since RULEBOOK_CORPUS names no folder with its specification. Its files have their digests.`,
  );
}

/** @param {string} text */
function digestOf(text) {
  return `sha512-${createHash('sha512').update(text).digest('base64')}`;
}

/** Writes the digests of what was compiled next to the source. */
function recordDigests(source, files) {
  const compiled = Object.fromEntries(
    [...files].filter(([name]) => name.endsWith('.br')).map(([name, text]) => [name, digestOf(text)]),
  );
  const sources = describedSources().map((one) => (one.name === source.name ? { ...one, compiled } : one));
  writeFileSync(join(descriptions, 'sources.json'), `${JSON.stringify(sources, undefined, 2)}\n`);
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

/**
 * Prints what a request loses and gains between a former release of a description and the one that is kept.
 * @param {string} name
 * @param {string} former a version of its package, or a folder where no package has it
 */
async function compare(name, former) {
  const source = describedSources().find((one) => one.name === name);
  const corpus = process.env['RULEBOOK_CORPUS'];
  if (source === undefined || former === undefined || (source.repository !== undefined && corpus === undefined))
    throw new Error(
      'Name a description and a version, `--compare elasticsearch 9.3.0`, or `--compare opensearch FOLDER` with RULEBOOK_CORPUS.',
    );
  ensureDependencies();
  const { compareDescriptions, differenceLines } = await import('./lib/compare-descriptions.mjs');
  const { files, modules, compile } = recipes[name];
  const parts = [...modules, 'packages/description/src/slim'];
  const compiler = Object.assign(
    {},
    ...(await Promise.all(parts.map(async (part) => importBundle(await bundleEngine(part))))),
  );
  const wholeOf = async (version) => (await compile(compiler, await textsOf(version), version)).requests;
  const textsOf = (version) => {
    if (source.repository !== undefined)
      return partsIn(version === source.version ? join(corpus ?? '', 'descriptions', name) : version);
    return fetchFiles(version === source.version ? source : { ...source, version, integrity: '' }, files);
  };
  const differences = compareDescriptions(await wholeOf(former), await wholeOf(source.version));
  const title = `${source.package}, ${former} to ${source.version}`;
  console.log([title, ...differenceLines(differences)].join('\n'));
}

async function main() {
  const at = process.argv.indexOf('--compare');
  if (at >= 0) return compare(process.argv[at + 1], process.argv[at + 2]);
  const isCheck = process.argv.includes('--check');
  const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
  const sources = describedSources().filter(({ name }) => only === undefined || name === only);
  if (sources.length === 0) throw new Error('descriptions/sources.json has no description of this name.');
  ensureDependencies();
  const made = new Map();
  const untouched = new Set(
    describedSources()
      .filter((source) => !sources.includes(source))
      .map(({ name }) => name),
  );
  for (const source of sources) {
    const files = await (source.repository === undefined ? filesOf(source) : filesOfRepository(source));
    if (files === undefined) {
      compareDigests(source);
      untouched.add(source.name);
      continue;
    }
    for (const [name, text] of files) made.set(name, text);
    if (source.repository !== undefined && !isCheck) recordDigests(source, files);
  }
  const changed = [...made].filter(([name, text]) => keptText(name) !== text);
  const old = keptFiles().filter((name) => !made.has(name) && !untouched.has(name.split('.')[0] ?? ''));
  for (const [name, text] of changed) console.log(difference(name, keptText(name), text));
  for (const name of old) console.log(`${name}: no longer made`);
  if (changed.length + old.length === 0) {
    if (made.size > 0) console.log('The descriptions are what their sources give.');
  } else if (isCheck) throw new Error('The descriptions are not what their sources give. Run `npm run descriptions`.');
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
