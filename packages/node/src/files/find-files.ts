import { isMarkdownName, isRequestFileName, requestFileEndings } from '@rulebook/request-file/syntax';
import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { filesBelow, patternOf } from './files-below';

/** The files that the paths on a command line stand for. Paths are in the form of reports: relative to the current folder, with slashes. */
export interface FoundFiles {
  /** Request files first: they say which JSON files are bodies. */
  readonly files: readonly string[];
  /** The files whose own paths were given. */
  readonly named: ReadonlySet<string>;
  /** Paths and globs that match nothing. */
  readonly missing: readonly string[];
  /** Folders that hold no such file. */
  readonly empty: readonly string[];
}

/** Which files are looked for: those that can be checked, those that hold requests, or those whose requests can be rehearsed. Who names a file means it, whatever it is. */
export type WantedFiles = 'checked' | 'requests' | 'rehearsed';

/** How the names of those end that are looked for in folders. */
const endings: Readonly<Record<WantedFiles, readonly string[]>> = {
  checked: [...requestFileEndings, 'json', 'jsonc', 'arazzo.yaml', 'arazzo.yml', 'overlay.yaml', 'overlay.yml'],
  requests: requestFileEndings,
  // Recordings, logs and exports of Console, too.
  rehearsed: [...requestFileEndings, 'json', 'jsonc', 'har', 'log', 'txt'],
};

/** Says that a path or glob on a command line names nothing. */
export function missingInput(path: string): string {
  return `${path}: no such file, folder or match; check the path`;
}

/** Returns whether a path is that of a request file. */
export function isRequestFile(path: string): boolean {
  return isRequestFileName(path);
}

/** Finds the files of paths, folders and globs, each once. What finds those of globs is loaded for the first of them, or for a folder with links. */
export async function findFiles(paths: readonly string[], wanted: WantedFiles = 'checked'): Promise<FoundFiles> {
  const files = new Set<string>();
  const named = new Set<string>();
  const missing: string[] = [];
  const empty: string[] = [];
  const shownMatch = createShownPath();
  for (const path of paths) {
    const kind = kindOf(path);
    if (kind === 'file') {
      files.add(shownPath(path));
      named.add(shownPath(path));
      continue;
    }
    const matches = kind === 'folder' ? await filesOf(path, endings[wanted]) : await matchesOf(path, wanted);
    if (matches.length === 0) (kind === 'folder' ? empty : missing).push(path);
    for (const match of matches) files.add(shownMatch(match));
  }
  const requests: string[] = [];
  const others: string[] = [];
  for (const file of files) (isRequestFile(file) ? requests : others).push(file);
  return { files: [...requests, ...others], named, missing, empty };
}

async function filesOf(folder: string, ends: readonly string[]): Promise<readonly string[]> {
  const found = filesBelow(folder, ends);
  if (found !== undefined) return found;
  const { filesMatching } = await import('./match-files');
  return filesMatching(patternOf(ends), folder);
}

async function matchesOf(path: string, wanted: WantedFiles): Promise<readonly string[]> {
  const { filesMatching, isGlob } = await import('./match-files');
  if (!isGlob(path)) return [];
  return filesMatching(path, process.cwd()).filter((match) => wanted !== 'requests' || holdsRequests(match));
}

function holdsRequests(path: string): boolean {
  return isRequestFile(path) || isMarkdownName(path);
}

function kindOf(path: string): 'file' | 'folder' | 'none' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'none';
  }
}

/** Returns what shows the absolute path of a file, and looks at each folder once. */
function createShownPath(): (path: string) => string {
  const folders = new Map<string, string>();
  return (path) => {
    const nameStart = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, nameStart);
    let shown = folders.get(folder);
    if (shown === undefined) {
      shown = shownPath(`${folder}x`).slice(0, -1);
      folders.set(folder, shown);
    }
    return shown + path.slice(nameStart);
  };
}

function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path).split(sep).join('/');
  return fromHere === '' || fromHere.startsWith('../') ? path.split(sep).join('/') : fromHere;
}
