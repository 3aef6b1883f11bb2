import { lineStartsOf } from '@rulebook/text/lines';
import { constructNamed } from '../syntax/constructs';
import { parseBlock } from '../syntax/parse-block';
import { openRequestFile } from '../syntax/request-file';
import { blockStarts } from '../syntax/split-blocks';
import { plainLines, type CellForm, type CellSource, type FileCell } from './cell';

/** Where the text of a cell is in its file. */
export interface CellPlace {
  /** The zero-based first line. */
  readonly line: number;
  /** The number of its lines. */
  readonly lines: number;
  /** How many characters the file has in front of each line; absent where there are none. */
  readonly columns?: readonly number[];
}

/** A file made of cells. */
export interface JoinedCells {
  readonly text: string;
  /** In the order of the cells. */
  readonly places: readonly CellPlace[];
}

/**
 * Joins cells to a file. Cells that are as they were, in their order, give the same text again; only what was changed, moved or added is written anew, and
 * what then would not be apart any more gets a separator or a fenced block of its own.
 */
export function joinCells(cells: readonly FileCell[], form: CellForm): JoinedCells {
  const file = new JoinedFile(form, lineEndOfCells(cells));
  for (const cell of cells) file.add(cell);
  return file.finished();
}

const separator = constructNamed('separator').begins;

class JoinedFile {
  readonly #form: CellForm;
  readonly #lineEnd: string;
  readonly #places: CellPlace[] = [];
  #text = '';
  #lineCount = 0;
  /** The last cell, whether it is as it was, and where it begins. */
  #previous: { readonly cell: FileCell; readonly isUnchanged: boolean; readonly start: number } | undefined;
  /** What closes the fenced block that is open. */
  #close: string | undefined;

  constructor(form: CellForm, lineEnd: string) {
    this.#form = form;
    this.#lineEnd = lineEnd;
  }

  add(cell: FileCell): void {
    const { source } = cell;
    // A cell that was added and is still empty is nothing yet.
    if (source === undefined && cell.text.trim() === '') {
      this.#places.push({ line: this.#lineCount, lines: 1 });
      return;
    }
    const isUnchanged = source !== undefined && plainLines(cell.text) === source.text;
    const written = isUnchanged ? source.written : this.#written(cell);
    if (this.#isNext(source) && isUnchanged && this.#previous?.isUnchanged !== false) this.#write(source.before);
    else if (this.#form === 'markdown') this.#beginInMarkdown(cell, written);
    else this.#begin(cell, written, source?.before ?? '');
    this.#places.push(placeOfCell(cell, written, this.#lineCount));
    const start = this.#text.length;
    this.#write(written);
    const { fence } = source ?? {};
    if (this.#form === 'markdown' && cell.kind === 'requests') this.#close = fence?.close ?? '```';
    this.#write(source?.after ?? this.#lineEnd);
    if (fence?.isClosed === true) this.#close = undefined;
    else if (fence === undefined) this.#closeFence();
    this.#previous = { cell, isUnchanged, start };
  }

  finished(): JoinedCells {
    // A block that reaches to the end of its file is not closed there.
    if (this.#previous?.cell.source?.isLast !== true) this.#closeFence();
    return { text: this.#text, places: this.#places };
  }

  /** The cell follows the same one as in the file that was read. */
  #isNext(source: CellSource | undefined): boolean {
    if (source === undefined) return false;
    if (this.#previous === undefined) return source.ordinal === 0;
    return this.#previous.cell.source?.ordinal === source.ordinal - 1;
  }

  /** Begins a cell of requests, or of a request file, of which nothing in front of it takes a part. */
  #begin({ kind, text }: FileCell, written: string, before: string): void {
    this.#endLine();
    if (!this.#isApart(kind, written, before)) {
      this.#blankLine();
      this.#write(`###${this.#lineEnd}`);
    } else if (before === '' && separator.test(text)) this.#blankLine();
    this.#write(before);
  }

  /** Returns whether a cell is a part of its own without a further separator. */
  #isApart(kind: FileCell['kind'], written: string, before: string): boolean {
    if (this.#previous === undefined || separator.test(before) || separator.test(written)) return true;
    const { cell, start } = this.#previous;
    if (cell.kind === 'prose') return kind === 'requests';
    const former = this.#text.slice(start);
    const isHead = !holdsRequest(former);
    return kind === 'requests' && (isHead || blockStarts(former + before + written).includes((former + before).length));
  }

  #beginInMarkdown(cell: FileCell, written: string): void {
    const { fence, before = '' } = cell.source ?? {};
    const isNext = this.#isNext(cell.source);
    const isInside = cell.kind === 'requests' && fence?.isFirst === false;
    if (isNext && isInside && this.#close !== undefined) {
      this.#begin(cell, written, before);
      return;
    }
    this.#closeFence();
    if (!isNext) this.#blankLine();
    if (cell.kind === 'prose') this.#write(isNext ? before : '');
    else this.#write(isInside ? fence.open : fence === undefined ? `\`\`\`http${this.#lineEnd}` : before);
  }

  #written({ kind, text, source }: FileCell): string {
    const lines = plainLines(text).split('\n');
    const indent = source?.fence?.indent ?? '';
    if (this.#form === 'markdown') return lines.map((line) => (line === '' ? line : indent + line)).join(this.#lineEnd);
    return (kind === 'prose' ? lines.map(commented) : lines).join(this.#lineEnd);
  }

  #closeFence(): void {
    if (this.#close === undefined) return;
    this.#endLine();
    this.#write(`${this.#close}${this.#lineEnd}`);
    this.#close = undefined;
  }

  #endLine(): void {
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#write(this.#lineEnd);
  }

  #blankLine(): void {
    this.#endLine();
    if (this.#text !== '' && !/\n[ \t]*\r?\n$/.test(this.#text)) this.#write(this.#lineEnd);
  }

  #write(text: string): void {
    this.#text += text;
    this.#lineCount += lineStartsOf(text).count - 1;
  }
}

/** Returns whether something in a cell can be sent. */
export function holdsRequest(cell: string): boolean {
  return [...openRequestFile(cell).blocks].some(({ text }) => {
    const { request, otherRequest, response } = parseBlock(text);
    return request !== undefined || otherRequest !== undefined || response !== undefined;
  });
}

/** Returns a line of prose as it is in a request file: a title, or a comment, which never becomes a directive. */
function commented(line: string, index: number): string {
  if (line.trim() === '') return '';
  if (index === 0 && separator.test(line)) return line;
  return `# ${line.replace(/^(\s*)@/, '$1\\@')}`;
}

function placeOfCell({ kind, text }: FileCell, written: string, line: number): CellPlace {
  const lines = plainLines(text).split('\n');
  if (kind === 'prose') return { line, lines: lines.length };
  const columns = plainLines(written)
    .split('\n')
    .map((one, index) => one.length - (lines[index]?.length ?? 0));
  return { line, lines: lines.length, ...(columns.some((count) => count > 0) && { columns }) };
}

/** Returns the line end that the cells of a file have. */
function lineEndOfCells(cells: readonly FileCell[]): string {
  const found = cells.find(
    ({ source }) => source !== undefined && /\n/.test(source.before + source.written + source.after),
  );
  const { before = '', written = '', after = '' } = found?.source ?? {};
  return /\r?\n/.exec(before + written + after)?.[0] ?? '\n';
}
