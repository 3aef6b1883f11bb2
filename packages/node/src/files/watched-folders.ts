import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';

/** Returns the absolute folders in which files of these paths, folders and globs are, or can appear. */
export function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const base = resolve(baseOf(path));
    if (!isFolder(base)) folders.add(dirname(base));
    else for (const folder of isDynamicPattern(path) || isFolder(path) ? below(base) : [base]) folders.add(folder);
  }
  return [...folders];
}

/** Returns the files next to and above which decide what is found in others: configurations, descriptions and bodies. */
export function decidingFiles(folders: readonly string[], configuration: string): readonly string[] {
  const files = new Set<string>();
  for (const folder of folders) {
    for (const name of namesInFolder(folder))
      if (/\.(?:jsonc?|ndjson|ya?ml)$/i.test(name)) files.add(join(folder, name));
    for (let above = folder; ; above = dirname(above)) {
      files.add(join(above, configuration));
      if (dirname(above) === above) break;
    }
  }
  return [...files];
}

/** Returns the path up to its first part with a wildcard. */
function baseOf(path: string): string {
  if (!isDynamicPattern(path) || isThere(path)) return path;
  const parts = path.split('/');
  const first = parts.findIndex((part) => isDynamicPattern(part));
  return parts.slice(0, first).join('/') || (path.startsWith('/') ? '/' : '.');
}

function below(folder: string): readonly string[] {
  const found = globSync('**', {
    cwd: folder,
    absolute: true,
    onlyDirectories: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
  return [...new Set([folder, ...found.map((path) => resolve(path))])];
}

function namesInFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
