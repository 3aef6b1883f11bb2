// The published descriptions of the vendors, compiled, as the repository keeps them in descriptions/. `npm run descriptions` makes them.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where they are kept. */
export const descriptions = join(import.meta.dirname, '../../descriptions');

/**
 * The package that a description is compiled from, which nothing installs; `integrity` is of its archive, as a lock file has it.
 * @typedef {{ name: string, package: string, version: string, integrity: string, license: string, description: string }} Source
 */

/**
 * Returns where each description comes from.
 * @returns {readonly Source[]}
 */
export function describedSources() {
  return JSON.parse(readFileSync(join(descriptions, 'sources.json'), 'utf8'));
}

/**
 * Copies all descriptions, and returns the paths of their files in the folder.
 * @param {string} folder what is like dist/
 */
export function copyDescriptions(folder) {
  const target = join(folder, 'descriptions');
  mkdirSync(target, { recursive: true });
  const names = descriptionFiles();
  for (const name of names) copyFileSync(join(descriptions, name), join(target, name));
  for (const old of readdirSync(target)) if (!names.includes(old)) rmSync(join(target, old));
  return names.map((name) => `descriptions/${name}`);
}

/** Returns the names of the files: of each description what requests need, what responses need, and perhaps examples, which only the sandbox reads. */
export function descriptionFiles() {
  return readdirSync(descriptions).filter((name) => name.endsWith('.json.br'));
}

/** Returns the packages as manifests, each with the text of its licence: something of them is shipped. */
export function describedPackages() {
  return describedSources().map(({ name, package: own, version, license, description }) => ({
    manifest: { name: own, version, license, description },
    licence: readFileSync(join(descriptions, `${name}.LICENSE.txt`), 'utf8').trim(),
  }));
}
