import { open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readFileBytes } from './files';

/** The file in which a sandbox keeps its state. */
export interface StateFile<State> {
  /**
   * Resolves when this state, or a later one, is safe on the disk. Whoever asks while a write is under way shares the next one.
   * Rejects with a sentence for the user; the file then holds what it held before.
   */
  readonly save: (state: State) => Promise<void>;
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

/** Returns the file at the path, which need not exist. Nothing is written before the first `save`. */
export function createStateFile<State>(path: string, textOf: (state: State) => string): StateFile<State> {
  let durable: State | undefined;
  let latest: State | undefined;
  let writing: { readonly state: State; readonly done: Promise<void> } | undefined;
  let queued: Promise<void> | undefined;

  const begin = (state: State): Promise<void> => {
    const done = replaceFile(path, textOf(state)).then(
      () => {
        durable = state;
        writing = undefined;
      },
      (error: unknown) => {
        writing = undefined;
        throw new Error(`${path} cannot be written: ${codeOf(error) ?? 'the system refused it'}.`);
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
      if (writing === undefined ? state === durable : state === writing.state)
        return writing?.done ?? Promise.resolve();
      queued ??= writeNext(state);
      return queued;
    },
  };
}

/** Writes beside the file and renames, so that there is a whole file at every moment, also when the machine stops. */
async function replaceFile(path: string, text: string): Promise<void> {
  // The file itself is replaced, not a link that leads to it.
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  const beside = join(folder, `.${basename(target)}.writing`);
  try {
    // What an interrupted write has left is in nobody's use.
    await rm(beside, { force: true });
    // It holds secrets: for nobody else to read.
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

/** Makes the new name safe, too. Not every system can open a folder. */
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
