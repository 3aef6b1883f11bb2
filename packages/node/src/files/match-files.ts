import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';

/** Returns whether a path that names no file is a pattern. */
export function isGlob(path: string): boolean {
  return isDynamicPattern(path);
}

/** Returns the files below a folder whose paths match a pattern. */
export function filesMatching(pattern: string, folder: string): readonly string[] {
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
  // Without links, no file is there twice.
  if ([...new Set(paths.map((path) => dirname(path)))].every((folder) => realFolder(folder) === join(folder)))
    return paths;
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
