/** Writes small pieces to a stream as few large ones. */
interface Printer {
  /** Writes all pieces. */
  all(pieces: Iterable<string>): void;
  /** Writes what has not been written yet. */
  flush(): void;
}

/** In UTF-16 code units. */
const largestPiece = 1 << 16;

/** Creates a printer. It writes when enough text has accumulated, and the rest at `flush`. */
export function createPrinter(write: (text: string) => void): Printer {
  let waiting: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length > 0) write(waiting.join(''));
    waiting = [];
    length = 0;
  };
  return {
    all(pieces) {
      for (const piece of pieces) {
        waiting.push(piece);
        length += piece.length;
        if (length >= largestPiece) flush();
      }
    },
    flush,
  };
}
