import type { Mutant } from './mutants.mjs';

/** What became of one mutant. */
export interface Trial {
  readonly mutant: Mutant;
  readonly outcome: 'killed' | 'survived' | 'unreached';
  /** What noticed it: a test, or the time after which it was ended. */
  readonly by?: string;
  /** The tests that were asked. */
  readonly tests: readonly string[];
}

/** A mutant that changes nothing that a user could see. */
export interface Equivalent extends Pick<Mutant, 'operator' | 'before' | 'after'> {
  /** The end of its path, so that the file may move. */
  readonly file: string;
  readonly reason: string;
}

export function isEquivalent(listed: readonly Equivalent[], mutant: Mutant): boolean;
export function lineOf(mutant: Mutant): string;
export function shareOf(trials: readonly Trial[]): number;
export function tableOf(trials: readonly Trial[]): string;
