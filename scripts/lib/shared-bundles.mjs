// Parts that several bundles need are bundled once and loaded by `require`, so that no library and no engine is shipped twice.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The protocol's libraries, by the names under which they are imported; client and server need the same. */
const protocolPackages = [
  'vscode-jsonrpc',
  'vscode-jsonrpc/node',
  'vscode-languageserver-protocol',
  'vscode-languageserver-protocol/node',
  'vscode-languageserver-types',
];

/**
 * Bundles that others load; their sources are project files or, for `protocol`, a list of packages. `shared-parts.mjs` adds one.
 * @type {readonly { name: string, out: string, source?: string }[]}
 */
export const sharedBundles = [
  { name: 'load', out: 'dist/shared-load.js', source: 'platform/node/load-bundle.ts' },
  { name: 'protocol', out: 'dist/shared-protocol.js' },
  { name: 'engine', out: 'dist/shared-engine.js', source: 'engine/src/index.ts' },
  { name: 'transport', out: 'dist/shared-transport.js', source: 'platform/node/transport.ts' },
];

/**
 * Returns the entry of a shared bundle as esbuild takes it.
 * @param {{ name: string, source?: string }} bundle
 * @returns {import('esbuild').BuildOptions}
 */
export function entryOf({ name, source }) {
  if (name === 'engine' && source !== undefined) return sharedEngine(source);
  if (source !== undefined) return { entryPoints: [source] };
  const contents = protocolPackages
    .map((name) => `exports[${JSON.stringify(name)}] = require(${JSON.stringify(name)});`)
    .join('\n');
  return { stdin: { contents, resolveDir: root, sourcefile: 'shared-protocol.js' } };
}

/**
 * What not all need who share the engine: one command plays the services, with an engine of its own, the schema is a file, and
 * another command reports, which adds this part to its own bundle.
 */
const leftOut =
  /^export (?:type )?\{[^}]*\} from '\.\/(?:sandbox\/[^']+|run\/configuration-schema|report\/[^']+)';\n/gm;

/**
 * @param {string} source
 * @returns {import('esbuild').BuildOptions}
 */
function sharedEngine(source) {
  const path = join(root, source);
  const contents = readFileSync(path, 'utf8').replace(leftOut, '');
  return { stdin: { contents, resolveDir: dirname(path), sourcefile: source, loader: 'ts' } };
}

/**
 * Makes imports of shared parts load their bundle, which stands in the same folder.
 * @param {readonly string[]} names the shared bundles that the bundle at hand uses
 */
export function useShared(names) {
  const used = sharedBundles.filter(({ name }) => names.includes(name));
  return {
    name: 'use-shared',
    setup(build) {
      if (names.includes('protocol')) useProtocol(build);
      build.onResolve({ filter: /^\./ }, (args) => {
        if (args.kind === 'entry-point') return undefined;
        const target = relative(root, join(args.resolveDir, args.path)).split(sep).join('/');
        const shared = used.find(({ source }) => source === `${target}.ts`);
        return shared && { path: `./${shared.out.slice('dist/'.length)}`, external: true };
      });
    },
  };
}

/** Makes the engine for the bundle at hand what is shared of it, and its reports, which are not. */
export const addReports = {
  name: 'add-reports',
  setup(build) {
    const [{ source = '', out = '' } = {}] = sharedBundles.filter(({ name }) => name === 'engine');
    const path = join(root, source);
    const shared = `./${out.slice('dist/'.length)}`;
    build.onResolve({ filter: /^\./ }, (args) => {
      if (args.kind === 'entry-point') return undefined;
      if (args.path === shared) return { path: shared, external: true };
      return `${join(args.resolveDir, args.path)}.ts` === path ? { path, namespace: 'add-reports' } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'add-reports' }, () => {
      const reports = [...readFileSync(path, 'utf8').matchAll(leftOut)].flatMap(([line]) =>
        line.includes("'./report/") ? [line] : [],
      );
      const contents = [`export * from '${shared}';`, ...reports].join('\n');
      return { contents, resolveDir: dirname(path), loader: 'ts' };
    });
  },
};

function useProtocol(build) {
  build.onResolve({ filter: /^vscode-/ }, ({ path }) => {
    // Some files are asked for with their extension or by a path that means the same entry.
    const name = path.replace(/(\/node)(\.js)?$/, '$1');
    return protocolPackages.includes(name) ? { path: name, namespace: 'shared-protocol' } : undefined;
  });
  build.onLoad({ filter: /.*/, namespace: 'shared-protocol' }, ({ path }) => ({
    contents: `module.exports = require('./shared-protocol.js')[${JSON.stringify(path)}];`,
    loader: 'js',
  }));
  build.onResolve({ filter: /^\.\/shared-protocol\.js$/ }, ({ path }) => ({ path, external: true }));
}

/** Lets the protocol's libraries load Node's larger modules when they use them: over stdio they never do. */
export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    build.onResolve({ filter: /^(net|crypto|child_process)$/ }, ({ path, importer }) =>
      /[\\/]vscode-(jsonrpc|languageserver)[\\/]/.test(importer) ? { path, namespace: 'late-builtins' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'late-builtins' }, ({ path }) => ({
      contents: `const name = 'node:${path}';
        module.exports = new Proxy({}, { get: (_, key) => require(name)[key] });`,
      loader: 'js',
    }));
  },
};

/**
 * Leaves the texts out of the rules that only their pages show.
 * @param {typeof import('typescript')} ts
 */
export function withoutPageTexts(ts) {
  const left = ['why', 'valid', 'invalid'];
  return {
    name: 'without-page-texts',
    setup(build) {
      build.onLoad({ filter: /engine[\\/]src[\\/]rules[\\/][^\\/]+\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const cuts = [];
        const visit = (node) => {
          if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'docs') {
            if (!ts.isObjectLiteralExpression(node.initializer)) return;
            for (const member of node.initializer.properties) {
              if (!left.includes(member.name?.getText(source) ?? '')) continue;
              const comma = text.slice(member.end).match(/^\s*,/)?.[0].length ?? 0;
              cuts.push({ start: member.getStart(source), end: member.end + comma });
            }
            return;
          }
          ts.forEachChild(node, visit);
        };
        const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
        visit(source);
        let contents = text;
        for (const { start, end } of cuts.reverse()) contents = contents.slice(0, start) + contents.slice(end);
        return { contents, loader: 'ts' };
      });
    },
  };
}
