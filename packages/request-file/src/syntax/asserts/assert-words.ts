import type { MalformedAssert } from './parsed-assert';
import { endOfPlaceholder } from '@rulebook/text/placeholder-end';
import type { Span } from '@rulebook/text/span';
import type { Token } from '../model';
import { operatorNamed } from './operators';

/** Where the reading of an assert is. */
export interface Cursor {
  readonly text: string;
  at: number;
}

const symbol = /(?:===|!==|==|!=|>=|<=|=|>|<)/y;

/** Returns the word behind the cursor; `{{ name }}` is a part of it. */
export function wordAt({ text, at }: Cursor): Token {
  const start = behindBlanks(text, at);
  let end = start;
  while (end < text.length && !isBlank(text[end])) end = behindCharacter(text, end);
  return { text: text.slice(start, end), span: { start, end } };
}

/** Returns the operator behind the cursor; its value may follow without a blank. */
export function operatorAt(cursor: Cursor): Token {
  const start = behindBlanks(cursor.text, cursor.at);
  symbol.lastIndex = start;
  const [sign] = symbol.exec(cursor.text) ?? [];
  return sign === undefined ? wordAt(cursor) : { text: sign, span: { start, end: start + sign.length } };
}

/** Returns whether a word is an operator. */
export function isOperator(word: string): boolean {
  symbol.lastIndex = 0;
  return operatorNamed(word) !== undefined || symbol.test(word);
}

/** Returns the end of a JSONPath: the first blank outside of brackets and quotes, or a sign that ends it as well. */
export function endOfPath(text: string, start: number, sign?: string): number {
  let depth = 0;
  let quote = '';
  let at = start;
  for (; at < text.length; at = behindCharacter(text, at)) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (depth > 0 && (character === '"' || character === "'")) quote = character;
    else if (character === '[' || character === '(') depth++;
    else if (character === ']' || character === ')') depth--;
    else if (depth <= 0 && (isBlank(character) || character === sign)) break;
  }
  return Math.min(at, text.trimEnd().length);
}

function behindCharacter(text: string, at: number): number {
  const end = text.startsWith('{{', at) ? endOfPlaceholder(text, at + 2) : -1;
  return end > 0 ? end : at + 1;
}

/** Returns where the first visible character is from a place on. */
export function behindBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text[at])) at++;
  return at;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** Returns the span from here to the last visible character. */
export function restFrom({ text }: Cursor, start: number): Span {
  return { start, end: Math.max(start, text.trimEnd().length) };
}

/** Returns a word for a message. */
export function shortened(word: string): string {
  const plain = word.replaceAll('`', '');
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain;
}

/** Returns an assert that cannot be read, and why. */
export function malformed(message: string, span: Span, meant?: string): MalformedAssert {
  return { kind: 'malformed', message, span, ...(meant !== undefined && { meant }) };
}
