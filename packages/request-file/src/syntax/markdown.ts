import type { BlockText } from './model';
import { blockText, splitBlocks } from './split-blocks';

/** The longest Markdown text that is searched for requests, in UTF-16 code units. Longer ones are data. */
export const longestMarkdown = 2_000_000;

/** Returns whether a Markdown text can hold requests; cheaper than splitting it. */
export function mayHoldRequests(text: string): boolean {
  return text.length <= longestMarkdown && /(?:`{3}|~{3})[ \t]*(?:\{[ \t]*)?\.?(?:http|rest|es|console)\b/i.test(text);
}

/**
 * Splits a Markdown text into blocks that cover it. The requests in its fenced blocks are split as in a request file; everything else, the
 * fences included, is prose.
 */
export function splitMarkdown(text: string): BlockText[] {
  const blocks: BlockText[] = [];
  let end = 0;
  for (const fence of fencesIn(text)) {
    if (fence.start > end) blocks.push(prose(text.slice(end, fence.start)));
    blocks.push(...blocksOfFence(text.slice(fence.start, fence.end), fence.indent));
    end = fence.end;
  }
  if (end < text.length || blocks.length === 0) blocks.push(prose(text.slice(end)));
  return blocks;
}

/** Returns the text with a separator in place of each prose, and all requests at their lines. */
export function withoutProse(text: string): string {
  return splitMarkdown(text)
    .map((block) => (block.isProse ? `###${block.text.replace(/[^\r\n]+/g, '')}` : block.text))
    .join('');
}

/** Returns what a block is in its file: with its indentation. */
export function sourceOf({ text, indented }: BlockText): string {
  return indented?.source ?? text;
}

/** The blocks of a new version in place of those of the former one that differ from them. */
interface ReplacedBlocks {
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly BlockText[];
}

/** Returns which blocks of a former version are replaced, and by which of the new ones. */
export function replacedBlocks(former: readonly BlockText[], blocks: readonly BlockText[]): ReplacedBlocks {
  const most = Math.min(former.length, blocks.length);
  const start = indexOfDifference(most, (index) => isSame(former[index], blocks[index]));
  const behind = indexOfDifference(most - start, (index) => isSame(former.at(-1 - index), blocks.at(-1 - index)));
  return { start, end: former.length - behind, blocks: blocks.slice(start, blocks.length - behind) };
}

function indexOfDifference(most: number, isAlike: (index: number) => boolean): number {
  let index = 0;
  while (index < most && isAlike(index)) index++;
  return index;
}

function isSame(a: BlockText | undefined, b: BlockText | undefined): boolean {
  if (a === undefined || b === undefined || a.isProse !== b.isProse || a.text !== b.text) return false;
  return a.indented?.indent === b.indented?.indent && sourceOf(a) === sourceOf(b);
}

/** A replacement of a part of the source of some blocks. */
interface SourceEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/**
 * Returns the blocks of an edited part of a Markdown text, which is the blocks between two fences or a block of prose; undefined where the edit may
 * mean something else for what is below it. `before` is the prose in front of the part.
 */
export function splitEditedPart(
  source: string,
  isProse: boolean,
  edit: SourceEdit,
  before: string,
): readonly BlockText[] | undefined {
  const lineStart = source.lastIndexOf('\n', edit.start - 1) + 1;
  const lineFeed = source.indexOf('\n', edit.end);
  const lineEnd = lineFeed < 0 ? source.length : lineFeed;
  const was = source.slice(lineStart, lineEnd);
  const line = source.slice(lineStart, edit.start) + edit.newText + source.slice(edit.end, lineEnd);
  if (fenceMark.test(was) || fenceMark.test(line)) return undefined;
  const text = source.slice(0, lineStart) + line + source.slice(lineEnd);
  if (text === '') return undefined;
  if (isProse) {
    // An excerpt of a request in a fenced block can become a request.
    const meaning = meaningOfLine(was);
    const isAlike = meaning !== undefined && meaning === meaningOfLine(line);
    return isAlike && !mayHoldRequests(source.slice(0, lineStart)) ? [prose(text)] : undefined;
  }
  const opened = opening.exec(before.slice(before.trimEnd().lastIndexOf('\n') + 1).trimEnd());
  const [, indent, , info] = opened ?? [];
  return indent !== undefined && info !== undefined && holdsRequests(info, text)
    ? blocksOfFence(text, indent.length)
    : undefined;
}

const fenceMark = /`{3}|~{3}/;

/** Returns what a line without marks of fences means for the lines below it; undefined for several lines and for comments. */
function meaningOfLine(source: string): 'blank' | 'item' | 'indented' | 'heading' | 'text' | undefined {
  const line = source.trimEnd();
  if (/\n|<!--|-->/.test(line)) return undefined;
  if (line === '') return 'blank';
  if (listItem.test(line)) return 'item';
  return /^\s/.test(line) ? 'indented' : line.startsWith('#') ? 'heading' : 'text';
}

/** The lines between a fence and the one that closes it. */
interface Fence {
  readonly start: number;
  readonly end: number;
  /** How many blanks are removed from the start of each line. */
  readonly indent: number;
}

/** Blanks, with the marks of lists in which the fence is the first thing; then the fence and what is written behind it. */
const opening = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*)(`{3,}|~{3,})([^]*)$/;
const listItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Returns the fenced blocks with requests, in order. */
function* fencesIn(text: string): Generator<Fence, undefined> {
  if (!mayHoldRequests(text)) return undefined;
  let isInList = false;
  let isInComment = false;
  let isBehindBlank = true;
  let open:
    | { readonly mark: string; readonly start: number; readonly indent: number; readonly info: string }
    | undefined;
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    const line = text.slice(start, next).trimEnd();
    if (open !== undefined) {
      if (closes(line, open)) {
        if (holdsRequests(open.info, text.slice(open.start, start))) yield { ...open, end: start };
        open = undefined;
      }
    } else if (isInComment) isInComment = !line.includes('-->');
    else if (/^ {0,3}<!--/.test(line)) isInComment = !line.includes('-->');
    else {
      if (listItem.test(line)) isInList = true;
      else if (/^\S/.test(line)) isInList &&= !isBehindBlank && !line.startsWith('#');
      const [, indent, mark, info] = (line.includes('```') || line.includes('~~~') ? opening.exec(line) : null) ?? [];
      const isFence =
        indent !== undefined &&
        mark !== undefined &&
        info !== undefined &&
        !(mark.startsWith('`') && info.includes('`'));
      // What is indented that far is code, unless it belongs to an item of a list.
      if (isFence && (isInList || widthOf(indent) < 4)) open = { mark, start: next, indent: indent.length, info };
    }
    isBehindBlank = line === '';
    start = next;
  }
  // A fence that is not closed reaches to the end.
  if (open !== undefined && holdsRequests(open.info, text.slice(open.start))) yield { ...open, end: text.length };
  return undefined;
}

