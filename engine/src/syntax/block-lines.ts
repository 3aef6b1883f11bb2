import type { Span } from '../text/span';

/** A line of a block without its line end. */
export interface Line extends Span {
  readonly text: string;
  /** The code of the first character that is neither a space nor a tab; -1 when there is none. Most questions end here. */
  readonly first: number;
  /** It belongs to a comment between a slash with a star and a star with a slash. */
  readonly isInComment: boolean;
}

/** A line of which the text is cut out when it is asked for: the lines of a body hardly ever are. */
class BlockLine implements Line {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  isInComment = false;
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
  const lines: BlockLine[] = [];
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    let end = lineFeed < 0 ? text.length : lineFeed;
    if (end > start && text.charCodeAt(end - 1) === 0x0d) end--;
    lines.push(new BlockLine(text, start, end));
    start = next;
  }
  if (text.includes('/*')) markComments(lines);
  return lines;
}

function markComments(lines: readonly BlockLine[]): void {
  let isOpen = false;
  for (const line of lines) {
    const opening: 'open' | 'closed' | undefined = isOpen ? 'open' : openingOf(line.first === 0x2f ? line.text : '');
    line.isInComment = opening !== undefined;
    isOpen = isOpen ? !line.text.includes('*/') : opening === 'open';
  }
}

/**
 * Returns whether a line begins a comment of its own, and whether that goes on behind the line. A path such as `/*` with a slash behind
 * begins none, and neither does a comment with something behind it.
 */
export function openingOf(line: string): 'open' | 'closed' | undefined {
  if (!/^\s*\/\*(?:[\s*]|$)/.test(line)) return undefined;
  const start = line.indexOf('/*') + 2;
  const close = line.indexOf('*/', start);
  if (close < 0) return 'open';
  return line.slice(close + 2).trim() === '' ? 'closed' : undefined;
}

/** Returns whether the line is a comment and no separator. */
export function isComment(line: Line): boolean {
  if (line.isInComment) return true;
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
