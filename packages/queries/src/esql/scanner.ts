import type { Span } from '@rulebook/text/span';

/** What a piece of the text is by its form. */
export type PieceKind =
  | 'word'
  | 'quoted'
  | 'string'
  | 'number'
  | 'parameter'
  | 'operator'
  | 'source'
  | 'unknown'
  | 'end';

/** A piece of the text. */
export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
  readonly span: Span;
  /** Of a string: it is not closed. */
  readonly isUnclosed?: true;
  /** Of a string: where an escape sequence is that the language does not have. */
  readonly badEscape?: Span;
}

/** In which part of a query a piece is: names of indices, and patterns of columns, are written otherwise. */
export type Mode = 'expression' | 'source' | 'pattern';

/** Reads pieces one after another; comments are kept apart. */
export class Scanner {
  readonly text: string;
  readonly comments: Span[] = [];
  /** An unclosed comment. */
  openComment: Span | undefined;
  #at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the piece at a position or behind blanks and comments there. */
  pieceAt(from: number, mode: Mode): Piece {
    const start = this.#skipped(from);
    if (start >= this.text.length) return { kind: 'end', text: '', span: { start, end: start } };
    const letter = this.text[start] ?? '';
    if (letter === '"') return this.#string(start);
    if (letter === '`') return this.#match('quoted', quotedName, start);
    if (letter === '?') return this.#match('parameter', parameter, start);
    if (mode === 'source') {
      const found = this.#match('source', source, start);
      if (found.text !== '') return found;
    } else if (mode === 'pattern') {
      const found = this.#match('word', pattern, start);
      if (found.text !== '') return found;
    } else {
      const word = this.#match('word', name, start);
      if (word.text !== '') return word;
      const number = this.#match('number', numeral, start);
      if (number.text !== '') return number;
    }
    const found = this.#match('operator', operator, start);
    if (found.text !== '') return found;
    return { kind: 'unknown', text: letter, span: { start, end: start + 1 } };
  }

  #match(kind: PieceKind, expression: RegExp, start: number): Piece {
    expression.lastIndex = start;
    const text = expression.exec(this.text)?.[0] ?? '';
    const isUnclosed = kind === 'quoted' && (text.length < 2 || !text.endsWith('`'));
    return { kind, text, span: { start, end: start + text.length }, ...(isUnclosed && { isUnclosed }) };
  }

  /** Blanks and comments; a comment is remembered once. */
  #skipped(from: number): number {
    let at = from;
    for (;;) {
      blanks.lastIndex = at;
      at += blanks.exec(this.text)?.[0].length ?? 0;
      if (this.text[at] !== '/') return at;
      const next = this.text[at + 1];
      if (next !== '/' && next !== '*') return at;
      const found = this.text.indexOf(next === '/' ? '\n' : '*/', at + 2);
      const end = found < 0 ? this.text.length : next === '/' ? found : found + 2;
      if (at >= this.#at) {
        this.comments.push({ start: at, end });
        if (next === '*' && found < 0) this.openComment = { start: at, end: at + 2 };
        this.#at = end;
      }
      at = end;
    }
  }

  #string(start: number): Piece {
    if (this.text.startsWith('"""', start)) {
      tripled.lastIndex = start;
      const text = tripled.exec(this.text)?.[0];
      if (text !== undefined) return { kind: 'string', text, span: { start, end: start + text.length } };
      return { kind: 'string', text: this.text.slice(start), span: { start, end: start + 3 }, isUnclosed: true };
    }
    let badEscape: Span | undefined;
    for (let at = start + 1; at < this.text.length; at++) {
      const letter = this.text[at];
      if (letter === '"') {
        const end = at + 1;
        return {
          kind: 'string',
          text: this.text.slice(start, end),
          span: { start, end },
          ...(badEscape && { badEscape }),
        };
      }
      if (letter === '\n' || letter === '\r') break;
      if (letter !== '\\') continue;
      if (!/[tnr"\\]/.test(this.text[at + 1] ?? '')) badEscape ??= { start: at, end: at + 2 };
      at++;
    }
    return { kind: 'string', text: this.text.slice(start), span: { start, end: start + 1 }, isUnclosed: true };
  }
}

const blanks = /[ \t\r\n]*/y;
const name = /[A-Za-z_@][A-Za-z0-9_]*/y;
const quotedName = /`(?:[^`]|``)*`?/y;
const parameter = /\?\??(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+)?/y;
const numeral = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const source = /(?:[^:"=|,[\]/() \t\r\n?`]|\/(?![*/]))+/y;
const pattern = /[A-Za-z0-9_@*]+/y;
const operator = /::|==|=~|!=|<=|>=|[-+*/%<>=|,.:;()[\]{}]/y;
const tripled = /"""[^]*?"""(?:"{0,2}(?!"))?/y;

/** Returns what a string means. */
export function stringValue(text: string): string {
  if (text.startsWith('"""')) return text.slice(3, -3);
  return text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => ({ t: '\t', n: '\n', r: '\r' })[letter] ?? letter);
}

/** Returns the name that is written between backquotes, or without them. */
export function nameWrittenAs(text: string): string {
  return text.startsWith('`') ? text.slice(1, text.endsWith('`') ? -1 : undefined).replaceAll('``', '`') : text;
}
