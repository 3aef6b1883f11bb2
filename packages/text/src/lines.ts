import type { TextEdit } from './edit';
import { firstIndexWhere } from './search';

/** A zero-based line and a zero-based column in UTF-16 code units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/** The offset at which each line of a text starts, in parts: an edit makes one part anew and moves those behind it. */
export interface LineStarts {
  /** The number of lines. */
  readonly count: number;
  /** In order; the first begins at 0. */
  readonly parts: readonly LinePart[];
}

interface LinePart {
  readonly line: number;
  readonly start: number;
  /** Where its lines start, from its own start. */
  readonly starts: readonly number[];
}

/** The usual number of lines in a part. */
const linesOfPart = 1024;

/** Returns where each line starts. `\r\n`, `\n` and a lone `\r` end a line, as the protocol says. */
export function lineStartsOf(text: string): LineStarts {
  const starts = startsIn(text);
  return { count: starts.length, parts: partsOfStarts(starts, 0, 0) };
}

function startsIn(text: string): number[] {
  const starts = [0];
  let lineFeed = text.indexOf('\n');
  let carriageReturn = text.indexOf('\r');
  while (lineFeed >= 0 || carriageReturn >= 0) {
    if (carriageReturn >= 0 && (lineFeed < 0 || carriageReturn < lineFeed)) {
      if (lineFeed !== carriageReturn + 1) starts.push(carriageReturn + 1);
      carriageReturn = text.indexOf('\r', carriageReturn + 1);
    } else {
      starts.push(lineFeed + 1);
      lineFeed = text.indexOf('\n', lineFeed + 1);
    }
  }
  return starts;
}

/** Returns the parts of lines that start at these places behind `start`, and of which the first is `line`. */
function partsOfStarts(starts: readonly number[], line: number, start: number): readonly LinePart[] {
  if (starts.length <= 2 * linesOfPart) return starts.length === 0 ? [] : [{ line, start, starts }];
  const parts: LinePart[] = [];
  for (let from = 0; from < starts.length; from += linesOfPart) {
    const own = starts.slice(from, from + linesOfPart);
    const first = own[0] ?? 0;
    parts.push({ line: line + from, start: start + first, starts: own.map((one) => one - first) });
  }
  return parts;
}

/** Returns the line starts of a text after an edit; only the edited lines are scanned. `text` is the text after the edit. */
export function editedLineStarts(
  former: LineStarts,
  text: { readonly length: number; slice(start: number, end: number): string },
  { span, newText }: TextEdit,
): LineStarts {
  const { parts } = former;
  const delta = newText.length - (span.end - span.start);
  // One more line on both sides, since the edit may join or separate a carriage return and a line feed.
  const first = positionAt(former, Math.max(0, span.start - 1)).line;
  const next = positionAt(former, span.end + 1).line + 1;
  const from = startOfLine(former, first) ?? 0;
  const behind = startOfLine(former, next);
  const scanned = startsIn(text.slice(from, behind === undefined ? text.length : behind + delta));
  // The last entry is the start of the following line.
  if (behind !== undefined) scanned.pop();
  const firstPart = partAt(parts, ({ line }) => line > first);
  const lastPart = partAt(parts, ({ line }) => line >= next);
  const { line = 0, start = 0, starts: before = [] } = parts[firstPart] ?? {};
  const last = parts[lastPart];
  const starts = [
    ...before.slice(0, first - line),
    ...scanned.map((one) => from + one - start),
    ...(last?.starts.slice(next - last.line).map((one) => last.start + one + delta - start) ?? []),
  ];
  const added = scanned.length - (next - first);
  const moved = parts
    .slice(lastPart + 1)
    .map((part) => ({ ...part, line: part.line + added, start: part.start + delta }));
  return {
    count: former.count + added,
    parts: [...parts.slice(0, firstPart), ...partsOfStarts(starts, line, start), ...moved],
  };
}

/** Returns the index of the last part that is not behind what is searched for. */
function partAt(parts: readonly LinePart[], isBehind: (part: LinePart) => boolean): number {
  return Math.max(0, firstIndexWhere(parts, isBehind) - 1);
}

/** Returns where a line starts; undefined behind the last one. */
export function startOfLine({ parts }: LineStarts, line: number): number | undefined {
  const part = parts[partAt(parts, (one) => one.line > line)];
  const start = part?.starts[line - part.line];
  return part && start !== undefined ? part.start + start : undefined;
}

/** Returns the number of line ends in `text`. */
export function countLineEnds(text: string): number {
  if (text.indexOf('\r') >= 0) return startsIn(text).length - 1;
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Returns the line and column of an offset by binary search in the line starts. */
export function positionAt({ parts }: LineStarts, offset: number): LinePosition {
  const { line = 0, start = 0, starts = [] } = parts[partAt(parts, (part) => part.start > offset)] ?? {};
  const index = Math.max(0, firstIndexWhere(starts, (one) => one > offset - start) - 1);
  return { line: line + index, character: offset - start - (starts[index] ?? 0) };
}

/** Returns what ends the lines of a text. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
