// Makes the bundles in dist/. `--production` minifies.
import { existsSync, readFileSync, rmSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeCodeCache } from './lib/code-cache.mjs';
import { narrowProtocol } from './lib/narrow-protocol.mjs';
import { narrowUndici } from './lib/narrow-undici.mjs';
import { bundleOfParts, partsInAll, useParts } from './lib/shared-parts.mjs';
import {
  addReports,
  entryOf,
  lateBuiltins,
  sharedBundles,
  useShared,
  withoutPageTexts,
} from './lib/shared-bundles.mjs';

const root = join(import.meta.dirname, '..');

/**
 * The bundles of the editor. The command line comes in parts, see `buildCommandLine`. The client needs so little of the engine
 * that it has its own copy of that, and starts without the rest.
 * @type {readonly { entry: string, out: string, external?: string[], shared: string[] }[]}
 */
const bundles = [
  { entry: 'client/src/node-main.ts', out: 'dist/client.js', external: ['vscode'], shared: ['protocol', 'transport'] },
  { entry: 'server/src/node-main.ts', out: 'dist/server-main.js', shared: ['protocol', 'engine'] },
];
const ownAddress = "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;";
const commandLine = { entry: 'cli/src/main.ts', out: 'dist/cli-main.js' };
/** What other programs start: a few lines that load the bundle, see `platform/node/load-bundle.ts`. */
const starters = [
  { out: 'dist/server.js', bundle: 'server-main.js' },
  { out: 'dist/cli.js', bundle: 'cli-main.js' },
];

/**
 * Builds every bundle whose entry exists, prints their sizes, and returns the names of those that were built.
 * @param {{ production?: boolean, say?: (line: string) => void }} [options]
 */
export async function build({ production = false, say = console.log } = {}) {
  const esbuild = await import('esbuild');
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: root,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // jsonc-parser's UMD build cannot be bundled (`Cannot find module './impl/format'`).
    mainFields: ['module', 'main'],
    minify: production,
    sourcemap: production ? false : 'linked',
    legalComments: 'none',
    // As `require`: the editor's extension host and the start of the command line have no use for another module loader.
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
    define: { RULEBOOK_VERSION: JSON.stringify(version()), 'import.meta.url': 'importMetaUrl' },
    // tinyglobby 0.2.17 asks for its own address when it is loaded, which a CommonJS bundle does not have.
    banner: { js: ownAddress },
  };
  const plugins = [
    lateBuiltins,
    narrowProtocol,
    narrowUndici,
    ...(production ? [withoutPageTexts((await import('typescript')).default)] : []),
  ];
  const built = [];
  /** @param {import('esbuild').BuildOptions} options @param {string} out */
  const make = async (options, out) => {
    await esbuild.build({ ...common, ...options, outfile: out });
    built.push(out);
  };
  const editor = bundles.filter(({ entry }) => isThere(entry, say));
  /** @type {(bundle: (typeof bundles)[number]) => import('esbuild').BuildOptions} */
  const optionsOf = ({ entry, external = [], shared }) => ({
    entryPoints: [entry],
    external,
    plugins: [useShared(shared), ...plugins],
  });
  // The two that run in different processes; whatever both have comes from one file.
  const client = editor.filter(({ out }) => out === 'dist/client.js').map(optionsOf);
  const engine = sharedBundles.filter(({ name }) => name === 'engine').map((one) => ({ ...entryOf(one), plugins }));
  const parts = await partsInAll(
    esbuild,
    [...client, ...engine].map((options) => ({ ...common, ...options, outfile: 'dist/parts.js' })),
  );
  const { stdin, out: outOfParts } = bundleOfParts(parts);
  await make({ stdin, plugins }, outOfParts);
  for (const shared of sharedBundles) {
    await make(
      { ...entryOf(shared), plugins: [useParts(shared.name === 'engine' ? parts : []), ...plugins] },
      shared.out,
    );
  }
  for (const bundle of editor) {
    const options = optionsOf(bundle);
    await make({ ...options, plugins: [useParts(parts), ...(options.plugins ?? [])] }, bundle.out);
  }
  if (isThere(commandLine.entry, say)) {
    built.push(...(await buildCommandLine(esbuild, common, plugins)));
  }
  for (const { out, bundle } of starters) {
    if (!built.includes(`dist/${bundle}`)) continue;
    writeFileSync(
      join(root, out),
      `#!/usr/bin/env node\nrequire('./shared-load.js').runBundle(__dirname, '${bundle}');\n`,
    );
    built.push(out);
  }
  // Not for the extension's package, in which an editor with a Node of its own comes.
  await makeCodeCache();
  removeOld(built);
  for (const file of built) say(`${size(file).padStart(8)}  ${file}`);
  return built;
}

/**
 * Bundles the command line as one small CommonJS file and one file per command: a dynamic import of a file of ours
 * becomes `require('./cli-<name>.js')`, which runs when the command does.
 */
async function buildCommandLine(esbuild, common, inner) {
  /** @type {Map<string, string>} path of the command's source -> name of its bundle */
  const commands = new Map();
  const outer = { ...common, entryPoints: [commandLine.entry], outfile: commandLine.out };
  await esbuild.build({
    ...outer,
    plugins: [loadOnDemand(commands)],
  });
  const built = [commandLine.out];
  for (const [source, name] of commands) {
    const outfile = `dist/${name}`;
    // A command may load another one on demand; it becomes a part of this bundle. The sandbox needs parts of the engine that
    // are in no shared bundle, so it has an engine of its own.
    const plugins = [
      ...(name === 'cli-check.js' ? [addReports] : []),
      useShared(name === 'cli-sandbox.js' ? [] : ['engine', 'transport']),
      ...inner,
    ];
    await esbuild.build({ ...common, entryPoints: [source], outfile, plugins });
    built.push(outfile);
  }
  return built;
}

/** Turns each dynamic import of a project file into a bundle of its own, and notes it in `commands`. */
function loadOnDemand(commands) {
  return {
    name: 'load-on-demand',
    setup(build) {
      build.onResolve({ filter: /^\./ }, async (args) => {
        if (args.kind !== 'dynamic-import' || args.pluginData?.resolving) return undefined;
        const resolved = await build.resolve(args.path, {
          resolveDir: args.resolveDir,
          kind: args.kind,
          pluginData: { resolving: true },
        });
        if (resolved.errors.length > 0) return resolved;
        const words = relative(root, resolved.path)
          .replace(/\.[mc]?ts$/, '')
          .split(/[\\/]/)
          .filter((word) => word !== 'cli' && word !== 'src');
        const name = `cli-${words.join('-')}.js`;
        commands.set(resolved.path, name);
        return { path: `./${name}`, external: true };
      });
    },
  };
}

/** Bundles that nobody makes any more must not be shipped. Only at the end, so that a build that fails leaves the former one. */
function removeOld(built) {
  const folder = join(root, 'dist');
  for (const name of readdirSync(folder)) {
    const bundle = `dist/${name.replace(/(\.map|\.v8)$/, '')}`;
    if (/^(cli|server|shared)[\w-]*\.js(\.map|\.v8)?$/.test(name) && !built.includes(bundle)) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

function version() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

function isThere(entry, say) {
  if (existsSync(join(root, entry))) return true;
  say(`Skipped: ${entry} does not exist yet.`);
  return false;
}

function size(file) {
  return `${(statSync(join(root, file)).size / 1024).toFixed(0)} KB`;
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
