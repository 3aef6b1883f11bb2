import { visible } from '../../engine/src/index';

/** Writes text for people to the standard output, with what would steer their terminal made visible; small texts in quick succession go together. */
export interface Output {
  /** Resolves when more may be written. */
  readonly write: (text: string) => Promise<void>;
  /** Writes what is left. */
  readonly end: () => Promise<void>;
}

const longest = 16 * 1024;
/** In milliseconds; nobody who watches sees the difference. */
const delay = 20;

/** Returns an output that holds texts back for a moment. */
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
      // Waited for only where the reader is slower than we are, so that no answers pile up.
      if (size >= longest && !flush()) await drained();
    },
    end: async () => {
      if (!flush()) await drained();
    },
  };
}
