import { endOfPlaceholder } from '@rulebook/text/placeholder-end';

/** The kinds of tokens. Those from `lineComment` on are between the tokens of JSON. */
export const jsonToken = {
  end: 0,
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  nullWord: 7,
  trueWord: 8,
  falseWord: 9,
  number: 10,
  /** A string, a `"""` string, or a placeholder that is where a value or key can. */
  text: 11,
  lineComment: 12,
  blockComment: 13,
  /** A comment that begins with `#`. */
  hashComment: 14,
  unknown: 15,
} as const;

/** What can be wrong inside a token; the names are those of jsonc-parser. */
export type TokenError =
  | 'InvalidCharacter'
  | 'InvalidEscapeCharacter'
  | 'InvalidUnicode'
  | 'UnexpectedEndOfComment'
  | 'UnexpectedEndOfNumber'
  | 'UnexpectedEndOfString';

/**
 * Reads the tokens of a part of a text: JSON with comments, `#` comments, `"""` strings and placeholders; with `isStrict`, of JSON and its
 * comments only. Our own, since jsonc-parser's scanner knows none of the last three, and everything that looks at JSON in a request must
 * agree on where they end. What it shares with that scanner, it reads alike. White space is skipped.
 */
export class JsonTokens {
  kind: number = jsonToken.end;
  start: number;
  /** Where the token ends, and reading goes on. */
  end: number;
  /** Where the text ends. */
  limit: number;
  error: TokenError | undefined = undefined;
  /** The token is a placeholder outside of a string. */
  isPlaceholder = false;
  /** The token is a `"""` string. */
  isLong = false;
  #isClosed = true;
  /** The string differs from its value: it holds an escape sequence or a placeholder. */
  #isWritten = false;
  readonly #text: string;
  readonly #isRelaxed: boolean;
  /** The place of a closing `*\/`, before which there is none from where it was searched. */
  #commentClose = -1;

  constructor(text: string, start: number, limit: number, isStrict = false) {
    this.#text = text;
    this.start = start;
    this.end = start;
    this.limit = limit;
    this.#isRelaxed = !isStrict;
  }

