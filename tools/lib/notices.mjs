// The notices of the libraries that the bundles contain, whose licences ask for them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ manifest: Record<string, any>, licence: string }} Described a package from which something else than code is shipped */

/**
 * Returns one text with name, version and licence of every package of which a bundle holds at least a byte. A package without a
 * licence's text is an error: it could not be shipped.
 * @param {string} root the folder of node_modules
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @param {readonly Described[]} [described]
 */
export function noticesOf(root, metafiles, described = []) {
  const bundled = packageFolders(metafiles).map((folder) => bundledIn(join(root, folder)));
  const sections = [...described, ...bundled].map(sectionOf).sort((a, b) => (a.title < b.title ? -1 : 1));
  const rule = '-'.repeat(80);
  return [
    'Rulebook contains the following libraries, and descriptions that come from three of them, each under its own licence.',
    ...sections.map(({ title, licence }) => `${rule}\n\n${title}\n\n${licence}`),
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * Returns the folders of the packages of which a bundle holds something, from the root, each once.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export function packageFolders(metafiles) {
  return [...new Set(metafiles.flatMap((metafile) => packagesIn(metafile)))].sort();
}

/** @param {import('esbuild').Metafile} metafile */
function packagesIn({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
      const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
      // What was looked at and left out has no bytes.
      return folder === undefined || bytesInOutput === 0 ? [] : [folder];
    }),
  );
}

/**
 * @param {string} folder
 * @returns {Described}
 */
function bundledIn(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|thirdpartynotices)\b/i.test(file));
  if (files.length === 0) throw new Error(`${manifest.name} ${manifest.version} is bundled and has no licence's text.`);
  const licence = files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
  return { manifest, licence };
}

/** @param {Described} described */
function sectionOf({ manifest: { name, version, license, homepage }, licence }) {
  return { title: [`${name} ${version} (${license})`, ...(homepage ? [homepage] : [])].join('\n'), licence };
}
