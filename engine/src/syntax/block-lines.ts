import type { Span } from '../text/span';

/** A line of a block without its line end. */
export interface Line extends Span {
  readonly text: string;
}

/** Returns the lines of a text; a text that ends with a line end has no empty last line. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    let end = lineFeed < 0 ? text.length : lineFeed;
    if (end > start && text.charCodeAt(end - 1) === 0x0d) end--;
    lines.push({ start, end, text: text.slice(start, end) });
    start = next;
  }
  return lines;
}

/** Returns whether the line is a `#` or `//` comment and no separator. */
export function isComment(line: Line): boolean {
  return /^\s*(?:#(?!##)|\/\/)/.test(line.text);
}

export function isBlank(line: Line): boolean {
  return /^[\s\uFEFF]*$/.test(line.text);
}
