import { lineChanges, linesWithEnds, type LineChange } from '@rulebook/text/line-diff';

/** Lines around each change. */
const around = 3;

/** Returns the difference between two versions of a file as `diff -u` writes it; empty when there is none. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const [former, now] = [linesWithEnds(before), linesWithEnds(after)];
  const hunks = hunksOf(lineChanges(former, now));
  if (hunks.length === 0) return '';
  return [`--- ${path}\n`, `+++ ${path}\n`, ...hunks.flatMap((hunk) => hunkLines(hunk, former, now))].join('');
}

/** Joins the changes whose lines around them meet. */
function hunksOf(changes: readonly LineChange[]): readonly (readonly LineChange[])[] {
  const hunks: LineChange[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && change.start - before.end <= 2 * around) last.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function hunkLines(hunk: readonly LineChange[], former: readonly string[], now: readonly string[]): readonly string[] {
  const [first] = hunk;
  const last = hunk.at(-1);
  if (first === undefined || last === undefined) return [];
  const start = Math.max(0, first.start - around);
  const end = Math.min(former.length, last.end + around);
  const newStart = first.newStart - (first.start - start);
  const newEnd = last.newEnd + (end - last.end);
  const lines: string[] = [`@@ -${rangeOf(start, end)} +${rangeOf(newStart, newEnd)} @@\n`];
  let at = start;
  for (const change of hunk) {
    lines.push(...former.slice(at, change.start).map((line) => shown(' ', line)));
    lines.push(...former.slice(change.start, change.end).map((line) => shown('-', line)));
    lines.push(...now.slice(change.newStart, change.newEnd).map((line) => shown('+', line)));
    at = change.end;
  }
  lines.push(...former.slice(at, end).map((line) => shown(' ', line)));
  return lines;
}

function rangeOf(start: number, end: number): string {
  const length = end - start;
  // An empty range names the line before it.
  return length === 1 ? String(start + 1) : `${length === 0 ? start : start + 1},${length}`;
}

function shown(sign: string, line: string): string {
  return line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}
