// Makes the bundles in dist/. `--production` minifies.
import { chmodSync, copyFileSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copiedOnce } from './lib/copied-once.mjs';
import { copyDescriptions, describedPackages } from './lib/descriptions.mjs';
import { lateModules } from './lib/late-modules.mjs';
import { layersOf, sourceOf, writeLoader } from './lib/layers.mjs';
import { noticesOf } from './lib/notices.mjs';
import { plainLoops } from './lib/plain-loops.mjs';
import { assertionsOptions } from './lib/script-assertions.mjs';

const root = join(import.meta.dirname, '..');

/** The extension, which the editor loads as CommonJS. */
const client = { 'client.js': 'client/src/node-main.ts' };
/** What the extension takes from the parts of the programs, by the end of its path, instead of having a second copy. */
const shared = {
  '/language-client': 'client/src/server/language-client.ts',
  '/node/sending/sending': 'packages/node/src/sending/sending.ts',
  '/response/markup': 'client/src/response/markup.ts',
  '/notebook/notebook': 'client/src/notebook/notebook.ts',
};
/** What `check` starts in further threads, of the same layers. */
const jobs = { 'check-thread.js': 'cli/src/check/jobs/check-thread.ts' };
/** Programs of their own. What they load is in layers, and what is seldom loaded in modules. */
const programs = { 'server.js': 'server/src/node-main.ts', 'cli.js': 'cli/src/main.ts' };
/** What users do each day. */
const uses = {
  check: ['cli/src/main.ts', 'cli/src/run-program.ts', 'cli/src/commands/add-check.ts', 'cli/src/check/check.ts']
    // Facts are loaded on demand, as libraries need not all of them.
    .concat('cli/src/check/check-texts.ts', 'cli/src/check/check-cache.ts', 'packages/services/src/registry.ts'),
  run: ['cli/src/commands/add-run.ts', 'cli/src/run/run.ts'],
  serve: ['server/src/node-main.ts'],
};
/** What nearly all others need. */
const bases = ['check'];
/** The script of the view of responses, which runs in a page. */
const view = { 'response-view.js': 'client/view/response-view.ts' };
/** What shows responses in notebooks: a module, as the editor wants it. */
const renderer = { 'notebook-output.js': 'client/view/notebook-output.ts' };
/** What loads the layers. */
const loader = { 'compiled.cjs': 'packages/node/src/compiled-parts.ts' };
/** What the programs start in a thread of its own, as a part. */
const threads = {
  'description-worker.js': 'packages/node/src/descriptions/description-worker.ts',
  'script-worker.js': 'packages/node/src/scripts/script-worker.ts',
};
/** The extension and its language server for VS Code in a browser: the one as the editor wants it, the other one as a worker. */
const web = { 'client.js': 'client/src/browser-main.ts', 'server.js': 'server/src/browser-main.ts' };
/** Unpacks the published descriptions there. */
const decoder = 'node_modules/brotli-dec-wasm/pkg/brotli_dec_wasm_bg.wasm';
/** What reads GraphQL, which a check loads while it runs. */
const graphql = { 'graphql.cjs': 'packages/graphql/src/index.ts' };
/** What reads queries in bodies, which a check loads while it runs. */
const queries = { 'queries.cjs': 'packages/queries/src/index.ts' };
/** What reads Markdown that others wrote, which a hover loads while it runs. */
const markdown = { 'markdown-writer.cjs': 'packages/catalogue/src/markdown/markdown-writer.ts' };
const libraries = {
  'language-client.js': shared['/language-client'],
  'sending.js': shared['/node/sending/sending'],
  'markup.js': shared['/response/markup'],
  'notebook.js': shared['/notebook/notebook'],
};
/** The folder of the programs and their parts in dist/. */
const parts = 'parts';
/** The engine of scripts, which is next to their thread. */
const scriptEngine = 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm';
/** What the package must hold of everything that is bundled. */
const notices = 'THIRD-PARTY-NOTICES.txt';

// Libraries in CommonJS ask for Node's modules by `require`, which a module does not have. Few parts hold such a library, so it is made when it is called.
const withRequire =
  "import { createRequire as createRequireOfNode } from 'node:module';const require = (name) => createRequireOfNode(import.meta.url)(name);";

