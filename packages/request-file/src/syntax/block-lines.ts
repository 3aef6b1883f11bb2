import type { Span } from '@rulebook/text/span';
import { isVisible } from './construct-at';
import { constructNamed } from './constructs';

/** A line of a block without its line end. */
export interface Line extends Span {
  readonly text: string;
  /** The code of the first character that is neither a space nor a tab; -1 when there is none. Most questions end here. */
  readonly first: number;
  /** The line belongs to a block comment (slash star … star slash). */
  readonly isInComment: boolean;
  /** The line begins inside of a `"""` string, so it is neither a comment nor a construct. */
  readonly isInText: boolean;
}

const comment = constructNamed('comment').begins;
const blockComment = constructNamed('block-comment').begins;

/**
 * Returns whether a line begins a block comment that is alone, and whether the comment continues on the next line. A path that begins
 * with `/*` and holds a further slash is not a comment, nor is a line with text behind the closing mark.
 */
export function openingOf(line: string): 'open' | 'closed' | undefined {
  if (!blockComment.test(line)) return undefined;
  const start = line.indexOf('/*') + 2;
  const close = line.indexOf('*/', start);
  if (close < 0) return 'open';
  return line.slice(close + 2).trim() === '' ? 'closed' : undefined;
}

/** Returns whether the line is a comment and no separator. */
export function isComment(line: Line): boolean {
  const { first } = line;
  if (line.isInComment) return true;
  return (first === 0x23 || first === 0x2f || !isVisible(first)) && !line.isInText && comment.test(line.text);
}

/** Returns whether the line holds nothing but white space. */
export function isBlank(line: Line): boolean {
  return !isVisible(line.first) && /^[\s\uFEFF]*$/.test(line.text);
}

/** Returns whether the line's first character besides white space can be this one. */
export function mayBegin({ first }: Line, code: number): boolean {
  return first === code || !isVisible(first);
}

/** Returns the variable that a line consists of: `{{name}}`. */
export function loneVariableOf(line: string): string | undefined {
  return /^\s*\{\{[ \t]*([^\s{}"](?:[^{}"]*[^\s{}"])?)[ \t]*\}\}\s*$/.exec(line)?.[1];
}

/** Returns whether the line is a header field of which the name begins with a variable, and not a body: `{{name}}: value`. */
export function isVariableField(line: string): boolean {
  return /^\s*\{\{[^{}"]*\}\}(?:[\w-]|\{\{[^{}"]*\}\})*[ \t]*:/.test(line);
}
