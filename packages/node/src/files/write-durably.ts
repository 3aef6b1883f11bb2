import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { causeOf } from './files';

/**
 * Writes a file as a whole, so that it is on the disk when this returns, or returns why it could not. Without `replaces`, a file that is there stays
 * as it is.
 */
export function writeDurably(
  path: string,
  text: string,
  { replaces, mode }: { readonly replaces: boolean; readonly mode: number },
): string | undefined {
  const neighbour = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const file = openSync(neighbour, 'wx', mode);
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (replaces) renameSync(neighbour, path);
    else takeName(neighbour, path);
    syncFolder(dirname(path));
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'there is a file of this name';
    return causeOf(error);
  } finally {
    rmSync(neighbour, { force: true });
  }
}

/** Gives a written file a name that no other has. File systems without links, such as exFAT and some of networks, get a copy. */
function takeName(written: string, path: string): void {
  try {
    linkSync(written, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && withoutLinks.includes(String(error.code)))) throw error;
    copyFileSync(written, path, constants.COPYFILE_EXCL);
    const file = openSync(path, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

const withoutLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Some systems open no folders. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file is there, in any case.
  }
}
