import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** On Windows, folders of the user are private by their place, and files have neither mode nor owner that would say so. */
const hasModes = process.platform !== 'win32';
/** Nobody writes more into such a file. */
const longest = 1_000_000;

/** Reads a file that only this user can have written and can read; undefined when there is none that is like that. */
export function readPrivateFile(path: string): string | undefined {
  try {
    const folder = lstatSync(dirname(path));
    const file = lstatSync(path);
    if (!folder.isDirectory() || !isOwn(folder, 0o022)) return undefined;
    if (!file.isFile() || file.size > longest || !isOwn(file, 0o077)) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes a file that only this user can read, in a folder of its own kind. Throws when the folder belongs to somebody else. */
export function writePrivateFile(path: string, text: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || !isOwn(found, 0o022)) throw new Error(`${folder} can be changed by somebody else.`);
  // A reader sees all of it or what was there before.
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    if (hasModes) chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns whether something belongs to this user, and others have none of these rights. */
function isOwn({ uid, mode }: Stats, rightsOfOthers: number): boolean {
  return !hasModes || (uid === process.getuid?.() && (mode & rightsOfOthers) === 0);
}
