import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderProblem } from './folder-problem';

/** The content of the newest index file of a repository. */
export interface RepositoryIndex {
  readonly uuid?: string;
  /** The names of the folders below `indices` that snapshots refer to. */
  readonly indices: ReadonlySet<string>;
}

const largestIndex = 64 * 1024 * 1024;

/** Reads the newest index file of a repository, or returns undefined when there is none. A broken one is a problem. */
export async function readRepositoryIndex(folder: string): Promise<RepositoryIndex | undefined> {
  const generations = (await readdir(folder, { withFileTypes: true })).flatMap((entry) => {
    const [, generation] = /^index-(\d{1,15})$/.exec(entry.name) ?? [];
    return generation === undefined || !entry.isFile() ? [] : [Number(generation)];
  });
  if (generations.length === 0) return undefined;
  const name = `index-${Math.max(...generations)}`;
  const text = await readRegularFile(join(folder, name));
  const value = parse(text);
  const indices = isRecord(value) ? value.indices : undefined;
  if (!isRecord(value) || !isRecord(indices)) throw new FolderProblem(`Its index file [${name}] cannot be read.`);
  const ids = Object.values(indices).map((index) => (isRecord(index) ? index.id : undefined));
  if (!ids.every((id) => typeof id === 'string')) throw new FolderProblem(`Its index file [${name}] cannot be read.`);
  return { ...(typeof value.uuid === 'string' && { uuid: value.uuid }), indices: new Set(ids) };
}

/** Writes the first index file of a new repository, with its id. */
export async function writeRepositoryIndex(folder: string, uuid: string): Promise<void> {
  const index = { min_version: '7.12.0', uuid, snapshots: [], indices: {}, index_metadata_identifiers: {} };
  const handle = await open(join(folder, 'index-0'), 'wx');
  try {
    await handle.writeFile(JSON.stringify(index));
  } finally {
    await handle.close();
  }
}

async function readRegularFile(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if ((await handle.stat()).size > largestIndex) throw new FolderProblem('Its index file is too large.');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
