// Compiles the published descriptions of the vendors into dist/descriptions/. A result is kept in node_modules/.cache until the package that
// it comes from, or the compiler, changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { packEditions } from './lib/editions.mjs';
import { bundleEngine, importBundle } from './lib/load-engine.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/rulebook-descriptions');

const documentation = 'https://docs.github.com';
/** The methods of the official client, and their routes. */
const octokitMethods = '@octokit/plugin-rest-endpoint-methods';
/** The versions of GitHub Enterprise Server that the package has, in order; `editions` of the service names the same. */
const enterpriseVersions = ['3.17', '3.18', '3.19'];

/**
 * Where each description comes from. The package is a development dependency; nothing of it is committed. `entry` is the module of the
 * compiler; `compile` returns the description and, where it has editions, those. `client` is a package whose methods it looks up.
 * @type {readonly { name: string, package: string, files: readonly string[], entry: string, client?: string,
 *   hasExamples?: true, corrections?: string, compile: (compiler: any, texts: readonly string[], version: string) =>
 *     Compiled | Promise<Compiled> }[]}
 * @typedef {{ requests: any, editions?: unknown, answers: any, examples?: any }} Compiled
 */
export const sources = [
  {
    name: 'elasticsearch',
    package: '@elastic/request-converter',
    files: ['dist/schema.json'],
    entry: 'description/elasticsearch/compile',
    // The package has the version of the product, which the schema does not state.
    compile: ({ compileElasticsearch, splitDescription }, [text], version) => {
      return splitDescription(compileElasticsearch(JSON.parse(text), { version }), 'elasticsearch.answers');
    },
  },
  {
    name: 'github',
    package: '@octokit/openapi',
    files: ['api.github.com', ...enterpriseVersions.map((version) => `ghes-${version}`)].map(
      (name) => `generated/${name}.json`,
    ),
    entry: 'description/openapi/compile',
    corrections: 'description/github/corrections',
    client: octokitMethods,
    hasExamples: true,
    compile: async (compiler, [text, ...others], packageVersion) => {
      const { compileOpenApi, correctedGithub, examplesIn, slimDescription, splitDescription } = compiler;
      const withClient = await clientCalls(compiler);
      const compile = (source, title, version) => ({
        ...withClient(correctedGithub(compileOpenApi(JSON.parse(source)))),
        title,
        version,
      });
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
];

/**
 * Writes all descriptions and returns the paths of their files in the folder.
 * @param {{ folder?: string }} [options] `folder`: what stands for dist/
 */
export async function buildDescriptions({ folder = join(root, 'dist') } = {}) {
  const target = join(folder, 'descriptions');
  mkdirSync(target, { recursive: true });
  const files = [];
  for (const source of sources) {
    for (const [file, content] of await packed(source)) {
      writeFileSync(join(target, file), content);
      files.push(file);
    }
  }
  for (const old of readdirSync(target)) if (!files.includes(old)) rmSync(join(target, old));
  return files.map((file) => `descriptions/${file}`);
}

/**
 * Returns a function that adds to each operation how the client calls it. The description is ahead of the client, so only methods that exist
 * with the same route count; those that rename parts of the body are left out.
 */
async function clientCalls({ clientMethodOf }) {
  const path = join(root, 'node_modules', octokitMethods, 'dist-src/generated/endpoints.js');
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
 * Returns the names of the files of a description: what requests need, what responses need, and examples of responses, which only the sandbox reads.
 * @param {{ readonly name: string, readonly hasExamples?: true }} source
 */
export function filesOf({ name, hasExamples }) {
  return ['', '.answers', ...(hasExamples ? ['.examples'] : [])].map((part) => `${name}${part}.json.br`);
}

/** The folders of the packages from which something is shipped. */
export function describedPackages() {
  return sources.map((source) => `node_modules/${source.package}`);
}

/**
 * Returns the names and contents of the files of a description.
 * @returns {Promise<readonly (readonly [string, Buffer])[]>}
 */
async function packed(source) {
  const folder = join(root, 'node_modules', source.package);
  const version = versionOf(source.package);
  const further = source.corrections === undefined ? [] : [source.corrections];
  const modules = [source.entry, ...further, 'description/client-method', 'description/slim', 'description/packed'];
  const bundles = await Promise.all(modules.map((entry) => bundleEngine(entry)));
  // What compiles counts too: the compiler, and this file with what it imports.
  const own = ['../descriptions.mjs', 'editions.mjs'].map((name) =>
    readFileSync(join(import.meta.dirname, 'lib', name)),
  );
  const hash = createHash('sha256')
    .update(Buffer.concat([...bundles, ...own]))
    .update(source.client === undefined ? '' : versionOf(source.client))
    .digest('hex')
    .slice(0, 16);
  const names = filesOf(source);
  const kept = names.map((name) => join(cache, `${hash}-${version}-${name}`));
  const known = kept.filter((path) => existsSync(path)).map((path) => readFileSync(path));
  if (known.length === names.length) return pairs(names, known);
  const compiler = Object.assign({}, ...(await Promise.all(bundles.map((bundle) => importBundle(bundle)))));
  const texts = source.files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const { requests, editions, answers, examples } = await source.compile(compiler, texts, version);
  // Behind the lines of the description is one of its editions, which few need.
  const lines = [...compiler.packDescription(requests), ...(editions ? [JSON.stringify(editions)] : [])];
  const contents = [compressed(lines), compressed(compiler.packDescription(answers))];
  if (source.hasExamples) contents.push(compressed(compiler.packDescription(examples)));
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache))
    if (names.some((name) => old.endsWith(`-${name}`))) rmSync(join(cache, old), { force: true });
  for (const [path, content] of pairs(kept, contents)) writeFileSync(path, content);
  return pairs(names, contents);
}

/** @param {string} name */
function versionOf(name) {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/**
 * @param {readonly string[]} names
 * @param {readonly Buffer[]} contents
 * @returns {readonly (readonly [string, Buffer])[]}
 */
function pairs(names, contents) {
  return contents.map((content, index) => [names[index] ?? '', content]);
}

/** The text has no character that takes several bytes, and so reading it copies only. */
function compressed(lines) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = Buffer.from(lines.join('\n').replace(/[^\0-\x7f]/g, escaped));
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { ensureDependencies } = await import('./ensure.mjs');
  ensureDependencies();
  for (const file of await buildDescriptions()) console.log(`dist/${file}`);
}
