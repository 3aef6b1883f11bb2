import { firstIndexWhere } from '@rulebook/text/search';
import type { Line } from './block-lines';
import { scanBlocks, type InsideLines } from './split-blocks';

/** A line that knows only where it is: most lines of a body are asked for nothing else. */
class BlockLine implements Line {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly #lines: BlockLines;

  constructor(lines: BlockLines, start: number, end: number) {
    const { text } = lines;
    this.start = start;
    this.end = end;
    this.#lines = lines;
    let at = start;
    while (at < end && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at++;
    this.first = at < end ? text.charCodeAt(at) : -1;
  }

  get text(): string {
    return this.#lines.text.slice(this.start, this.end);
  }

  get isInComment(): boolean {
    return this.#lines.isIn('comment', this.start);
  }

  get isInText(): boolean {
    return this.#lines.isIn('text', this.start);
  }
}

/** The lines of a block, each of which is made when it is asked for. A text that ends with a line end has no empty last line. */
export class BlockLines {
  readonly text: string;
  readonly #made: BlockLine[] = [];
  /** Where the next line begins that is made. */
  #next = 0;
  readonly #hasComments: boolean;
  /** The first `"""`; infinite where there is none, undefined before it is asked for. */
  #firstMark: number | undefined;
  #inside: readonly InsideLines[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.#hasComments = text.includes('/*');
  }

  /** Returns the line with this index; undefined behind the last one. */
  at(index: number): Line | undefined {
    const made = this.#made;
    while (made.length <= index && this.#next < this.text.length) this.#make();
    return made[index];
  }

  /** Returns all lines. */
  all(): readonly Line[] {
    while (this.#next < this.text.length) this.#make();
    return this.#made;
  }

  /** Makes what follows the line with this index the lines that begin at an offset or behind it: those between are not asked for. */
  goOn(index: number, offset: number): void {
    this.#made.length = index + 1;
    this.#next = offset;
  }

  #make(): void {
    const { text } = this;
    const start = this.#next;
    const lineFeed = text.indexOf('\n', start);
    this.#next = lineFeed < 0 ? text.length : lineFeed + 1;
    let end = lineFeed < 0 ? text.length : lineFeed;
    if (end > start && text.charCodeAt(end - 1) === 0x0d) end--;
    this.#made.push(new BlockLine(this, start, end));
  }

  /** Returns whether the line that begins here is inside of a construct. Blocks are split and read by the same reader of what is over several lines. */
  isIn(of: InsideLines['of'], start: number): boolean {
    if (this.#inside === undefined) {
      if (of === 'comment' ? !this.#hasComments : !this.#hasMarkBefore(start)) return false;
      this.#inside = scanBlocks(this.text).inside;
    }
    const found = this.#inside[firstIndexWhere(this.#inside, ({ end }) => end >= start)];
    return found !== undefined && found.of === of && found.start <= start;
  }

  #hasMarkBefore(start: number): boolean {
    if (this.#firstMark === undefined) {
      const mark = this.text.indexOf('"""');
      this.#firstMark = mark < 0 ? Infinity : mark;
    }
    return this.#firstMark < start;
  }
}

/** Returns the lines of a text. */
export function linesOfText(text: string): readonly Line[] {
  return new BlockLines(text).all();
}
