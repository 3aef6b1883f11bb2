import { problem, type Problem } from '../indices/problem';

/** What is said of a name that the reader of a search does not understand, by the error type. */
const sentences = {
  illegal_argument_exception: 'cannot have this value',
  number_format_exception: 'is not a number',
  parse_exception: 'cannot have this value',
  parsing_exception: 'is unknown here, is missing, or has another form',
  x_content_e_o_f_exception: 'is not complete',
  x_content_parse_exception: 'cannot be read',
  search_phase_execution_exception: 'cannot be carried out',
} as const;

/** The error types of what is not understood. */
export type MisreadType = keyof typeof sentences;

/** The error type of what the service understands, and cannot carry out. */
export const later = 'search_phase_execution_exception';

/** Returns the problem of a name that the reader of a search does not understand. */
export function misread(name: string, type: MisreadType = 'illegal_argument_exception'): Problem {
  return problem(`[${name.slice(0, 100)}] ${sentences[type]}.`, { type });
}

/** Returns the problem of what has another form than the reader of a search expects at this name. */
export function unparsed(name: string): Problem {
  return misread(name, 'parsing_exception');
}

/** Returns the problem of what the parser of an object does not take at this name. */
export function unread(name: string): Problem {
  return misread(name, 'x_content_parse_exception');
}
