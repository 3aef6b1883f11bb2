import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { exportedFile, packageNamed, packageWith, type Package } from './packages';

// The walls are the manifests of the packages; here is what a manifest cannot say.

/** The rooms of some packages, from the bottom up: a room may import itself and those before it. */
const rooms = new Map([
  ['packages/request-file/src', ['environments', 'syntax', 'scripts', 'format', 'cells']],
  ['packages/checker/src', ['binding', 'names', 'convert', 'resource-model', 'live-names', 'privileges', 'rules']],
  [
    'packages/sender/src',
    [
      ...[
        'configuration',
        'private',
        'plan',
        'variables',
        'response',
        'asserts',
        'scripts',
        'ports',
        'send',
        'outcome',
      ],
      ...['explain', 'resources', 'report', 'coverage'],
    ],
  ],
  ['packages/changes/src', ['surface', 'compare', 'concerned', 'report']],
  ['packages/language/src', ['cursor', 'hover', 'completion', 'outline', 'actions', 'convert']],
  [
    'packages/node/src',
    [
      'files',
      'http',
      'sandbox',
      'recording',
      'credentials',
      'descriptions',
      'scripts',
      'sending',
      'playing',
      'testing',
    ],
  ],
  ['server/src', ['ports', 'documents', 'configuration', 'names', 'checking', 'session', 'actions', 'features']],
  [
    'client/src',
    [
      ...[
        'ports',
        'editing',
        'configuration',
        'credentials',
        'pages',
        'response',
        'history',
        'asserts',
        'sandbox-view',
      ],
      ...['sending', 'explain', 'rights', 'web', 'live-names', 'own-api', 'convert', 'first-minutes', 'resources'],
      ...['command-line', 'test-explorer', 'notebook', 'agents', 'server'],
    ],
  ],
  [
    'cli/src',
    [
      'configuration',
      'requests',
      'arazzo',
      'check',
      'run',
      'rehearsal',
      'test-service',
      'plan',
      'pull',
      'apply',
      'drift',
      'convert',
      'sandbox',
      'coverage',
      'record',
      'diff',
    ],
  ],
]);
/** The parts whose every file is in a room, and the files at their doors: what starts them, and what they say to each other. */
const doors = new Map([
  ['server/src', ['protocol', 'server', 'node-main', 'browser-main']],
  ['client/src', ['extension', 'node-main', 'browser-main']],
]);
/** The packages that know a machine: what they bring is handed to the others. */
const machines = ['packages/node', 'packages/platform'];
/** What edits JSON; everything that reads it takes `readJsonTree`, whose tree is never too deep for what walks it. */
const jsonEditor = 'packages/json/src/json-edits.ts';
/** What reads GraphQL is loaded with the first document: no manifest names it, and only a browser, which loads nothing later, has it from the start. */
const graphqlReader = 'packages/graphql';
/** The same holds for what reads queries in bodies. */
const queryReader = 'packages/queries';
/** The one list of the services, which alone names them. */
const serviceList = 'packages/services';
/** The files of the command line that load descriptions by themselves: the engine of all commands, that of `check`, and what shows descriptions. */
const descriptionReaders = [
  ...['command-engine', 'check/check-texts', 'describe', 'describe-resources', 'diff/concerned-files', 'diff/releases'],
].map((name) => `cli/src/${name}.ts`);
/** The data of the catalogue is handed in; only its types are known to what checks and shows. */
const typesOfCatalogue =
  /^packages\/catalogue\/src\/(masking\/.*|markdown\/.*|behaviour|constraints|covers|ended|facts|graphql|house|identity|name-lists|need|operation|query-languages|read-back|resource-life|resource-model|resources|retired|service|shape|source-names|values|written-parameter)\.ts$/;
const takesTypes = /^(packages\/(checker|language|paths|rulesets)\/|services\/[^/]+\/rules\/)/;

