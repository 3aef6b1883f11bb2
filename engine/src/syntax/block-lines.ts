import type { Span } from '../text/span';

/** A line of a block without its line end. */
export interface Line extends Span {
  readonly text: string;
  /** The code of the first character that is neither a space nor a tab; -1 when there is none. Most questions end here. */
  readonly first: number;
}

/** A line of which the text is cut out when it is asked for: the lines of a body hardly ever are. */
class BlockLine implements Line {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly #block: string;

  constructor(block: string, start: number, end: number) {
    this.start = start;
    this.end = end;
    this.#block = block;
    let at = start;
    while (at < end && (block.charCodeAt(at) === 0x20 || block.charCodeAt(at) === 0x09)) at++;
    this.first = at < end ? block.charCodeAt(at) : -1;
  }

  get text(): string {
    return this.#block.slice(this.start, this.end);
  }
}

/** Returns the lines of a text; a text that ends with a line end has no empty last line. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    let end = lineFeed < 0 ? text.length : lineFeed;
    if (end > start && text.charCodeAt(end - 1) === 0x0d) end--;
    lines.push(new BlockLine(text, start, end));
    start = next;
  }
  return lines;
}

/** Returns whether the line is a `#` or `//` comment and no separator. */
export function isComment(line: Line): boolean {
  return mayBegin(line, 0x23, 0x2f) && /^\s*(?:#(?!##)|\/\/)/.test(line.text);
}

/** Returns whether the line holds nothing but white space. */
export function isBlank(line: Line): boolean {
  return !isVisible(line.first) && /^[\s\uFEFF]*$/.test(line.text);
}

/** Returns whether the line's first character besides white space can be one of these. */
export function mayBegin({ first }: Line, ...codes: readonly number[]): boolean {
  return codes.includes(first) || !isVisible(first);
}

/** Whether the character is certainly no white space, of which Unicode has more than ASCII. */
function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
