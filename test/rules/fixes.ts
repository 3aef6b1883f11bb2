import { lineStartsOf, positionAt } from '../../packages/text/src/lines';
import { applyFix, type FileFinding } from './check-text';

/** Writes what each fix of the findings does to the text: a title line, and the lines that it changes. */
export function describeFixes(text: string, findings: readonly FileFinding[]): string {
  const lineStarts = lineStartsOf(text);
  const sections = findings.flatMap((found) => {
    const { line } = positionAt(lineStarts, found.start);
    return (found.finding.fixes?.() ?? []).map(({ title, isSafe }, index) => {
      const heading = `@@ line ${line + 1}, ${found.finding.rule}: ${title}${isSafe ? ' (safe)' : ''}`;
      return [heading, ...changedLines(text, applyFix(text, found, index) ?? text)].join('\n');
    });
  });
  return sections.length === 0 ? '' : `${sections.join('\n\n')}\n`;
}

/** Returns the lines between the first and the last that differ: `-` removed, `+` added, a blank for what stays between them. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return differences(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
}

function differences(old: readonly string[], now: readonly string[]): readonly string[] {
  // The number of lines that stay when both lists are compared from here on.
  const kept = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      kept[i]![j] = old[i] === now[j] ? kept[i + 1]![j + 1]! + 1 : Math.max(kept[i + 1]![j]!, kept[i]![j + 1]!);
    }
  }
  const result: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      result.push(` ${old[i++]}`);
      j++;
    } else if (i < old.length && kept[i + 1]![j]! >= (kept[i]![j + 1] ?? -1)) result.push(`-${old[i++]}`);
    else result.push(`+${now[j++]}`);
  }
  return result;
}
