import { link, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Takes a file for this process alone, by a file beside it that tells the process; the file itself need not exist. Returns what gives it
 * back. Rejects with a sentence for the user while another process has it; what a process has left that is gone is taken over.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const target = await realPathOf(path);
  const lock = join(dirname(target), `.${basename(target)}.lock`);
  const own = await describeProcess(process.pid);
  for (;;) {
    if (await createLock(lock, own, path)) break;
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    // Given back in this moment.
    if (holder === undefined) continue;
    if (await isRunning(holder)) {
      const pid = Number.parseInt(holder);
      throw new Error(
        `${path} is in use by the process ${pid}, which keeps its state there. Stop that one, or name another file.`,
      );
    }
    await takeAway(lock, holder);
  }
  return async () => {
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    if (holder === own) await rm(lock, { force: true });
  };
}

/** Makes the lock file at once with its text, so that nobody reads half of it; returns whether there was none. */
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

/** Removes a lock that is of no process any more. Of several that try, one moves it; a lock that was taken meanwhile is put back. */
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

/** Numbers of processes are given out again, so the time at which it started is told too, where the system tells it. */
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
    // Any other answer comes from a process that is there and somebody else's.
    if (codeOf(error) === 'ESRCH') return false;
  }
  return started === undefined || (await startOf(Number(pid))) === started;
}

/** On Linux, in ticks since the machine was started. */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field, a name in parentheses, may hold spaces. What follows begins with the state, and has the time as its twentieth.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  // Whoever started a process may not have noticed yet that it ended.
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
