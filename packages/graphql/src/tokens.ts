import type { Span } from '@rulebook/text/span';

/** A token of a document: a name, a mark such as `{`, or a number or string, whose text does not matter. */
export interface GraphqlToken {
  readonly kind: 'name' | 'mark' | 'value';
  readonly text: string;
  readonly span: Span;
}

const pattern =
  /#[^\n\r]*|"""(?:[^"\\]|\\.|"(?!""))*(?:"""|$)|"(?:[^"\\\n\r]|\\.)*"?|\.\.\.|[_A-Za-z]\w*|-?\d[\w.]*|[{}()[\]:!|=@$&]/gs;

/**
 * Returns the tokens of a document, in which an unfinished string or a stray character does no harm: while a user types, the parser of the
 * library fails. Comments are none.
 */
export function tokensOf(text: string): readonly GraphqlToken[] {
  const tokens: GraphqlToken[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found.startsWith('#')) continue;
    const kind = /^[_A-Za-z]/.test(found) ? 'name' : /^["\d-]/.test(found) ? 'value' : 'mark';
    tokens.push({ kind, text: found, span: { start: index, end: index + found.length } });
  }
  return tokens;
}

/** Returns whether a position is in a string or a comment, where no word of the language can be. */
export function isInText(text: string, offset: number): boolean {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index >= offset) return false;
    const end = index + found.length;
    if (found.startsWith('#') && offset <= end) return true;
    if (found.startsWith('"') && (offset < end || !isClosed(found))) return offset <= end;
  }
  return false;
}

/** Returns whether a string ends with its quotation mark. */
export function isClosed(text: string): boolean {
  return text.startsWith('"""') ? text.length > 5 && text.endsWith('"""') : text.length > 1 && text.endsWith('"');
}

/** So many open brackets in one another are read; each one is a call. */
const deepest = 150;
/** In UTF-16 code units. A longer document is not checked. */
const longest = 100_000;

/** Returns whether a document is too long or too deep to be read. */
export function isTooLarge(text: string): boolean {
  if (text.length > longest) return true;
  let depth = 0;
  for (const { kind, text: mark } of tokensOf(text)) {
    if (kind !== 'mark') continue;
    if (mark === '{' || mark === '(' || mark === '[') depth++;
    else if (mark === '}' || mark === ')' || mark === ']') depth--;
    if (depth > deepest) return true;
  }
  return false;
}