  /** Reads the next token and returns its kind. */
  next(): number {
    const text = this.#text;
    const { limit } = this;
    let at = this.end;
    let code = -1;
    for (; at < limit; at++) {
      code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    }
    this.start = at;
    this.error = undefined;
    this.isPlaceholder = false;
    this.isLong = false;
    if (at >= limit) {
      this.end = at;
      return (this.kind = jsonToken.end);
    }
    switch (code) {
      case 0x22: // "
        return (this.kind = this.#readString(at));
      case 0x2c: // ,
        return this.#single(jsonToken.comma);
      case 0x3a: // :
        return this.#single(jsonToken.colon);
      case 0x7b: // {
        return this.#isRelaxed && text.charCodeAt(at + 1) === 0x7b && this.#readPlaceholder(at)
          ? (this.kind = jsonToken.text)
          : this.#single(jsonToken.openBrace);
      case 0x7d: // }
        return this.#single(jsonToken.closeBrace);
      case 0x5b: // [
        return this.#single(jsonToken.openBracket);
      case 0x5d: // ]
        return this.#single(jsonToken.closeBracket);
      case 0x2f: // /
        return (this.kind = this.#readSlash(at));
      default:
        if (isDigit(code) || (code === 0x2d && at + 1 < limit && isDigit(text.charCodeAt(at + 1)))) {
          return (this.kind = this.#readNumber(at));
        }
        if (code === 0x2d) return this.#single(jsonToken.unknown);
        return (this.kind = this.#isRelaxed ? this.#readOther(at, code) : this.#readWord(at));
    }
  }

  /** The value of the string, with underscores in place of placeholders; of other tokens, their text. */
  get value(): string {
    const { start, end } = this;
    if (this.kind !== jsonToken.text) return this.#text.slice(start, end);
    if (this.isPlaceholder) return '_'.repeat(end - start - 2);
    if (this.isLong) return this.#text.slice(start + 3, this.#isClosed ? end - 3 : end);
    const last = this.#isClosed ? end - 1 : end;
    return this.#isWritten
      ? unescaped(this.#text, start + 1, last, this.#isRelaxed)
      : this.#text.slice(start + 1, last);
  }

  #single(kind: number): number {
    this.end = this.start + 1;
    return (this.kind = kind);
  }

  #readPlaceholder(at: number): boolean {
    const end = endOfPlaceholder(this.#text, at + 2, this.limit);
    if (end < 0) return false;
    this.end = end;
    this.isPlaceholder = true;
    return true;
  }

  #readString(start: number): number {
    const text = this.#text;
    const { limit } = this;
    this.#isClosed = true;
    this.isLong = this.#isRelaxed && start + 2 < limit && text.startsWith('"""', start);
    if (this.isLong) {
      const close = text.indexOf('"""', start + 3);
      this.#isClosed = close >= 0 && close + 3 <= limit;
      this.end = this.#isClosed ? close + 3 : limit;
      return jsonToken.text;
    }
    this.#isWritten = false;
    let at = start + 1;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        this.end = at + 1;
        return jsonToken.text;
      }
      if (code === 0x5c) {
        this.#isWritten = true;
        at = this.#escapeEnd(at) - 1;
      } else if (code < 0x20) {
        if (code === 0x0a || code === 0x0d) break;
        this.error = 'InvalidCharacter';
      } else if (code === 0x7b && this.#isRelaxed && text.charCodeAt(at + 1) === 0x7b) {
        const end = endOfPlaceholder(text, at + 2, limit);
        if (end > 0) {
          this.#isWritten = true;
          at = end - 1;
        }
      }
    }
    this.#isClosed = false;
    this.error = 'UnexpectedEndOfString';
    this.end = Math.min(at, limit);
    return jsonToken.text;
  }

  /** Returns the end of the escape sequence, as far as it is one. */
  #escapeEnd(at: number): number {
    const text = this.#text;
    if (this.#isRelaxed && isEscapedBraces(text, at)) return at + 4;
    const code = text.charCodeAt(at + 1);
    if (code === 0x75) {
      const end = hexEnd(text, at + 2);
      if (end < at + 6) this.error = 'InvalidUnicode';
      return end;
    }
    if (escapes[text[at + 1] ?? ''] === undefined) this.error = 'InvalidEscapeCharacter';
    return at + 2;
  }

  #readNumber(start: number): number {
    const text = this.#text;
    const { limit } = this;
    const digits = (from: number) => {
      let at = from;
      while (at < limit && isDigit(text.charCodeAt(at))) at++;
      return at;
    };
    let at = text.charCodeAt(start) === 0x2d ? start + 1 : start;
    at = text.charCodeAt(at) === 0x30 ? at + 1 : digits(at);
    if (at < limit && text.charCodeAt(at) === 0x2e) {
      const end = digits(at + 1);
      if (end === at + 1) this.error = 'UnexpectedEndOfNumber';
      at = end;
    }
    if (this.error === undefined && at < limit && (text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = text.charCodeAt(at + 1);
      const from = at + (sign === 0x2b || sign === 0x2d ? 2 : 1);
      at = digits(from);
      if (at === from) this.error = 'UnexpectedEndOfNumber';
    }
    this.end = Math.min(at, limit);
    return jsonToken.number;
  }

  #readWord(start: number): number {
    const text = this.#text;
    const { limit } = this;
    let at = start + 1;
    while (at < limit && isOfWord(text.charCodeAt(at), this.#isRelaxed)) at++;
    this.end = at;
    const length = at - start;
    if (length === 4 && text.startsWith('true', start)) return jsonToken.trueWord;
    if (length === 4 && text.startsWith('null', start)) return jsonToken.nullWord;
    return length === 5 && text.startsWith('false', start) ? jsonToken.falseWord : jsonToken.unknown;
  }

  #readSlash(start: number): number {
    const second = start + 1 < this.limit ? this.#text.charCodeAt(start + 1) : -1;
    if (second === 0x2f) {
      this.end = this.#lineEnd(start);
      return jsonToken.lineComment;
    }
    if (second !== 0x2a) {
      this.end = start + 1;
      return jsonToken.unknown;
    }
    if (this.#commentClose < start + 2) {
      const close = this.#text.indexOf('*/', start + 2);
      this.#commentClose = close < 0 ? Infinity : close;
    }
    if (this.#commentClose + 2 <= this.limit) this.end = this.#commentClose + 2;
    else {
      // The comment ends with its line, so that a comment in the making does not hide the rest of the text.
      this.end = this.#lineEnd(start);
      this.error = 'UnexpectedEndOfComment';
    }
    return jsonToken.blockComment;
  }

  /** A comment behind `#`, a mark of documentation, or a word. */
  #readOther(start: number, code: number): number {
    if (code === 0x23) {
      this.end = this.#lineEnd(start);
      return jsonToken.hashComment;
    }
    if (code === 0x3c) {
      const end = this.#lineEnd(start);
      if (marks.test(this.#text.slice(start, end))) {
        this.end = end;
        return jsonToken.lineComment;
      }
    }
    return this.#readWord(start);
  }

  #lineEnd(from: number): number {
    let at = from;
    for (; at < this.limit; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x0a || code === 0x0d) break;
    }
    return at;
  }
}

