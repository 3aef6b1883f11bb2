import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderFormat, FolderIndex } from '@rulebook/sandbox';
import { FolderProblem } from './folder-problem';

const largestIndex = 64 * 1024 * 1024;

/** Reads the newest index file of a folder, or returns undefined when there is none. A broken one is a problem. */
export async function readFolderIndex(folder: string, format: FolderFormat): Promise<FolderIndex | undefined> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const name = format.newestIndex(files.map((entry) => entry.name));
  if (name === undefined) return undefined;
  const index = format.readIndex(await readRegularFile(join(folder, name)));
  if (index === undefined) throw new FolderProblem(`Its index file [${name}] cannot be read.`);
  return index;
}

/** Writes the first index file of a new folder, with its id. */
export async function writeFolderIndex(folder: string, uuid: string, format: FolderFormat): Promise<void> {
  const { name, text } = format.firstIndex(uuid);
  const handle = await open(join(folder, name), 'wx');
  try {
    await handle.writeFile(text);
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
