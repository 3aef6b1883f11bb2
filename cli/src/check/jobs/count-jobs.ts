import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { FoundFiles } from '@rulebook/node/files/find-files';
import { isRequestFile } from '@rulebook/node/files/find-files';

/** What a thread must have to do before it is worth its start, in bytes: each compiles the program anew. */
const shareOfThread = 8_000_000;
/** Each thread needs about 150 MB. */
const most = 16;

/** Returns in how many threads the files are checked. */
export function countJobs({ files }: FoundFiles, jobs: number | 'auto'): number {
  const shared = files.filter(isRequestFile);
  const wanted =
    jobs === 'auto' ? Math.min(availableParallelism(), most, 1 + Math.floor(sizeOf(shared) / shareOfThread)) : jobs;
  return Math.max(1, Math.min(wanted, shared.length));
}

function sizeOf(paths: readonly string[]): number {
  let size = 0;
  for (const path of paths) size += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size;
}
