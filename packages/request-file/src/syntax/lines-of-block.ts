import type { Line } from './block-lines';
import { scanBlocks, type InsideLines } from './split-blocks';

/** A line whose text is cut out on first access: most lines of a body are never accessed. */
class BlockLine implements Line {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  isInComment = false;
  isInText = false;
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

/** Returns the lines of a text, or the first of them; a text that ends with a line end has no empty last line. */
export function linesOfText(text: string, most = Infinity): Line[] {
  const lines: BlockLine[] = [];
  for (let start = 0; start < text.length && lines.length < most;) {
    const lineFeed = text.indexOf('\n', start);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    let end = lineFeed < 0 ? text.length : lineFeed;
    if (end > start && text.charCodeAt(end - 1) === 0x0d) end--;
    lines.push(new BlockLine(text, start, end));
    start = next;
  }
  if (text.includes('/*') || text.includes('"""')) markInside(lines, scanBlocks(text).inside);
  return lines;
}

/** Blocks are split and read by the same reader of what is over several lines. */
function markInside(lines: readonly BlockLine[], inside: readonly InsideLines[]): void {
  let at = 0;
  for (const line of lines) {
    while (at < inside.length && (inside[at]?.end ?? 0) < line.start) at++;
    const found = inside[at];
    if (found === undefined) return;
    if (line.start < found.start) continue;
    if (found.of === 'comment') line.isInComment = true;
    else line.isInText = true;
  }
}
