/** The memory of an engine at one moment. */
export interface MemoryImage {
  /** Makes the memory what it was. */
  readonly restore: () => void;
  /** Makes zeros of what is behind it, where the scripts since then have written. */
  readonly clearRest: () => void;
}

/** In bytes. */
const pieceLength = 64 * 1024;
const zeros = Buffer.alloc(pieceLength);
/** In pieces: so many zeros in a row are the stack, below what was ever called. It grows down, and only what was written of it is read. */
const unusedStack = 16;

/** Keeps what a memory holds. The zeros at its end are left out: there is nothing of the engine, which only reads there what it has written. */
export function keepMemory(memory: { readonly buffer: ArrayBuffer }): MemoryImage {
  const content = Buffer.from(memory.buffer.slice(0, usedLength(Buffer.from(memory.buffer))));
  const used = content.length;
  const pieces = Array.from({ length: Math.ceil(used / pieceLength) }, (_, at) => {
    const piece = content.subarray(at * pieceLength, (at + 1) * pieceLength);
    // Most of it is a stack that few scripts need: what holds zeros shares them.
    return isEmpty(piece) ? zeros.subarray(0, piece.length) : Buffer.from(piece);
  });
  return {
    clearRest: () => {
      const rest = Buffer.from(memory.buffer).subarray(used);
      for (let at = 0; at < rest.length; at += pieceLength) {
        const piece = rest.subarray(at, at + pieceLength);
        // What no one has written takes no place, and shall not.
        if (!isEmpty(piece)) piece.fill(0);
      }
    },
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

/** Returns the length without the zeros at the end, most of which are compared in pieces: of a fresh engine, they are nearly all of its memory. */
function usedLength(all: Buffer): number {
  let end = all.length;
  while (end > 0 && isEmpty(all.subarray(Math.max(end - pieceLength, 0), end))) end = Math.max(end - pieceLength, 0);
  while (end > 0 && all[end - 1] === 0) end--;
  return end;
}

function isEmpty(piece: Buffer): boolean {
  return piece.equals(zeros.subarray(0, piece.length));
}
