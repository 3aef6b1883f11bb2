const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A pseudo-random generator of text: the same start gives the same texts. */
interface SeededRandom {
  /** Returns that many URL-safe characters. */
  readonly text: (length: number) => string;
  /** Returns the state from which another generator can continue. */
  readonly state: () => number;
}

/** Creates a generator that starts from a 32-bit integer. It is for repeatable tests, not for real secrets. */
export function createSeededRandom(beginning: number): SeededRandom {
  let state = beginning >>> 0;
  // Mulberry32: the state is a counter, so it never falls into a short cycle.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    text: (length) => Array.from({ length }, () => letters.charAt(next() >>> 26)).join(''),
    state: () => state,
  };
}