/** What documentation has at the ends of lines: the numbers of its remarks below, as in `"size": 5, <1>`. */
const marks = /^<\d{1,2}>(?:[ \t]*<\d{1,2}>)*[ \t]*$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;

/** Returns whether a word is a number as JSON has them. */
export function isNumber(word: string): boolean {
  return number.test(word);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isOfWord(code: number, isRelaxed: boolean): boolean {
  switch (code) {
    case 0x20:
    case 0x09:
    case 0x0a:
    case 0x0d:
    case 0x22: // "
    case 0x2c: // ,
    case 0x2f: // /
    case 0x3a: // :
    case 0x5b: // [
    case 0x5d: // ]
    case 0x7b: // {
    case 0x7d: // }
      return false;
    default:
      return code !== 0x23 || !isRelaxed;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Returns whether `\{\{` or `\}\}` is here: escaped braces, which do not begin a placeholder. */
function isEscapedBraces(text: string, at: number): boolean {
  return text.startsWith('\\{\\{', at) || text.startsWith('\\}\\}', at);
}

/** Returns the end of at most four hexadecimal digits. */
function hexEnd(text: string, from: number): number {
  let at = from;
  while (at < from + 4 && /[0-9A-Fa-f]/.test(text[at] ?? '')) at++;
  return at;
}

/** Returns the value of a part of a string; other escapes are left out. */
export function unescaped(text: string, start: number, end: number, isRelaxed: boolean): string {
  let value = '';
  let copied = start;
  for (let at = start; at < end;) {
    const code = text.charCodeAt(at);
    let behind = at + 1;
    let written: string | undefined;
    if (code === 0x5c) {
      const letter = text[at + 1] ?? '';
      if (isRelaxed && isEscapedBraces(text, at)) {
        behind = at + 4;
        written = '____';
      } else if (letter === 'u') {
        behind = hexEnd(text, at + 2);
        written = behind < at + 6 ? '' : String.fromCharCode(parseInt(text.slice(at + 2, behind), 16));
      } else {
        behind = at + 2;
        written = escapes[letter] ?? '';
      }
    } else if (code === 0x7b && isRelaxed && text.charCodeAt(at + 1) === 0x7b) {
      const close = endOfPlaceholder(text, at + 2, end);
      if (close > 0) {
        behind = close;
        written = '_'.repeat(close - at);
      }
    }
    if (written !== undefined) {
      value += text.slice(copied, at) + written;
      copied = behind;
    }
    at = behind;
  }
  return value + text.slice(copied, end);
}
