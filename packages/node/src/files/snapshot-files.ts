import { refused, type Refusal } from '@rulebook/sender/refusal';
import type { SnapshotFiles } from '@rulebook/sender/asserts';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { causeOf, pathInside, readText, realPathOf } from './files';
import { replaceFile } from './replace-file';

/** The folder of snapshots, next to the request files that they are of. */
const folderName = '__snapshots__';
/** In bytes. */
const longest = 50_000_000;

/** Returns the files of snapshots for the requests of a file, and of those that it imports. A file is replaced as a whole or not at all. */
export function createSnapshotFiles(path: string): SnapshotFiles {
  const fileOf = (requestFile = path) => {
    const folder = join(dirname(requestFile), folderName);
    return { folder, file: join(folder, `${basename(requestFile)}.snap.json`) };
  };
  return {
    nameOf: (requestFile = path) => `${folderName}/${basename(requestFile)}.snap.json`,
    read: (requestFile) => {
      const { folder, file } = fileOf(requestFile);
      if (!existsSync(file)) return Promise.resolve(undefined);
      const problem = outsideOf(dirname(folder), file);
      if (problem !== undefined) return Promise.resolve(problem);
      const content = readText(file, longest);
      return Promise.resolve('text' in content ? content.text : refused(content.cause));
    },
    write: (requestFile, text) => {
      const { folder, file } = fileOf(requestFile);
      try {
        mkdirSync(folder, { recursive: true });
        const problem = outsideOf(dirname(folder), existsSync(file) ? file : folder);
        if (problem !== undefined) return Promise.resolve(problem);
        if (existsSync(file)) replaceFile(file, text);
        else createWhole(file, text);
        return Promise.resolve(undefined);
      } catch (error) {
        return Promise.resolve(refused(causeOf(error)));
      }
    },
  };
}

/** Writes a new file: a reader sees none or the whole one. */
function createWhole(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns why a file is not read or written: a link leads out of the folder. */
function outsideOf(folder: string, path: string): Refusal | undefined {
  const isInside = pathInside(path, [realPathOf(folder) ?? folder]) !== undefined;
  return isInside ? undefined : refused('a link leads out of the folder of the request file');
}
