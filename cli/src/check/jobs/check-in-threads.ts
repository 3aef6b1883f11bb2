import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isRequestFile, type FoundFiles } from '@rulebook/node/files/find-files';
import { readText } from '@rulebook/node/files/files';
import { linesOfText, type ReportedFinding } from '@rulebook/sender/report';
import { createConfigurationFinder } from '../../configuration/configuration-file';
import { createServiceFinder } from '../../configuration/own-services';
import { divertErrors } from '../../exit-codes';
import { checkFound, createCheckSession, type CheckCommandOptions } from '../check-session';
import type { CheckedInput } from '../checked-input';
import { createTryLimit, type TryLimit } from '../check-texts';
import {
  checkNext,
  FoundBodies,
  type Body,
  type SharedFiles,
  type SharedResult,
  type ThreadTask,
} from './shared-files';

/** The shipped thread is next to the program that starts it. */
const program = fileURLToPath(new URL('./check-thread.js', import.meta.url));

/** So many times, a thread asks for files. */
const turns = 16;

/**
 * Checks files in several threads, of which this is one, and prints what one thread would print. Request files are shared; what follows from
 * them, the JSON files that they take as bodies, is checked by this thread when it has all of them.
 */
export async function checkInThreads(found: FoundFiles, options: CheckCommandOptions, jobs: number): Promise<number> {
  const included = new FoundBodies();
  const session = await createCheckSession(options, undefined, included);
  const { checker, showsSource } = session;
  const paths = found.files.filter(isRequestFile);
  await compileDescriptions(paths);
  const files: SharedFiles = {
    ...{ paths, named: found.named },
    atOnce: Math.max(1, Math.floor(paths.length / (jobs * turns))),
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  };
  const threads = startThreads({ options, showsSource, files }, jobs - 1);
  const say = createTeller();
  const limit = createTryLimit();
  /** In the order of the files, of which the last one decides. */
  let bodies: Body[] | undefined = [];
  let index = 0;
  try {
    return await checkFound(found, session, async (path, isNamed) => {
      if (!isRequestFile(path)) {
        if (bodies !== undefined) included.replace(bodies);
        bodies = undefined;
        return checker.check(path, isNamed);
      }
      const result = await threads.resultOf(index++, () => checkNext(files, checker, included));
      bodies?.push(...result.bodies);
      if (options.env !== undefined && result.files.length > 0) checker.learnNames(path);
      for (const text of result.said) say(text);
      return asOfOneThread(result, limit);
    });
  } finally {
    threads.end();
  }
}

/** A description of a folder is compiled once and kept, so that threads do not compile it at the same time. What is wrong is said later. */
async function compileDescriptions(paths: readonly string[]): Promise<void> {
  const restore = divertErrors(() => undefined);
  try {
    const [settingsOf, describe] = [createConfigurationFinder(), createServiceFinder()];
    for (const folder of new Set(paths.map((path) => dirname(path)))) await describe(settingsOf(folder));
  } finally {
    restore();
  }
}

/** What other threads find. */
interface Threads {
  /** Returns what is found in a file; `checkNext` lets this thread work until it is there. */
  readonly resultOf: (
    index: number,
    checkNext: () => Promise<readonly SharedResult[] | undefined>,
  ) => Promise<SharedResult>;
  readonly end: () => void;
}

function startThreads(task: ThreadTask, count: number): Threads {
  const results = new Map<number, SharedResult>();
  let failure: { readonly error: unknown } | undefined;
  let wake = (): void => undefined;
  const receive = (more: readonly SharedResult[]): void => {
    for (const result of more) results.set(result.index, result);
    wake();
  };
  const threads = Array.from({ length: count }, () =>
    new Worker(program, { workerData: task }).on('message', receive).on('error', (error) => {
      failure ??= { error };
      wake();
    }),
  );
  return {
    async resultOf(index, checkNext) {
      for (;;) {
        const result = results.get(index);
        results.delete(index);
        if (result !== undefined) return result;
        if (failure !== undefined) throw failure.error;
        const own = await checkNext();
        if (own !== undefined) receive(own);
        else await new Promise<void>((done) => (wake = done));
      }
    },
    end: () => {
      for (const thread of threads) void thread.terminate();
    },
  };
}

/** Each thread says what concerns a folder or the whole run; it is written once. */
function createTeller(): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) process.stderr.write(text);
    said.add(text);
  };
}

/** Leaves out the fixes that one thread would no longer have tried, and reads the lines that are shown. */
function asOfOneThread({ files, complaints, tried }: SharedResult, limit: TryLimit): CheckedInput {
  const isTried = tried.flatMap((count) => Array<boolean>(count).fill(limit.take(count)));
  return {
    complaints,
    files: files.map(({ showsLines, findings, ...file }) => ({
      ...file,
      findings: findings.map((finding, at) => (isTried[at] === false ? withoutFix(finding) : finding)),
      ...(showsLines && findings.length > 0 && { lineAt: linesOfFile(file.path) }),
    })),
  };
}

function withoutFix({ fix: _, ...finding }: ReportedFinding): ReportedFinding {
  return finding;
}

function linesOfFile(path: string): (line: number) => string | undefined {
  const content = readText(path);
  return 'text' in content ? linesOfText(content.text) : () => undefined;
}