/**
 * Returns why a file may not import something, or undefined when it may.
 *
 * `file` is a path from the repository root; `specifier` is what is in the import.
 */
export function refuseImport(file: string, specifier: string, packages: readonly Package[]): string | undefined {
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.[cm]?[jt]s$/, '');
    return refuseNear(file, target, packages);
  }
  const named = packageNamed(packages, specifier);
  return named === undefined
    ? refuseLibrary(file, specifier, packages)
    : refusePackage(file, specifier, named, packages);
}

/** Refuses what a test next to the files of a package does not see: tests that cross walls are in `test/`. */
export function refuseTestImport(file: string, specifier: string, packages: readonly Package[]): string | undefined {
  const own = packageWith(packages, file);
  if (own === undefined) return 'tests of the faces are in test/';
  if (specifier.startsWith('.')) {
    const isInside = posix.join(posix.dirname(file), specifier).startsWith(`${own.folder}/`);
    return isInside ? undefined : 'other packages are imported by their names';
  }
  const named = packageNamed(packages, specifier);
  if (named === undefined) return undefined;
  if (exportedFile(named, specifier) === undefined) return `${named.folder}/package.json does not export it`;
  return isNeeded(own, named, packages) ? undefined : `${own.folder} does not need ${named.name}`;
}

/** Returns whether a package needs another, itself or through others. */
function isNeeded(own: Package, named: Package, packages: readonly Package[]): boolean {
  return own.needs.some((name) => {
    const needed = packages.find((one) => one.name === name);
    return needed !== undefined && (needed === named || isNeeded(needed, named, packages));
  });
}

/** Refuses what leads out of a package, or up inside of it. */
function refuseNear(file: string, target: string, packages: readonly Package[]): string | undefined {
  const own = packageWith(packages, file);
  if (own !== undefined && !target.startsWith(`${own.folder}/`)) return 'other packages are imported by their names';
  const from = topOf(file);
  const to = topOf(target);
  if (own === undefined && from !== to) return refuseFace(file, target);
  const ofService = /^services\/[^/]+\//.exec(file)?.[0];
  if (ofService !== undefined && file.startsWith(`${ofService}rules/`) && target.startsWith(`${ofService}facts/`))
    return /-types$/.test(target) ? undefined : 'rules of a service know the types of its facts only';
  return refuseInsideRooms(file, target);
}

/** Of each other, the faces import what is listed here. */
function refuseFace(file: string, target: string): string | undefined {
  const from = topOf(file);
  if (target.startsWith('packages/') || target.startsWith('services/')) return 'packages are imported by their names';
  // The page talks to the server by messages only; its worker makes the server, and hands it what a browser has.
  if (file === 'site/worker/server-worker.ts' && target === 'server/src/server') return undefined;
  if (topOf(target) !== 'server') return `${from} does not import ${topOf(target)}`;
  if (from === 'cli') return undefined;
  return from === 'client' && target === 'server/src/protocol' ? undefined : 'client imports server/src/protocol only';
}

function refusePackage(
  file: string,
  specifier: string,
  named: Package,
  packages: readonly Package[],
): string | undefined {
  const exported = exportedFile(named, specifier);
  if (exported === undefined) return `${named.folder}/package.json does not export it`;
  const own = packageWith(packages, file);
  if (own === undefined) return refuseForFace(file, exported.file, named);
  if (own === named) return 'the own package is imported by relative paths';
  if (!own.needs.includes(named.name)) return `${own.folder}/package.json does not name ${named.name}`;
  // A guest may build on another one that its manifest names, as how a service is played on its facts.
  if (named.folder.startsWith('services/') && !own.folder.startsWith('services/') && own.folder !== serviceList)
    return `the services are known to ${serviceList} only`;
  if (named.name === '@rulebook/catalogue' && takesTypes.test(file) && !typesOfCatalogue.test(exported.file))
    return 'only the types of the catalogue are imported';
  return undefined;
}

