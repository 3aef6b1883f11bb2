import type { TokenError } from './json-tokens';
import type { Span } from '@rulebook/text/span';

/** What can be wrong in a JSON text; the names are those of jsonc-parser. */
export type JsonErrorCode =
  | TokenError
  | 'CloseBraceExpected'
  | 'CloseBracketExpected'
  | 'ColonExpected'
  | 'CommaExpected'
  | 'EndOfFileExpected'
  | 'InvalidCommentToken'
  | 'InvalidSymbol'
  | 'NestedTooDeeply'
  | 'PropertyNameExpected'
  | 'ValueExpected';

/** A problem of a JSON text. */
export interface JsonProblem {
  readonly code: 'malformed-json';
  /** Something else follows the JSON value. */
  readonly isFurtherValue?: true;
  readonly message: string;
  readonly span: Span;
  /** A comma is missing between the token before the span and the one at it. */
  readonly isCommaMissing?: boolean;
  /** A colon is missing between the key before the span and the value at it. */
  readonly isColonMissing?: true;
  /** An object or array is not closed before the span. */
  readonly isUnclosed?: true;
  /** The text here may be an unreadable member, so no member of the surrounding object can be reported as absent. */
  readonly mayHideMember?: boolean;
}

const messages: Readonly<Record<JsonErrorCode, string>> = {
  NestedTooDeeply: 'The text is nested too deeply.',
  InvalidSymbol: 'Expected a value. Put strings in double quotes.',
  PropertyNameExpected: 'Expected a key in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected a colon after the key.',
  CommaExpected: 'Expected a comma.',
  CloseBraceExpected: 'Expected a closing brace `}`.',
  CloseBracketExpected: 'Expected a closing bracket `]`.',
  EndOfFileExpected: 'Expected the end of the body.',
  InvalidCommentToken: 'Comments are not allowed here.',
  UnexpectedEndOfComment: 'The comment is not closed. Add `*/`.',
  UnexpectedEndOfString: 'The string is not closed. Add a double quote.',
  UnexpectedEndOfNumber: 'The number is incomplete.',
  InvalidUnicode: 'Expected four hexadecimal digits after `\\u`.',
  InvalidEscapeCharacter: 'JSON has no such escape sequence.',
  InvalidCharacter: 'A string must not contain a control character. Use an escape sequence such as `\\n`.',
};

/** Returns the problem of the token at the span, of which the first line is marked. */
export function problemOf(code: JsonErrorCode, text: string, start: number, tokenEnd: number): JsonProblem {
  const atMost = Math.min(Math.max(start + 1, tokenEnd), text.length);
  const lineFeed = text.slice(start, atMost).indexOf('\n');
  const end = Math.max(lineFeed < 0 ? atMost : Math.min(start + Math.max(1, lineFeed), atMost), start);
  // At the end of the body there may be nothing to underline, so the span is the last character.
  return {
    code: 'malformed-json',
    message: messages[code],
    span: start < end ? { start, end } : { start: Math.max(0, start - 1), end: start },
    ...(code === 'EndOfFileExpected' ? { isFurtherValue: true } : {}),
    ...(code === 'CommaExpected' ? { isCommaMissing: true } : {}),
    ...(code === 'ColonExpected' ? { isColonMissing: true } : {}),
    ...(code === 'CloseBraceExpected' || code === 'CloseBracketExpected' ? { isUnclosed: true } : {}),
    // Behind these, a key may be that is incomplete or has no quotes.
    ...(code === 'ColonExpected' || code === 'InvalidSymbol' || code === 'UnexpectedEndOfString'
      ? { mayHideMember: true }
      : {}),
  };
}
