import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  type Stats,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { causeOf, readBytes } from './files';

/**
 * Writes another text into a file if it still holds the former one, and returns why that was not possible, as half a sentence. At every moment there is a
 * whole file; it keeps its rights. A link leads to the new text, too.
 */
export function replaceText(path: string, former: string, text: string): string | undefined {
  let neighbour: string | undefined;
  try {
    const target = realpathSync.native(path);
    const file = openSync(target, 'r');
    const found = fstatSync(file);
    closeSync(file);
    // A rename needs no right to write the file itself.
    accessSync(target, constants.W_OK);
    if ((found.mode & 0o222) === 0) return 'it is read-only';
    if (found.nlink > 1) return 'it has another name as well (a hard link), which would keep the former text';
    neighbour = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
    writeWhole(neighbour, text, found);
    const now = readBytes(target);
    if ('cause' in now) return now.cause;
    if (!now.bytes.equals(Buffer.from(former))) return 'it has changed meanwhile, or is not UTF-8 text';
    renameSync(neighbour, target);
    neighbour = undefined;
    return undefined;
  } catch (error) {
    return causeOf(error);
  } finally {
    if (neighbour !== undefined) rmSync(neighbour, { force: true });
  }
}

function writeWhole(path: string, text: string, { mode, uid, gid }: Stats): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    if (uid !== process.getuid?.()) fchownSync(file, uid, gid);
    fchmodSync(file, mode & 0o777);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
