import type { Span } from '../text/span';
import { endOfVariable } from './variable-end';

/** A block's text up to the end of its body. In the body, everything that JSON does not allow is replaced by text of the same length. */
export interface MaskedText {
  readonly text: string;
  /** Holds comments or `"""` strings, which must be rewritten before sending. */
  readonly isRelaxed: boolean;
}

const quote = 0x22;

/**
 * Masks a body for a JSON parser and keeps every offset: a `{{variable}}` becomes a string of the same length (inside a string:
 * underscores), a `#` comment becomes blanks, a `"""` string a plain one. `//` and block comments stay, since the parser accepts them.
 * The text before `body.start` stays as it is, so offsets count from the block's start.
 */
export function maskBody(text: string, body: Span): MaskedText {
  const source = text.slice(body.start, body.end);
  if (!needsMask(text, body) && !source.includes('/')) return { text: text.slice(0, body.end), isRelaxed: false };
  const pieces: string[] = [text.slice(0, body.start)];
  let copied = 0;
  let isRelaxed = false;
  const replace = (start: number, end: number, by: string) => {
    pieces.push(source.slice(copied, start), by);
    copied = end;
  };
  for (let at = 0; at < source.length;) {
    const code = source.charCodeAt(at);
    if (code === quote) {
      if (source.startsWith('"""', at)) {
        const close = source.indexOf('"""', at + 3);
        const end = close < 0 ? source.length : close + 3;
        replace(at, end, `"${'_'.repeat(Math.max(0, end - at - 2))}"`);
        isRelaxed = true;
        at = end;
      } else at = maskString(source, at, replace);
    } else if (code === 0x23) {
      const end = lineEndFrom(source, at);
      replace(at, end, ' '.repeat(end - at));
      isRelaxed = true;
      at = end;
    } else if (code === 0x2f && source.charCodeAt(at + 1) === 0x2f) {
      at = lineEndFrom(source, at);
      isRelaxed = true;
    } else if (code === 0x2f && source.charCodeAt(at + 1) === 0x2a) {
      const close = source.indexOf('*/', at + 2);
      at = close < 0 ? source.length : close + 2;
      isRelaxed = true;
    } else if (code === 0x7b && source.charCodeAt(at + 1) === 0x7b) {
      const end = endOfVariable(source, at + 2);
      if (end > 0) {
        replace(at, end, `"${'_'.repeat(end - at - 2)}"`);
        at = end;
      } else at++;
    } else at++;
  }
  pieces.push(source.slice(copied));
  return { text: pieces.join(''), isRelaxed };
}

function needsMask(text: string, body: Span): boolean {
  return isIn(text, '{{', body) || isIn(text, '#', body) || isIn(text, '"""', body) || isIn(text, '\\{\\{', body);
}

/** Returns whether the part of the text contains the word. */
export function isIn(text: string, word: string, { start, end }: Span): boolean {
  const at = text.indexOf(word, start);
  return at >= 0 && at < end;
}

/** Masks the variables inside the string that starts at `start`; returns where it ends. */
function maskString(source: string, start: number, replace: (start: number, end: number, by: string) => void): number {
  let at = start + 1;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === 0x0a || code === 0x0d) return at;
    const escaped = code === 0x5c ? escapedBraces(source, at) : 0;
    if (escaped > 0) {
      replace(at, at + escaped, '_'.repeat(escaped));
      at += escaped;
    } else if (code === 0x5c) at += 2;
    else if (code === 0x7b && source.charCodeAt(at + 1) === 0x7b) {
      const end = endOfVariable(source, at + 2);
      if (end > 0) {
        replace(at, end, '_'.repeat(end - at));
        at = end;
      } else at++;
    } else at++;
  }
  return at;
}

/** Returns the length of `\{\{` or `\}\}`: escaped braces, which do not begin a variable. */
function escapedBraces(source: string, at: number): number {
  return source.startsWith('\\{\\{', at) || source.startsWith('\\}\\}', at) ? 4 : 0;
}

function lineEndFrom(source: string, at: number): number {
  const lineFeed = source.indexOf('\n', at);
  if (lineFeed < 0) return source.length;
  return source.charCodeAt(lineFeed - 1) === 0x0d ? lineFeed - 1 : lineFeed;
}
