import { randomBytes } from 'node:crypto';
import { lstat, mkdir, mkdtemp, open, readdir, realpath, rm, rmdir, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { FolderFormat, FolderTask, MachineOutcome } from '@rulebook/sandbox';
import { describeFileError, FolderProblem } from './folder-problem';
import { probeUrl } from './probe-url';
import { readFolderIndex, writeFolderIndex } from './folder-index';

/** In bytes. Every usual system accepts this, with room for the files inside. */
const longestPath = 900;
const longestName = 255;

/** What the folder tasks of a sandbox may touch. */
interface FolderTasksOptions {
  /** Absolute folders; nothing outside of them is read or written. */
  readonly roots: readonly string[];
  /** Host names that may be contacted besides this machine; `*` allows every host. */
  readonly allowHosts: readonly string[];
}

/** Returns a function that carries out the sandbox's tasks on folders. Never rejects. */
export function createFolderTasks(options: FolderTasksOptions): (task: FolderTask) => Promise<MachineOutcome> {
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: two tasks that make the same folder would disturb each other.
  const queue = (work: () => Promise<MachineOutcome>): Promise<MachineOutcome> => {
    const next = last.then(work).catch(problemOf);
    last = next;
    return next;
  };
  return (task) =>
    task.kind === 'probe-url' ? probeUrl(task.url, options.allowHosts) : queue(() => perform(options.roots, task));
}

async function perform(
  roots: readonly string[],
  task: Exclude<FolderTask, { readonly kind: 'probe-url' }>,
): Promise<MachineOutcome> {
  switch (task.kind) {
    case 'verify-folder':
      return { uuid: await verifyFolder(await admit(roots, task.location, true), task.uuid, task.format) };
    case 'read-folder':
      return readFolder(await admit(roots, task.location, false), task.format);
    case 'clean-folder':
      return cleanFolder(await admit(roots, task.location, false, true), task.format);
  }
}

function problemOf(error: unknown): MachineOutcome {
  return { problem: error instanceof FolderProblem ? error.message : describeFileError(error) };
}

/** Makes an empty folder for what a sandbox stores; `remove` deletes it with its content. */
export async function createTemporaryFolder(content: string): Promise<{
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `rulebook-${content}-`)));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Returns the real path of a folder that lies in one of the roots, also when all links are followed. With `isMade`, what is
 * missing is made folder by folder: none of them can be a link then.
 */
async function admit(
  roots: readonly string[],
  location: string,
  isMade: boolean,
  mayBeMissing = false,
): Promise<string> {
  if (location.includes('\0')) throw new FolderProblem('The location holds a control character.');
  const folder = resolve(location);
  const root = roots.map((one) => resolve(one)).find((one) => isWithin(one, folder));
  if (root === undefined) throw new FolderProblem('The location is not below a folder that the sandbox may use.');
  // Before anything is made: a path that is too long could not be removed either.
  if (
    Buffer.byteLength(folder) > longestPath ||
    folder.split(sep).some((one) => Buffer.byteLength(one) > longestName)
  ) {
    throw new FolderProblem('The location is too long for the file system.');
  }
  if (isMade) await mkdir(root, { recursive: true });
  const realRoot = await realpath(root);
  let real = realRoot;
  for (const segment of relative(root, folder).split(sep).filter(Boolean)) {
    const next = join(real, segment);
    const entry = await lstat(next).catch(ifMissing);
    if (entry === undefined) {
      if (!isMade) {
        if (mayBeMissing) return next;
        throw new FolderProblem('The folder does not exist.');
      }
      await mkdir(next);
      real = next;
      continue;
    }
    real = entry.isSymbolicLink() ? await realpath(next) : next;
    if (!isWithin(realRoot, real)) {
      throw new FolderProblem('The location leads out of the folder that the sandbox may use, through a link.');
    }
    if (!entry.isSymbolicLink() && !entry.isDirectory()) throw new FolderProblem('The location is not a folder.');
  }
  return real;
}

/** Writes, reads and removes a file as the service does, and returns the id of the folder. */
async function verifyFolder(folder: string, uuid: string, format: FolderFormat): Promise<string> {
  const seed = randomBytes(12).toString('base64url');
  const place = join(folder, `${format.trial.folder}${seed}`);
  await mkdir(place);
  const file = join(place, format.trial.file);
  try {
    // `x`: the file is new, so no link can lead it elsewhere.
    const handle = await open(file, 'wx+');
    try {
      await handle.writeFile(seed);
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64), position: 0 });
      if (buffer.toString('utf8', 0, bytesRead) !== seed) {
        throw new FolderProblem('What the sandbox wrote there cannot be read again.');
      }
    } finally {
      await handle.close();
    }
  } finally {
    await unlink(file).catch(() => undefined);
    await rmdir(place).catch(() => undefined);
  }
  const index = await readFolderIndex(folder, format);
  if (index) return index.uuid ?? uuid;
  // A folder with data but without an index gets none: an empty index would make all its data unreferenced.
  const entries = await readdir(folder);
  if (!entries.includes(format.data)) await writeFolderIndex(folder, uuid, format);
  return uuid;
}

async function readFolder(folder: string, format: FolderFormat): Promise<MachineOutcome> {
  await readdir(folder);
  const index = await readFolderIndex(folder, format);
  return index?.uuid === undefined ? {} : { uuid: index.uuid };
}

/** Removes the regular files of the data that the index file does not name. */
async function cleanFolder(folder: string, format: FolderFormat): Promise<MachineOutcome> {
  const data = join(folder, format.data);
  const entry = await lstat(data).catch(ifMissing);
  if (entry === undefined) return { deletedBytes: 0, deletedBlobs: 0 };
  if (!entry.isDirectory()) throw new FolderProblem(`Its [${format.data}] is not a folder; nothing was removed.`);
  const index = await readFolderIndex(folder, format);
  if (index === undefined) {
    throw new FolderProblem('It has data, but no index file that lists what is in use; nothing was removed.');
  }
  return sweep(data, index.used);
}

async function sweep(folder: string, kept: ReadonlySet<string>): Promise<MachineOutcome> {
  let deletedBytes = 0;
  let deletedBlobs = 0;
  // A folder that was replaced by a link in the meantime is left as it is.
  if ((await realpath(folder)) !== folder) return { deletedBytes, deletedBlobs };
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (kept.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = await sweep(path, new Set());
      deletedBytes += below.deletedBytes ?? 0;
      deletedBlobs += below.deletedBlobs ?? 0;
      await rmdir(path).catch(() => undefined);
    } else if (entry.isFile()) {
      const { size } = await lstat(path);
      await unlink(path);
      deletedBytes += size;
      deletedBlobs++;
    }
  }
  return { deletedBytes, deletedBlobs };
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
