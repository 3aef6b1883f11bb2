// Bundles what REST Client sends with, from its published source, into a temporary folder: its parser, its variables and its HTTP client.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);

/** The commit that is compared with, and where it is published. */
export const commit = '6649589e4d3f97d9c0d68a4f7ffe03fa2919c4df';
const repository = 'https://github.com/Huachao/vscode-restclient';

/** What the bundle needs of its dependencies; what signs in, counts uses or shows pages is left out. */
export const packages = [
  'aws4@1.9.1',
  'combined-stream@1.0.5',
  'content-disposition@0.5.3',
  'dayjs@1.8.20',
  'dotenv@8.2.0',
  'encodeurl@1.0.1',
  'fs-extra@5.0.0',
  'got@11.8.6',
  'iconv-lite@0.4.15',
  'jsonc-parser@2.0.2',
  'jsonpath-plus@0.20.1',
  'mime-types@2.1.14',
  'tough-cookie@4.1.3',
  'tough-cookie-file-store@2.0.3',
  'uuid@3.3.2',
  'xmldom@0.5.0',
  'xpath@0.0.27',
  'yargs-parser@21.1.1',
];

/** The modules that are replaced by an object that does nothing. */
const left =
  /^(?:adal-node|applicationinsights|aws-amplify|@aws-amplify\/.*|httpsnippet|node-jws|jws|open|pretty-data|highlight\.js|node-fetch|sanitize-html|filesize)$/;

/** A module whose members can be called and have such members. */
const anything =
  'const any = () => new Proxy(function () {}, { get: (_, name) => (typeof name === "symbol" ? () => "" : name === "__esModule" ? undefined : any()), apply: () => any(), construct: () => any() }); module.exports = { default: any(), setup: any(), defaultClient: any() };';

/** What the bundle holds. */
const entry = `
export { RequestParserFactory } from './src/models/requestParserFactory';
export { HttpClient } from './src/utils/httpClient';
export { Selector } from './src/utils/selector';
export { RequestVariableCache } from './src/utils/requestVariableCache';
export { RequestSettings, RestClientSettings } from './src/models/configurationSettings';
export { EnvironmentController } from './src/controllers/environmentController';
`;

/** The parts of the editor that the source asks for; \`editor\` is set by what sends. */
const stub = `
const nothing = () => ({ dispose() {} });
class EventEmitter { constructor() { this.event = nothing; } fire() {} dispose() {} }
const item = () => new Proxy(function () {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : item()), apply: () => item(), set: () => true });
const state = (globalThis.restClient ??= { settings: {} });
module.exports = {
  EventEmitter,
  Uri: { parse: (text) => ({ fsPath: text.replace(/^file:\\/\\//, '') }), file: (path) => ({ fsPath: path, toString: () => 'file://' + path }) },
  Position: class { constructor(line, character) { Object.assign(this, { line, character }); } },
  Range: class { constructor(line, character, endLine, end) { this.start = { line, character }; this.end = { line: endLine, character: end }; } },
  ViewColumn: {},
  StatusBarAlignment: {},
  window: new Proxy({}, { get: (_, name) => (name === 'activeTextEditor' ? state.editor : name.startsWith('onDid') ? nothing : item()) }),
  workspace: {
    getConfiguration: () => ({ get: (name, usual) => state.settings[name] ?? usual }),
    onDidChangeConfiguration: nothing, onDidCloseTextDocument: nothing, onDidChangeTextDocument: nothing, getWorkspaceFolder: () => undefined,
  },
  languages: { setLanguageConfiguration: nothing, createLanguageStatusItem: item, match: () => 1 },
  env: {}, commands: item(), extensions: { getExtension: () => ({ packageJSON: {} }) },
  MarkdownString: class {}, SnippetString: class {}, Disposable: class {},
};
`;

/**
 * Returns the bundle in a folder, made if it is not there. The source is that of RULEBOOK_REST_CLIENT, a clone, or fetched.
 * @param {string} folder
 * @param {(line: string) => void} log
 */
export async function restClientIn(folder, log) {
  const bundle = join(folder, `rest-client-${commit.slice(0, 8)}.cjs`);
  if (existsSync(bundle)) return bundle;
  const source = join(folder, 'rest-client');
  await mkdir(source, { recursive: true });
  const from = process.env.RULEBOOK_REST_CLIENT ?? repository;
  const repositoryFolder = join(folder, 'rest-client.git');
  if (!existsSync(join(source, 'node_modules'))) {
    log('REST Client: its source and its packages are fetched');
    if (!existsSync(repositoryFolder)) await run('git', ['clone', '--bare', from, repositoryFolder]);
    await run('git', [`--git-dir=${repositoryFolder}`, `--work-tree=${source}`, 'checkout', commit, '--', '.']);
    await writeFile(join(source, 'package.json'), '{ "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: source });
  }
  await writeFile(join(source, 'stub.js'), stub);
  await build({
    stdin: { contents: entry, resolveDir: source, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile: bundle,
    logLevel: 'error',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    plugins: [
      {
        name: 'without the editor',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^vscode$/ }, () => ({ path: join(source, 'stub.js') }));
          onResolve({ filter: left }, ({ path }) => ({ path, namespace: 'left' }));
          onLoad({ filter: /.*/, namespace: 'left' }, () => ({ contents: anything }));
        },
      },
    ],
  });
  return bundle;
}
