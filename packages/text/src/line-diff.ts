import { createTwoFilesPatch, diffArrays, FILE_HEADERS_ONLY } from 'diff';

/** Lines of a former text that other lines take the place of; both ranges count lines from 0 and end exclusive. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Texts that differ in more lines than this are replaced as a whole. */
const maxDifferences = 2000;

/** Returns the lines of a text with their ends. */
export function linesWithEnds(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Returns which lines differ, in order. */
export function lineChanges(
  former: readonly string[],
  now: readonly string[],
  limit = maxDifferences,
): readonly LineChange[] {
  const parts = diffArrays([...former], [...now], { maxEditLength: limit });
  if (!parts) return [{ start: 0, end: former.length, newStart: 0, newEnd: now.length }];
  const changes: LineChange[] = [];
  let [at, newAt] = [0, 0];
  for (const { count, added, removed } of parts) {
    const [start, newStart] = [at, newAt];
    if (!added) at += count;
    if (!removed) newAt += count;
    if (!added && !removed) continue;
    const last = changes.at(-1);
    const isNext = last?.end === start && last.newEnd === newStart;
    const change = { start, end: at, newStart, newEnd: newAt };
    if (isNext) changes[changes.length - 1] = { ...last, end: at, newEnd: newAt };
    else changes.push(change);
  }
  return changes;
}

/** Returns the difference between two versions of a file as `diff -u` writes it; empty when there is none. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY, maxEditLength: maxDifferences };
  return (
    createTwoFilesPatch(path, path, before, after, undefined, undefined, options) ?? wholeDiff(path, before, after)
  );
}

/** Returns a difference that removes all lines and adds all. */
function wholeDiff(path: string, before: string, after: string): string {
  const [removed, added] = [linesWithEnds(before), linesWithEnds(after)];
  const signed = (sign: string, lines: readonly string[]): readonly string[] =>
    lines.map((line) => (line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`));
  const head = `--- ${path}\n+++ ${path}\n@@ -1,${String(removed.length)} +1,${String(added.length)} @@\n`;
  return [head, ...signed('-', removed), ...signed('+', added)].join('');
}
