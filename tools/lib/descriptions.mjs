// The published descriptions of the vendors, compiled, as the repository keeps them in descriptions/. `npm run descriptions` makes them.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = join(import.meta.dirname, '../..');
/** Where they are kept. */
export const descriptions = join(root, 'descriptions');

/** A schema of GraphQL is installed with a package, and packed by the build: there is nothing to compile. */
const graphqlSchemas = [
  {
    name: 'github-graphql',
    title: 'GitHub GraphQL schema',
    package: '@octokit/graphql-schema',
    file: 'schema.graphql',
    licence: 'LICENSE.md',
  },
];

/**
 * What a description is compiled from: a package, which nothing installs, with `integrity` of its archive, as a lock file has it; or the files of
 * a repository at a commit, with `integrity` of all of them and the digests of what was compiled, since no registry has them.
 * @typedef {{ name: string, package: string, version: string, integrity: string, license: string, description: string,
 *   repository?: string, commit?: string, compiled?: Readonly<Record<string, string>> }} Source
 */

/**
 * Returns where each description comes from.
 * @returns {readonly Source[]}
 */
export function describedSources() {
  return JSON.parse(readFileSync(join(descriptions, 'sources.json'), 'utf8'));
}

/**
 * Copies all descriptions, and returns the paths of their files in the folder.
 * @param {string} folder what is like dist/
 */
export function copyDescriptions(folder) {
  const target = join(folder, 'descriptions');
  mkdirSync(target, { recursive: true });
  for (const name of keptFiles()) copyFileSync(join(descriptions, name), join(target, name));
  for (const schema of graphqlSchemas) packGraphql(schema, target);
  const names = descriptionFiles();
  for (const old of readdirSync(target)) if (!names.includes(old)) rmSync(join(target, old));
  return names.map((name) => `descriptions/${name}`);
}

/** Returns the names of the files: of each description what requests need, what responses need, and perhaps examples, which only the sandbox reads. */
export function descriptionFiles() {
  return [...keptFiles(), ...graphqlSchemas.map(({ name }) => `${name}.json.br`)];
}

/** Returns the names of those that the repository keeps. */
export function keptFiles() {
  return readdirSync(descriptions).filter((name) => name.endsWith('.json.br'));
}

/** Packs a schema as descriptions are packed. That takes two seconds, so it is left out where it is done. */
function packGraphql({ name, title, package: own, file }, target) {
  const folder = join(root, 'node_modules', own);
  const path = join(target, `${name}.json.br`);
  const sources = [join(folder, file), join(folder, 'package.json'), import.meta.filename];
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources.every((source) => statSync(source).mtimeMs < made)) return;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const graphql = readFileSync(join(folder, file), 'utf8');
  const facts = { format: 6, source: 'GraphQL', title, version, graphql, operations: 0, shapes: 0, problems: [] };
  // As `packDescription` does: behind the head, the places and the identities of its operations, of which there are none.
  const text = [JSON.stringify(facts), '\t', '[]'].join('\n').replace(/[\u0080-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(path, brotliCompressSync(text, { params }));
}

/** Returns the packages as manifests, each with the text of its licence: something of them is shipped. */
export function describedPackages() {
  const compiled = describedSources().map(({ name, package: own, version, license, description }) => ({
    manifest: { name: own, version, license, description },
    licence: readFileSync(join(descriptions, `${name}.LICENSE.txt`), 'utf8').trim(),
  }));
  const packed = graphqlSchemas.map(({ package: own, licence }) => {
    const folder = join(root, 'node_modules', own);
    const { name, version, license, description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return {
      manifest: { name, version, license, description },
      licence: readFileSync(join(folder, licence), 'utf8').trim(),
    };
  });
  return [...compiled, ...packed];
}