// What a module knows of itself, in scripts; few ask.
const ofModule = `const ofModule = {
  get url() { return require('node:url').pathToFileURL(__filename).href; },
  get folder() { return require('node:path').dirname(__filename); },
};`;

/**
 * Builds everything, prints the sizes, and returns the names of what was built.
 * @param {{ production?: boolean, say?: (line: string) => void, folder?: string,
 *   onBundles?: (metafiles: readonly import('esbuild').Metafile[]) => void }} [options] `onBundles` receives what is in the bundles
 */
export async function build({
  production = false,
  say = console.log,
  folder = join(root, 'dist'),
  onBundles = () => undefined,
} = {}) {
  const esbuild = await import('esbuild');
  const extension = await esbuild.build({
    ...commonOptions(production),
    entryPoints: entriesOf(client),
    format: 'cjs',
    external: ['vscode'],
    plugins: [fromParts],
    outdir: folder,
    metafile: true,
  });
  const page = await esbuild.build({
    ...commonOptions(production),
    entryPoints: entriesOf(view),
    ...{ platform: 'browser', target: 'es2022', format: 'iife', mainFields: ['browser', 'module', 'main'] },
    outdir: folder,
    metafile: true,
  });
  const output = await esbuild.build({
    ...commonOptions(production),
    entryPoints: entriesOf(renderer),
    ...{ platform: 'browser', target: 'es2022', format: 'esm', mainFields: ['browser', 'module', 'main'] },
    loader: { '.css': 'text' },
    outdir: folder,
    metafile: true,
  });
  const others = await buildPrograms({ production, folder, libraries });
  const browser = await buildForBrowsers({ ...commonOptions(production), outdir: join(folder, 'web') });
  const descriptions = copyDescriptions(folder);
  const metafiles = [extension.metafile, page.metafile, output.metafile, others.metafile, ...browser];
  onBundles(metafiles);
  writeFileSync(join(folder, notices), noticesOf(root, metafiles, describedPackages()));
  const made = metafiles
    .flatMap((metafile) => Object.keys(metafile.outputs))
    .map((path) => relative(folder, join(root, path)).replaceAll('\\', '/'))
    .concat(others.loaders, Object.keys(programs), 'web/brotli.wasm', `${parts}/quickjs.wasm`, descriptions, notices);
  removeOld(folder, made);
  const built = made.filter((name) => !name.endsWith('.map'));
  for (const name of built) say(`${size(join(folder, name)).padStart(8)}  dist/${name}`);
  return built.map((name) => `dist/${name}`);
}

/**
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions}
 */
