import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const bundles = join(root, 'dist');
if (!existsSync(bundles)) throw new Error('dist does not exist; run `npm run build` first.');

/** What the `.vsix` may hold beside bundles. */
const allowed = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  /^syntaxes\/[\w.-]+\.json$/,
  /^schemas\/[\w.-]+\.json$/,
  'images/icon.png',
];
const bundle = /^dist\/(?:client|server|server-\w+|cli|cli-\w+|shared-\w+)\.js$/;

describe('the .vsix', () => {
  let files: readonly string[] = [];
  beforeAll(async () => {
    files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  });

  it('holds bundles and what the editor reads, and nothing else', () => {
    const others = files.filter(
      (file) => !bundle.test(file) && !allowed.some((one) => (typeof one === 'string' ? one === file : one.test(file))),
    );
    expect(others).toEqual([]);
  });

  it.each([
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'dist/client.js',
    'dist/server.js',
    'dist/server-main.js',
    'dist/cli.js',
    'dist/cli-sandbox.js',
    'dist/shared-engine.js',
    'dist/shared-parts.js',
    'dist/shared-protocol.js',
    'dist/shared-transport.js',
    'dist/shared-load.js',
  ])('holds %s', (file) => {
    expect(files).toContain(file);
  });

  it('holds every file that the manifest names', () => {
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const named = [...manifest.matchAll(/"(?:\.\/)?((?:dist|syntaxes|schemas|images)\/[\w./-]+)"/g)].map(
      ([, path]) => path,
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => path !== undefined && !files.includes(path))).toEqual([]);
  });

  it('holds every bundle that a bundle loads', () => {
    const loaded = files
      .filter((file) => bundle.test(file))
      .flatMap((file) =>
        [
          ...readFileSync(join(root, file), 'utf8').matchAll(
            /require\(["']\.\/((?:shared|cli|server)-?[\w-]*\.js)["']\)/g,
          ),
        ].map(([, name]) => `dist/${name}`),
      );
    expect(loaded.length).toBeGreaterThan(3);
    expect([...new Set(loaded)].filter((file) => !files.includes(file))).toEqual([]);
  });
});
