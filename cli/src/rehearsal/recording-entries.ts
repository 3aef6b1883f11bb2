import type { LinePosition } from '@rulebook/text';
import { piecesOfFile } from './log-lines';

/** The text of an entry of a recording, and where it begins. */
export interface EntryText {
  /** Undefined: it is too long to be read. */
  readonly text: string | undefined;
  readonly start: LinePosition;
}

/** How far a recording was read. */
export type ReadRecording = 'whole' | 'cut' | 'no-list';

/** A longer entry is not read; in UTF-16 code units. */
const longestEntry = 40_000_000;
/** The list of entries is in this many objects. */
const way = ['log', 'entries'];

/** What is open: an object with its last name, or a list. */
interface Open {
  readonly isList: boolean;
  name: string;
}

/** Reads the entries of a recording in the format HAR one after the other, without keeping them. Returns how far it was read. */
export async function* entriesOfFile(path: string): AsyncGenerator<EntryText, ReadRecording> {
  const scanner = new EntryScanner();
  for await (const piece of piecesOfFile(path)) yield* scanner.read(piece);
  return scanner.end;
}

/** Finds the entries in pieces of a text. What is in them is read by whoever gets them. */
class EntryScanner {
  readonly #open: Open[] = [];
  /** Of a name: only those around the list are kept. */
  #name = '';
  #isText = false;
  #isEscaped = false;
  #hasList = false;
  #isCut = true;
  #line = 0;
  /** Where the current line begins, counted from the start of the piece. */
  #lineStart = 0;
  /** The parts of the open entry, the length of them, and where it begins. */
  #entry: { parts: string[]; length: number; readonly start: LinePosition; readonly depth: number } | undefined;

  /** Returns how far the text was read that has ended now. */
  get end(): ReadRecording {
    if (!this.#hasList) return this.#isCut ? 'cut' : 'no-list';
    return this.#isCut ? 'cut' : 'whole';
  }

  /** Returns the entries that end in the next piece. */
  *read(piece: string): Generator<EntryText, undefined> {
    /** Where the part of the open entry begins. */
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      if (this.#isText) {
        at = this.#skipText(piece, at);
        continue;
      }
      const character = piece[at];
      if (character === '"') this.#beginText();
      else if (character === '{' || character === '[') {
        if (this.#isAtEntry) {
          from = at;
          const start = { line: this.#line, character: at - this.#lineStart };
          this.#entry = { parts: [], length: 0, start, depth: this.#open.length };
        }
        this.#open.push({ isList: character === '[', name: '' });
        if (this.#isAtEntry) this.#hasList = true;
      } else if (character === '}' || character === ']') {
        this.#open.pop();
        if (this.#open.length === 0) this.#isCut = false;
        if (this.#entry !== undefined && this.#open.length === this.#entry.depth) {
          yield this.#take(piece.slice(from, at + 1));
        }
      } else if (character === '\n') {
        this.#line++;
        this.#lineStart = at + 1;
      }
    }
    if (this.#entry !== undefined) this.#keep(piece.slice(from));
    this.#lineStart -= piece.length;
    return undefined;
  }

  /** What comes next is an entry. */
  get #isAtEntry(): boolean {
    if (this.#open.length !== way.length + 1 || this.#open.at(-1)?.isList !== true) return false;
    return way.every((name, index) => this.#open[index]?.isList === false && this.#open[index].name === name);
  }

  #beginText(): void {
    this.#isText = true;
    this.#name = '';
  }

  /** Returns where a text ends, or the last character of the piece. */
  #skipText(piece: string, from: number): number {
    const isName = this.#open.length <= way.length;
    for (let at = from; at < piece.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (piece[at] === '\\') this.#isEscaped = true;
      else if (piece[at] === '"') {
        this.#isText = false;
        if (isName) this.#name += piece.slice(from, at);
        // A value has no further name behind it, so that it does no harm here.
        const around = this.#open.at(-1);
        if (isName && around !== undefined) around.name = this.#name;
        return at;
      }
    }
    if (isName) this.#name += piece.slice(from);
    return piece.length - 1;
  }

  #keep(part: string): void {
    if (this.#entry === undefined) return;
    this.#entry.length += part.length;
    if (this.#entry.length <= longestEntry) this.#entry.parts.push(part);
    else this.#entry.parts = [];
  }

  #take(last: string): EntryText {
    this.#keep(last);
    const { parts = [], length = 0, start = { line: 0, character: 0 } } = this.#entry ?? {};
    this.#entry = undefined;
    return { text: length > longestEntry ? undefined : parts.join(''), start };
  }
}
