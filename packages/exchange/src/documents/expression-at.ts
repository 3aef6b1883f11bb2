import type { Span } from '@rulebook/text/span';
import { parseExpression, type Expression } from '../arazzo/expressions';

/** A runtime expression in a text. */
export interface ExpressionAt {
  readonly text: string;
  readonly span: Span;
  readonly expression: Expression;
}

/** Returns the runtime expression at a position of a text that is somewhere in another one. */
export function expressionAt(text: string, { start, end }: Span, offset: number): ExpressionAt | undefined {
  for (const match of text.slice(start, end).matchAll(/\$[A-Za-z][^\s{}()!=<>&|'",]*/g)) {
    const [found] = match;
    const span = { start: start + match.index, end: start + match.index + found.length };
    if (offset < span.start || offset > span.end) continue;
    const expression = parseExpression(found);
    return 'problem' in expression ? undefined : { text: found, span, expression };
  }
  return undefined;
}