function closes(line: string, { mark, indent }: { readonly mark: string; readonly indent: number }): boolean {
  const visible = line.trimStart();
  const isMark = visible.startsWith(mark) && visible === mark.charAt(0).repeat(visible.length);
  return isMark && line.length - visible.length < indent + 4;
}

/** A tab reaches to the next column that is a multiple of four. */
function widthOf(indent: string): number {
  let width = 0;
  for (const character of indent) width = character === '\t' ? width + 4 - (width % 4) : width + 1;
  return width;
}

const languages = /^[ \t]*(?:\{[ \t]*)?\.?(http|rest|es|console)(?![\w.+-])/i;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/**
 * Returns whether a fenced block holds requests. In `http`, a few header fields without a request are an excerpt; `console` is also the
 * language of a shell's sessions, so there the first line decides.
 */
function holdsRequests(info: string, content: string): boolean {
  const language = languages.exec(info)?.[1]?.toLowerCase();
  if (language === undefined) return false;
  const first = /^(?![ \t]*(?:#|\/\/|$))[ \t]*(.*)$/m.exec(content)?.[1] ?? '';
  if (language === 'http' || language === 'rest') return !/^[A-Za-z][\w-]*:(?!\/\/)/.test(first);
  const word = /^[A-Za-z]*/.exec(first)?.[0].toUpperCase() ?? '';
  const isWhole = /^\w+[ \t]/.test(first);
  return (
    first.startsWith('@') ||
    methods.some((method) => (isWhole ? method === word : method.startsWith(word) && first.length === word.length))
  );
}

function prose(text: string): BlockText {
  return { ...blockText(text), isProse: true };
}

function blocksOfFence(source: string, indent: number): readonly BlockText[] {
  if (source === '') return [];
  if (indent === 0) return splitBlocks(source);
  const lines = source.split(/(?<=\n)/);
  const removed = lines.map((line) => Math.min(indent, line.length - line.replace(/^[ \t]+/, '').length));
  let first = 0;
  const blocks = splitBlocks(lines.map((line, index) => line.slice(removed[index])).join(''));
  return blocks.map((block, at) => {
    // A block begins at the start of a line. The last line of all may be nothing but indentation.
    const count = at === blocks.length - 1 ? lines.length - first : block.text.split(/(?<=\n)/).length;
    const own = lines.slice(first, first + count);
    const columns = own.flatMap((line, index) => [removed[first + index] ?? 0, ...innerEnds(line)]);
    first += count;
    return { ...block, indented: { source: own.join(''), columns, indent: own[0]?.slice(0, columns[0]) ?? '' } };
  });
}

/** The protocol ends a line at a lone carriage return, too. */
function innerEnds(line: string): readonly number[] {
  return line.includes('\r') ? [...line.matchAll(/\r(?!\n)/g)].map(() => 0) : [];
}
