import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file that a body is written to while it arrives. */
interface ResponseFile {
  readonly path: string;
  /** Appends bytes; rejects when there is no room. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The files with the bodies of responses that are too large for the memory. Only this user can read them. */
interface ResponseFiles {
  readonly create: (extension: string) => Promise<ResponseFile>;
  readonly remove: (path: string) => Promise<void>;
  /** Writes a head and a file into another one, which is replaced. */
  readonly saveWith: (head: Uint8Array, path: string, target: string) => Promise<void>;
  /** Returns the bytes of a file in parts of this size; it is closed when no more are taken. */
  readonly read: (path: string, size: number) => AsyncIterable<Uint8Array>;
  /** Removes all files of this process, at its end. */
  readonly removeAll: () => void;
}

/** Creates the files of this process below a folder, and removes those that processes have left behind which no longer run. */
export function createResponseFiles(folder: string): ResponseFiles {
  const own = join(folder, `${process.pid}-${randomUUID().slice(0, 8)}`);
  removeStale(folder);
  return {
    create: async (extension) => {
      mkdirSync(own, { recursive: true, mode: 0o700 });
      const path = join(own, `response-${randomUUID().slice(0, 8)}.${extension.replace(/\W/g, '') || 'bin'}`);
      const file = await open(path, 'wx', 0o600);
      return {
        path,
        write: async (bytes) => {
          await file.writeFile(bytes);
        },
        close: () => file.close(),
      };
    },
    remove: (path) => rm(path, { force: true }),
    saveWith: async (head, path, target) => {
      const output = createWriteStream(target, { mode: 0o600 });
      output.write(head);
      await pipeline(createReadStream(path), output);
    },
    read: (path, size) => createReadStream(path, { highWaterMark: size }),
    removeAll: () => {
      rmSync(own, { recursive: true, force: true });
    },
  };
}

function removeStale(folder: string): void {
  for (const name of namesInFolder(folder)) {
    const [, process] = /^(\d+)-[\da-f]{8}$/.exec(name) ?? [];
    if (process !== undefined && !isRunning(Number(process))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function namesInFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was ever written.
    return [];
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process of another user runs, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
