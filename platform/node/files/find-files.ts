import { isRequestFileName, requestFileEndings } from '../../../engine/src/syntax/index';
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';

/** The files that the paths on a command line stand for. Paths are in the form of reports: relative to the current folder, with slashes. */
export interface FoundFiles {
  /** Request files first: they say which JSON files are bodies. */
  readonly files: readonly string[];
  /** The files whose own paths were given. */
  readonly named: ReadonlySet<string>;
  /** Paths and globs that match nothing. */
  readonly missing: readonly string[];
}

/** Returns whether a path is that of a request file. */
export function isRequestFile(path: string): boolean {
  return isRequestFileName(path);
}

/** Finds the files of paths, folders and globs, each once. */
export function findFiles(paths: readonly string[]): FoundFiles {
  const files = new Set<string>();
  const named = new Set<string>();
  const missing: string[] = [];
  for (const path of paths) {
    const kind = kindOf(path);
    if (kind === 'file') {
      files.add(shownPath(path));
      named.add(shownPath(path));
      continue;
    }
    const matches = kind === 'folder' ? inFolder(path) : isDynamicPattern(path) ? matching(path, process.cwd()) : [];
    if (matches.length === 0 && kind !== 'folder') missing.push(path);
    for (const match of matches) files.add(shownPath(match));
  }
  const ordered = [...files].sort((a, b) => Number(isRequestFile(b)) - Number(isRequestFile(a)));
  return { files: ordered, named, missing };
}

function inFolder(folder: string): readonly string[] {
  return matching(`**/*.{${requestFileEndings.join(',')},json,jsonc}`, folder);
}

function matching(pattern: string, folder: string): readonly string[] {
  const matches = globSync(pattern, {
    cwd: folder,
    absolute: true,
    ignore: ['**/node_modules/**', '**/.git/**'],
    onlyFiles: true,
    expandDirectories: false,
  });
  return withoutRepetitions(matches.sort());
}

/** Leaves out the files of folders that a link leads to a second time, as in a loop. */
function withoutRepetitions(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string>();
  const realFolder = (folder: string): string => {
    const known = folders.get(folder) ?? realPathOf(folder);
    folders.set(folder, known);
    return known;
  };
  const places = paths.map((path) => join(realFolder(dirname(path)), basename(path)));
  const own = new Set(paths.filter((path, index) => places[index] === join(path)));
  const seen = new Set<string>();
  return paths.filter((path, index) => {
    const place = places[index] ?? path;
    if (!own.has(path) && (own.has(place) || seen.has(place))) return false;
    seen.add(place);
    return true;
  });
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function kindOf(path: string): 'file' | 'folder' | 'none' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'none';
  }
}

function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path).split(sep).join('/');
  return fromHere === '' || fromHere.startsWith('../') ? path.split(sep).join('/') : fromHere;
}
