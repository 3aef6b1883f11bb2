import type { TextEdit } from './edit';

/** A zero-based line and a zero-based column in UTF-16 code units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/** Returns the offset at which each line starts; the first is 0. `\r\n`, `\n` and a lone `\r` end a line, as the protocol says. */
export function lineStartsOf(text: string): number[] {
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

/** Returns the line starts of a text after an edit; only the edited lines are scanned. `text` is the text after the edit. */
export function editedLineStarts(starts: readonly number[], text: string, { span, newText }: TextEdit): number[] {
  const delta = newText.length - (span.end - span.start);
  // One more line on both sides, since the edit may join or separate a carriage return and a line feed.
  const first = positionAt(starts, Math.max(0, span.start - 1)).line;
  const next = positionAt(starts, span.end + 1).line + 1;
  const from = starts[first] ?? 0;
  const behind = starts[next];
  const edited = lineStartsOf(text.slice(from, behind === undefined ? text.length : behind + delta));
  // The last entry is the start of the following line.
  if (behind !== undefined) edited.pop();
  const all = starts.slice(0, first);
  for (const start of edited) all.push(from + start);
  for (let line = next; line < starts.length; line++) all.push((starts[line] ?? 0) + delta);
  return all;
}

/** Returns the number of line ends in `text`. */
export function countLineEnds(text: string): number {
  if (text.indexOf('\r') >= 0) return lineStartsOf(text).length - 1;
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Returns the line and column of an offset by binary search in the line starts. */
export function positionAt(lineStarts: readonly number[], offset: number): LinePosition {
  let low = 0;
  let high = lineStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  const line = Math.max(0, low - 1);
  return { line, character: offset - (lineStarts[line] ?? 0) };
}

/** Returns what ends the lines of a text. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
