import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A file that takes a body which is too large for the memory. It belongs to who gave the folder. */
export interface BodySpill {
  readonly path: string;
  /** Appends bytes. If it returns a promise, wait for it before the next bytes; it rejects when they cannot be written. */
  readonly write: (bytes: Buffer) => Promise<void> | undefined;
  /** Resolves when everything is written, and rejects when it cannot be. */
  readonly close: () => Promise<void>;
  /** Removes the file. */
  readonly discard: () => void;
}

/** So many bytes may wait for the disk. */
const waiting = 1024 * 1024;

/** Creates a file in a folder that only this user can read, under a name that nobody can guess. */
export function createSpill(folder: string): BodySpill {
  const path = join(folder, `body-${randomUUID()}`);
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: waiting });
  let failure: Error | undefined;
  // Each error arrives here, also one that comes while nobody waits.
  stream.on('error', (error) => {
    failure = error;
  });
  const after = (event: 'drain' | 'close'): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = () => {
        stream.off(event, settle).off('close', settle);
        if (failure === undefined) resolve();
        else reject(failure);
      };
      stream.on(event, settle).on('close', settle);
    });
  return {
    path,
    write: (bytes) => {
      if (failure !== undefined) return Promise.reject(failure);
      return stream.write(bytes) ? undefined : after('drain');
    },
    close: () => {
      if (failure !== undefined) return Promise.reject(failure);
      const closed = after('close');
      stream.end();
      return closed;
    },
    discard: () => {
      stream.once('close', () => {
        rmSync(path, { force: true });
      });
      if (stream.closed) rmSync(path, { force: true });
      else stream.destroy();
    },
  };
}
