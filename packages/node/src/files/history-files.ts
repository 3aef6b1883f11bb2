import { existsSync, rmSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file';

/** In bytes: a larger file is not one of the history. */
const longest = 16_000_000;
/** In milliseconds: a draft of this age was left by a process that ended while it wrote. */
const longestWrite = 60_000;
/** What the name of an entry looks like, also of one that was kept aside. */
const entryName = /^\d{15}-[\w-]+\.json(\.damaged)?$/;
const draftName = /^\d{15}-[\w-]+\.json\.[\da-f-]{36}$/;

/** Returns the files of the history in a folder, which is created with the first one. Only this user can read them (mode 0600). */
export function createHistoryFiles(folder: string) {
  const pathOf = (name: string) => {
    if (!entryName.test(name)) throw new Error(`${name} is not an entry of the history.`);
    return join(folder, name);
  };
  return {
    list: async () => {
      const files: { readonly name: string; readonly size: number }[] = [];
      for (const name of await readdir(folder).catch(() => [])) {
        const isDraft = draftName.test(name);
        if (!isDraft && !entryName.test(name)) continue;
        const found = await lstat(join(folder, name)).catch(() => undefined);
        if (found === undefined) continue;
        if (!isDraft) files.push({ name, size: found.size });
        else if (Date.now() - found.mtimeMs > longestWrite) await rm(join(folder, name), { force: true });
      }
      return files;
    },
    read: (name: string): Promise<string | undefined> => {
      const path = pathOf(name);
      const text = readPrivateFile(path, longest);
      return text === undefined && existsSync(path)
        ? Promise.reject(new Error(`${path} cannot be read.`))
        : Promise.resolve(text);
    },
    write: (name: string, text: string): Promise<void> => {
      try {
        writePrivateFile(pathOf(name), text);
        return Promise.resolve();
      } catch (error) {
        return Promise.reject(new Error(causeOf(error)));
      }
    },
    remove: (name: string): Promise<void> => {
      rmSync(pathOf(name), { force: true });
      return Promise.resolve();
    },
    setAside: (name: string) => rename(pathOf(name), `${pathOf(name)}.damaged`),
  };
}

function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'its folder cannot be written';
  return typeof code === 'string' ? code : 'its folder can be changed by other users';
}
