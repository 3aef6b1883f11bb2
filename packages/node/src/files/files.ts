import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import { access, open, readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { searchRequestFiles, type SearchedEntry } from '@rulebook/platform/search-request-files';
import { errorCodeOf } from './error-code';

/** The content of a file, or why there is none, as half a sentence. */
export type FileContent = { readonly text: string } | NoContent;

/** Why a file cannot be read. */
interface NoContent {
  /** Half a sentence. */
  readonly cause: string;
  /** Set when there is nothing of this name. */
  readonly isMissing?: boolean;
  /** Set when it is text in another encoding than UTF-8, or no text. */
  readonly isNotUtf8?: boolean;
}

/** The largest file that is read unless the caller sets a lower limit, in bytes. */
const longestFile = 500_000_000;
/** The largest file that is read in addition to an open one, for example as the body of a request, in bytes. */
const longestNextTo = 20_000_000;

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission is missing',
  EPERM: 'permission is missing',
  ELOOP: 'its symbolic links form a loop',
  ENXIO: 'it is not a regular file',
  EISDIR: 'it is a folder',
  EEXIST: 'there is a file of this name',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'its file system is read-only',
  EAGAIN: 'it is not a regular file',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'its name is not valid',
};

/** Without `O_NONBLOCK`, opening a pipe waits until another process writes to it. */
const reading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Where the bytes of small texts are read, one after the other: a buffer for each costs more than reading it. */
let shared: Buffer | undefined;
const longestShared = 65_536;

/** Reads a file as text, as `readBytes` does. */
export function readText(path: string, maximum?: number): FileContent {
  const content = readInto(path, { maximum, first: sharedBuffer });
  return 'cause' in content ? content : utf8Text(content.bytes);
}

function sharedBuffer(length: number): Buffer {
  return length > longestShared ? Buffer.allocUnsafe(length) : (shared ??= Buffer.allocUnsafeSlow(longestShared));
}

/** Returns the text of bytes. What is not UTF-8 is not read: its characters would be replaced, and sent or written so. */
export function utf8Text(bytes: Buffer): FileContent {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8') };
  const encoding = /^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)) ? 'UTF-16' : 'not UTF-8';
  return { cause: `its text is ${encoding}; save it as UTF-8`, isNotUtf8: true };
}

/**
 * Reads a regular file up to a size; never throws and never waits. Devices, pipes, sockets and folders are not read because that may not
 * end; neither is a file that grows beyond the limit while it is read.
 */
export function readBytes(path: string, maximum?: number): { readonly bytes: Buffer } | NoContent {
  return readInto(path, { maximum, first: (length) => Buffer.allocUnsafe(length) });
}

