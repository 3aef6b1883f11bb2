import { closeSync, lstatSync, openSync, statSync, writeSync } from 'node:fs';
import type { ResponseObserver } from '@rulebook/sender/plan';

/** Writes the body of a response to a file while it arrives. */
export interface SavedBody {
  readonly observer: Pick<ResponseObserver, 'onBytes'>;
  /** Ends the file and returns its length in bytes; a response without a body makes an empty one. */
  readonly end: () => number;
}

/** Returns why no response can be saved at a path. A link in a folder may lead to any file of this user; devices and pipes are links as well. */
export function outputProblem(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
  const target = statSync(path, { throwIfNoEntry: false });
  if (target !== undefined && !target.isFile() && !target.isDirectory()) return undefined;
  return `--output ${path} is a link to another file; name that file, or another path`;
}

/** Returns what saves a body. Only its owner can read a new file, since a response may contain a secret. */
export function saveBody(path: string): SavedBody {
  let file: number | undefined;
  let size = 0;
  const open = () => (file ??= openSync(path, 'w', 0o600));
  return {
    observer: {
      // At once, so that nothing piles up.
      onBytes: (bytes) => {
        try {
          for (let at = 0; at < bytes.length;) at += writeSync(open(), bytes, at);
          size += bytes.length;
          return undefined;
        } catch (error) {
          return Promise.reject(error instanceof Error ? error : new Error('The file cannot be written.'));
        }
      },
    },
    end: () => {
      closeSync(open());
      return size;
    },
  };
}
