/** The memory of an engine at one moment. */
export interface MemoryImage {
  /** Makes the memory what it was. */
  readonly restore: () => void;
}

/** In bytes. */
const pieceLength = 64 * 1024;
const zeros = Buffer.alloc(pieceLength);
/** In pieces: so many zeros in a row are the stack, below what was ever called. It grows down, and only what was written of it is read. */
const unusedStack = 16;

/** Keeps what a memory holds. The zeros at its end are left out: there is nothing of the engine, which only reads there what it has written. */
export function keepMemory(memory: { readonly buffer: ArrayBuffer }): MemoryImage {
  const words = new BigUint64Array(memory.buffer);
  const used = (words.findLastIndex((word) => word !== 0n) + 1) * words.BYTES_PER_ELEMENT;
  const content = Buffer.from(memory.buffer.slice(0, used));
  const pieces = Array.from({ length: Math.ceil(used / pieceLength) }, (_, at) => {
    const piece = content.subarray(at * pieceLength, (at + 1) * pieceLength);
    // Most of it is a stack that few scripts need: what holds zeros shares them.
    return isEmpty(piece) ? zeros.subarray(0, piece.length) : Buffer.from(piece);
  });
  return {
    restore: () => {
      // A memory that has grown has another buffer.
      const now = Buffer.from(memory.buffer);
      let unused = 0;
      for (let at = pieces.length - 1; at >= 0; at--) {
        const piece = pieces[at] ?? zeros;
        const start = at * pieceLength;
        const mayBeEmpty = piece.buffer === zeros.buffer;
        // Reading zeros costs less than writing them, and reading none costs nothing.
        if (!mayBeEmpty) unused = 0;
        else if (unused >= unusedStack) continue;
        else if (isEmpty(now.subarray(start, start + piece.length))) {
          unused++;
          continue;
        } else unused = 0;
        now.set(piece, start);
      }
    },
  };
}

function isEmpty(piece: Buffer): boolean {
  return piece.equals(zeros.subarray(0, piece.length));
}
