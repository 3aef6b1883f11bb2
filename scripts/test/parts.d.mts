/** A part of `npm test`, as far as tests look at it. */
export interface Part {
  readonly name: string;
  /** What of `test/` is in it. */
  readonly files?: readonly string[];
  /** What of it is enough for each change. */
  readonly quick?: readonly string[];
  /** The parts that must have ended. */
  readonly after?: readonly string[];
}

/** The parts in the order in which they start. */
export const parts: readonly Part[];
