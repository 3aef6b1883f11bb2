import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
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
    else linkSync(neighbour, path);
    syncFolder(dirname(path));
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'there is a file of this name';
    return causeOf(error);
  } finally {
    rmSync(neighbour, { force: true });
  }
}

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
