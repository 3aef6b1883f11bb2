import type { Span } from '@rulebook/text/span';
import type { Block, RequestSyntax, RequestTarget, Token } from '../model';
import { includesWord } from '../searched-text';
import { endOfPlaceholder } from '@rulebook/text/placeholder-end';

/** What is meant as a variable in a request line or the value of a header field, but is not replaced by a value. */
interface UnreplacedVariable extends Token {
  /** The variable that is probably meant, without its braces. Absent when the text holds more than a name. */
  readonly meant?: string;
  /** It is closed: an expression, which other tools evaluate as JavaScript. */
  readonly isExpression?: true;
}

/**
 * Returns the texts of a request that are meant as variables and are not replaced: `${name}` of another console in the path or the query,
 * and `{{` in the target and the header fields that does not begin a variable, at most one of each part.
 */
export function unreplacedVariablesOf(block: Block, { target, headers }: RequestSyntax): readonly UnreplacedVariable[] {
  const { text } = block;
  const ofConsole = includesWord(block, '${') ? consoleVariablesOf(target) : none;
  if (!includesWord(block, '{{')) return ofConsole;
  const found = [...ofConsole];
  const see = (part: Span): void => {
    const start = unfinishedIn(text, part);
    if (start >= 0) found.push(unfinishedAt(text, start, part.end));
  };
  see(target.span);
  for (const { value } of headers) if (value.text.includes('{{')) see(value.span);
  return found;
}

const none: readonly UnreplacedVariable[] = [];

function consoleVariablesOf({ segments, query }: RequestTarget): readonly UnreplacedVariable[] {
  const tokens = [...segments, ...query.flatMap(({ name, value }) => (value ? [name, value] : [name]))];
  return tokens.flatMap(({ text, span }) =>
    [...text.matchAll(/\$\{([\w.-]+)\}/g)].map(({ 0: found, 1: meant = '', index }) => {
      const start = span.start + index;
      return { text: found, span: { start, end: start + found.length }, meant };
    }),
  );
}

function unfinishedIn(text: string, { start, end }: Span): number {
  for (let at = text.indexOf('{{', start); at >= 0 && at < end;) {
    const behind = endOfPlaceholder(text, at + 2);
    // Of more than two braces, the last two begin the variable.
    const isRead = behind < 0 ? text[at + 2] === '{' : text.slice(at + 2, behind - 2).trim() !== '';
    if (!isRead) return at;
    at = text.indexOf('{{', behind < 0 ? at + 1 : behind);
  }
  return -1;
}

function unfinishedAt(text: string, start: number, limit: number): UnreplacedVariable {
  const rest = text.slice(start, Math.min(limit, start + longest));
  const expression = /^\{\{[^{}"]*"[^{}]*\}\}/.exec(rest)?.[0];
  if (expression !== undefined) {
    return { text: expression, span: { start, end: start + expression.length }, isExpression: true };
  }
  const [found, meant] = /^\{\{\s*([\w.$-]*)\}?(?=[/?#&]|$)/.exec(rest) ?? /^\S+/.exec(rest) ?? [rest];
  return { text: found, span: { start, end: start + found.length }, ...(meant && { meant }) };
}

/** In characters; of a longer text, the beginning is marked. */
const longest = 80;

/** Returns why such a request is not sent without a question. A text that is not a name is not repeated: it may be a secret. */
export function explainUnreplaced({ text, meant, isExpression }: UnreplacedVariable): string {
  if (isExpression) {
    return 'The expression between `{{` and `}}` is not evaluated. Write the name of a variable, and define its value.';
  }
  return meant === undefined
    ? 'The `{{` here does not begin a variable, and is not replaced by a value. A variable is a name between `{{` and `}}`.'
    : `\`${text}\` is not replaced by a value. Write \`{{${meant}}}\`.`;
}
