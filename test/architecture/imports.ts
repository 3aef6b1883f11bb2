import { posix } from 'node:path';

/** The inner parts of the engine, from the bottom up: a part may import itself and what is below it. */
const ladder = [
  'structures',
  'text',
  'json',
  'masking',
  'environments',
  'syntax',
  'scripts',
  'format',
  'binding',
  'names',
  'convert',
  'resource-model',
  'live-names',
  'privileges',
  'rules',
  'features',
];
/** Parts around the ladder: they may import all of it, and of each other only what is listed. */
const outer = new Map([
  ['configuration', []],
  ['sending', ['configuration']],
  ['explain', ['configuration', 'sending']],
  ['exchange-formats', ['configuration', 'sending']],
  ['resources', ['sending']],
  ['sandbox', []],
  ['contract-tests', []],
  ['comparison', []],
  ['report', ['sending']],
] satisfies [string, string[]][] as [string, readonly string[]][]);
/** The rooms of some parts, from the bottom up: a room may import itself and those before it. */
const rooms = new Map([
  ['engine/src/sending', ['private', 'plan', 'variables', 'response', 'asserts', 'scripts', 'send', 'outcome']],
  ['engine/src/features', ['markdown', 'cursor', 'hover', 'completion', 'outline', 'actions']],
  [
    'platform/node',
    ['files', 'http', 'sandbox', 'credentials', 'descriptions', 'scripts', 'sending', 'playing', 'testing'],
  ],
  ['cli/src', ['configuration', 'requests', 'check', 'run', 'test-service', 'plan', 'convert', 'sandbox']],
]);
/** The packages that the engine may import: they know no machine either. */
const enginePackages = ['har-format', 'jsonpath-rfc9535/parser', 'markdown-it', 'yaml'];
/** What edits JSON; everything that reads it takes `readJsonTree`, whose tree is never too deep for what walks it. */
const jsonEditor = 'engine/src/json/json-edits.ts';
/** The files of the command line that load descriptions by themselves: the engine of all commands, that of `check`, and what shows descriptions. */
const descriptionReaders = ['command-engine', 'check/check-texts', 'describe', 'describe-resources'].map(
  (name) => `cli/src/${name}.ts`,
);
/** What others import of the engine. */
const entryPoints = [
  '',
  'comparison/',
  'configuration/',
  'contract-tests/',
  'description/',
  'engine/checking/',
  'engine/formatting/',
  'environments/',
  'exchange-formats/',
  'explain/',
  'graphql/',
  'json/',
  'masking/',
  'json/',
  'live-names/',
  'names/',
  'privileges/',
  'resource-model/',
  'report/',
  'resources/',
  'rules/house/',
  'sandbox/',
  'sending/asserts/',
  'sending/outcome/',
  'sending/plan/',
  'sending/private/',
  'sending/response/',
  'sending/scripts/',
  'sending/send/',
  'sending/variables/',
  'services/',
  'syntax/',
  'text/',
].map((room) => `engine/src/${room}index`);

/** What entry points show besides their own room. */
const shownBy = new Map(
  entryPoints.slice(1).flatMap((entry) => {
    const file = `${entry.slice('engine/src/'.length)}.ts`;
    const room = file.slice(0, -'/index.ts'.length);
    const others = new Map([
      ['engine/checking', ['binding', 'rules']],
      ['engine/formatting', ['format']],
      ['graphql', ['catalogue']],
      ['live-names', ['catalogue']],
      ['privileges', ['catalogue']],
      ['resource-model', ['catalogue']],
      ['services', ['catalogue', 'description']],
      ['text', ['structures']],
    ]);
    return ['description', 'report', 'rules/house', 'sandbox'].includes(room)
      ? []
      : [[file, [room, ...(others.get(room) ?? [])]] as const];
  }),
);

/**
 * Returns why a file may not import something, or undefined when it may.
 *
 * `file` is a path from the repository root; `specifier` is what is in the import.
 */
export function refuseImport(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.')
    ? refuseProjectFile(file, posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.[cm]?[jt]s$/, ''))
    : refusePackage(file, specifier);
}

function refusePackage(file: string, name: string): string | undefined {
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
  if (name.startsWith('node:')) {
    const may =
      file.startsWith('platform/node/') || top === 'cli' || /^(client|server)\/src\/node-main\.ts$/.test(file);
    return may ? undefined : '`node:*` only in platform/node, cli and node-main.ts';
  }
  if (name === 'jsonc-parser') return file === jsonEditor ? undefined : `JSON is edited by ${jsonEditor} only`;
  if (name === 'graphql')
    return file.startsWith('engine/src/graphql/') ? undefined : 'GraphQL is read by engine/src/graphql only';
  if (top === 'engine' && !enginePackages.includes(name))
    return `of packages, the engine has ${enginePackages.join(' and ')}`;
  return undefined;
}

