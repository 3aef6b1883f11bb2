import { link, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorCodeOf } from './error-code';

/**
 * Locks a file for this process by a lock file next to it, which names the process. The file itself need not exist. Returns a function
 * that unlocks it. Rejects with a sentence for the user while another process holds the lock; the lock of an ended process is replaced.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const target = await realPathOf(path);
  const lock = join(dirname(target), `.${basename(target)}.lock`);
  const own = await describeProcess(process.pid);
  const holder = await acquire(lock, own, path);
  if (holder !== undefined) {
    const pid = Number.parseInt(holder);
    throw new Error(
      `${path} is in use by the process ${pid}, which keeps its state there. Stop that process, or name another file.`,
    );
  }
  return async () => {
    if ((await textOfLock(lock)) === own) await rm(lock, { force: true });
  };
}

/** Takes the lock, or returns the text of the running process that has it. */
async function acquire(lock: string, own: string, path: string): Promise<string | undefined> {
  // To replace the lock of an ended process, a process needs this second lock, so that only one does it at a time.
  const guard = `${lock}.old`;
  for (;;) {
    if (await placeLock(lock, own, path, link)) return undefined;
    const holder = await textOfLock(lock);
    // It was unlocked at this moment.
    if (holder === undefined) continue;
    if (await isRunning(holder)) return holder;
    if ((await acquire(guard, own, path)) !== undefined) {
      await setTimeout(pauseOfGuard);
      continue;
    }
    try {
      // Another one may have replaced it before.
      if ((await textOfLock(lock)) === holder && (await placeLock(lock, own, path, rename))) return undefined;
    } finally {
      await rm(guard, { force: true });
    }
  }
}

/** In milliseconds, until a process looks again whether another one has replaced a lock. */
const pauseOfGuard = 5;
let placed = 0;

/**
 * Puts a lock file in its place together with its text, so that no process reads half of it: by a link, if there is no lock, or by renaming,
 * which replaces one. Returns whether it is there.
 */
async function placeLock(lock: string, text: string, path: string, place: typeof link): Promise<boolean> {
  const neighbour = `${lock}.${process.pid}.${++placed}`;
  try {
    await writeFile(neighbour, text, { mode: 0o600 });
    try {
      await place(neighbour, lock);
    } catch (error) {
      if (errorCodeOf(error) === 'EEXIST') return false;
      // Some file systems have no links.
      await writeFile(lock, text, { flag: 'wx', mode: 0o600 });
    }
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw unwritten(path, error);
  } finally {
    await rm(neighbour, { force: true }).catch(() => undefined);
  }
}

async function textOfLock(lock: string): Promise<string | undefined> {
  return readFile(lock, 'utf8').catch(() => undefined);
}

/** Process ids are reused, so the start time of the process is recorded as well, where the system reports it. */
async function describeProcess(pid: number): Promise<string> {
  const started = await startOf(pid);
  return started === undefined ? `${pid}\n` : `${pid} ${started}\n`;
}

async function isRunning(holder: string): Promise<boolean> {
  const [, pid, started] = /^([1-9]\d{0,9})(?: (\d+))?\n$/.exec(holder) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // Any other error means that the process exists and belongs to another user.
    if (errorCodeOf(error) === 'ESRCH') return false;
  }
  return started === undefined || (await startOf(Number(pid))) === started;
}

/** On Linux, in ticks since the machine was started. */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field, a name in parentheses, may hold spaces. What follows begins with the state, and has the time as its twentieth.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  // An ended process stays in the list until its parent takes notice.
  return fields?.[0] === 'Z' ? 'ended' : fields?.[19];
}

async function realPathOf(path: string): Promise<string> {
  const known = await realpath(path).catch(() => undefined);
  if (known !== undefined) return known;
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}

const wordsOfCodes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder; create it first',
  EACCES: 'permission is missing',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** Returns the error of a file that cannot be written, with the words of the system's code. */
export function unwritten(path: string, error: unknown): Error {
  const code = errorCodeOf(error);
  const words = wordsOfCodes[code ?? ''];
  const cause = code === undefined ? 'the system refused it' : words === undefined ? code : `${code}, ${words}`;
  return new Error(`${path} cannot be written: ${cause}.`);
}
