// `npm run package:npm`: stages the npm package in dist/npm/ and packs dist/rulebook-http-<version>.tgz. Its manifest is made of package.json, most of
// which is about the extension; its page is cli/README.md. Its name is `npmName` there, since on npm `rulebook` is the package of another project.
//   --in-place   what `npm pack` in the checkout runs first: makes the package's bundles in dist/. pre-commit takes what `npm pack` prints for the
//                name of the file, so .npmrc keeps this from being printed.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPrograms } from './build.mjs';
import { ensureDependencies } from './ensure.mjs';
import { copyDescriptions, describedPackages } from './lib/descriptions.mjs';
import { buildEngine, testingLibrary } from './lib/engine-bundle.mjs';
import { addressesOf } from './lib/publishing.mjs';
import { manPage } from './lib/man-page.mjs';
import { noticesOf } from './lib/notices.mjs';
import { run } from './lib/processes.mjs';

const root = join(import.meta.dirname, '..');

/** More than this is a sign of something that no one meant to ship. Of it, 150 KB are the library for GraphQL and the schema of the code host. */
const maximumSize = 4900 * 1024;
/** What is in the package as it does here; .npmignore says which part of it. */
const copied = ['CHANGELOG.md', 'LICENSE', 'docs', 'schemas', '.npmignore'];
/** What the manifest of the package has of package.json. The rest is the extension's, or for work in a checkout. */
const members = ['description', 'license', 'keywords', 'repository'].concat([
  'bin',
  'exports',
  'sideEffects',
  'publishConfig',
]);

/**
 * Makes the package and returns where it is.
 * @param {{ folder?: string, target?: string, say?: (line: string) => void }} [options] `folder` is what is packed, `target` where the file goes
 * @returns {Promise<{ file: string, folder: string, metafiles: readonly import('esbuild').Metafile[] }>}
 */
export async function packNpm({
  folder = join(root, 'dist/npm'),
  target = join(root, 'dist'),
  say = console.log,
} = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const metafiles = await buildBundles(join(folder, 'dist'));
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(join(root, 'cli/README.md'), join(folder, 'README.md'));
  mkdirSync(join(folder, 'man'));
  const page = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'man/rulebook.1'), await manPage(root, page));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', target];
  const { code, output } = await run('npm', args, { cwd: folder, timeout: 120_000 });
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
  const file = join(target, fileName());
  const { size } = statSync(file);
  say(`${(size / 1024).toFixed(0)} KB  ${fileName()}`);
  if (size > maximumSize) throw new Error(`The npm package is larger than ${maximumSize / 1024} KB.`);
  return { file, folder, metafiles };
}

/**
 * Returns the manifest of the package.
 * @returns {Record<string, any>}
 */
export function manifest() {
  const all = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const own = Object.fromEntries(members.filter((name) => name in all).map((name) => [name, all[name]]));
  // `npx NAME` looks for a program of the package's name.
  const bin = { ...all.bin, [all.npmName]: all.bin.rulebook };
  return {
    ...own,
    name: all.npmName,
    version: all.version,
    ...addressesOf(all),
    bin,
    man: './man/rulebook.1',
    engines: { node: all.engines.node },
  };
}

function fileName() {
  const { name, version } = manifest();
  return `${name}-${version}.tgz`;
}

/** Builds what is in dist/ of the package, minified. */
async function buildBundles(folder) {
  mkdirSync(folder, { recursive: true });
  const programs = await buildPrograms({ production: true, folder, libraries: testingLibrary });
  const metafiles = [programs.metafile, await buildEngine(folder)];
  copyDescriptions(folder);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(root, metafiles, describedPackages()));
  return metafiles;
}

/** npm packs the folder that it is called in. The extension's bundles are in the way there, so they go: `npm run build` makes them again. */
async function buildInPlace() {
  const folder = join(root, 'dist');
  mkdirSync(folder, { recursive: true });
  const { main, browser } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // npm takes whatever these two name, whatever is ignored.
  for (const path of [main, browser]) if (typeof path === 'string') rmSync(join(root, path), { force: true });
  rmSync(join(folder, 'parts'), { recursive: true, force: true });
  await buildBundles(folder);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    ensureDependencies();
    if (process.argv.includes('--in-place')) await buildInPlace();
    else await packNpm();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
