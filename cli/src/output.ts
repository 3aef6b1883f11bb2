import { visible } from '@rulebook/text';

/** Writes text for people to standard output. Control characters are made visible; small texts shortly after each other are written together. */
export interface Output {
  /** Resolves when more may be written. */
  readonly write: (text: string) => Promise<void>;
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
  return {
    write: async (written) => {
      const text = visible(written);
      held.push(text);
      size += text.length;
      timer ??= setTimeout(flush, delay);
      // Waits only if the reader is slower, so that responses do not pile up in memory.
      if (size >= longest && !flush()) await drained();
    },
    end: async () => {
      if (!flush()) await drained();
    },
  };
}
