import { link, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Locks a file for this process by a lock file beside it, which names the process. The file itself need not exist. Returns a function
 * that unlocks it. Rejects with a sentence for the user while another process holds the lock; the lock of an ended process is replaced.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const target = await realPathOf(path);
  const lock = join(dirname(target), `.${basename(target)}.lock`);
  const own = await describeProcess(process.pid);
  for (;;) {
    if (await createLock(lock, own, path)) break;
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    // It was unlocked at this moment.
    if (holder === undefined) continue;
    if (await isRunning(holder)) {
      const pid = Number.parseInt(holder);
      throw new Error(
        `${path} is in use by the process ${pid}, which keeps its state there. Stop that process, or name another file.`,
      );
    }
    await takeAway(lock, holder);
  }
  return async () => {
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    if (holder === own) await rm(lock, { force: true });
  };
}

/** Creates the lock file together with its text, so that no process reads half of it; returns whether there was none before. */
async function createLock(lock: string, text: string, path: string): Promise<boolean> {
  const beside = `${lock}.${process.pid}`;
  try {
    await writeFile(beside, text, { mode: 0o600 });
    try {
      await link(beside, lock);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // Some file systems have no links.
      await writeFile(lock, text, { flag: 'wx', mode: 0o600 });
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new Error(`${path} cannot be written: ${codeOf(error) ?? 'the system refused it'}.`);
  } finally {
    await rm(beside, { force: true }).catch(() => undefined);
  }
}

/** Removes the lock of an ended process. Of several that try, one moves it; a lock that was taken in the meantime is put back. */
async function takeAway(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.${process.pid}.old`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8').catch(() => stale);
  if (moved !== stale) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
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
    if (codeOf(error) === 'ESRCH') return false;
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
