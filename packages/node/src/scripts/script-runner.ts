import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RunScript, ScriptInput, ScriptOutput } from '@rulebook/sender/scripts';

/** The shipped thread is next to the program that starts it. */
const shippedWorker = fileURLToPath(new URL('./script-worker.mjs', import.meta.url));

/** A script that takes longer is ended, in milliseconds, also one that runs again and again with more variables. */
const patience = 10_000;
/** In megabytes; the engine has its own, smaller limit. */
const memory = 256;

/** Runs scripts in a thread of its own, which is started by the first one, and has nothing of the machine's environment. */
export function createScriptRunner({ worker: program = shippedWorker, longest = patience } = {}): RunScript {
  let worker: Worker | undefined;
  /** Scripts run one after the other. */
  let last: Promise<unknown> = Promise.resolve();
  const start = (): Worker => {
    const started = new Worker(program, {
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    // Nothing waits for a thread without a script.
    started.unref();
    return started;
  };
  const runOne = (input: ScriptInput): Promise<ScriptOutput> =>
    new Promise((settle) => {
      const thread = (worker ??= start());
      const began = performance.now();
      thread.ref();
      const onMessage = (output: ScriptOutput): void => {
        end(output);
      };
      const onError = (error: Error): void => {
        end(failed(explain(error)), true);
      };
      const onExit = (): void => {
        end(failed('The thread of the script has ended.'), true);
      };
      const end = (output: ScriptOutput, isBroken = false): void => {
        clearTimeout(timer);
        thread.off('message', onMessage).off('exit', onExit);
        // An error while a broken thread ends says nothing more.
        if (isBroken) thread.on('error', () => undefined);
        thread.off('error', onError);
        thread.unref();
        if (isBroken) {
          worker = undefined;
          void thread.terminate();
        }
        settle({ ...output, took: performance.now() - began });
      };
      const timer = setTimeout(
        () => {
          end(failed(`The script does not end: it was stopped after ${longest / 1000} s.`), true);
        },
        Math.max(longest - (input.spent ?? 0), 1),
      );
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage({ input });
    });
  return (input) => {
    const output = last.then(() => runOne(input));
    last = output;
    return output;
  };
}

function explain(error: Error): string {
  const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isFull || /out of memory/i.test(error.message)) return 'The script needs more memory than it may have.';
  if (error instanceof RangeError) return 'The script calls itself too deeply, or reads a value that is too deep.';
  return `The script could not be run: ${error.message}.`;
}

function failed(message: string): ScriptOutput {
  return { changes: [], tests: [], log: [], pause: 0, problem: { message } };
}
