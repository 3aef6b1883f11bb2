// Compiles the published descriptions of the vendors into dist/descriptions/. A result is kept in node_modules/.cache until the package that
// it comes from, or the compiler, changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundleEngine, importBundle } from './lib/load-engine.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/rulebook-descriptions');

/**
 * Where each description comes from. The package is a development dependency; nothing of it is committed.
 * @type {readonly { name: string, package: string, file: string, entry: string,
 *   compile: (compiler: any, source: unknown, version: string) => unknown }[]}
 */
export const sources = [
  {
    name: 'elasticsearch',
    package: '@elastic/request-converter',
    file: 'dist/schema.json',
    entry: 'description/elasticsearch/compile',
    // The package has the version of the product, which the schema does not state.
    compile: ({ compileElasticsearch }, source, version) => compileElasticsearch(source, { version }),
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
    const file = `${source.name}.json.br`;
    writeFileSync(join(target, file), await packed(source));
    files.push(file);
  }
  for (const old of readdirSync(target)) if (!files.includes(old)) rmSync(join(target, old));
  return files.map((file) => `descriptions/${file}`);
}

/** The folders of the packages from which something is shipped. */
export function describedPackages() {
  return sources.map((source) => `node_modules/${source.package}`);
}

async function packed(source) {
  const folder = join(root, 'node_modules', source.package);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const code = await bundleEngine(source.entry);
  const file = join(folder, source.file);
  const hash = createHash('sha256')
    .update(code)
    .update(String(statSync(file).size))
    .digest('hex')
    .slice(0, 16);
  const kept = join(cache, `${source.name}-${version}-${hash}.json.br`);
  if (existsSync(kept)) return readFileSync(kept);
  const compiled = source.compile(await importBundle(code), JSON.parse(readFileSync(file, 'utf8')), version);
  const text = Buffer.from(JSON.stringify(compiled));
  const result = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache))
    if (old.startsWith(`${source.name}-`)) rmSync(join(cache, old), { force: true });
  writeFileSync(kept, result);
  return result;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { ensureDependencies } = await import('./ensure.mjs');
  ensureDependencies();
  for (const file of await buildDescriptions()) console.log(`dist/${file}`);
}
