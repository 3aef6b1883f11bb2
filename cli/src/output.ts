import { visible } from '@rulebook/text';
import { sayOnError } from './exit-codes';

/** Writes text for people to standard output. Control characters are made visible; small texts shortly after each other are written together. */
export interface Output {
  /** Resolves when more may be written. */
  readonly write: (text: string) => Promise<void>;
  /** Writes lines for people to standard error, behind what was written before. */
  readonly say: (text: string) => Promise<void>;
  /** Writes what is left. */
  readonly end: () => Promise<void>;
}

const longest = 16 * 1024;
/** In milliseconds; too short to be noticed. */
const delay = 20;

/** Returns an output that delays texts for a moment. */
export function createOutput(): Output {
  let held: string[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length === 0) return true;
    const text = held.join('');
    held = [];
    size = 0;
    return process.stdout.write(text);
  };
  const drained = () =>
    new Promise<void>((resolve) => {
      process.stdout.once('drain', resolve);
    });
  const end = async () => {
    if (!flush()) await drained();
  };
  return {
    write: async (written) => {
      const text = visible(written);
      held.push(text);
      size += text.length;
      timer ??= setTimeout(flush, delay);
      // Waits only if the reader is slower, so that responses do not pile up in memory.
      if (size >= longest && !flush()) await drained();
    },
    say: async (text) => {
      await end();
      sayOnError(text);
    },
    end,
  };
}

/** Returns an output that keeps everything until its turn comes, and writes to another one from then on. */
export function holdUntil(turn: Promise<void>, output: Output): Output {
  let held: (() => Promise<void>)[] | undefined = [];
  const opened = turn.then(async () => {
    for (let next = held?.shift(); next !== undefined; next = held?.shift()) await next();
    held = undefined;
  });
  const pass = async (write: () => Promise<void>): Promise<void> => {
    if (held === undefined) await write();
    else held.push(write);
  };
  return {
    write: (text) => pass(() => output.write(text)),
    say: (text) => pass(() => output.say(text)),
    end: async () => {
      await opened;
      await output.end();
    },
  };
}
