import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compiledFormat, unpackDescription, type PackedDescription, type PlacedProblem } from '@rulebook/services';
import { createDescriptionCache, descriptionCacheFolder, type KeptDescription } from './description-cache';
import { pathOfDescription, type DescriptionRequest } from './description-files';
import { keptOrCompiled, type DescriptionTask } from './kept-or-compiled';

/** A description that was read, or half a sentence that says why it cannot be. */
export type ReadDescription = {
  /** Absolute paths of what it was compiled from; a change of one of them changes the description. */
  readonly files: readonly string[];
} & (
  | {
      /** Absent: the file is not a description. */
      readonly compiled?: PackedDescription;
      /** Each with the absolute path of its file. */
      readonly problems: readonly (PlacedProblem & { readonly path: string })[];
    }
  | { readonly cause: string }
);

/** Reads descriptions. Never rejects. */
export type DescriptionReader = (request: DescriptionRequest) => Promise<ReadDescription>;

/** The shipped worker is next to the program that starts it. */
const shippedWorker = fileURLToPath(new URL('./description-worker.mjs', import.meta.url));

/** A description that takes longer is given back, in milliseconds. The largest published ones take about five seconds. */
const patience = 120_000;
/** In megabytes. */
const memory = 1_500;
/** A kept description that is larger is read in the other thread, in bytes. A smaller one is read before a thread would have started. */
const maxHere = 4_000_000;

/** Returns a reader that keeps what it has compiled for the next time. */
export function createDescriptionReader(environment: (name: string) => string | undefined): DescriptionReader {
  const worker = stampOf(shippedWorker);
  const folder = descriptionCacheFolder(environment);
  const maker = `${compiledFormat} ${worker ?? ''}`;
  const cache = createDescriptionCache(folder, maker);
  return async (request) => {
    const path = pathOfDescription(request);
    const known = cache.get(request, maxHere);
    if (known) return withPaths(known, path);
    const made = await readBy(worker === undefined ? undefined : shippedWorker, { request, folder, maker });
    return 'cause' in made ? { cause: made.cause, files: [path] } : withPaths(made, path);
  };
}

function withPaths({ files, problems, packed }: KeptDescription, path: string): ReadDescription {
  const folder = dirname(path);
  const compiled = packed === undefined ? undefined : unpackDescription(packed)?.description;
  return {
    ...(compiled && { compiled }),
    problems: problems.map((problem) => ({
      ...problem,
      path: problem.file === undefined ? path : resolve(folder, problem.file),
    })),
    files: files.map((file) => file.path),
  };
}

type Made = KeptDescription | { readonly cause: string };

async function readBy(program: string | undefined, task: DescriptionTask): Promise<Made> {
  if (program === undefined) return keptOrCompiled(task);
  return new Promise((settle) => {
    const worker = new Worker(program, {
      workerData: task,
      // Nearly all of a tree is needed until the end, so collecting garbage often gains little.
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 128, stackSizeMb: 8 },
    });
    let made: Made = { cause: 'Rulebook failed to read it' };
    const end = (result: Made): void => {
      made = result;
      void worker.terminate();
    };
    const timer = setTimeout(() => {
      end({
        cause: `reading it takes longer than ${patience / 60_000} minutes; remove what no request needs, or save it as JSON`,
      });
    }, patience);
    worker.once('message', end);
    worker.once('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isFull) end({ cause: 'it needs too much memory; remove what no request needs' });
    });
    // While the other thread gives its memory back, this one would be kept waiting for its own.
    worker.once('exit', () => {
      clearTimeout(timer);
      settle(made);
    });
  });
}

/** Another build of the compiler may compile differently. */
function stampOf(program: string): string | undefined {
  try {
    const { size, mtimeMs } = statSync(program);
    return `${size} ${mtimeMs}`;
  } catch {
    // From the source, in tests, there is none.
    return undefined;
  }
}
