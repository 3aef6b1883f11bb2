import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beginJournal, continueJournal, type Journal } from '@rulebook/sandbox';
import { readFileBytes } from '../files/files';
import { errorCodeOf } from '../files/error-code';
import { unwritten } from '../files/file-lock';

/** The file in which a sandbox keeps its state. */
export interface StateFile<State> {
  /**
   * Resolves when this state, or a later one, is on the disk. Calls during a write share the next one.
   * Rejects with a sentence for the user; the file then holds what it held before.
   */
  readonly save: (state: State) => Promise<void>;
  /** Rewrites the file as one JSON text, without lines of changes. */
  readonly close: () => Promise<void>;
}

/** How states are written. */
export interface StateText<State> {
  readonly whole: (state: State) => string;
  /** The JSON text in one line that describes the change between two states, or undefined when nothing changed. */
  readonly change: (before: State, now: State) => string | undefined;
}

/** In bytes. Changes may take this much or as much as the state before them, whichever is more; then the file is rewritten. */
const roomForChanges = 1024 * 1024;

/**
 * Returns in one sentence why a path cannot be that of a state file, or undefined. Anything but a regular file is not even opened: reading
 * it may never end. A file with a second name would lose it at the next save.
 */
export async function refuseStateFile(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return undefined;
  if (!found.isFile()) return `${path} is not a regular file; name a regular file for the state.`;
  return found.nlink > 1
    ? `${path} has another name as well (a hard link), under which another sandbox could use it. Copy the file, and name the copy.`
    : undefined;
}

