// The notices of the libraries that the bundles contain, whose licences ask for them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns one text with name, version and licence of every package of which a bundle holds at least a byte. A package without a
 * licence's text is an error: it could not be shipped.
 * @param {string} root the folder of node_modules
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @param {readonly string[]} [others] folders of packages from which something else is shipped, from the root
 */
export function noticesOf(root, metafiles, others = []) {
  const sections = packageFolders(metafiles, others).map((folder) => sectionOf(join(root, folder)));
  const rule = '-'.repeat(80);
  return [
    'Rulebook contains the following libraries, and descriptions compiled from two of them, each under its own licence.',
    ...sections.map(({ title, licence }) => `${rule}\n\n${title}\n\n${licence}`),
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * Returns the folders of the packages of which something is shipped, from the root, each once.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @param {readonly string[]} [others]
 */
export function packageFolders(metafiles, others = []) {
  return [...new Set([...metafiles.flatMap((metafile) => packagesIn(metafile)), ...others])].sort();
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

function sectionOf(folder) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|thirdpartynotices)\b/i.test(file));
  if (files.length === 0) throw new Error(`${name} ${version} is bundled and has no licence's text.`);
  const licence = files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
  return { title: [`${name} ${version} (${license})`, ...(homepage ? [homepage] : [])].join('\n'), licence };
}