/** What a face may import of a package: its façades, which show what is meant for others; of a machine, every export. */
function refuseForFace(file: string, target: string, { folder }: Package): string | undefined {
  const from = topOf(file);
  if (folder.startsWith('services/')) return `the services are known to ${serviceList} only`;
  if (folder === graphqlReader && file !== 'server/src/browser-main.ts')
    return 'what reads GraphQL is handed in, since it is loaded with the first document';
  if (folder === queryReader && file !== 'server/src/browser-main.ts')
    return 'what reads queries is handed in, since it is loaded with the first query';
  if (machines.includes(folder)) {
    if (target === 'packages/node/src/shipped-descriptions.ts' && from === 'cli' && !descriptionReaders.includes(file))
      return 'commands take the engine of command-engine.ts, whose checks lack nothing';
    if (from === 'client' || from === 'cli') return undefined;
    return from === 'server' && /-main\.ts$/.test(file)
      ? undefined
      : `what knows a machine is for *-main.ts in ${from}`;
  }
  if (target.startsWith('packages/engine/src/api/')) return 'the programming interface is for other programs';
  return target.endsWith('/index.ts') ? undefined : 'a package is imported by its façades';
}

function refuseLibrary(file: string, name: string, packages: readonly Package[]): string | undefined {
  const top = topOf(file);
  if (name === 'vscode' || /^vscode-languageclient(\/|$)/.test(name)) {
    return top === 'client' ? undefined : `\`${name}\` only in client/`;
  }
  if (name.startsWith('vscode-languageserver') || /^vscode-jsonrpc(\/|$)/.test(name)) {
    // The types of the protocol's messages, which the page reads itself.
    if (top === 'site' && (name === 'vscode-languageserver-protocol' || file === 'site/worker/server-worker.ts'))
      return undefined;
    return top === 'server' ? undefined : `\`${name}\` only in server/`;
  }
  if (isBuiltin(name) && !name.startsWith('node:')) return 'write `node:` before the name of a built-in module';
  if (name.startsWith('node:')) {
    const may =
      file.startsWith('packages/node/') || top === 'cli' || /^(client|server)\/src\/node-main\.ts$/.test(file);
    return may ? undefined : '`node:*` only in packages/node, cli and node-main.ts';
  }
  if (name === 'jsonc-parser') return file === jsonEditor ? undefined : `JSON is edited by ${jsonEditor} only`;
  if (name === 'graphql')
    return file.startsWith(`${graphqlReader}/`) ? undefined : `GraphQL is read by ${graphqlReader} only`;
  const own = packageWith(packages, file);
  const library = libraryOf(name);
  if (own === undefined || own.libraries.has(library) || own.libraries.has(`@types/${library}`)) return undefined;
  return `${own.folder}/package.json does not name ${library}`;
}

/** `@noble/hashes/sha2.js` is of `@noble/hashes`. */
export function libraryOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function refuseInsideRooms(file: string, target: string): string | undefined {
  for (const [part, order] of rooms) {
    if (!file.startsWith(`${part}/`) || !target.startsWith(`${part}/`)) continue;
    const [from, to] = [file, target].map((path) => order.indexOf(path.slice(part.length + 1).split('/')[0] ?? ''));
    if (from !== undefined && to !== undefined && from >= 0 && to > from)
      return `${order[from]} comes before ${order[to]}`;
  }
  return undefined;
}

/** Returns whether a file is in none of the rooms of its part although all of its files are to be. */
export function isHomeless(file: string): boolean {
  return [...doors].some(([part, files]) => {
    if (!file.startsWith(`${part}/`)) return false;
    const [room = '', ...rest] = file.slice(part.length + 1).split('/');
    return rest.length === 0 ? !files.includes(room.replace(/\.ts$/, '')) : rooms.get(part)?.includes(room) !== true;
  });
}

function topOf(path: string): string {
  return path.split('/')[0] ?? '';
}
