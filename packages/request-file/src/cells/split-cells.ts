import { isComment, type Line } from '../syntax/block-lines';
import { constructNamed } from '../syntax/constructs';
import { linesOfText } from '../syntax/lines-of-block';
import { sourceOf } from '../syntax/markdown';
import type { BlockText } from '../syntax/model';
import { parseDirective, parseSuppressions } from '../syntax/parse-comment';
import { openMarkdownFile, openRequestFile } from '../syntax/request-file';
import { plainLines, type CellFence, type CellForm, type CellSource, type FileCell } from './cell';

/** Splits a file into cells, by the blocks into which the file is split everywhere. There is at least one cell. */
export function splitCells(text: string, form: CellForm): readonly FileCell[] {
  const cells = new CellList();
  if (form === 'markdown') addMarkdown(cells, [...openMarkdownFile(text).blocks]);
  else for (const [index, block] of [...openRequestFile(text).blocks].entries()) addBlock(cells, block, index === 0);
  return cells.finished(form);
}

/** A line as the blocks have it, and as the file has it, with its line end. */
interface SourceLine {
  readonly text: string;
  readonly written: string;
}

type OpenCell = Omit<FileCell, 'source'> & {
  readonly source: { -readonly [Key in keyof CellSource]: CellSource[Key] };
};

/** Cells in the order of the file. Lines that belong to no cell go to the one before, or to the next one. */
class CellList {
  readonly #cells: OpenCell[] = [];
  #pending = '';

  add(kind: FileCell['kind'], lines: readonly SourceLine[], shown: string, fence?: CellFence): void {
    const written = lines.map((line) => line.written).join('');
    const lineEnd = /\r?\n$/.exec(written)?.[0] ?? '';
    const text = plainLines(shown).replace(/\n$/, '');
    this.#cells.push({
      ...{ kind, text },
      source: {
        ...{ ordinal: this.#cells.length, isLast: false, before: this.#pending, text },
        ...{ written: written.slice(0, written.length - lineEnd.length), after: lineEnd, ...(fence && { fence }) },
      },
    });
    this.#pending = '';
  }

  /** Takes lines that are in front of the next cell. */
  before(text: string): void {
    this.#pending += text;
  }

  /** Takes lines that are behind the last cell. */
  after(text: string): void {
    const last = this.#cells.at(-1);
    if (last === undefined || this.#pending !== '') this.#pending += text;
    else last.source.after += text;
  }

  get last(): OpenCell | undefined {
    return this.#cells.at(-1);
  }

  finished(form: CellForm): readonly FileCell[] {
    const rest = this.#pending;
    this.#pending = '';
    if (this.#cells.length === 0) this.add(form === 'markdown' ? 'prose' : 'requests', [], '');
    const last = this.#cells.at(-1);
    if (last !== undefined) {
      last.source.after += rest;
      last.source.isLast = true;
    }
    return this.#cells;
  }
}

const separator = constructNamed('separator').begins;
const definition = constructNamed('definition').begins;

/** Adds the cells of a block of a request file: its title and the comments that begin it as prose, and the rest. */
function addBlock(cells: CellList, block: BlockText, isFirst: boolean): void {
  const lines = sourceLinesOf(block);
  const read = linesOfText(block.text);
  const notes = parseSuppressions(block.text).map(({ span }) => span.start);
  const isProse = (line: Line | undefined): boolean =>
    line !== undefined &&
    isComment(line) &&
    !line.isInComment &&
    parseDirective(block.text, line) === undefined &&
    !notes.includes(line.start);
  const isBlankAt = (index: number) => lines[index]?.text.trim() === '';
  let at = 0;
  const addComments = (titles: readonly string[]) => {
    let end = at;
    for (let next = at; next < lines.length && (isBlankAt(next) || isProse(read[next])); next++)
      if (!isBlankAt(next)) end = next + 1;
    if (end === at && titles.length === 0) return;
    const own = lines.slice(at - titles.length, end);
    cells.add('prose', own, [...titles, ...own.slice(titles.length).map(({ text }) => uncommented(text))].join(''));
    at = end;
  };
  const passBlank = () => {
    for (; at < lines.length && isBlankAt(at); at++) cells.after(lines[at]?.written ?? '');
  };
  if (separator.test(lines[0]?.text ?? '')) {
    const title = (lines[0]?.text ?? '').replace(/^\s*#+[ \t]*/, '');
    at = 1;
    if (title.trim() === '') cells.before(lines[0]?.written ?? '');
    else addComments([`### ${title}`]);
  }
  passBlank();
  addComments([]);
  passBlank();
  const head = isFirst ? headLines(read, at) : 0;
  if (head > 0) {
    addTrimmed(cells, lines.slice(at, at + head));
    at += head;
    passBlank();
    addComments([]);
    passBlank();
  }
  addTrimmed(cells, lines.slice(at));
}

/** Returns how many lines from one on define variables, in front of a request. */
function headLines(lines: readonly Line[], from: number): number {
  let behind = 0;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    if (definition.test(line.text)) behind = index + 1;
    else if (line.text.trim() !== '' && !isComment(line)) return behind === 0 ? 0 : behind - from;
  }
  return 0;
}

/** Adds lines with requests as a cell; the blank lines at their end are behind it. */
function addTrimmed(cells: CellList, lines: readonly SourceLine[], fence?: CellFence): void {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.text.trim() === '') end--;
  const behind = lines.slice(end).map(({ written }) => written);
  if (end === 0) {
    cells.after(behind.join(''));
    return;
  }
  const own = lines.slice(0, end);
  cells.add('requests', own, own.map(({ text }) => text).join(''), fence);
  cells.after(behind.join(''));
}

