import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import { stepOf, type FormatOptions } from './options';

/** An object or array that is written on one line stays there if the line is not longer. */
const widest = 100;

/** A token or comment, with what is in front of it. */
interface Part extends Span {
  readonly kind: number;
  /** The number of line ends between the part before and this one. */
  readonly linesBefore: number;
  readonly holdsLineEnd: boolean;
}

/** An object or array that is open. */
interface Container {
  /** Each item has a line of its own. */
  readonly isBroken: boolean;
  /** Numbers, as many on a line as it holds. */
  readonly isFilled: boolean;
}

/**
 * Returns what changes the white space of a JSON text that can be read. An object or array on one line stays on it as far as it fits; any
 * other has a line for each item. Comments, strings and numbers keep their text, and one blank line between items stays.
 */
export function formatJson(text: string, body: Span, options: FormatOptions, lineEnd: string): readonly TextEdit[] {
  const parts = partsOfJson(text, body);
  const closes = closesOf(parts);
  const widths = inlineWidths(parts);
  const splits = splitsUpTo(parts);
  const step = stepOf(options);
  const edits: TextEdit[] = [];
  const open: Container[] = [];
  /** The column at which the current line of a filled array has come. */
  let column = 0;
  const enter = (index: number) => {
    const close = closes[index] ?? parts.length - 1;
    const indent = open.length * (options.insertSpaces ? step.length : options.tabSize);
    const before = indent + keyWidth(parts, index);
    const width = before + (widths[close] ?? 0) - (widths[index] ?? 0) + 2;
    const isFilled = isOfNumbers(parts, index, close);
    const isSplit = close > index + 1 && splits[close] !== splits[index];
    open.push({ isBroken: isSplit || width > widest, isFilled });
  };
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (isOpening(part.kind)) enter(index);
    if (!next) break;
    const isClose = isClosing(next.kind) && open.length > 0;
    const around = open.at(-1);
    const depth = open.length - (isClose ? 1 : 0);
    const newLine = (lines: number) => lineEnd.repeat(lines) + step.repeat(depth);
    const gap = gapBetween(part, next, around, () => {
      if (!around?.isFilled || part.kind !== jsonToken.comma) return true;
      return column + 1 + (next.end - next.start) + 1 > widest;
    });
    const isFirst = isOpening(part.kind);
    const isBlankKept = gap === 'line' && next.linesBefore > 1 && !isFirst && !isClose && around?.isFilled !== true;
    const written = gap === 'line' ? newLine(isBlankKept ? 2 : 1) : gap;
    column = gap === 'line' ? step.length * depth : column + written.length;
    column += next.end - next.start;
    if (text.slice(part.end, next.start) !== written)
      edits.push({ span: { start: part.end, end: next.start }, newText: written });
    if (isClose) open.pop();
  }
  return edits;
}

/** Returns the white space between two parts; `line` for a line end with the indentation. */
function gapBetween(part: Part, next: Part, around: Container | undefined, endsLine: () => boolean): string {
  const isLineComment = part.kind === jsonToken.lineComment || part.kind === jsonToken.hashComment;
  if (isLineComment) return 'line';
  if (isComment(next.kind) && next.linesBefore === 0) return ' ';
  if (isComment(next.kind) || around === undefined) return next.linesBefore > 0 ? 'line' : ' ';
  if (next.kind === jsonToken.comma || next.kind === jsonToken.colon) return '';
  if (part.kind === jsonToken.colon) return ' ';
  if (isClosing(next.kind)) {
    if (isOpening(part.kind)) return '';
    return around.isBroken ? 'line' : next.kind === jsonToken.closeBrace ? ' ' : '';
  }
  if (isOpening(part.kind)) return around.isBroken ? 'line' : part.kind === jsonToken.openBrace ? ' ' : '';
  if (part.kind === jsonToken.comma) return around.isBroken && endsLine() ? 'line' : ' ';
  // Behind a block comment.
  return next.linesBefore > 0 && around.isBroken ? 'line' : ' ';
}

function partsOfJson(text: string, { start, end }: Span): readonly Part[] {
  const tokens = new JsonTokens(text, start, end);
  const parts: Part[] = [];
  let at = start;
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    // A comment may end with blanks, which belong to its line.
    const isOfLine = kind === jsonToken.lineComment || kind === jsonToken.hashComment;
    const partEnd = isOfLine ? tokens.start + text.slice(tokens.start, tokens.end).trimEnd().length : tokens.end;
    parts.push({
      kind,
      start: tokens.start,
      end: partEnd,
      linesBefore: lineEndsIn(text, at, tokens.start),
      holdsLineEnd: (tokens.isLong || kind === jsonToken.blockComment) && lineEndsIn(text, tokens.start, partEnd) > 0,
    });
    at = tokens.end;
  }
  return parts;
}

/** Looks at nothing behind the end: a text on one line may be long. */
function lineEndsIn(text: string, start: number, end: number): number {
  let found = 0;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === 0x0a) found++;
  return found;
}

/** Returns the index of the bracket that closes each opening one, by the index of that. */
function closesOf(parts: readonly Part[]): readonly (number | undefined)[] {
  const closes = parts.map((): number | undefined => undefined);
  const open: number[] = [];
  for (const [index, { kind }] of parts.entries()) {
    if (isOpening(kind)) open.push(index);
    const opening = isClosing(kind) ? open.pop() : undefined;
    if (opening !== undefined) closes[opening] = index;
  }
  return closes;
}

/** Returns the column at which each part ends when everything is written on one line. */
function inlineWidths(parts: readonly Part[]): readonly number[] {
  const inline: Container = { isBroken: false, isFilled: false };
  let width = 0;
  return parts.map((part, index) => {
    const before = parts[index - 1];
    if (before) width += gapBetween(before, part, inline, () => false) === '' ? 0 : 1;
    return (width += part.end - part.start);
  });
}

/** Returns the width of the key in front of a value. */
function keyWidth(parts: readonly Part[], index: number): number {
  const [key, colon] = [parts[index - 2], parts[index - 1]];
  return key && colon?.kind === jsonToken.colon ? key.end - key.start + 2 : 0;
}

/** Returns how many line ends and comments that need one there are up to each part. */
function splitsUpTo(parts: readonly Part[]): readonly number[] {
  let found = 0;
  return parts.map(({ linesBefore, holdsLineEnd, kind }) => {
    if (linesBefore > 0 || holdsLineEnd || kind === jsonToken.hashComment || kind === jsonToken.lineComment) found++;
    return found;
  });
}

function isOfNumbers(parts: readonly Part[], open: number, close: number): boolean {
  if (parts[open]?.kind !== jsonToken.openBracket || close < open + 4) return false;
  for (let index = open + 1; index < close; index++) {
    const kind = parts[index]?.kind;
    if (kind !== jsonToken.number && kind !== jsonToken.comma) return false;
  }
  return true;
}

function isOpening(kind: number): boolean {
  return kind === jsonToken.openBrace || kind === jsonToken.openBracket;
}

function isClosing(kind: number): boolean {
  return kind === jsonToken.closeBrace || kind === jsonToken.closeBracket;
}

function isComment(kind: number): boolean {
  return kind === jsonToken.lineComment || kind === jsonToken.blockComment || kind === jsonToken.hashComment;
}
