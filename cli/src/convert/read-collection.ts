import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isPartOfCollection, kindOfPostmanFile, placeOfCollection, workspaceOf } from '@rulebook/exchange';
import { readText } from '@rulebook/node/files/files';

/** More files of a folder are not read. */
const maxFiles = 5000;

/** A collection that is a folder. */
export interface ReadCollection {
  /** The texts by their paths from there, with slashes. */
  readonly files: ReadonlyMap<string, string>;
  /** Where the paths of files begin that its requests send. */
  readonly place: string;
}

/** Returns the folder that is meant by a path: a folder itself, or that of the file that marks a collection. */
export function folderOfCollection(path: string): string | undefined {
  try {
    if (statSync(path).isDirectory()) return path;
  } catch {
    return undefined;
  }
  if (kindOfPostmanFile(withSlashes(resolve(path))) === 'definition') {
    const { levels } = placeOfCollection(withSlashes(resolve(path)));
    return join(path, ...Array.from({ length: levels }, () => '..'));
  }
  return /^(?:bruno\.json|opencollection\.ya?ml)$/.test(basename(path)) ? dirname(path) : undefined;
}

/** Returns the texts of a collection that is a folder, and of the environments that belong to it. */
export function readCollection(folder: string): ReadCollection {
  const { prefix, workspace, files: place } = workspaceOf(withSlashes(resolve(folder)));
  const found = new Map<string, string>();
  addFiles(found, folder, prefix, isPartOfCollection);
  const isPostman = [...found.keys()].some((path) => kindOfPostmanFile(path) === 'request');
  if (!isPostman || workspace === undefined) return { files: found, place: isPostman ? place : folder };
  for (const name of ['environments', 'globals'])
    addFiles(found, join(workspace, name), `../${name}/`, (path) =>
      ['environment', 'globals'].includes(kindOfPostmanFile(path) ?? ''),
    );
  return { files: found, place };
}

function withSlashes(path: string): string {
  return path.split(sep).join('/');
}

/** Adds the wanted files of a folder, whose paths are given a beginning. */
function addFiles(
  found: Map<string, string>,
  folder: string,
  prefix: string,
  isWanted: (path: string) => boolean,
): void {
  const open = [folder];
  for (let next = open.pop(); next !== undefined && found.size < maxFiles; next = open.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !/^(?:node_modules|\.git)$/.test(entry.name)) open.push(path);
      const name = withSlashes(relative(folder, path));
      if (!entry.isFile() || !isWanted(name)) continue;
      const read = readText(path);
      if ('text' in read) found.set(`${prefix}${name}`, read.text);
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // It is not there, or cannot be read.
    return [];
  }
}
