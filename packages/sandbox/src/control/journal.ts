/** Numbers the lines of changes in a state file and links each with what is before it. */
export interface Journal {
  /** Returns the next line, without a line end, and the journal behind it. */
  readonly next: (change: string) => { readonly line: string; readonly behind: Journal };
}

/** Begins the lines of changes behind a whole state. */
export function beginJournal(whole: string): Journal {
  return journalBehind(0, checksumOf(whole, 0));
}

function journalBehind(before: number, sumBefore: number): Journal {
  return {
    next: (change) => {
      const number = before + 1;
      const sum = checksumOf(change, sumBefore);
      return { line: `${headOf(number, sum)}${change}}`, behind: journalBehind(number, sum) };
    },
  };
}

/** The text of a state file in its parts. */
interface StateParts {
  readonly whole: string;
  /** The lines of changes. A last one without a line end, and blank ones at the end, are none. */
  readonly lines: readonly string[];
  /** In code units, up to the end of the last line of changes, or of the whole state if there is none. */
  readonly length: number;
}

/** Returns the parts of a state file. Another program may have changed its line ends, which no text of JSON contains. */
export function splitStateText(written: string): StateParts {
  const text = written.replaceAll('\r\n', '\n');
  const end = text.indexOf('\n{"');
  if (end < 0) return { whole: text, lines: [], length: text.length };
  const lines = text.slice(end + 1).split('\n');
  lines.pop();
  while (lines.at(-1) === '') lines.pop();
  const length = lines.reduce((sum, line) => sum + line.length + 1, end + (lines.length > 0 ? 1 : 0));
  return { whole: text.slice(0, end), lines, length };
}

/** Returns the journal that goes on behind the lines of a state file; undefined where its lines cannot be continued. */
export function continueJournal(text: string): { readonly journal: Journal; readonly parts: StateParts } | undefined {
  const parts = splitStateText(text);
  const changes = readJournal(parts.whole, parts.lines);
  // Lines of earlier versions have no numbers, and lengths differ where line ends do.
  const isOther = parts.lines.length > 0 && changes === parts.lines;
  if ('wrong' in changes || isOther || text.includes('\r\n')) return undefined;
  let journal = beginJournal(parts.whole);
  for (const change of changes) journal = journal.next(change).behind;
  return { journal, parts };
}

/**
 * Returns the changes of such lines behind a whole state, or the index of the first line that does not belong there: one before it is
 * missing, or it or something before it was changed. Lines of earlier versions are changes without a number.
 */
export function readJournal(whole: string, lines: readonly string[]): readonly string[] | { readonly wrong: number } {
  if (lines.every((line) => !line.startsWith('{"line":'))) return lines;
  let sum = checksumOf(whole, 0);
  const changes: string[] = [];
  for (const [index, line] of lines.entries()) {
    const change = line.slice(line.indexOf('"change":') + '"change":'.length, -1);
    sum = checksumOf(change, sum);
    if (line !== `${headOf(index + 1, sum)}${change}}`) return { wrong: index };
    changes.push(change);
  }
  return changes;
}

function headOf(number: number, sum: number): string {
  return `{"line":${number},"sum":"${sum.toString(16).padStart(8, '0')}","change":`;
}

/** CRC-32, of the code units of a text, behind another sum. */
function checksumOf(text: string, before: number): number {
  let sum = ~before;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    sum = (remainders[(sum ^ unit) & 0xff] ?? 0) ^ (sum >>> 8);
    sum = (remainders[(sum ^ (unit >>> 8)) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}

const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
  return remainder;
});