export function commonOptions(production) {
  return {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    // jsonc-parser's UMD build cannot be bundled (`Cannot find module './impl/format'`).
    mainFields: ['module', 'main'],
    minify: production,
    sourcemap: production ? false : 'linked',
    // In the notices, whole.
    legalComments: 'none',
    logLevel: 'warning',
    define: {
      RULEBOOK_VERSION: JSON.stringify(version()),
      // The library for WebSockets would look for compiled helpers in the folders around the program.
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
  };
}

/**
 * Builds the programs and their parts, and writes what starts them. Without `libraries`, nothing of the extension is among them.
 * @param {{ production: boolean, folder: string, libraries?: Readonly<Record<string, string>>, plugins?: import('esbuild').Plugin[] }} options
 */
export async function buildPrograms({ production, folder, libraries = {}, plugins = shipped(production) }) {
  const esbuild = await import('esbuild');
  const common = {
    ...commonOptions(production),
    outdir: join(folder, parts),
    metafile: /** @type {const} */ (true),
  };
  const modules = {
    ...common,
    format: /** @type {const} */ ('esm'),
    // The editor answers `require` in modules, too; so only a library in CommonJS may ask for it.
    external: ['vscode'],
    splitting: true,
    outExtension: { '.js': '.mjs' },
    banner: { js: withRequire },
  };
  const scripts = {
    ...common,
    format: /** @type {const} */ ('cjs'),
    external: ['vscode'],
    define: { ...common.define, 'import.meta.url': 'ofModule.url', 'import.meta.dirname': 'ofModule.folder' },
    banner: { js: ofModule },
  };
  const entryPoints = entriesOf({ ...programs, ...jobs });
  const { metafile: whole } = await esbuild.build({ ...modules, entryPoints, write: false });
  const layers = await layersOf(
    root,
    whole,
    uses,
    bases,
    [...Object.values(programs), ...Object.values(jobs), ...Object.values(loader)],
    markdown,
  );
  /** @type {Map<string, string>} What is loaded on demand, by its name. */
  const onDemand = new Map();
  /** @type {(import('esbuild').BuildResult & { metafile: import('esbuild').Metafile })[]} */
  const built = [];
  for (const layer of layers.all) {
    const stdin = { contents: sourceOf(root, layer), sourcefile: `${layer.name}.js`, resolveDir: root };
    const outfile = join(folder, parts, `${layer.name}.js`);
    const { outdir: _, ...options } = scripts;
    built.push(
      await esbuild.build({
        ...options,
        ...(production && { minify: false }),
        stdin,
        outfile,
        plugins: [layers.plugin(onDemand, layer.name), copiedOnce, lateModules, ...plugins],
      }),
    );
    if (production) await joinAndMinify(outfile);
    writeLoader(join(folder, parts), layer.name);
  }
  const outExtension = { '.js': '.cjs' };
  built.push(
    await esbuild.build({
      ...scripts,
      entryPoints,
      outExtension,
      plugins: [layers.plugin(onDemand), lateModules, ...plugins],
    }),
    await esbuild.build({ ...scripts, entryPoints: entriesOf(loader), outExtension }),
    // A thread, and a library in another program, would load whole layers for the little that they need.
    await esbuild.build({ ...modules, entryPoints: entriesOf({ ...threads, ...libraries }), plugins }),
  );
  built.push(await buildOnDemand(modules, layers, onDemand, plugins));
  built.push(
    await esbuild.build({
      ...assertionsOptions,
      absWorkingDir: root,
      outfile: join(folder, parts, 'script-assertions.js'),
      metafile: true,
      minify: true,
    }),
  );
  for (const entries of [graphql, queries, markdown])
    built.push(await buildLoaded(entries, { ...commonOptions(production), plugins, outdir: join(folder, parts) }));
  copyFileSync(join(root, scriptEngine), join(folder, parts, 'quickjs.wasm'));
  for (const name of Object.keys(programs)) writeFileSync(join(folder, name), starterOf(name));
  for (const name of Object.keys(jobs)) writeFileSync(join(folder, parts, name), starterOfJob(name));
  chmodSync(join(folder, 'cli.js'), 0o755);
  const inputs = Object.assign({}, ...built.map(({ metafile }) => metafile.inputs));
  const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
  const loaders = [...layers.all.map(({ name }) => `${name}.cjs`), ...Object.keys(jobs)];
  return { metafile: { inputs, outputs }, loaders: loaders.map((name) => `${parts}/${name}`) };
}

/** @param {string} path */
async function joinAndMinify(path) {
  const { transform } = await import('esbuild');
  const { target, legalComments } = commonOptions(true);
  // It loads the compiler, which a fresh checkout does not have yet.
  const { joinFiles } = await import('./lib/joined-files.mjs');
  const joined = joinFiles(readFileSync(path, 'utf8'));
  const { code } = await transform(joined, { format: 'cjs', platform: 'node', minify: true, target, legalComments });
  writeFileSync(path, code);
}

/** @param {boolean} production */
const shipped = (production) => (production ? [plainLoops(root)] : []);

/**
 * Builds what is loaded on demand, until nothing is named that is not built: such a part may name others.
 * @param {import('esbuild').BuildOptions} modules
 * @param {import('./lib/layers.mjs').Layers} layers
 * @param {Map<string, string>} onDemand
 * @param {import('esbuild').Plugin[]} plugins
 */
async function buildOnDemand(modules, layers, onDemand, plugins) {
  const esbuild = await import('esbuild');
  for (;;) {
    const entryPoints = [...onDemand].map(([out, path]) => ({ in: path, out }));
    const built = await esbuild.build({
      ...modules,
      metafile: /** @type {const} */ (true),
      entryPoints,
      plugins: [layers.plugin(onDemand), ...plugins],
      write: false,
    });
    if (entryPoints.length !== onDemand.size) continue;
    for (const { path, contents } of built.outputFiles ?? []) writeFileSync(path, contents);
    return built;
  }
}

/**
 * Builds a part that a check loads while it runs.
 * @param {Record<string, string>} entries
 * @param {import('esbuild').BuildOptions} common
 */
async function buildLoaded(entries, common) {
  const esbuild = await import('esbuild');
  return esbuild.build({
    ...common,
    entryPoints: entriesOf(entries),
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    metafile: true,
    // Otherwise the library of GraphQL asks the process of what it is a part, again and again.
    define: { ...common.define, 'globalThis.process': 'true', 'process.env.NODE_ENV': '"production"' },
  });
}

/**
 * Builds what runs in a browser, where a module of Node's is an error.
 * @param {import('esbuild').BuildOptions} common
 */
async function buildForBrowsers({ outdir = '', ...common }) {
  const esbuild = await import('esbuild');
  const metafiles = [];
  for (const [name, source] of Object.entries(web)) {
    const { metafile } = await esbuild.build({
      ...common,
      platform: 'browser',
      target: 'es2022',
      mainFields: ['browser', 'module', 'main'],
      entryPoints: entriesOf({ [name]: source }),
      format: name === 'client.js' ? 'cjs' : 'iife',
      external: ['vscode'],
      // The decoder is handed its WebAssembly and looks for none next to itself.
      define: { ...common.define, 'import.meta.url': '""' },
      outdir,
      metafile: true,
    });
    metafiles.push(metafile);
  }
  copyFileSync(join(root, decoder), join(outdir, 'brotli.wasm'));
  return metafiles;
}

/**
 * Lets the extension, which is CommonJS, import a module of the parts when it runs.
 * @type {import('esbuild').Plugin}
 */
const fromParts = {
  name: 'from-parts',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`(${Object.keys(shared).join('|')})$`) }, ({ path }) => ({
      path: `./${parts}/${path.split('/').at(-1)}.mjs`,
      external: true,
    }));
  },
};

