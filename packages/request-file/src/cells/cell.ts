/** How a file holds its requests: alone, or in the fenced blocks of Markdown. */
export type CellForm = 'requests' | 'markdown';

/** A part of a file as a notebook shows it: requests, or prose in Markdown. */
export interface FileCell {
  readonly kind: 'requests' | 'prose';
  /** Without the lines that only separate it from others; its lines end with a line feed. */
  readonly text: string;
  /** What the file has for it; absent for a new cell. */
  readonly source?: CellSource;
}

/** What a file has for a cell. The joined sources of all cells are the file. */
export interface CellSource {
  /** The number of the cell in the file. */
  readonly ordinal: number;
  /** Whether it is the last one. */
  readonly isLast: boolean;
  /** What is in front of it: separators, blank lines, the line that opens a fenced block. */
  readonly before: string;
  /** The text of the cell when the file was read. */
  readonly text: string;
  /** The same text as the file has it: with indentation, marks of comments and its own line ends. */
  readonly written: string;
  /** From the end of its last line on: blank lines, the line that closes a fenced block. */
  readonly after: string;
  /** The fenced block of Markdown in which it is. */
  readonly fence?: CellFence;
}

/** A fenced block with requests. */
export interface CellFence {
  /** The line that opens it, with its line end. */
  readonly open: string;
  /** The line that closes it, without its line end. */
  readonly close: string;
  /** What is in front of each of its lines. */
  readonly indent: string;
  /** The cell is the first one in it. */
  readonly isFirst: boolean;
  /** The line that closes the block is behind the cell. */
  readonly isClosed: boolean;
}

/** Returns a text whose lines end with a line feed. */
export function plainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
