// A lock between processes: a folder can be made once only. It holds the maker's process id, so that the lock of a process
// that was killed does not last.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A lock without a process id is being made; after this many milliseconds its maker is gone. */
const patience = 5000;

/**
 * Takes the lock, waiting for its holder as long as that lives, and returns how to give it back. It blocks the process: whoever
 * asks has nothing else to do.
 * @param {string} folder
 * @param {(line: string) => void} [say] is told once that we wait
 */
export function takeLock(folder, say = () => undefined) {
  mkdirSync(dirname(folder), { recursive: true });
  for (let isWaiting = false; !make(folder); isWaiting = true) {
    if (isAbandoned(folder)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!isWaiting) say('Waiting for another run that installs the same …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

function make(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

function isAbandoned(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    // Waiting for ourselves would never end; a lock with our number is left over from an earlier process.
    if (pid > 0) return pid === process.pid || !isAlive(pid);
    return Date.now() - statSync(folder).mtimeMs > patience;
  } catch {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found !== undefined && Date.now() - found.mtimeMs > patience;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
