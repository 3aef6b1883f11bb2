/** The memory of an engine at one moment. */
export interface MemoryImage {
  /** Makes the memory what it was. */
  readonly restore: () => void;
}

/** Keeps what a memory holds. The zeros at its end are left out: there is nothing of the engine, which only reads there what it has written. */
export function keepMemory(memory: { readonly buffer: ArrayBuffer }): MemoryImage {
  const words = new BigUint64Array(memory.buffer);
  const used = words.findLastIndex((word) => word !== 0n) + 1;
  const content = words.slice(0, used);
  return {
    restore: () => {
      // A memory that has grown has another buffer.
      new BigUint64Array(memory.buffer).set(content);
    },
  };
}
