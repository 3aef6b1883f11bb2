import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const bundles = join(root, 'dist');
if (!existsSync(bundles)) throw new Error('dist does not exist; run `npm run build` first.');
// A script, of which the compiler of the tests knows nothing.
const { build } = (await import(join(root, 'tools/build.mjs'))) as {
  readonly build: (options: { readonly folder: string; readonly say: () => void }) => Promise<readonly string[]>;
};

/** What the `.vsix` may hold in addition to bundles. */
const allowed = [
  // `tools/package.mjs` packages another page in its place.
  'README.md',
  'package.json',
  /^package\.nls(?:\.[\w-]+)?\.json$/,
  /^l10n\/bundle\.l10n(?:\.[\w-]+)?\.json$/,
  'CHANGELOG.md',
  'LICENSE',
  'dist/THIRD-PARTY-NOTICES.txt',
  /^dist\/descriptions\/[\w.-]+\.json\.br$/,
  /^syntaxes\/[\w.-]+\.json$/,
  /^schemas\/[\w.-]+\.json$/,
  'images/icon.png',
  'images/http-dark.svg',
  'images/http-light.svg',
  'images/rulebook.svg',
  /^client\/media\/[\w-]+\.(?:svg|css|js)$/,
  /^templates\/[\w-]+\.(?:http|json)$/,
  /^docs\/(?:[\w-]+\/)?[\w-]+\.md$/,
  /^docs\/images\/[\w-]+\.png$/,
];
const bundle =
  /^dist\/(?:client\.js|response-view\.js|notebook-output\.js|server\.js|cli\.js|parts\/(?:[\w.-]+\.[cm]?js|quickjs\.wasm)|web\/(?:client\.js|server\.js|brotli\.wasm))$/;

describe('the .vsix', () => {
  let files: readonly string[] = [];
  beforeAll(async () => {
    files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  });

  it('has the HTTP client and the language client once: the extension loads them from the parts', () => {
    const client = readFileSync(join(bundles, 'client.js'), 'utf8');
    for (const part of ['language-client', 'sending']) expect(client).toContain(`./parts/${part}.mjs`);
    expect(client).not.toContain('class Undici');
    expect(client.length).toBeLessThan(1_700_000);
  });

  it('holds bundles and what the editor reads, and nothing else', () => {
    const others = files.filter(
      (file) => !bundle.test(file) && !allowed.some((one) => (typeof one === 'string' ? one === file : one.test(file))),
    );
    expect(others).toEqual([]);
  });

  it.each([
    'package.json',
    'package.nls.json',
    'l10n/bundle.l10n.json',
    'docs/README.md',
    'templates/api-key.http',
    'LICENSE',
    'CHANGELOG.md',
    'dist/client.js',
    'dist/response-view.js',
    'dist/notebook-output.js',
    'dist/parts/notebook.mjs',
    'dist/server.js',
    'dist/cli.js',
    'dist/parts/server.cjs',
    'dist/parts/cli.cjs',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/descriptions/elasticsearch.json.br',
    'dist/descriptions/elasticsearch.answers.json.br',
    'dist/descriptions/github.json.br',
    'dist/descriptions/github.answers.json.br',
    'dist/descriptions/github.examples.json.br',
  ])('holds %s', (file) => {
    expect(files).toContain(file);
  });

  it('holds every file that the manifest names', () => {
    // What `exports` names is for the npm package.
    const { exports: _exports, ...ofEditor } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly exports: unknown;
    };
    const manifest = JSON.stringify(ofEditor);
    const named = [...manifest.matchAll(/"(?:\.\/)?((?:dist|syntaxes|schemas|images|client)\/[\w./-]+)"/g)].map(
      ([, path]) => path,
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => path !== undefined && !files.includes(path))).toEqual([]);
  });

  it('holds every part that was built', () => {
    const parts = readdirSync(join(bundles, 'parts')).filter((name) => name.endsWith('.mjs'));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.filter((name) => !files.includes(`dist/parts/${name}`))).toEqual([]);
  });
});

describe('a build', () => {
  let folder = '';
  let built: readonly string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rulebook-build-'));
    built = await build({ folder, say: () => undefined });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('names every package of which a bundle holds something, with its licence', () => {
    const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8').split(/^-{80}$/m);
    const packages = new Set(built.flatMap(packagesIn));
    // Of each face one.
    expect([...packages]).toEqual(
      expect.arrayContaining(['undici', 'vscode-languageclient', 'vscode-languageserver', 'commander']),
    );
    for (const name of packages) {
      const notice = notices.find((section) => section.trim().startsWith(`${name} `));
      expect(notice, name).toMatch(/Copyright|Licen[cs]e/i);
      expect(notice?.length, name).toBeGreaterThan(400);
    }
  });

  it('has neither the HTTP client nor the sandbox in what a check loads, and holds the rules once', () => {
    // What a check loads: test/cli/check/loaded-parts.test.ts.
    const sources = sourcesOf('parts/check.js');
    expect(sources.some((path) => path.endsWith('packages/services/src/rules.ts'))).toBe(true);
    expect(sources.filter((path) => /node_modules\/(undici|vscode-)|packages\/sandbox\//.test(path))).toEqual([]);
    const engines = built.filter((name) => hasSource(name, 'packages/services/src/rules.ts'));
    // The one of the programs, and the one of the worker of a browser; the extension leaves the rules to the server.
    expect(engines.filter((name) => !name.endsWith('/web/server.js'))).toHaveLength(1);
    expect(engines).toHaveLength(2);
  });

  function sourcesOf(file: string): readonly string[] {
    const map = join(folder, `${file}.map`);
    if (!existsSync(map)) return [];
    return (JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] }).sources;
  }

  function hasSource(name: string, source: string): boolean {
    return sourcesOf(name.slice('dist/'.length)).some((path) => path.endsWith(source));
  }

  /** By the maps of the sources, which the notices are not made from. */
  function packagesIn(name: string): readonly string[] {
    return sourcesOf(name.slice('dist/'.length)).flatMap(
      (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
    );
  }
});
