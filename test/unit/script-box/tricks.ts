/** Code that has left an engine somewhere, or stopped one, and what has to come of it here: the lines of its log, or its problem. */
export interface Trick {
  readonly name: string;
  readonly code: string;
  /** All of the log, joined by blanks, and then the message of the problem, if there is one. */
  readonly becomes: string | RegExp;
}

const trick = (name: string, becomes: string | RegExp, code: string): Trick => ({ name, code, becomes });
const outside = 'typeof process + typeof require("assert").constructor("return typeof process")()';
const steps = 'The script does not end: it has used up its steps.';
const memory = 'The script needs more memory than it may have.';
const depth = 'The script calls itself too deeply.';

/** Ways to an object of the host by the constructors of what is handed in. */
const constructors: readonly Trick[] = [
  trick(
    'this.constructor',
    'undefined',
    'client.log(typeof (function () { return this })().constructor.constructor("return this")().process)',
  ),
  trick(
    'constructor of a host function',
    'undefined',
    'client.log(typeof client.log.constructor("return this")().process)',
  ),
  trick('constructor of a module', 'undefinedundefined', `client.log(${outside})`),
];

export const tricks: readonly Trick[] = [
  ...constructors,
  trick('a', steps, ''),
  trick('b', memory, ''),
  trick('c', depth, ''),
];