function refuseProjectFile(file: string, target: string): string | undefined {
  const from = topOf(file);
  const to = topOf(target);
  const back = refuseInsideRooms(file, target);
  if (back !== undefined) return back;
  if (from === 'engine')
    return to === 'engine' ? refuseInsideEngine(file, target) : 'the engine imports nothing of ours';
  if (from === to) return undefined;
  if (to === 'engine') {
    return entryPoints.includes(target) ? undefined : 'the engine is imported by its entry points only';
  }
  if (from === 'platform') return 'platform imports the engine only';
  if (to === 'platform') {
    if (from === 'cli' && target === 'platform/node/shipped-descriptions' && !descriptionReaders.includes(file))
      return 'commands take the engine of command-engine.ts, whose checks lack nothing';
    if (from === 'client' || from === 'cli') return undefined;
    return from === 'server' && /-main\.ts$/.test(file) ? undefined : 'in server, platform is for *-main.ts';
  }
  // The page talks to the server by messages only; its worker makes the server, and hands it what a browser has.
  if (from === 'site') {
    const isWorker = file === 'site/worker/server-worker.ts' && target === 'server/src/server';
    return isWorker ? undefined : 'of ours, site imports the engine, and its worker the server';
  }
  if (to === 'server') {
    if (from === 'cli') return undefined;
    return from === 'client' && target === 'server/src/protocol'
      ? undefined
      : 'client imports server/src/protocol only';
  }
  return `${from} does not import ${to}`;
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

function refuseInsideEngine(file: string, target: string): string | undefined {
  const from = partOf(file);
  const to = partOf(target);
  if (file === 'engine/src/index.ts' && (to === 'report' || to === 'sandbox'))
    return `${to} has an entry point of its own`;
  if (entryPoints.slice(1).includes(target)) return 'nothing in the engine imports its entry points';
  const shown = shownBy.get(file.slice('engine/src/'.length));
  if (shown !== undefined) {
    const isShown = shown.some((room) => target.startsWith(`engine/src/${room}/`));
    return isShown ? undefined : 'an entry point shows its own room';
  }
  if (to === 'api' && from !== 'api') return 'the programming interface is for others only';
  // What the package offers to other programs is on everything.
  if (from === to || from === 'index' || from === 'api') return undefined;
  if (to === 'index') return 'nothing in the engine imports its index';
  const others = outer.get(from);
  if (others !== undefined) return outer.has(to) && !others.includes(to) ? `${from} does not import ${to}` : undefined;
  if (from === 'catalogue') {
    return to === 'text' || to === 'structures' ? undefined : 'the catalogue is data';
  }
  if (from === 'graphql') {
    return ['catalogue', 'structures', 'text'].includes(to) ? undefined : 'what reads GraphQL is handed the documents';
  }
  if (to === 'graphql') return 'what reads GraphQL is handed in, since it is loaded with the first document';
  if (from === 'description') {
    return ['catalogue', 'structures', 'text', 'json'].includes(to)
      ? undefined
      : 'a description becomes a catalogue and knows nothing else';
  }
  if (to === 'description') return ladder.includes(from) ? `${from} is handed the services` : undefined;
  if (to === 'catalogue') {
    if (ladder.indexOf(from) < ladder.indexOf('binding')) return `${from} is below the catalogue`;
    // The data is handed in; only its types are known here, and to the rules of a service also the types of its own catalogue.
    const [, ownTypes] = /^(engine\/src\/services\/[^/]+)\/catalogue\/[a-z-/]+-types$/.exec(target) ?? [];
    if (ownTypes !== undefined && file.startsWith(`${ownTypes}/rules/`)) return undefined;
    return /^engine\/src\/catalogue\/(constraints|covers|facts|graphql|house|identity|name-lists|need|operation|read-back|resource-life|resource-model|resources|retired|service|shape|source-names|values)$/.test(
      target,
    )
      ? undefined
      : 'only the types of the catalogue are imported';
  }
  if (outer.has(to)) return `${from} is below ${to}`;
  return ladder.indexOf(to) <= ladder.indexOf(from) ? undefined : `${from} is below ${to}`;
}

function topOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function partOf(path: string): string {
  const [, , part = 'index', , ofService] = path.split('/');
  // A service's folder has a part of the catalogue, one of the sandbox, and rules of its own.
  if (part === 'services') {
    if (ofService === 'rules') return 'rules';
    const isPlayed = ofService === 'sandbox' || /\/services\/(sandbox-parts|played-states)(\.ts)?$/.test(path);
    return isPlayed ? 'sandbox' : 'catalogue';
  }
  // The façade's implementation and its list of exports are one layer.
  return part === 'engine' ? 'index' : part.replace(/\.ts$/, '');
}
