import { refused, type Refusal } from '@rulebook/sender/refusal';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import {
  environmentFileKind,
  inFolderOrder,
  isPrivateByName,
  problemWith,
  readEnvironments,
  type EnvironmentTables,
  type Environments,
  type FoundEnvironmentFile,
} from '@rulebook/request-file/environments';
import { readText, realPathOf } from './files';
import { isIgnoredByGit } from './git-ignore';

/** In bytes. */
const longest = 10_000_000;
/** In a folder with more entries, only environment files are looked for. */
const maxEntries = 20_000;

/** What one folder holds. */
interface FolderFiles {
  readonly files: readonly ReadFile[];
  readonly settings: readonly ReadFile[];
}

type ReadFile = Omit<FoundEnvironmentFile, 'place'>;

/** What was read of each folder, for a user who asks about many of them. */
export type EnvironmentFolders = Map<string, FolderFiles>;

/** Finds the files of variables that count for the request files of a folder: in it and the folders above, the nearest first. */
export function findEnvironmentFiles(
  folder: string,
  known: EnvironmentFolders = new Map(),
): readonly FoundEnvironmentFile[] {
  const start = resolve(folder);
  const found: ReadFile[] = [];
  let hasSettings = false;
  for (let at = start; ; at = dirname(at)) {
    const here = known.get(at) ?? readFolder(at);
    known.set(at, here);
    found.push(...here.files);
    // Only the settings of the nearest folder with settings are those of the workspace.
    if (!hasSettings) found.push(...here.settings);
    hasSettings ||= here.settings.length > 0;
    if (dirname(at) === at) break;
  }
  return found.map((one) => ({ ...one, place: relative(start, one.path).split(sep).join('/') }));
}

function readFolder(folder: string): FolderFiles {
  const names = namesInFolder(folder);
  const ordered = (all: readonly string[]) => inFolderOrder(all.filter(isOfVariables), (name) => name);
  const paths = ordered(names).map((name) => join(folder, name));
  // httpYac looks in a folder of this name, too.
  const below = names.includes('env') ? ordered(namesInFolder(join(folder, 'env'))) : [];
  const settings = [
    ...(names.includes('.vscode') ? [join(folder, '.vscode', 'settings.json')] : []),
    ...names.filter((name) => name.endsWith('.code-workspace')).map((name) => join(folder, name)),
  ];
  return {
    files: [...paths, ...below.map((name) => join(folder, 'env', name))].flatMap((path) => readOne(path) ?? []),
    settings: settings.flatMap((path) => readOne(path) ?? []),
  };
}

function isOfVariables(name: string): boolean {
  const kind = environmentFileKind(name)?.kind;
  return kind !== undefined && kind !== 'settings';
}

function readOne(path: string): ReadFile | undefined {
  const content = readText(path, longest);
  if ('text' in content) {
    // Most packages say nothing about variables.
    const isOther = basename(path) === 'package.json' && !content.text.includes('"httpyac"');
    if (isOther) return undefined;
    const file = { path, realPath: realPathOf(path) ?? path, content };
    return isPrivateByName(path) && isIgnoredByGit(path) === false ? { ...file, isExposed: true } : file;
  }
  return content.isMissing || content.cause === 'it is a folder' ? undefined : { path, content };
}

function namesInFolder(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder);
    return names.length > maxEntries ? names.filter((name) => name.startsWith('http-client.')) : names;
  } catch {
    return [];
  }
}

/** Returns the environments that count for a folder, or why they cannot be used with the chosen one. */
export function environmentsFor(
  folder: string,
  chosen: string | undefined,
  tables?: EnvironmentTables,
  known?: EnvironmentFolders,
): { readonly environments: Environments } | Refusal {
  const environments = readEnvironments(findEnvironmentFiles(folder, known), tables);
  const problem = problemWith(environments, chosen);
  return problem === undefined ? { environments } : refused(problem);
}
