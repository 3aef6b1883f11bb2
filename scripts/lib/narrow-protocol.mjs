// Leaves out of the protocol's libraries what our server never announces: about a third of the editor's bundles.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Files of vscode-languageclient 11.0.0 (`lib/common`) that hold features, and the server's capability without which each does
 * nothing. A test compares them with what the server announces: whoever adds a feature deletes its line here.
 */
export const unusedClientFeatures = {
  callHierarchy: 'callHierarchyProvider',
  colorProvider: 'colorProvider',
  declaration: 'declarationProvider',
  definition: 'definitionProvider',
  documentHighlight: 'documentHighlightProvider',
  documentLink: 'documentLinkProvider',
  executeCommand: 'executeCommandProvider',
  fileOperations: 'workspace.fileOperations',
  formatting: 'document(Range|OnType)?Formatting(Provider)?',
  implementation: 'implementationProvider',
  inlayHint: 'inlayHintProvider',
  inlineCompletion: 'inlineCompletionProvider',
  inlineValue: 'inlineValueProvider',
  linkedEditingRange: 'linkedEditingRangeProvider',
  reference: 'referencesProvider',
  rename: 'renameProvider',
  selectionRange: 'selectionRangeProvider',
  semanticTokens: 'semanticTokensProvider',
  signatureHelp: 'signatureHelpProvider',
  textDocumentContent: 'workspace.textDocumentContent',
  typeDefinition: 'typeDefinitionProvider',
  typeHierarchy: 'typeHierarchyProvider',
  workspaceSymbol: 'workspaceSymbolProvider',
};

/** Files of vscode-languageserver 10.1.2 (`lib/common`) that mix into a connection what we do not call. */
const unusedServerFeatures = [
  'callHierarchy',
  'fileOperations',
  'inlayHint',
  'inlineCompletion',
  'inlineValue',
  'linkedEditingRange',
  'moniker',
  'notebook',
  'semanticTokens',
  'textDocumentContent',
  'typeHierarchy',
];

/**
 * Files of vscode-languageserver-protocol 3.18.5 (`lib/common`) with messages that the files above alone use. Of the two others that
 * are left out, one looks for npm packages and the other keeps documents as strings, which we do not.
 */
const unusedMessages = [
  'protocol.callHierarchy',
  'protocol.colorProvider',
  'protocol.fileOperations',
  'protocol.inlineCompletion',
  'protocol.inlineValue',
  'protocol.linkedEditingRange',
  'protocol.moniker',
  'protocol.selectionRange',
  'protocol.textDocumentContent',
  'protocol.typeHierarchy',
];

/** Replaces what is not used of the protocol's libraries. Each replacement says by its comment why it is safe. */
export const narrowProtocol = {
  name: 'narrow-protocol',
  setup(build) {
    build.onLoad({ filter: /[\\/]vscode-(jsonrpc|language\w+(-protocol)?)[\\/]lib[\\/].*\.js$/ }, ({ path }) => ({
      contents: narrowed(path.split('\\').join('/')),
      loader: 'js',
    }));
    build.onResolve({ filter: /^typescript-helpers$/ }, ({ path }) => ({ path, namespace: 'typescript-helpers' }));
    build.onLoad({ filter: /.*/, namespace: 'typescript-helpers' }, () => ({ contents: helpers, loader: 'js' }));
    // Used for documents whose opening is told late, which is an option of the client that we do not set.
    build.onResolve({ filter: /^vscode-languageserver-textdocument$/ }, ({ path }) => ({
      path,
      namespace: 'no-textdocument',
    }));
    build.onLoad({ filter: /.*/, namespace: 'no-textdocument' }, () => ({ contents: 'exports.TextDocument = {};' }));
    // Asked only whether the editor is new enough, by a range of the form ^a.b.c.
    build.onResolve({ filter: /^semver\/functions\/(parse|satisfies)$/ }, ({ path }) => ({
      path: basename(path),
      namespace: 'small-semver',
    }));
    build.onLoad({ filter: /.*/, namespace: 'small-semver' }, ({ path }) => ({
      contents: `module.exports = ${path === 'parse' ? parseVersion : satisfiesCaret};`,
      loader: 'js',
    }));
  },
};

function narrowed(path) {
  const [, library, name = ''] = /vscode-([\w-]+)\/lib\/(?:common|node)\/(?:utils\/)?([\w.]+)\.js$/.exec(path) ?? [];
  const text = readFileSync(path, 'utf8');
  if (library === 'languageclient' && name === 'notebook') return idleNotebooks;
  if (library === 'languageclient' && name in unusedClientFeatures) return idleFeatures(namesIn(text));
  if (library === 'languageserver' && unusedServerFeatures.includes(name)) return emptyMixins(namesIn(text));
  if (library === 'languageclient' && name === 'globPattern') return noGlobPattern;
  if (library === 'languageserver' && ['files', 'textDocuments'].includes(name)) return '';
  if (library === 'languageserver-protocol' && unusedMessages.includes(name)) return '';
  return withSharedHelpers(text);
}

