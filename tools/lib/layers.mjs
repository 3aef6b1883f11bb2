// Divides what the programs load into a few scripts, "layers", by what asks for it: to start a module costs more than to run most of them,
// and of a script V8 can keep what it compiled. Each source file is in one layer or in none; its functions are in the layer, and other
// bundles take them from there. A file of a layer is evaluated when it is asked for, as a module is.
import { readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

/**
 * @typedef {object} Layers
 * @property {readonly Layer[]} all those that others need first
 * @property {(external: Map<string, string>, own?: string) => import('esbuild').Plugin} plugin takes files of layers, but for the `own` one,
 *   from there; what is imported on demand and is in no layer is a part by itself, whose name it adds to `external`
 */
/**
 * @typedef {{ readonly name: string, readonly files: readonly string[], readonly modules: ReadonlySet<string> }} Layer `files` are those that others
 *   ask for, from the root, with slashes; `modules` are files that are not CommonJS
 */
/** @typedef {Readonly<Record<string, readonly string[]>>} Uses by the name of a use: the files that it begins with */

/** Starts the path of an import of a layer. */
const scheme = 'layer:';
/** Starts the path of what a layer hands out of a file. */
const handed = 'handed:';

/**
 * @param {string} root
 * @param {import('esbuild').Metafile} metafile what the programs hold
 * @param {Uses} uses
 * @param {readonly string[]} bases the uses whose files are in one layer, whatever else needs them; otherwise, what several uses need is a layer
 * @param {readonly string[]} programs their first files, which are in no layer
 * @param {Readonly<Record<string, string>>} loaded parts that are CommonJS, by their names: what imports such a file on demand takes it from there
 */
export async function layersOf(root, { inputs }, uses, bases, programs, loaded = {}) {
  const closures = Object.entries(uses).map(([name, files]) => ({ name, files: closureOf(inputs, files) }));
  const usesOf = (file) => {
    const names = closures.filter(({ files }) => files.has(file)).map(({ name }) => name);
    return names.slice(0, bases.includes(names[0] ?? '') ? 1 : names.length);
  };
  /** @type {Map<string, string[]>} */
  const byUses = new Map();
  for (const file of Object.keys(inputs).filter((name) => !programs.includes(name) && !name.includes(':'))) {
    const name = usesOf(file).join('-');
    if (name !== '') byUses.set(name, [...(byUses.get(name) ?? []), file]);
  }
  const layerOf = new Map([...byUses].flatMap(([name, files]) => files.map((file) => [file, name])));
  const imports = Object.entries(inputs).flatMap(([from, input]) => input.imports.map(({ path }) => ({ from, path })));
  // What is exported at run time costs more than what the bundler joins.
  const asked = new Set(
    imports.filter(({ from, path }) => layerOf.get(from) !== layerOf.get(path)).map(({ path }) => path),
  );
  const modules = new Set(Object.keys(inputs).filter((file) => inputs[file]?.format === 'esm'));
  const all = [...byUses].map(([name, files]) => ({
    name,
    files: files.filter((file) => asked.has(file)).sort(),
    modules,
  }));
  const places = new Map(all.flatMap(({ name, files }) => files.map((file, at) => [file, { layer: name, at }])));
  const exported = await exportsOf(
    root,
    [...places.keys()].filter((file) => modules.has(file)),
  );
  const nameOf = (path) => relative(root, path).replaceAll('\\', '/');
  return { all, plugin };

  /** @returns {import('esbuild').Plugin} */
  function plugin(external, own) {
    return {
      name: 'layers',
      setup({ onLoad, onResolve, resolve }) {
        onResolve({ filter: /^layer:/ }, ({ path }) => ({
          path: `./${path.slice(scheme.length)}.cjs`,
          external: true,
        }));
        // What loads the layers is one for all of them.
        onResolve({ filter: /[/]compiled-parts$/ }, () => ({ path: './compiled.cjs', external: true }));
        onResolve({ filter: /^handed:/ }, ({ path }) => ({ path: path.slice(handed.length), namespace: 'handed' }));
        onLoad({ filter: /./, namespace: 'handed' }, ({ path: at }) => {
          const file = all.find(({ name }) => name === own)?.files[Number(at)] ?? '';
          const names = exported.get(file) ?? [];
          const contents = `import { ${names.map((name, index) => `${name} as v${index}`).join(', ')} } from ${JSON.stringify(join(root, file))};
handedOut[${at}] = { ${names.map((name, index) => `get ${name}() { return v${index}; }`).join(', ')} };`;
          return { contents, resolveDir: root };
        });
        onResolve({ filter: /./ }, async ({ path, kind, pluginData, ...from }) => {
          if (kind !== 'dynamic-import' || pluginData === external) return undefined;
          const found = await resolve(path, { ...from, kind, pluginData: external });
          if (found.external || found.namespace !== 'file' || layerOf.has(nameOf(found.path))) return undefined;
          const [own] = Object.entries(loaded).find(([, file]) => file === nameOf(found.path)) ?? [];
          return { path: `./${own ?? `${partOf(found.path, external)}.mjs`}`, external: true };
        });
        onLoad({ filter: /./, namespace: 'file' }, ({ path }) => {
          const place = places.get(nameOf(path));
          if (place === undefined || place.layer === own) return undefined;
          const value = `require('${scheme}${place.layer}').m${place.at}()`;
          const names = exported.get(nameOf(path));
          const contents =
            names === undefined
              ? `module.exports = ${value};`
              : [`const m = ${value};`, ...names.map(exportOf)].join('\n');
          return { contents, loader: 'js' };
        });
      },
    };
  }
}

/**
 * The source of a layer: a function for each file, which evaluates it the first time. What a file exports is handed out by a module in between: where
 * a file itself is asked for, the bundler makes an object of all its names when the layer is loaded, a thousand names for a check that asks for few.
 * @param {string} root
 * @param {Layer} layer
 */
export function sourceOf(root, { files, modules }) {
  const valueOf = (file, at) =>
    modules.has(file)
      ? `(require('${handed}${at}'), handedOut[${at}])`
      : `require(${JSON.stringify(join(root, file))})`;
  return files.map((file, at) => `exports.m${at} = () => ${valueOf(file, at)};`).join('\n');
}

/**
 * Writes what loads the script of a layer, which is next to it.
 * @param {string} folder
 * @param {string} name
 */
export function writeLoader(folder, name) {
  const path = join(folder, `${name}.js`);
  // The bundler leaves regular expressions as they are. As ASCII, the script is read without being decoded.
  const bundle = readFileSync(path, 'utf8').replace(/[^\0-\x7f]/g, escaped);
  const [, script = '', comment = ''] = /^([^]*?)(\/\/# sourceMappingURL=.*\n)?$/.exec(bundle) ?? [];
  // A script that is not a file of its own to Node cannot import: its loader does.
  const loading = script.replace(/\bimport\((?="(?:\.\/[\w.-]+|node:[\w/]+)"\))/g, 'importPart(');
  const text = `(function (exports, require, module, __filename, importPart) {const handedOut = [];${loading}})\n${comment}`;
  writeFileSync(path, text);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  writeFileSync(
    join(folder, `${name}.cjs`),
    `module.exports = require('./compiled.cjs').loadPart(module, '${name}', '${hash}');\n`,
  );
}

/** @param {string} character a unit of UTF-16 */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What is evaluated with these files. */
function closureOf(inputs, files) {
  const found = new Set();
  const todo = [...files];
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (found.has(file)) continue;
    if (inputs[file] === undefined) throw new Error(`${file} is not in the programs.`);
    found.add(file);
    for (const { path, kind, external } of inputs[file].imports)
      if (kind !== 'dynamic-import' && !external) todo.push(path);
  }
  return found;
}

/** What modules export, by their names. */
async function exportsOf(root, files) {
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: files,
    bundle: false,
    write: false,
    metafile: true,
    outdir: join(root, 'dist'),
    format: 'esm',
    logLevel: 'error',
  });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]));
}

/** @param {string} name */
function exportOf(name) {
  return name === 'default' ? 'export default m.default;' : `export const ${name} = m.${name};`;
}

/** A name for what is loaded on demand, which no other file has. */
function partOf(path, external) {
  const words = path
    .replaceAll('\\', '/')
    .replace(/\.\w+$/, '')
    .split('/');
  for (let length = 1; ; length++) {
    const name = words.slice(-length).join('-');
    if ((external.get(name) ?? path) !== path) continue;
    external.set(name, path);
    return name;
  }
}
