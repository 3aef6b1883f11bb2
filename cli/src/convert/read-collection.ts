import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isPartOfCollection } from '@rulebook/exchange';
import { readText } from '@rulebook/node/files/files';

/** More files of a folder are not read. */
const maxFiles = 5000;

/** Returns the folder that is meant by a path: a folder itself, or that of the file that marks a collection. */
export function folderOfCollection(path: string): string | undefined {
  try {
    if (statSync(path).isDirectory()) return path;
  } catch {
    return undefined;
  }
  return /^(?:bruno\.json|opencollection\.ya?ml)$/.test(basename(path)) ? dirname(path) : undefined;
}

/** Returns the texts of a collection that is a folder, by their paths from there, with slashes. */
export function readCollection(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined && found.size < maxFiles; next = open.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !/^(?:node_modules|\.git)$/.test(entry.name)) open.push(path);
      const name = relative(folder, path).split(sep).join('/');
      if (!entry.isFile() || !isPartOfCollection(name)) continue;
      const read = readText(path);
      if ('text' in read) found.set(name, read.text);
    }
  }
  return found;
}
