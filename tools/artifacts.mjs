// `npm run artifacts -- FOLDER`: makes what a release consists of in a folder: extension, npm package, notices, SBOM and checksums; with Node 24
// or later, also an executable for this system that needs no Node, and where package.json has a `repository`, what Homebrew, scoop and winget read.
//   --date YYYY-MM-DD   the day in the SBOM; today unless given
//   --pictures URL      where the repository's files can be read by https, for the extension's page
//   --no-install        the dependencies are there as they are
//   --for-publishing    fail where package.json does not say what publishing needs
//   --installers        only what Homebrew, scoop and winget read, of the executables that are in the folder
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';
import { makeExecutable, reasonAgainstExecutable } from './lib/executable.mjs';
import { describedPackages } from './lib/descriptions.mjs';
import { installersOf } from './lib/installers.mjs';
import { publishingProblem, repositoryOf } from './lib/publishing.mjs';
import { sbomOf } from './lib/sbom.mjs';
import { manifest, packNpm } from './npm-package.mjs';
import { packageExtension } from './package.mjs';

const root = join(import.meta.dirname, '..');

/**
 * Writes the artifacts into a folder and returns their names.
 * @param {string} folder
 * @param {{ date: string, picturesUrl?: string, say?: (line: string) => void }} options
 * @returns {Promise<readonly string[]>}
 */
export async function makeArtifacts(folder, { date, picturesUrl, say = console.log }) {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Use another folder.`);
  /** @type {Record<string, any>} */
  const product = { ...manifest(), name: 'rulebook' };
  const npm = await packNpm({ target: folder, say });
  /** @type {readonly import('esbuild').Metafile[]} */
  let bundles = [];
  const onBundles = (metafiles) => void (bundles = metafiles);
  const built = await packageExtension({ say: () => undefined, picturesUrl, onBundles });
  const vsix = join(folder, `${product.name}-${product.version}.vsix`);
  copyFileSync(built, vsix);
  // Of the extension, which holds all that the npm package holds.
  copyFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), join(folder, 'THIRD-PARTY-NOTICES.txt'));
  copyFileSync(join(npm.folder, 'man/rulebook.1'), join(folder, 'rulebook.1'));
  const artifacts = [
    { file: vsix, metafiles: bundles },
    { file: npm.file, metafiles: npm.metafiles },
  ];
  const sbom = sbomOf({ root, product, date, artifacts, described: describedPackages() });
  writeFileSync(join(folder, `${product.name}-${product.version}.cdx.json`), sbom);
  const reason = reasonAgainstExecutable();
  if (reason) say(`  no executable: ${reason}`);
  else await makeExecutable({ staged: npm.folder, folder, product: { name: product.name, version: product.version } });
  if (!reason) writeInstallers(folder, say);
  const names = filesOf(folder);
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join(''));
  for (const name of names) say(`  ${name}`);
  return [...names, 'SHA256SUMS'];
}

/**
 * Writes what package managers read into the folder, for the executables that are there.
 * @param {string} folder
 * @param {(line: string) => void} say
 */
export function writeInstallers(folder, say) {
  const all = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (repositoryOf(all) === undefined) {
    say('  nothing for Homebrew, scoop and winget: package.json has no `repository`, where the executables would be');
    return;
  }
  const checksums = Object.fromEntries(filesOf(folder).map((name) => [name, sha256(join(folder, name))]));
  for (const [name, text] of Object.entries(installersOf({ manifest: all, checksums }))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        date: { type: 'string' },
        pictures: { type: 'string' },
        'no-install': { type: 'boolean' },
        'for-publishing': { type: 'boolean' },
        installers: { type: 'boolean' },
      },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new Error('Usage: npm run artifacts -- FOLDER');
    if (!values['no-install'] && !values.installers) ensureDependencies();
    const problem = values['for-publishing'] ? publishingProblem() : undefined;
    if (problem) throw new Error(problem);
    const date = values.date ?? new Date().toISOString().slice(0, 10);
    if (values.installers) writeInstallers(resolve(folder), console.log);
    else await makeArtifacts(resolve(folder), { date, picturesUrl: values.pictures });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
