import {
  chmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';

/** On Windows, the folders of a user are private by their location, and files have no mode or owner to check. */
const hasModes = process.platform !== 'win32';
/** Files of this kind are smaller unless the caller knows better, in bytes. */
const longest = 1_000_000;

/** Reads a file that only this user can have written and can read; undefined when there is no such file. */
export function readPrivateFile(path: string, maximum = longest): string | undefined {
  try {
    return isPrivate(path, maximum) ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the size of such a file, which need not be text, in bytes. */
export function sizeOfPrivateFile(path: string, maximum: number): number | undefined {
  try {
    return isPrivate(path, maximum) ? statSync(path).size : undefined;
  } catch {
    return undefined;
  }
}

/** Opens such a file to read parts of it, until the program ends; its size is in bytes. */
export function openPrivateFile(path: string): { readonly descriptor: number; readonly size: number } | undefined {
  try {
    if (!isPrivate(path, Infinity)) return undefined;
    const descriptor = openSync(path, 'r');
    return { descriptor, size: fstatSync(descriptor).size };
  } catch {
    return undefined;
  }
}

function isPrivate(path: string, maximum: number): boolean {
  const folder = lstatSync(dirname(path));
  const file = lstatSync(path);
  if (!folder.isDirectory() || !isOwn(folder, 0o022)) return false;
  return file.isFile() && file.size <= maximum && isOwn(file, 0o077);
}

/** Returns whether there is such a folder, which only this user can change; throws where others can. */
export function isOwnFolder(path: string): boolean {
  const folder = lstatSync(path, { throwIfNoEntry: false });
  if (folder === undefined) return false;
  if (!folder.isDirectory() || !isOwn(folder, 0o022)) throw new Error(`${path} can be changed by other users`);
  return true;
}

/** Returns why a file that is there is not read, as the end of a sentence with the next step; undefined when it is read, or is not there. */
export function refusalOfFile(path: string): string | undefined {
  let file: Stats;
  try {
    file = lstatSync(path);
  } catch {
    return undefined;
  }
  if (file.isSymbolicLink()) return 'it is a link; put the file itself there';
  if (!file.isFile()) return 'it is not a regular file';
  if (file.size > longest) return 'it is too large';
  if (hasModes && file.uid !== process.getuid?.()) return 'it belongs to another user';
  return isOwn(file, 0o077) ? undefined : `other users can read it; run "chmod 600 ${path}"`;
}

/** Writes a file that only this user can read, in a folder that only this user can change. Throws when others can change the folder. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || !isOwn(found, 0o022)) throw new Error(`${folder} can be changed by other users.`);
  replacePrivately(path, content);
}

/**
 * Writes a file that only this user can read: a reader sees either the whole new file or the former one, and a link is replaced, not followed. A
 * device or a pipe, such as `/dev/stdout`, receives the text. Throws.
 */
export function replacePrivately(path: string, content: string | Uint8Array): void {
  const target = statSync(path, { throwIfNoEntry: false });
  if (target !== undefined && !target.isFile() && !target.isDirectory()) {
    writeFileSync(path, content);
    return;
  }
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
    if (hasModes) chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns whether a file belongs to this user, and other users have none of these rights. */
function isOwn({ uid, mode }: Stats, rightsOfOthers: number): boolean {
  return !hasModes || (uid === process.getuid?.() && (mode & rightsOfOthers) === 0);
}