/** @param {Readonly<Record<string, string>>} files */
function entriesOf(files) {
  return Object.entries(files).map(([name, source]) => ({ in: source, out: name.replace(/\.c?js$/, '') }));
}

/** What other programs start. */
function starterOf(name) {
  const program = name.replace(/\.js$/, '');
  const keep = (use) => `keepCompiled(${use}, (name) => process.env[name]);`;
  const compiled = `require('./${parts}/compiled.cjs')`;
  if (program !== 'cli')
    return `#!/usr/bin/env node\n${compiled}.${keep(`'${program}'`)}\nrequire('./${parts}/${program}.cjs');\n`;
  // Programs that look for Rulebook ask for its version alone, which takes nothing of it, and no stream. Each command needs other parts.
  return `#!/usr/bin/env node
const [first = '', ...args] = process.argv.slice(2);
if (/^(?:--version|-V)$/.test(first)) {
  try {
    require('node:fs').writeSync(1, '${version()}\\n');
    process.exit();
  } catch {
    process.stdout.write('${version()}\\n');
  }
} else {
  const { beginLoading, keepCompiled, ownProcess } = ${compiled};
  ownProcess();
  ${keep("/^[a-z][a-z-]{1,25}$/.test(first) ? first : 'cli'")}
  // Other commands load more modules of Node, which would be compiled anew.
  if (first === 'check') beginLoading(args);
  require('./${parts}/${program}.cjs');
}
`;
}

/** What starts a thread of `check`, which takes what was compiled for that. */
function starterOfJob(name) {
  return `require('./compiled.cjs').keepCompiled('check', (name) => process.env[name]);
require('./${name.replace(/\.js$/, '.cjs')}');
`;
}

/** Bundles that no one makes any more must not be shipped. Only at the end, so that a build that fails leaves the former one. */
function removeOld(folder, made) {
  const inFolder = (name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`);
  const names = [...readdirSync(folder), ...inFolder(parts), ...inFolder('web')];
  for (const name of names) {
    if (/\.(d\.mts|[cm]?js(\.map|\.v8)?)$/.test(name) && !made.includes(name))
      rmSync(join(folder, name), { force: true });
  }
}

function version() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

function size(file) {
  return `${(statSync(file).size / 1024).toFixed(0)} KB`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { ensureDependencies } = await import('./ensure.mjs');
  try {
    ensureDependencies();
    await build({ production: process.argv.includes('--production') });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
