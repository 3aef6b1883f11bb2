import type { Compiled } from './place';
import type { Evaluation } from './evaluation';
import type { Scalar, Value } from './values';

/** Why a function has no result for some values; a warning says so. */
export class Failed {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A failure that ends the whole query. */
export class Fatal extends Failed {
  readonly type: string;

  constructor(reason: string, type = 'invalid_argument_exception') {
    super(reason);
    this.type = type;
  }
}

type Result = Scalar | readonly Scalar[] | null | Failed;

/** What a function is computed with. */
export interface Running {
  readonly evaluation: Evaluation;
  /** The types of the arguments. */
  readonly types: readonly string[];
  readonly args: readonly Compiled[];
}

/** How a function is computed: for one value of each argument, for each value of the first one, or for all values of all. */
export type Implementation =
  | { readonly of: 'one' | 'each'; readonly run: (values: readonly Scalar[], running: Running) => Result }
  | { readonly of: 'all'; readonly run: (values: readonly Value[], running: Running) => Result };

/** Functions by their names. */
export type Implementations = Readonly<Record<string, Implementation>>;

/** A function of one value for each argument: it has no result where one is absent, or has several. */
export const ofOne = (run: (values: readonly Scalar[], running: Running) => Result): Implementation => ({
  of: 'one',
  run,
});

/** A function of each value of the first argument. */
export const ofEach = (run: (values: readonly Scalar[], running: Running) => Result): Implementation => ({
  of: 'each',
  run,
});

/** A function of all values of its arguments. */
export const ofAll = (run: (values: readonly Value[], running: Running) => Result): Implementation => ({
  of: 'all',
  run,
});
