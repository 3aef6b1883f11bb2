import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { importableIn, kindOfPostmanFile, versionOfDescription, type Importable } from '@rulebook/exchange';
import { isRequestFileName } from '@rulebook/request-file/syntax';
import { readText } from '@rulebook/node/files/files';

/** A file of another tool, or the folder of a collection. */
export interface ForeignFile {
  readonly path: string;
  readonly kind: Importable['kind'];
  readonly requests: number;
}

/** What was found below a folder, by paths from there with slashes, in the order of their names. */
export interface ProjectFiles {
  readonly descriptions: readonly { readonly path: string; readonly version: string }[];
  readonly requestFiles: readonly string[];
  /** Request files that cannot be read, such as in UTF-16, and why. */
  readonly unreadFiles: readonly { readonly path: string; readonly cause: string }[];
  readonly environmentFiles: readonly string[];
  /** The settings of VS Code with environments of REST Client. */
  readonly restClientSettings: readonly string[];
  readonly foreign: readonly ForeignFile[];
  /** There was more than is looked at. */
  readonly isPartial: boolean;
}

/** Nothing of the project itself is there. */
const skipped = new Set(
  ['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'out', 'target', 'coverage', '__pycache__'].concat([
    'venv',
    'bin',
    'obj',
  ]),
);
const most = { files: 20_000, read: 400, depth: 8, bytes: 8_000_000 };
/** In UTF-16 code units. */
const longestHead = 20_000;
const environmentFile = /(?:^|\/)(?:http-client\.(?:private\.)?env\.json|\.env(?:\.\w+)?)$/;

/** Looks for what `rulebook init` begins with. It reads the beginnings of files, and follows no links. */
export function findProjectFiles(root: string): ProjectFiles {
  const found = {
    descriptions: [] as { readonly path: string; readonly version: string }[],
    requestFiles: [] as string[],
    unreadFiles: [] as { readonly path: string; readonly cause: string }[],
    environmentFiles: [] as string[],
    restClientSettings: [] as string[],
    foreign: [] as ForeignFile[],
  };
  const { paths, isPartial } = filesBelow(root);
  let toRead: number = most.read;
  let toTry: number = most.read;
  const collections: string[] = [];
  for (const path of paths) {
    if (isRequestFileName(path)) {
      const content = toTry-- > 0 ? readText(join(root, path), most.bytes) : undefined;
      if (content !== undefined && 'cause' in content) found.unreadFiles.push({ path, cause: content.cause });
      else found.requestFiles.push(path);
    } else if (environmentFile.test(path)) found.environmentFiles.push(path);
    else if (collections.some((folder) => path.startsWith(folder))) continue;
    else if (/\.(?:ya?ml|json|hurl|bru|har|postman_collection)$/i.test(path) && toRead-- > 0)
      addByText(found, collections, root, path);
  }
  return { ...found, isPartial: isPartial || toRead < 0 };
}

interface Found {
  readonly descriptions: { readonly path: string; readonly version: string }[];
  readonly restClientSettings: string[];
  readonly foreign: ForeignFile[];
}

function addByText(found: Found, collections: string[], root: string, path: string): void {
  const content = readText(join(root, path), most.bytes);
  if ('cause' in content) return;
  const { text } = content;
  if (path.endsWith('.vscode/settings.json')) {
    if (text.includes('"rest-client.environmentVariables"')) found.restClientSettings.push(path);
    return;
  }
  const version = versionOfDescription(text.slice(0, longestHead));
  if (version !== undefined) {
    found.descriptions.push({ path, version: text.slice(version.start, version.end).replace(/["']/g, '') });
    return;
  }
  const importable = importableIn(text);
  if (importable === undefined) return;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  if (importable.kind === 'folder' || kindOfPostmanFile(path) === 'definition') {
    // Its requests are in the files around it.
    collections.push(folder);
    const isPart = (one: ForeignFile) => one.path.startsWith(folder);
    found.foreign.splice(0, found.foreign.length, ...found.foreign.filter((one) => !isPart(one)));
    found.foreign.push({ path: folder === '' ? '.' : folder, kind: 'folder', requests: 0 });
  } else found.foreign.push({ path, ...importable });
}

/** The files below a folder, those of outer folders first. */
function filesBelow(root: string): { readonly paths: readonly string[]; readonly isPartial: boolean } {
  const paths: string[] = [];
  const open: { readonly folder: string; readonly depth: number }[] = [{ folder: '', depth: 0 }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const entry of entriesOf(join(root, next.folder))) {
      const path = next.folder === '' ? entry.name : `${next.folder}/${entry.name}`;
      if (entry.isDirectory()) {
        const isLooked = !skipped.has(entry.name) && (!entry.name.startsWith('.') || entry.name === '.vscode');
        if (isLooked && next.depth < most.depth) open.push({ folder: path, depth: next.depth + 1 });
      } else if (entry.isFile() && paths.push(path) >= most.files) return { paths, isPartial: true };
    }
  }
  return { paths, isPartial: false };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // It may not be read, or was removed meanwhile.
    return [];
  }
}

/** Returns whether there is a file or folder. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