/**
 * Our server takes the cells of notebooks as documents of their own. Pulling diagnostics asks this feature for its events, and the
 * synchronization of documents whether one is its affair; see `lib/common/diagnostic.js` and `client.js`.
 */
const idleNotebooks = `
  const { NotebookDocumentSyncRegistrationType } = require('vscode-languageserver-protocol');
  const never = () => ({ dispose() {} });
  exports.NotebookDocumentSyncFeature = class {
    static CellScheme = 'vscode-notebook-cell';
    registrationType = NotebookDocumentSyncRegistrationType.type;
    onOpenNotificationSent = never;
    onChangeNotificationSent = never;
    onSaveNotificationSent = never;
    onCloseNotificationSent = never;
    fillClientCapabilities() {}
    initialize() {}
    getState() { return { kind: 'document', id: this.registrationType.method, registrations: false, matches: false }; }
    register() {}
    unregister() {}
    clear() {}
    handles() { return false; }
    getProvider() { return undefined; }
  };`;

/** Asked only about document selectors with a glob pattern, of which the client has none. */
const noGlobPattern = `exports.matchGlobPattern = () => {
  throw new Error('This build cannot match document selectors with a pattern.');
};`;

/**
 * The compiler writes the same helper functions at the top of each file, names all exports once more in a chain of `void 0`, and
 * passes on what comes from another file by one long call each.
 */
function withSharedHelpers(text) {
  const shorter = text
    .replace(helperText, '')
    // Where all of another file is passed on, the chain says which names come from this one nevertheless.
    .replace(/^(?:exports\.\w+ = )+void 0;\n/gm, (chain) => (text.includes('\n__exportStar(') ? chain : ''))
    .replace(
      /^Object\.defineProperty\(exports, ("\w+"), \{ enumerable: true, get: function \(\) \{ return ([\w.]+); \} \}\);$/gm,
      '__pass(exports, $1, () => $2);',
    );
  return shorter === text ? text : `const { ${helperNames.join(', ')} } = require('typescript-helpers');\n${shorter}`;
}

const helperNames = ['__createBinding', '__setModuleDefault', '__importStar', '__exportStar', '__pass'];
const helperText = new RegExp(`^var (${helperNames.join('|')}) = [^]*?^\\}\\)?(\\(\\))?\\)?;\\n`, 'gm');
const helpers = `
  const __createBinding = (target, source, key, as = key) => {
    const found = Object.getOwnPropertyDescriptor(source, key);
    const isLive = found && ('get' in found ? source.__esModule : !found.writable && !found.configurable);
    Object.defineProperty(target, as, isLive ? found : { enumerable: true, get: () => source[key] });
  };
  const __setModuleDefault = (target, value) => {
    Object.defineProperty(target, 'default', { enumerable: true, value });
  };
  const __importStar = (source) => {
    if (source && source.__esModule) return source;
    const target = {};
    if (source != null) for (const key of Object.getOwnPropertyNames(source)) if (key !== 'default') __createBinding(target, source, key);
    __setModuleDefault(target, source);
    return target;
  };
  const __exportStar = (source, target) => {
    for (const key in source)
      if (key !== 'default' && !Object.prototype.hasOwnProperty.call(target, key)) __createBinding(target, source, key);
  };
  const __pass = (target, name, get) => {
    Object.defineProperty(target, name, { enumerable: true, get });
  };
  module.exports = { __createBinding, __setModuleDefault, __importStar, __exportStar, __pass };`;

function namesIn(text) {
  return [...new Set([...text.matchAll(/^exports\.(\w+Feature) = \w+;/gm)].map(([, name]) => name))];
}

/** What the client asks of each of its features, answered by nothing. */
function idleFeatures(names) {
  return [
    'class Idle {',
    '  fillClientCapabilities() {}',
    '  initialize() {}',
    "  getState() { return { kind: 'static' }; }",
    '  clear() {}',
    '}',
    ...names.map((name) => `exports.${name} = Idle;`),
  ].join('\n');
}

function emptyMixins(names) {
  return names.map((name) => `exports.${name} = (Base) => Base;`).join('\n');
}

/**
 * Returns a version's numbers, or null.
 * @param {string} text
 */
export function parseVersion(text) {
  const found = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(text.trim());
  return found && { major: Number(found[1]), minor: Number(found[2]), patch: Number(found[3]), prerelease: [] };
}

/**
 * Returns whether a version is at least that of a range ^a.b.c, a above 0, and has the same major number.
 * @param {{ major: number, minor: number, patch: number }} version
 * @param {string} range
 */
export function satisfiesCaret({ major, minor, patch }, range) {
  const [a, b, c] = range.slice(1).split('.').map(Number);
  return major === a && (minor > b || (minor === b && patch >= c));
}
