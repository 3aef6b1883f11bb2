// What client and engine both need of the engine is a bundle of its own: the client starts without the rest of the engine, and
// nothing is shipped twice.
import { join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');
const file = 'shared-parts.js';

/**
 * Returns the project files, and the package, that both bundles contain.
 * @param {typeof import('esbuild')} esbuild
 * @param {readonly import('esbuild').BuildOptions[]} bundles
 */
export async function partsInAll(esbuild, bundles) {
  const inputs = await Promise.all(bundles.map((options) => inputsOf(esbuild, options)));
  const [first = new Set(), ...others] = inputs;
  return [...first].filter((path) => others.every((other) => other.has(path))).sort();
}

async function inputsOf(esbuild, options) {
  const { metafile } = await esbuild.build({ ...options, write: false, metafile: true });
  const paths = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    // What was looked at and left out has no bytes.
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return new Set(
    paths.flatMap((path) => {
      if (path.startsWith('node_modules/jsonc-parser/')) return ['jsonc-parser'];
      return path.startsWith('engine/src/') && path !== 'engine/src/index.ts' ? [path] : [];
    }),
  );
}

/**
 * Returns the bundle of the parts.
 * @param {readonly string[]} parts
 * @returns {{ out: string, stdin: import('esbuild').StdinOptions }}
 */
export function bundleOfParts(parts) {
  // As namespaces, so that the parts become one scope: a function for each, as `require` needs it, is longer and slower.
  const contents = parts
    .map((part, index) => `export * as ${nameOf(index)} from ${JSON.stringify(specifierOf(part))};`)
    .join('\n');
  return { out: `dist/${file}`, stdin: { contents, resolveDir: root, sourcefile: file } };
}

function nameOf(index) {
  return `part${index}`;
}

function specifierOf(part) {
  return part.includes('/') ? `./${part}` : part;
}

/**
 * Makes imports of the parts load their bundle.
 * @param {readonly string[]} parts
 * @returns {import('esbuild').Plugin}
 */
export function useParts(parts) {
  const known = new Set(parts);
  return {
    name: 'use-parts',
    setup(build) {
      build.onResolve({ filter: /^(\.|jsonc-parser$)/ }, (args) => {
        if (args.kind === 'entry-point') return undefined;
        const part = args.path.startsWith('.')
          ? `${relative(root, join(args.resolveDir, args.path)).split(sep).join('/')}.ts`
          : args.path;
        return known.has(part) ? { path: part, namespace: 'shared-parts', sideEffects: false } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'shared-parts' }, ({ path }) => ({
        contents: `module.exports = require('./${file}').${nameOf(parts.indexOf(path))};`,
        loader: 'js',
      }));
      build.onResolve({ filter: new RegExp(`^\\./${file.replace('.', '\\.')}$`) }, ({ path }) => ({
        path,
        external: true,
      }));
    },
  };
}