/** Returns the text of a comment. */
function uncommented(line: string): string {
  return line.replace(/^\s*(?:#+|\/\/+)[ \t]?/, '').replace(/^[ \t]+(?=\r?\n|$)/, '');
}

function sourceLinesOf(block: BlockText): readonly SourceLine[] {
  const text = linesIn(block.text);
  // Without its indentation, the last line may be empty.
  return linesIn(sourceOf(block)).map((written, index) => ({ text: text[index] ?? '', written }));
}

function linesIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Adds the cells of a Markdown file. The lines that open and close a fenced block belong to the requests in it. */
function addMarkdown(cells: CellList, blocks: readonly BlockText[]): void {
  let open = '';
  for (let index = 0; index < blocks.length;) {
    const isProse = blocks[index]?.isProse === true;
    let end = index;
    while (end < blocks.length && (blocks[end]?.isProse === true) === isProse) end++;
    const run = blocks.slice(index, end);
    if (isProse) open = addProse(cells, run.map(sourceOf).join(''), index > 0, end < blocks.length);
    else addFence(cells, run, open, linesIn(blocks[end]?.text ?? '')[0]);
    index = end;
  }
}

/** Adds prose without the blank lines around it; returns the line that opens the fenced block behind it. */
function addProse(cells: CellList, text: string, isBehindFence: boolean, opensFence: boolean): string {
  const lines = linesIn(text).map((line): SourceLine => ({ text: line, written: line }));
  const join = (from: number, to: number) =>
    lines
      .slice(from, to)
      .map(({ written }) => written)
      .join('');
  const behind = opensFence ? lines.length - 1 : lines.length;
  let start = isBehindFence ? Math.min(1, behind) : 0;
  while (start < behind && lines[start]?.text.trim() === '') start++;
  let end = behind;
  while (end > start && lines[end - 1]?.text.trim() === '') end--;
  cells.after(join(0, start));
  if (end > start) cells.add('prose', lines.slice(start, end), join(start, end));
  cells.after(join(end, behind));
  const open = join(behind, lines.length);
  cells.before(open);
  return open;
}

/** Adds the requests of a fenced block. */
function addFence(cells: CellList, blocks: readonly BlockText[], open: string, closing: string | undefined): void {
  const close = closing?.replace(/\r?\n$/, '') ?? /^[ \t]*(?:`{3,}|~{3,})/.exec(open)?.[0] ?? '```';
  let isFirst = true;
  for (const block of blocks) {
    const lines = sourceLinesOf(block);
    const begins = separator.exec(lines[0]?.text ?? '');
    const isBare = begins !== null && lines[0]?.text.trim() === begins[0].trim();
    let at = isBare ? 1 : 0;
    if (isBare) cells.before(lines[0]?.written ?? '');
    for (; at < lines.length && lines[at]?.text.trim() === ''; at++) cells.after(lines[at]?.written ?? '');
    const former = cells.last;
    const fence = { open, close, indent: block.indented?.indent ?? '', isFirst, isClosed: false };
    addTrimmed(cells, lines.slice(at), fence);
    if (cells.last !== former) isFirst = false;
  }
  const { last } = cells;
  if (!isFirst && closing !== undefined && last?.source.fence !== undefined)
    last.source.fence = { ...last.source.fence, isClosed: true };
}
