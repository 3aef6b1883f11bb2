import type { Span } from '../text/span';
import type { RequestSyntax, Token } from './model';
import { endOfVariable } from './variable-end';

/** What begins like a variable in a target or the value of a header field, but is not read as one. */
export interface UnreadVariable extends Token {
  /** The variable that is probably meant, with its braces. Absent when the braces hold more than a name. */
  readonly meant?: string;
}

/** Returns each `{{` in the target and the header fields of a request that does not begin a variable, at most one of each part. */
export function unreadVariablesOf(text: string, { target, headers }: RequestSyntax): readonly UnreadVariable[] {
  if (!text.includes('{{')) return none;
  const parts = [target.span, ...headers.map(({ value }) => value.span)];
  return parts.flatMap((part) => {
    const start = unreadIn(text, part);
    return start < 0 ? [] : [unreadAt(text, start, part.end)];
  });
}

const none: readonly UnreadVariable[] = [];

function unreadIn(text: string, { start, end }: Span): number {
  for (let at = text.indexOf('{{', start); at >= 0 && at < end;) {
    const behind = endOfVariable(text, at + 2);
    // Of more than two braces, the last two begin the variable.
    const isRead = behind < 0 ? text[at + 2] === '{' : text.slice(at + 2, behind - 2).trim() !== '';
    if (!isRead) return at;
    at = text.indexOf('{{', behind < 0 ? at + 1 : behind);
  }
  return -1;
}

function unreadAt(text: string, start: number, limit: number): UnreadVariable {
  const rest = text.slice(start, Math.min(limit, start + longest));
  const [found, name] = /^\{\{\s*([\w.$-]*)\}?(?=[/?#&]|$)/.exec(rest) ?? /^\S+/.exec(rest) ?? [rest];
  return { text: found, span: { start, end: start + found.length }, ...(name && { meant: `{{${name}}}` }) };
}

/** In characters; longer ones are named by their beginning. */
const longest = 80;

/** Returns why it is not sent without a question. A text that is not a name is not repeated: it may be a secret. */
export function explainUnread({ text, meant }: UnreadVariable): string {
  return meant === undefined
    ? 'The `{{` here does not begin a variable, and is not replaced by a value. A variable is a name between `{{` and `}}`.'
    : `\`${text}\` is not replaced by a value. Write \`${meant}\`.`;
}
