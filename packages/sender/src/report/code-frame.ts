import { holdsSecret } from '@rulebook/catalogue/masking/holds-secret';
import { visibleLine } from '@rulebook/text/visible';
import type { Paint } from './format';
import type { ReportedFinding } from './model';

/** What a frame is drawn with. */
interface FrameOptions {
  /** Returns a line of the file without its end. */
  readonly lineAt: (line: number) => string | undefined;
  readonly paint: Paint;
  /** In columns. */
  readonly width: number;
}

/** Of a finding over more lines, so many are shown. */
const maxLines = 4;

/** Returns the lines of a finding with their numbers, the marked part underlined, and one line before and behind. */
export function codeFrame(
  { range: { start, end }, severity }: ReportedFinding,
  options: FrameOptions,
): readonly string[] {
  const { lineAt, paint, width } = options;
  // A span that ends at the start of a line does not show that line.
  const last = end.line > start.line && end.character === 0 ? end.line - 1 : end.line;
  const shownLast = Math.min(last, start.line + maxLines - 1);
  const digits = String(shownLast + 2).length;
  const room = Math.max(20, width - digits - 7);
  const rows: string[] = [];
  const row = (number: string, text: string, isMarked = false): void => {
    const gutter = `${isMarked ? '>' : ' '} ${number.padStart(digits)} │`;
    rows.push(
      `  ${isMarked ? paint.severity(gutter.charAt(0), severity) : ' '}${paint.dim(gutter.slice(1))}${text === '' ? '' : ` ${text}`}`,
    );
  };
  const numbered = (line: number, isMarked: boolean): void => {
    const text = lineAt(line);
    if (text === undefined) return;
    // A report may go to a log or to other people.
    if (holdsSecret(text)) {
      row(String(line + 1), paint.dim('(not shown: this line holds a secret)'), isMarked);
      return;
    }
    const from = line === start.line ? start.character : 0;
    const to = line === last ? (line === end.line ? end.character : text.length) : text.length;
    const view = viewOf(text, isMarked ? { from, to } : { from: 0, to: 0 }, room);
    row(String(line + 1), view.text, isMarked);
    const underline = '^'.repeat(Math.max(1, Math.min(view.marked, room - view.before)));
    if (isMarked && line === start.line) row('', `${' '.repeat(view.before)}${paint.severity(underline, severity)}`);
  };
  if (start.line > 0) numbered(start.line - 1, false);
  for (let line = start.line; line <= shownLast; line++) numbered(line, true);
  if (last > shownLast) row('', paint.dim(`… ${last - shownLast} more ${last - shownLast === 1 ? 'line' : 'lines'}`));
  else numbered(last + 1, false);
  return rows;
}

interface View {
  readonly text: string;
  /** The columns in front of the marked part. */
  readonly before: number;
  /** The columns of the marked part. */
  readonly marked: number;
}

/** How far from a marked part the text of a long line can matter, in UTF-16 code units. */
const nearby = 400;
const tabWidth = 4;

/** Returns a line as a terminal shows it; of a line that is too long, the part around what is marked. */
function viewOf(line: string, { from, to }: { readonly from: number; readonly to: number }, room: number): View {
  const start = Math.max(0, from - nearby);
  const end = Math.min(line.length, Math.max(to, from) + nearby, start + 4 * nearby);
  const cells = cellsOf(line.slice(start, end));
  const isMarked = ({ at }: Cell): boolean => at + start >= from && at + start < to;
  const widthOf = (some: readonly Cell[]): number => some.reduce((sum, { width }) => sum + width, 0);
  let first = 0;
  const firstMarked = cells.findIndex(({ at }) => at + start >= from);
  const lead = firstMarked < 0 ? cells.length : firstMarked;
  const markedWidth = widthOf(cells.filter(isMarked));
  // What is marked stays in sight, with about as much in front as behind.
  const spare = Math.max(4, Math.floor((room - Math.min(markedWidth, room)) / 2));
  const isWhole = start === 0 && end === line.length && widthOf(cells) <= room;
  if (!isWhole) while (first < lead && widthOf(cells.slice(first, lead)) > spare) first++;
  const isCutBefore = first > 0 || start > 0;
  let left = room - (isCutBefore ? 1 : 0);
  let next = first;
  const isLastOfLine = (index: number): boolean => index === cells.length - 1 && end === line.length;
  for (; next < cells.length; next++) {
    const { width } = cells[next] ?? { width: 0 };
    if (width > left - (isLastOfLine(next) ? 0 : 1)) break;
    left -= width;
  }
  const isCutBehind = next < cells.length || end < line.length;
  const shown = cells.slice(first, next);
  const text = shown.map(({ text: own }) => own).join('');
  return {
    text: `${isCutBefore ? '…' : ''}${text}${isCutBehind ? '…' : ''}`.trimEnd(),
    before: (isCutBefore ? 1 : 0) + widthOf(cells.slice(first, lead)),
    marked: widthOf(shown.filter(isMarked)),
  };
}

/** A character as it is shown. */
interface Cell {
  readonly at: number;
  readonly text: string;
  readonly width: number;
}

function cellsOf(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  let column = 0;
  for (const character of line) {
    const text = shownAs(character, column);
    const width = text.length === character.length ? widthOf(character) : text.length;
    cells.push({ at, text, width });
    at += character.length;
    column += width;
  }
  return cells;
}

function shownAs(character: string, column: number): string {
  if (character === '\t') return ' '.repeat(tabWidth - (column % tabWidth));
  if (/\p{Cs}/u.test(character)) return '\ufffd';
  return visibleLine(character);
}

/** Returns the columns of a character; East Asian ones and pictures take two. */
function widthOf(character: string): number {
  if (character <= '~') return 1;
  // Here, since classes of Unicode take V8 a long time to read.
  const wide =
    /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
  const joined = /[\p{Mn}\p{Me}]|\u200b|\u200c|\u200d|[\ufe00-\ufe0f]/u;
  return joined.test(character) ? 0 : wide.test(character) ? 2 : 1;
}
