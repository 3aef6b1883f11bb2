/** Numbers the lines of changes in a state file and links each with what stands before it. */
export interface Journal {
  /** Returns the next line, without a line end. */
  readonly next: (change: string) => string;
}

/** Begins the lines of changes behind a whole state. */
export function beginJournal(whole: string): Journal {
  let number = 0;
  let sum = checksumOf(whole, 0);
  return {
    next: (change) => {
      number++;
      sum = checksumOf(change, sum);
      return `${headOf(number, sum)}${change}}`;
    },
  };
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
