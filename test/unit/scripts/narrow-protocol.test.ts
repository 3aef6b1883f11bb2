import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleServer, startClient } from '../../lsp/language-client';

const root = resolve(import.meta.dirname, '../../..');
type Version = Readonly<Record<'major' | 'minor' | 'patch', number>>;
// A script, of which the compiler of the tests knows nothing.
const { narrowProtocol, parseVersion, satisfiesCaret, unusedClientFeatures } = (await import(
  join(root, 'scripts/lib/narrow-protocol.mjs')
)) as {
  readonly narrowProtocol: Plugin;
  readonly parseVersion: (text: string) => Version | null;
  readonly satisfiesCaret: (version: Version, range: string) => boolean;
  readonly unusedClientFeatures: Readonly<Record<string, string>>;
};
const library = join(root, 'node_modules/vscode-languageclient');

describe('the features that the bundled client leaves out', () => {
  let server: Awaited<ReturnType<typeof bundleServer>>;
  beforeAll(async () => {
    server = await bundleServer();
  });
  afterAll(() => {
    server.remove();
  });

  it('are none that the server announces', async () => {
    const client = await startClient(server.file);
    const { capabilities } = client.initialized;
    await client.stop();
    const { workspace = {}, ...top } = capabilities;
    const announced = [...Object.keys(top), ...Object.keys(workspace).map((name) => `workspace.${name}`)];
    expect(announced).toContain('hoverProvider');
    const missing = Object.entries(unusedClientFeatures).filter(([, capability]) =>
      announced.some((name) => new RegExp(`^${capability}$`).test(name)),
    );
    expect(missing).toEqual([]);
  });

  it.each(Object.keys(unusedClientFeatures))('%s is a file of the library, with features only', (name) => {
    const path = join(library, 'lib/common', `${name}.js`);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(/^exports\.\w+Feature = \w+;$/m);
  });
});

/** What stands for the editor's API: everything is a class that does nothing. */
const noEditor: Plugin = {
  name: 'no-editor',
  setup(editor) {
    editor.onResolve({ filter: /^vscode$/ }, ({ path }) => ({ path, namespace: 'no-editor' }));
    editor.onLoad({ filter: /.*/, namespace: 'no-editor' }, () => ({
      contents: 'module.exports = new Proxy({}, { get: () => class {} });',
    }));
  },
};

/** Returns what a package exports when it is bundled. */
async function exportsOf(name: string, plugins: Plugin[]): Promise<Readonly<Record<string, unknown>>> {
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = require('${name}');`, resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    write: false,
    plugins: [noEditor, ...plugins],
  });
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const run = new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '') as (...args: unknown[]) => void;
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

/** Returns how an export begins, without the numbers that the bundler adds to names. */
function beginningOf(value: unknown): string {
  return typeof value === 'function'
    ? value
        .toString()
        .replace(/_?\d+\b/g, '')
        .slice(0, 80)
    : typeof value;
}

describe('a narrowed package', () => {
  const leftOut = new RegExp(
    [
      '^(?:(?:Prepare)?(?:DocumentColor|ColorPresentation|SelectionRange|CallHierarchy|TypeHierarchy|LinkedEditing|FileOperation',
      '|(?:Will|Did)(?:Create|Rename|Delete)Files|Uniqueness|Moniker|InlineValue|InlineCompletion|TextDocumentContent)\\w*',
      '|SemanticTokensBuilder|TextDocuments|NotebookDocuments)$',
    ].join(''),
  );

  it.each(['vscode-languageserver-protocol/node', 'vscode-languageserver/node', 'vscode-languageclient/node'])(
    '%s exports what the whole one does, but for what is left out',
    async (name) => {
      const [whole, narrow] = await Promise.all([exportsOf(name, []), exportsOf(name, [narrowProtocol])]);
      const names = Object.keys(whole).filter((key) => whole[key] !== undefined);
      expect(names.length).toBeGreaterThan(100);
      const kept = names.filter((key) => narrow[key] !== undefined);
      expect(names.filter((key) => !kept.includes(key) && !leftOut.test(key))).toEqual([]);
      expect(kept.map((key) => [key, beginningOf(narrow[key])])).toEqual(
        kept.map((key) => [key, beginningOf(whole[key])]),
      );
    },
  );
});

describe('the small replacement of semver', () => {
  it.each([
    ['1.91.0', '^1.91.0', true],
    ['1.91.1', '^1.91.0', true],
    ['1.103.2', '^1.91.0', true],
    ['1.103.2-insider', '^1.91.0', true],
    ['1.90.9', '^1.91.0', false],
    ['1.91.0', '^1.91.1', false],
    ['2.0.0', '^1.91.0', false],
  ])('says whether %s is of %s', (version, range, expected) => {
    const parsed = parseVersion(version);
    expect(parsed && satisfiesCaret(parsed, range)).toBe(expected);
  });

  it.each(['', '1', '1.2', 'one', '1.2.x'])('finds no version in %j', (text) => {
    expect(parseVersion(text)).toBeNull();
  });

  it('is asked for ranges that it knows', () => {
    const [, range] =
      /REQUIRED_VSCODE_VERSION = '([^']+)'/.exec(readFileSync(join(library, 'lib/node/main.js'), 'utf8')) ?? [];
    expect(range).toMatch(/^\^[1-9]\d*\.\d+\.\d+$/);
  });
});
