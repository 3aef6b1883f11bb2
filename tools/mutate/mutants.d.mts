/** One mistake in one module. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  /** What is there, and what it becomes, on one line. */
  readonly before: string;
  readonly after: string;
  /** The node that is written anew as `instead`. */
  readonly from: number;
  readonly to: number;
  readonly instead: string;
  readonly isStatement: boolean;
  /** Tells it from all others, whatever lines are above it. */
  readonly name: string;
}

export function mutantsOf(file: string, source: string): Mutant[];
export function mutated(source: string, mutant: Pick<Mutant, 'from' | 'to' | 'instead'>): string;
export function switched(source: string, mutants: readonly { readonly id: number; readonly mutant: Mutant }[]): string;
export function shuffled(mutants: readonly Mutant[], seed: number): Mutant[];