/** Reads a file. `first` returns the buffer for its beginning, which is all of it unless the file grows meanwhile. */
function readInto(
  path: string,
  {
    maximum = longestFile,
    first,
  }: { readonly maximum?: number | undefined; readonly first: (length: number) => Buffer },
): { readonly bytes: Buffer } | NoContent {
  let file: number | undefined;
  try {
    file = openSync(path, reading);
    const found = fstatSync(file);
    const cause = refuseFile(found, maximum);
    if (cause !== undefined) return { cause };
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      // Virtual files, such as those in /proc, have the size 0.
      const length = Math.max(found.size - size, 0) + 4096;
      const chunk = size === 0 ? first(length) : Buffer.allocUnsafe(length);
      const count = readSync(file, chunk, 0, chunk.length, null);
      if (count === 0) return { bytes: joinedChunks(chunks, size) };
      size += count;
      if (size > maximum) return { cause: tooLarge };
      chunks.push(chunk.subarray(0, count));
      // There was room for more, so this is the end of a file that has a size.
      if (size === found.size && count < chunk.length) return { bytes: joinedChunks(chunks, size) };
    }
  } catch (error) {
    return noContent(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function joinedChunks(chunks: readonly Buffer[], size: number): Buffer {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}

/** Reads a file as text, as `readBytes` does but asynchronously; a byte order mark becomes a blank. */
export async function readTextFile(path: string): Promise<FileContent> {
  const content = await readFileBytes(path, longestNextTo);
  return 'cause' in content ? content : { text: content.bytes.toString('utf8').replace(/^\uFEFF/, ' ') };
}

/** Reads a regular file as `readBytes` does, but asynchronously. */
export async function readFileBytes(
  path: string,
  maximum = longestFile,
): Promise<{ readonly bytes: Buffer } | NoContent> {
  try {
    const file = await open(path, reading);
    try {
      const cause = refuseFile(await file.stat(), maximum);
      return cause === undefined ? { bytes: await file.readFile() } : { cause };
    } finally {
      await file.close();
    }
  } catch (error) {
    return noContent(error);
  }
}

/** Returns the size of a file in bytes and the time of its last change; undefined when there is none. */
export async function describeFile(
  path: string,
): Promise<{ readonly size: number; readonly modified: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { size, modified: mtimeMs };
  } catch {
    return undefined;
  }
}

/** In bytes. */
const startLength = 4_096;

/** Returns the beginning of a text file; undefined when it cannot be read. Never rejects. */
export async function readStart(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) return undefined;
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(startLength), 0, startLength, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Returns whether there is a regular file, also behind a link. Never rejects. */
export async function isRegularFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Returns whether a file may be changed. Never rejects. */
export async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    // An administrator may write everything; a file without these rights is not meant to be changed nevertheless.
    return ((await stat(path)).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}

const tooLarge = 'it is too large';

function refuseFile(found: Stats, maximum: number): string | undefined {
  if (found.isDirectory()) return 'it is a folder';
  if (!found.isFile()) return 'it is not a regular file';
  return found.size > maximum ? tooLarge : undefined;
}

function noContent(error: unknown): NoContent {
  const code = errorCodeOf(error);
  return { cause: causeOf(error), ...((code === 'ENOENT' || code === 'ENOTDIR') && { isMissing: true }) };
}

/** Returns the path without links, when it lies in one of the folders; undefined when it lies elsewhere or is not there. */
export function pathInside(path: string, folders: readonly string[]): string | undefined {
  const real = realPathOf(path);
  if (real === undefined) return undefined;
  const isInside = folders.some((folder) => {
    const way = relative(realPathOf(folder) ?? resolve(folder), real);
    // On Windows the way to another drive is an absolute path.
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
  return isInside ? real : undefined;
}

/** Reads the file at a path from a folder, unless it is outside of that. Never rejects. */
export async function readInside(folder: string, path: string): Promise<{ readonly path: string } & FileContent> {
  const absolute = resolve(folder, path);
  const inside = pathInside(absolute, [folder]);
  if (inside !== undefined) return { path: absolute, ...(await readTextFile(inside)) };
  const content = await readTextFile(absolute);
  return {
    path: absolute,
    cause: 'text' in content ? 'it is outside the folder of `rulebook.json`' : content.cause,
    isMissing: 'text' in content ? false : content.isMissing,
  };
}

/** Returns where a path leads behind links; undefined when there is nothing. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Returns why an operation on a file failed, as half a sentence. */
export function causeOf(error: unknown): string {
  const code = errorCodeOf(error);
  return causes[code ?? ''] ?? (code === undefined ? 'the cause is not known' : `the system reports ${code}`);
}

/** Returns the paths of the request files in a folder and the folders below it, and of others whose names match, within limits; unreadable folders and links are skipped. */
export async function findRequestFiles(folder: string, most?: number, others?: RegExp): Promise<readonly string[]> {
  const entries = async (path: string) =>
    (await readdir(path, { withFileTypes: true }).catch(() => [])).map((entry): SearchedEntry => {
      return { name: entry.name, kind: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other' };
    });
  return searchRequestFiles(folder, { entries, join }, most, others);
}
