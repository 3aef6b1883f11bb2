// Joins parts of the programs that are always loaded together: each file costs half a millisecond, however small it is.
import { basename } from 'node:path';

/**
 * Writes the parts that esbuild made in memory, those that the same starts load as one file. No start loads more code for it; and what a part
 * imports is loaded by every start that loads the part, so no two files import each other.
 * @param {import('esbuild').BuildResult<{ metafile: true, write: false }>} made with `splitting`
 * @param {readonly (readonly string[])[]} starts the sources that each start imports, one after the other
 * @param {import('esbuild').BuildOptions} options of what is written
 * @returns {Promise<import('esbuild').BuildResult<{ metafile: true }>>} with the sources that are in each file
 */
export async function joinParts({ metafile, outputFiles }, starts, options) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const parts = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const files = filesOf(parts, starts);
  const numbers = new Map([...parts.keys()].map((part, index) => [part, index]));
  /** Two parts may export the same name, so a file exports it with the number of the part. */
  const exportsOf = (part, from, write) => {
    const names = parts.get(part)?.exports.map((name) => write(name, `${name}$${numbers.get(part)}`)) ?? [];
    return `export { ${names.join(', ')} } from './${from}';`;
  };

  /** @param {import('esbuild').PluginBuild} build */
  function setup({ onResolve, onLoad }) {
    onResolve({ filter: /^/ }, ({ path, kind, importer, namespace }) => {
      if (kind === 'entry-point') return { path, namespace: files.has(path) ? 'part' : 'file of parts' };
      const part = basename(path);
      const file = kind === 'dynamic-import' || namespace === 'other file' ? undefined : files.get(part);
      if (file === undefined || file === part) return { path, external: true };
      // As in our sources, what nothing is used of is not loaded.
      return {
        path: part,
        namespace: file === (files.get(importer) ?? importer) ? 'part' : 'other file',
        sideEffects: false,
      };
    });
    onLoad({ filter: /^/, namespace: 'part' }, ({ path }) => ({ contents: texts.get(path) ?? '' }));
    onLoad({ filter: /^/, namespace: 'file of parts' }, ({ path }) => {
      const inside = [...files].flatMap(([part, file]) => (file === path ? [part] : []));
      return { contents: inside.map((part) => exportsOf(part, part, (name, own) => `${name} as ${own}`)).join('\n') };
    });
    onLoad({ filter: /^/, namespace: 'other file' }, ({ path }) => ({
      contents: exportsOf(path, files.get(path), (name, own) => `${own} as ${name}`),
    }));
  }

  const esbuild = await import('esbuild');
  const built = await esbuild.build({
    ...options,
    entryPoints: [...new Set(files.values())].map((file) => ({ in: file, out: basename(file, '.mjs') })),
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    metafile: true,
    logOverride: { 'ignored-bare-import': 'silent' },
    plugins: [{ name: 'join-parts', setup }],
  });
  for (const output of Object.values(built.metafile.outputs)) output.inputs = sourcesIn(output, parts);
  return built;
}

/** Returns the file of each part. What is imported by its name keeps a file of its own. */
function filesOf(parts, starts) {
  const loaded = starts.map((sources) => loadedBy(parts, sources));
  return new Map(
    [...parts].flatMap(([part, { entryPoint }]) => {
      if (part.endsWith('.map')) return [];
      const users = loaded.flatMap((all, index) => (all.has(part) ? [index] : []));
      return [[part, entryPoint === undefined && users.length > 0 ? `shared-${users.join('-')}.mjs` : part]];
    }),
  );
}

/** Returns the parts that are loaded when sources are imported. */
function loadedBy(parts, sources) {
  const found = [...parts].filter(([, { entryPoint }]) => sources.includes(entryPoint)).map(([part]) => part);
  if (found.length < sources.length) throw new Error(`Not all of ${sources.join(', ')} are imported by their names.`);
  const loaded = new Set(found);
  // What is added meanwhile is visited, too.
  for (const part of loaded) {
    for (const { path, kind } of parts.get(part)?.imports ?? []) {
      if (kind === 'import-statement' && parts.has(basename(path))) loaded.add(basename(path));
    }
  }
  return loaded;
}

/** Returns the sources of the parts in a file, as esbuild says it of a bundle. */
function sourcesIn({ inputs }, parts) {
  const ofParts = Object.entries(inputs).map(([path, { bytesInOutput }]) => [
    path.replace(/^part:/, ''),
    bytesInOutput,
  ]);
  return Object.assign({}, ...ofParts.map(([part, bytes]) => (bytes > 0 ? (parts.get(part)?.inputs ?? {}) : {})));
}
