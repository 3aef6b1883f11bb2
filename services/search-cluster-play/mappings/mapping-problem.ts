import { problem, type Problem } from '../indices/problem';

/** What a mapping can refer to. */
export interface MappingContext {
  /** The names of the similarities that the settings of the index define. */
  readonly similarities: readonly string[];
  /** The names of the analyzers that fields can have. */
  readonly analyzers: readonly string[];
  /** The names of the field types that the played product knows. */
  readonly types: ReadonlySet<string>;
}

/** Creates the problem of a mapping that a server cannot read. */
export function mappingProblem(reason: string, rule?: string): Problem {
  return problem(reason, { type: 'mapper_parsing_exception', ...(rule !== undefined && { rule }) });
}
