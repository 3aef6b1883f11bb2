import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';

/**
 * Prints JSON text with one member per line. Numbers and strings are copied as written, since parsing and printing would change some of
 * them. Returns undefined for text that is not JSON, or would become far too long; `isCut` says that the text is only the beginning of one.
 * One pass, for texts of any length and depth.
 */
export function printJson(source: string, isCut = false): string | undefined {
  const tokens = new JsonTokens(source, 0, source.length, true);
  const printer = new TokenPrinter();
  const pieces: string[] = [];
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    // The last token of a cut text may have lost its end.
    if (isBroken(tokens) && !(isCut && tokens.end === source.length)) return undefined;
    if (!printer.print(kind, source.slice(tokens.start, tokens.end), pieces)) return undefined;
  }
  return (printer.isOpen && !isCut) || pieces.length === 0 ? undefined : pieces.join('');
}

/** Prints JSON that comes in parts. */
export interface JsonParts {
  /**
   * Takes the next part and returns what can be printed of all that came; it ends where the name of a secret is not apart from its value.
   * `rest` is what came from where it is not JSON, or would become far too long; after it, no more parts are taken.
   */
  readonly add: (part: string, isLast: boolean) => { readonly text: string; readonly rest?: string };
}

/** Returns what prints JSON as `printJson` does, part by part; after so many lines, several members share one. */
export function createJsonParts(maxLines = Infinity): JsonParts {
  const printer = new TokenPrinter(maxLines);
  let held = '';
  /** Before there is as much, a token that has not ended is not read again: else a long one would be read very often. */
  let wanted = 0;
  /** What is printed, and how much of it can be given away. */
  const pieces: string[] = [];
  let apart = 0;
  const given = (count: number): string => {
    apart = 0;
    return pieces.splice(0, count).join('');
  };
  return {
    add: (part, isLast) => {
      held += part;
      if (!isLast && held.length < wanted) return { text: '' };
      const tokens = new JsonTokens(held, 0, held.length, true);
      let from = held.length;
      for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
        // It may go on in the next part.
        if (tokens.end === held.length && !isLast) {
          from = tokens.start;
          break;
        }
        const isPrinted = !isBroken(tokens) && printer.print(kind, held.slice(tokens.start, tokens.end), pieces);
        if (!isPrinted) return { text: given(apart), rest: given(pieces.length) + held.slice(tokens.start) };
        if (printer.isApart) apart = pieces.length;
      }
      held = held.slice(from);
      wanted = 2 * held.length;
      return { text: given(isLast ? pieces.length : apart) };
    },
  };
}

/** Prints one token after the other. */
class TokenPrinter {
  /** The closing bracket of each open one. Not recursive, since the sender decides how deeply the text is nested. */
  readonly #open: number[] = [];
  #indented = 0;
  #previous: number = jsonToken.end;
  /** The last string, which is the name of a member where a colon follows. */
  #name = '';
  /** Where the list of a secret member began, in levels; its items are secrets. */
  #secretList = Infinity;
  readonly #maxLines: number;
  /** How many line ends were printed, and how many characters since the last one. */
  #lines = 0;
  #column = 0;

  constructor(maxLines = Infinity) {
    this.#maxLines = maxLines;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** The next token may be the name of a secret, and what came before is complete. */
  get isApart(): boolean {
    return this.#previous <= jsonToken.comma && this.#open.length < this.#secretList;
  }

  /** Adds a token with what is in front of it; returns false when the text is not JSON, or would become far too long. */
  print(kind: number, written: string, pieces: string[]): boolean {
    const open = this.#open;
    const previous = this.#previous;
    const isClosing = kind === jsonToken.closeBrace || kind === jsonToken.closeBracket;
    if (isClosing && open.pop() !== kind) return false;
    if (isClosing && open.length < this.#secretList) this.#secretList = Infinity;
    const isFirst = previous === jsonToken.openBrace || previous === jsonToken.openBracket;
    if (isClosing ? !isFirst : isFirst || previous === jsonToken.comma) {
      if (!this.#beginLine(Math.min(open.length, 40), pieces)) return false;
    } else if (!isBetween(kind) && !isBetween(previous) && previous !== jsonToken.end && !isClosing) {
      // Several values in sequence are newline-delimited JSON.
      if (open.length > 0) return false;
      if (!this.#beginLine(0, pieces)) return false;
    }
    pieces.push(kind === jsonToken.colon ? ': ' : written);
    this.#column += written.length;
    if (kind === jsonToken.openBrace) open.push(jsonToken.closeBrace);
    else if (kind === jsonToken.openBracket) {
      open.push(jsonToken.closeBracket);
      if (previous === jsonToken.colon && mayBeSecret(this.#name)) {
        this.#secretList = Math.min(this.#secretList, open.length);
      }
    } else if (kind === jsonToken.text) this.#name = written;
    this.#previous = kind;
    return true;
  }

  #beginLine(depth: number, pieces: string[]): boolean {
    if (this.#lines >= this.#maxLines && this.#column < longestDense) {
      pieces.push(' ');
      return true;
    }
    this.#lines++;
    this.#column = 0;
    this.#indented += depth;
    if (this.#indented > maxIndented) return false;
    pieces.push('\n', '  '.repeat(depth));
    return true;
  }
}

/** In characters: where several members share a line, a longer one ends. */
const longestDense = 500;

function isBroken({ kind, error }: JsonTokens): boolean {
  return kind > jsonToken.text || error === 'UnexpectedEndOfString';
}

/** Returns whether a name as it is written is that of a secret; escapes may hide one. */
function mayBeSecret(written: string): boolean {
  return written.includes('\\') || isSecretMember(written.slice(1, -1));
}

function isBetween(kind: number): boolean {
  return kind === jsonToken.comma || kind === jsonToken.colon;
}

/** The limit of the indentation levels of all lines together: deep nesting can turn few bytes into very many. */
const maxIndented = 50_000_000;
