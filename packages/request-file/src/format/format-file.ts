import type { Block } from '../syntax/model';
import { constructNamed } from '../syntax/constructs';
import type { RequestFile } from '../syntax/request-file';
import { blockStarts } from '../syntax/split-blocks';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import { formatBlock, type Following } from './format-block';
import type { FormatOptions } from './options';
import { meansTheSame } from './same-meaning';

/** The changes of one block; their spans count from its start. */
export interface FormattedBlock {
  readonly block: number;
  readonly edits: readonly TextEdit[];
  /** The text of the block with the changes. */
  readonly text: string;
}

/** What of a file is formatted, and how it is read. */
interface FormatRequest {
  readonly file: RequestFile;
  readonly options: FormatOptions;
  /** Parses a block of the file. */
  readonly parse: (index: number) => Block;
  /** Parses a text in place of a block of the file. */
  readonly parseText: (text: string) => Block;
  /** The part of each block that is formatted: all of it, or nothing where undefined. */
  readonly partOf?: (index: number) => Span | undefined;
  /** Where the part begins and ends, so that no other block is looked at. */
  readonly first?: number;
  readonly last?: number;
}

/**
 * Returns what formats the blocks of a file. Only white space changes, and each block is read again: one that would mean something else, or
 * would be split in another way, is left as it is.
 */
export function formatFile({ file, options, parse, parseText, ...rest }: FormatRequest): readonly FormattedBlock[] {
  // Prose belongs to the formatters of Markdown.
  if (file.isMarkdown) return [];
  const { partOf = wholeBlock, first = 0, last = file.blocks.size - 1 } = rest;
  const lineEnd = lineEndOfFile(file);
  const found: FormattedBlock[] = [];
  for (let index = first; index <= Math.min(last, file.blocks.size - 1); index++) {
    const part = partOf(index);
    if (part === undefined) continue;
    const block = parse(index);
    const next = file.blocks.at(index + 1)?.text;
    const all = formatBlock(block, followingOf(next), options, lineEnd);
    const edits = all
      .filter(({ span }) => span.start >= part.start && span.end <= part.end)
      .sort((a, b) => a.span.start - b.span.start);
    if (edits.length === 0) continue;
    const text = applyAll(block.text, edits);
    if (isSplitAlike(text, next, file) && meansTheSame(parseText(text), block))
      found.push({ block: index, edits, text });
  }
  return found;
}

/** Returns the text with all edits applied, which are many, in the order of the text, and do not overlap. */
function applyAll(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span, newText } of edits) {
    pieces.push(text.slice(at, span.start), newText);
    at = span.end;
  }
  return pieces.join('') + text.slice(at);
}

function wholeBlock(): Span {
  return { start: 0, end: Infinity };
}

function followingOf(next: string | undefined): Following {
  if (next === undefined) return 'nothing';
  return constructNamed('separator').begins.test(next) ? 'separator' : 'request';
}

/** Whether the text is one block, and the next one begins behind it. */
function isSplitAlike(text: string, next: string | undefined, { association }: RequestFile): boolean {
  if (association) return true;
  const starts = blockStarts(text + (next ?? ''));
  return next === undefined ? starts.length === 1 : starts[1] === text.length;
}

/** Returns the line end of the file: that of its first line. */
export function lineEndOfFile({ blocks }: RequestFile): string {
  for (const { text } of blocks) {
    const lineFeed = text.indexOf('\n');
    if (lineFeed >= 0) return text[lineFeed - 1] === '\r' ? '\r\n' : '\n';
  }
  return '\n';
}
