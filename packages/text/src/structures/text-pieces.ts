import type { TextEdit } from '../edit';
import { firstIndexWhere } from '../search';

/** The usual length of a piece, in UTF-16 code units. */
const usual = 16_384;

/** A long text in pieces: an edit makes one or two of them anew, and the engine need not copy the others. Never changes. */
export class TextPieces {
  readonly #pieces: readonly string[];
  /** Where each piece ends. */
  readonly #ends: readonly number[];

  private constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
    let end = 0;
    this.#ends = pieces.map((piece) => (end += piece.length));
  }

  /** Cuts a text into pieces. */
  static of(text: string): TextPieces {
    return new TextPieces(cut(text));
  }

  get length(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** Returns the text after an edit. */
  replaced({ span: { start, end }, newText }: TextEdit): TextPieces {
    const first = Math.min(this.#indexAt(start), this.#pieces.length - 1);
    const last = Math.max(first, Math.min(this.#indexAt(end), this.#pieces.length - 1));
    const before = this.slice(this.#startOf(first), start);
    const made = before + newText + this.slice(end, this.#ends[last] ?? 0);
    return new TextPieces([...this.#pieces.slice(0, first), ...cut(made), ...this.#pieces.slice(last + 1)]);
  }

  /** Returns a part of the text, as strings do for places in them. */
  slice(start: number, end: number): string {
    let found = '';
    for (let index = this.#indexAt(start); index < this.#pieces.length; index++) {
      const from = this.#startOf(index);
      if (from >= end) break;
      found += (this.#pieces[index] ?? '').slice(Math.max(0, start - from), end - from);
    }
    return found;
  }

  /** Returns the first place of a character from here on; -1 if there is none. */
  indexOf(character: string, start: number): number {
    for (let index = this.#indexAt(start); index < this.#pieces.length; index++) {
      const from = this.#startOf(index);
      const at = (this.#pieces[index] ?? '').indexOf(character, Math.max(0, start - from));
      if (at >= 0) return from + at;
    }
    return -1;
  }

  /** Returns the last place of a character up to here; -1 if there is none. */
  lastIndexOf(character: string, start: number): number {
    for (let index = Math.min(this.#indexAt(start), this.#pieces.length - 1); index >= 0; index--) {
      const from = this.#startOf(index);
      const at = start < from ? -1 : (this.#pieces[index] ?? '').lastIndexOf(character, start - from);
      if (at >= 0) return from + at;
    }
    return -1;
  }

  /** Returns the text. Engines join its pieces only when one looks into it. */
  toString(): string {
    let text = '';
    for (const piece of this.#pieces) text += piece;
    return text;
  }

  #startOf(index: number): number {
    return this.#ends[index - 1] ?? 0;
  }

  /** Returns the index of the piece that holds a place; their number behind the end. */
  #indexAt(place: number): number {
    return firstIndexWhere(this.#ends, (end) => end > place);
  }
}

function cut(text: string): readonly string[] {
  if (text.length <= 2 * usual) return text === '' ? [] : [text];
  return Array.from({ length: Math.ceil(text.length / usual) }, (_, index) =>
    text.slice(index * usual, (index + 1) * usual),
  );
}
