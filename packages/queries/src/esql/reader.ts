import type { QueryProblem, QueryToken, QueryTokenKind } from '@rulebook/catalogue/query-languages';
import type { Span } from '@rulebook/text/span';
import { Scanner, type Mode, type Piece } from './scanner';

/** Ends the reading of a command at its first mistake; what comes behind the next `|` is read again. */
export class Mistake extends Error {}

/** What a parser reads from: the next piece, and what was said of the former ones. */
export class Reader {
  readonly problems: QueryProblem[] = [];
  readonly tokens: QueryToken[] = [];
  readonly #scanner: Scanner;
  /** Where the next piece is looked for. */
  at = 0;
  /** The end of the piece that was taken last. */
  end = 0;
  #depth = 0;
  /** The pieces that were read last. */
  readonly #read: { readonly at: number; readonly mode: Mode; readonly piece: Piece }[] = [];

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  get text(): string {
    return this.#scanner.text;
  }

  get comments(): readonly Span[] {
    return this.#scanner.comments;
  }

  get openComment(): Span | undefined {
    return this.#scanner.openComment;
  }

  /** Returns the next piece without taking it. */
  peek(mode: Mode = 'expression'): Piece {
    return this.#pieceAt(this.at, mode);
  }

  /** Returns the piece behind another one. */
  behind(piece: Piece, mode: Mode = 'expression'): Piece {
    return this.#pieceAt(piece.span.end, mode);
  }

  /** Each piece is asked for by all that it could be, and most are looked at from the one in front. */
  #pieceAt(at: number, mode: Mode): Piece {
    const slot = this.#read[at & 1];
    if (slot?.at === at && slot.mode === mode) return slot.piece;
    const piece = this.#scanner.pieceAt(at, mode);
    this.#read[at & 1] = { at, mode, piece };
    return piece;
  }

  /** Takes a piece, with the colour that it has. */
  take(piece: Piece, colour?: QueryTokenKind): Piece {
    this.at = piece.span.end;
    this.end = piece.span.end;
    if (colour !== undefined && piece.span.end > piece.span.start) this.tokens.push({ kind: colour, span: piece.span });
    return piece;
  }

  /** Takes the next piece if it is this operator. */
  takeOperator(text: string, mode: Mode = 'expression'): boolean {
    const piece = this.peek(mode);
    if (piece.kind !== 'operator' || piece.text !== text) return false;
    this.take(piece, /^[,.:;()[\]{}]$/.test(text) ? undefined : 'operator');
    return true;
  }

  isWord(word: string, piece: Piece = this.peek()): boolean {
    return piece.kind === 'word' && piece.text.toUpperCase() === word;
  }

  /** Takes the next piece if it is this word, in any case. */
  takeWord(word: string): boolean {
    const piece = this.peek();
    if (!this.isWord(word, piece)) return false;
    this.take(piece, 'keyword');
    return true;
  }

  /** Reports a mistake, and ends the reading of the command. */
  fail(message: string, span: Span, meant?: string): never {
    this.report(message, span, meant);
    throw new Mistake();
  }

  report(message: string, span: Span, meant?: string): void {
    this.problems.push({ kind: 'syntax', message, span, isRefused: true, ...(meant !== undefined && { meant }) });
  }

  /** Says what was expected in place of the next piece. */
  expected(what: string, piece: Piece = this.peek()): never {
    if (piece.kind === 'string' && piece.isUnclosed)
      return this.fail('This string is not closed. Write a quote `"` behind it.', piece.span);
    if (piece.text === "'") return this.fail('Strings are in double quotes: `"`.', piece.span);
    if (piece.kind === 'end') return this.fail(`The query ends where ${what} is expected.`, endOf(this, piece));
    return this.fail(`Expected ${what} here, not \`${shown(piece.text)}\`.`, piece.span);
  }

  /** Reads something inside something else, as deep as people write. */
  nested<T>(read: () => T): T {
    if (this.#depth >= maxDepth) return this.fail('The expression is nested too deeply to be read.', this.peek().span);
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }
}

const maxDepth = 100;

/** The last letter that was read: an editor shows nothing behind the end. */
function endOf({ end }: Reader, piece: Piece): Span {
  return end === 0 ? piece.span : { start: end - 1, end };
}

function shown(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return (line.length > 30 ? `${line.slice(0, 30)}…` : line).replaceAll('`', "'");
}
