import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, root, stagedPackage, temporaryFolder, type Staged } from './installed';

// What the npm package holds, and what it must not hold.

let staged: Staged;
let files: readonly string[];
beforeAll(async () => {
  staged = await stagedPackage();
  files = execFileSync('tar', ['-tzf', staged.file], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
});

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;

describe('the npm package', () => {
  it.each([
    ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'schemas/rulebook.schema.json'],
    ...[
      'dist/cli.js',
      'dist/server.js',
      'dist/engine.mjs',
      'dist/engine.d.mts',
      'dist/sandbox.mjs',
      'dist/sandbox.d.mts',
      'dist/testing.d.mts',
      'dist/THIRD-PARTY-NOTICES.txt',
    ],
    ...['dist/parts/cli.cjs', 'dist/parts/server.cjs', 'dist/parts/testing.mjs', 'dist/parts/description-worker.mjs'],
    // Scripts run by these.
    ...['dist/parts/script-worker.mjs', 'dist/parts/quickjs.wasm'],
    ...['dist/descriptions/elasticsearch.json.br', 'docs/README.md', 'docs/api.md', 'docs/rules/unknown-field.md'],
  ])('has %s', (path) => {
    expect(files).toContain(path);
  });

  it('has nothing else than bundles, descriptions, documentation and schemas', () => {
    const known = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
      /^dist\/(cli\.js|server\.js|(engine|sandbox)\.(mjs|d\.mts)|testing\.d\.mts|THIRD-PARTY-NOTICES\.txt)$/,
      /^dist\/(parts|library)\/(?:[\w.-]+\.[cm]?js|quickjs\.wasm)$/,
      /^dist\/descriptions\/[\w.-]+\.json\.br$/,
      /^docs\/(rules\/|coming-from\/)?[\w-]+\.md$/,
      /^docs\/llms\.txt$/,
      /^schemas\/[\w.]+\.json$/,
      /^man\/rulebook\.1$/,
    ];
    expect(files.filter((path) => !known.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it('has no part that only the extension for VS Code uses', () => {
    const texts = files
      .filter((path) => path.startsWith('dist/') && path.endsWith('js'))
      .map((path) => readFileSync(join(staged.folder, path), 'utf8'));
    expect(texts.filter((text) => /from ?"vscode"|require\("vscode"\)|vscode-languageclient/.test(text))).toEqual([]);
  });

  it('has a manifest without scripts, dependencies and the parts of the extension', () => {
    const manifest = manifestIn(staged.folder);
    const refused = ['scripts', 'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].concat([
      'private',
      'main',
      'contributes',
      'activationEvents',
    ]);
    expect(Object.keys(manifest).filter((name) => refused.includes(name))).toEqual([]);
    expect(manifest).toMatchObject({ name: 'rulebook-http', publishConfig: { provenance: true } });
  });

  it('names no path of the machine that made it', () => {
    const found = files
      .filter((path) => /\.(m?js|d\.mts|json)$/.test(path))
      .filter((path) => readFileSync(join(staged.folder, path), 'utf8').includes(root));
    expect(found).toEqual([]);
  });
});

describe('npm pack in the checkout', () => {
  it('takes the same files', () => {
    const folder = temporaryFolder('pack');
    cpSync(staged.folder, folder, { recursive: true });
    for (const name of ['package.json', 'README.md', 'client/README.md', 'images/icon.png', 'templates/mistake.http'])
      cpSync(join(root, name), join(folder, name));
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const out = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', env: cleanEnvironment(folder) });
    const [packed] = JSON.parse(out) as readonly [{ readonly files: readonly { readonly path: string }[] }];
    expect(packed.files.map(({ path }) => path).sort()).toEqual([...files].sort());
  });

  it('installs nothing and runs nothing of it', () => {
    const { scripts, dependencies } = manifestIn(root) as { scripts: object; dependencies?: object };
    const installing = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];
    expect(Object.keys(scripts).filter((name) => installing.includes(name))).toEqual([]);
    expect(dependencies).toBeUndefined();
  });
});
