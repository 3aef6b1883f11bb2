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

/** Types of errors of parts of a mapping, where servers do not say that it is about the mapping. */
const plainTypes = { flag: 'illegal_argument_exception', fields: 'parse_exception' } as const;

/** Creates the problem of a flag, or of a list of fields, that is none. */
export function wrongPart(reason: string, part: keyof typeof plainTypes): Problem {
  return { ...mappingProblem(reason, 'wrong-type'), plainType: plainTypes[part] };
}
