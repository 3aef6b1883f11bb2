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

/** Returns the line starts of the text after an edit, by those of the text before; only the edited lines are looked through. */
export function editedLineStarts(starts: readonly number[], text: string, { span, newText }: TextEdit): number[] {
  const delta = newText.length - (span.end - span.start);
  // A line more on both sides: a carriage return and a line feed may meet or part.
  const first = positionAt(starts, Math.max(0, span.start - 1)).line;
  const next = positionAt(starts, span.end + 1).line + 1;
  const from = starts[first] ?? 0;
  const edited = starts.slice(0, first);
  const behind = starts[next];
  for (const start of lineStartsOf(text.slice(from, behind === undefined ? text.length : behind + delta)))
    edited.push(from + start);
  if (behind === undefined) return edited;
  // The last of them is the start of the line behind.
  edited.pop();
  for (let line = next; line < starts.length; line++) edited.push((starts[line] ?? 0) + delta);
  return edited;
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
