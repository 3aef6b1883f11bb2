/** Whether a part is run whole, and where a report is written. */
export interface Run {
  readonly isWhole: boolean;
  readonly report: string;
  /** Of the parts that vitest runs: only these files. */
  readonly files?: readonly string[];
}

/** A part of `npm test`. */
export interface Part {
  readonly name: string;
  /** Returns the program and its arguments. */
  readonly command: (run: Run) => string[];
  /** What is in it, from `test/`, for the parts that vitest runs. */
  readonly files?: readonly string[];
  /** What of it is enough for each change. */
  readonly quick?: readonly string[];
  /** What of it takes long, and is run with the whole part only. */
  readonly slow?: readonly string[];
  /** Only with `--all` or by its name. */
  readonly isLong?: boolean;
  /** It needs a real editor. */
  readonly isEditor?: boolean;
  /** Nothing else may run meanwhile. */
  readonly isAlone?: boolean;
  /** It runs again itself what failed. */
  readonly repeatsItself?: boolean;
  /** It starts what is in dist/. */
  readonly needsBundles?: boolean;
  /** The parts that must have ended. */
  readonly after?: readonly string[];
  /** It is ended after this time; 15 if absent. */
  readonly minutes?: number;
}

/** The parts in the order in which they start. */
export const parts: readonly Part[];

/** Returns the arguments of vitest for some parts, whole or as far as each change needs them. */
export function filtersOf(chosen: readonly Pick<Part, 'files' | 'quick' | 'slow'>[], isWhole: boolean): string[];

/** Returns the command of a tool of ours, by its file. */
export function tool(file: string, ...args: string[]): string[];