/** Returns the text of a state file, or undefined when there is none yet. Rejects with a sentence for the user. */
export async function readStateFile(path: string): Promise<string | undefined> {
  const content = await readFileBytes(path);
  if ('cause' in content) {
    if (content.isMissing) return undefined;
    throw new Error(`${path} cannot be read: ${content.cause}.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content.bytes);
  } catch {
    throw new Error(`${path} cannot be read: it is not UTF-8 text.`);
  }
}

/** What a state file holds already. */
export interface KeptState<State> {
  readonly text: string;
  readonly state: State;
}

/**
 * Returns the file at the path, which need not exist. Nothing is written before the first `save`, which writes the whole state; later
 * ones append what has changed. Where the disk has no room for the whole state, the first one goes on behind what the file holds.
 */
export function createStateFile<State>(
  path: string,
  text: StateText<State>,
  kept?: KeptState<State>,
): StateFile<State> {
  const writer = createWriter(path, text, kept);
  let latest: State | undefined;
  let writing: { readonly state: State; readonly done: Promise<void> } | undefined;
  let queued: Promise<void> | undefined;
  const begin = (state: State): Promise<void> => {
    const done = writer.write(state).then(
      () => {
        writing = undefined;
      },
      (error: unknown) => {
        writing = undefined;
        throw unwritten(path, error);
      },
    );
    writing = { state, done };
    return done;
  };
  const writeNext = async (state: State): Promise<void> => {
    await writing?.done.catch(() => undefined);
    queued = undefined;
    await begin(latest ?? state);
  };

  return {
    save: (state) => {
      latest = state;
      if (writing === undefined ? state === writer.durable() : state === writing.state)
        return writing?.done ?? Promise.resolve();
      queued ??= writeNext(state);
      return queued;
    },
    close: async () => {
      await writing?.done.catch(() => undefined);
      await writer.close();
    },
  };
}

/** Writes one state after the other. */
interface Writer<State> {
  readonly write: (state: State) => Promise<void>;
  /** Returns the last state that was written. */
  readonly durable: () => State | undefined;
  readonly close: () => Promise<void>;
}

function createWriter<State>(path: string, text: StateText<State>, kept?: KeptState<State>): Writer<State> {
  let durable: State | undefined;
  /** The open file for lines of changes; absent: the next save writes everything. */
  let file: FileHandle | undefined;
  let journal: Journal | undefined;
  const reserve = createReserve(path);
  let written = { whole: 0, changes: 0 };

  /** When this fails, lines can still be appended to the former file. */
  const writeWhole = async (state: State): Promise<void> => {
    const whole = text.whole(state);
    const size = Buffer.byteLength(whole);
    const target = await reserve.useFor(
      () => replaceFile(path, whole),
      () => size < written.whole + written.changes,
    );
    await file?.close();
    file = undefined;
    written = { whole: size, changes: 0 };
    journal = beginJournal(whole);
    file = await open(target, 'a');
    await reserve.make();
  };
  /** Goes on behind what the file holds already; returns whether it can. */
  const goOn = async ({ text: held, state }: KeptState<State>): Promise<boolean> => {
    const continued = continueJournal(held);
    if (continued === undefined) return false;
    const whole = Buffer.byteLength(continued.parts.whole);
    const end = Buffer.byteLength(held.slice(0, continued.parts.length));
    file = await open(await realpath(path), 'a');
    await file.chmod(0o600);
    await file.truncate(end);
    written = { whole, changes: end - whole };
    ({ journal } = continued);
    durable = state;
    return true;
  };
  const append = async (handle: FileHandle, line: string, isSmaller: () => boolean): Promise<boolean> => {
    const bytes = Buffer.from(line);
    const end = written.whole + written.changes;
    const write = async () => {
      try {
        await handle.appendFile(bytes);
        await handle.datasync();
      } catch (error) {
        // Half a line is removed again; a reader skips one that cannot be removed.
        await handle.truncate(end).catch(() => undefined);
        throw error;
      }
    };
    try {
      await reserve.useFor(write, isSmaller);
      written.changes += bytes.length;
      return true;
    } catch {
      return false;
    }
  };
  /** Appends the change from what is on the disk; returns whether that is done. */
  const appendChange = async (state: State, before: State, change: string): Promise<boolean> => {
    if (!file || !journal) return false;
    const { line, behind } = journal.next(change);
    // The first line of changes ends the line of the whole state.
    const start = written.changes === 0 ? '\n' : '';
    const isSmaller = () => text.whole(state).length < text.whole(before).length;
    const isDone = await append(file, `${start}${line}\n`, isSmaller);
    if (isDone) journal = behind;
    return isDone;
  };
  const write = async (state: State): Promise<void> => {
    const before = durable;
    if (!file || before === undefined || !(await isAt(path, file))) {
      try {
        await writeWhole(state);
      } catch (error) {
        if (file || kept === undefined || errorCodeOf(error) !== 'ENOSPC' || !(await goOn(kept))) throw error;
        await write(state);
      }
      return;
    }
    const change = text.change(before, state);
    if (change === undefined) return;
    const isFull = written.changes > Math.max(roomForChanges, written.whole);
    if (!isFull && (await appendChange(state, before, change))) return;
    try {
      await writeWhole(state);
    } catch (error) {
      if (!isFull || !(await appendChange(state, before, change))) throw error;
    }
  };
  return {
    write: async (state) => {
      await write(state);
      durable = state;
    },
    durable: () => durable,
    close: async () => {
      // If this fails, the file with its changes holds the same state.
      if (durable !== undefined && written.changes > 0) await writeWhole(durable).catch(() => undefined);
      await file?.close();
      file = undefined;
      await reserve.remove();
    },
  };
}

/** In bytes: room for many small changes, and for a whole state from which most was deleted. */
const reserved = 64 * 1024;
/** In bytes, the least that is kept where there is less room. */
const reservedPiece = 4 * 1024;

/**
 * Keeps some room on the disk next to the file. When the disk is full, the room is released for what makes the state or the file smaller: without
 * it, no deletion could be stored, since it has to be written, too. What makes the state larger may not use it.
 */
function createReserve(path: string) {
  const place = realpath(path)
    .catch(() => path)
    .then((target) => join(dirname(target), `.${basename(target)}.reserve`));
  const remove = async () => {
    await rm(await place, { force: true }).catch(() => undefined);
  };
  /** Makes as much of the room as there is; without any, the file works as long as the disk is not full. */
  const make = async (): Promise<void> => {
    try {
      const file = await open(await place, 'w', 0o600);
      try {
        // Some disks store zeros in no room.
        const bytes = randomBytes(reservedPiece);
        for (let size = 0; size < reserved; size += bytes.length) await file.appendFile(bytes);
      } finally {
        await file.close();
      }
    } catch {
      // There is no more room.
    }
  };
  return {
    remove,
    make,
    /** Does something that writes; once more with the room released if the disk is full and it leads to something smaller. */
    useFor: async <Value>(write: () => Promise<Value>, isSmaller: () => boolean): Promise<Value> => {
      try {
        return await write();
      } catch (error) {
        if (errorCodeOf(error) !== 'ENOSPC' || !isSmaller()) throw error;
        await remove();
        try {
          return await write();
        } finally {
          await make();
        }
      }
    },
  };
}

/** Releases the room that an ended sandbox has kept, for the start of the next one. */
export async function releaseReserve(path: string): Promise<void> {
  await createReserve(path).remove();
}

/** Returns whether the open file is still the one at the path; it may have been removed or replaced. */
async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const [there, own] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return there?.ino === own.ino && there.dev === own.dev;
}

/** Writes next to the file and renames, so that there is a whole file at every moment, also when the machine stops. Returns its real path. */
async function replaceFile(path: string, text: string): Promise<string> {
  // The file itself is replaced, not a link that leads to it.
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  const neighbour = join(folder, `.${basename(target)}.writing`);
  try {
    // An interrupted write may have left it behind.
    await rm(neighbour, { force: true });
    // The state holds secrets, so only its owner can read it.
    const file = await open(neighbour, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(neighbour, target);
  } catch (error) {
    await rm(neighbour, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
  return target;
}

/** Flushes the folder, so that the rename is on the disk. Not every system can open a folder. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
