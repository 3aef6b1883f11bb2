// A lock between processes: a file that says whose it is, so that the lock of a process that was killed does not last.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What this process holds. */
const held = new Set();

/**
 * Takes the lock, waiting for its holder as long as that lives, and returns how to give it back. It blocks the process: whoever
 * asks has nothing else to do.
 * @param {string} path
 * @param {(line: string) => void} [say] called once, with a line that says that this process waits
 * @returns {() => void}
 */
export function takeLock(path, say = () => undefined) {
  mkdirSync(dirname(path), { recursive: true });
  const mark = `${process.pid} ${randomUUID()}`;
  for (let isWaiting = false; !make(path, mark);) {
    const found = markIn(path);
    if (found === undefined) continue;
    if (held.has(found)) throw new Error(`This process holds the lock ${path} already.`);
    if (isAbandoned(found)) {
      remove(path, found);
      continue;
    }
    if (!isWaiting) say('Waiting for another run that installs the same …');
    isWaiting = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  held.add(mark);
  return () => {
    held.delete(mark);
    if (markIn(path) === mark) rmSync(path, { force: true });
  };
}

/** Makes the lock with its mark in it, at once: a link to a file is made whole, or not at all where there is one. */
function make(path, mark) {
  const own = `${path}.${mark.replace(' ', '-')}`;
  writeFileSync(own, mark);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Removes an abandoned lock. Of several who found it, a slow one could remove the lock that a quick one has made in its place: so
 * only one at a time may remove a lock with this mark, and looks again before. If that one dies, its own lock is abandoned alike.
 */
function remove(path, mark) {
  const release = takeLock(`${path}.${mark.replace(/\W+/g, '-').slice(-60)}.removal`);
  try {
    if (markIn(path) === mark) rmSync(path, { recursive: true, force: true });
  } finally {
    release();
  }
}

/** Returns what a lock says of itself, or undefined when there is none. */
function markIn(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    // Earlier versions made a folder, with a file in it.
    if (error.code === 'EISDIR') return markIn(join(path, 'pid')) ?? '';
    throw error;
  }
}

function isAbandoned(mark) {
  const pid = Number(/^\d+/.exec(mark)?.[0]);
  // A lock with our number that we do not hold is left over from an earlier process.
  return !(pid > 0) || pid === process.pid || !isAlive(pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
