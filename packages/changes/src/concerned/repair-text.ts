import { applyEdits } from '@rulebook/text/edit';
import type { ConcernedLine } from '../model';
import { isMove } from './request-lines';

/** After so many rounds, what is left is not repaired. */
const maxRounds = 8;

/** The text of a file with its safe repairs. */
export interface RepairedText {
  readonly text: string;
  /** How many repairs were made. */
  readonly count: number;
}

/**
 * Returns a text with the safe repairs of its concerned lines. Where repairs would overlap, some wait for the next round, for which `linesOf` says what is
 * concerned then; a request line moves last, since nothing is known of the request behind it.
 */
export function repairText(text: string, linesOf: (text: string) => readonly ConcernedLine[]): RepairedText {
  let now = text;
  let count = 0;
  for (let round = 0; round < maxRounds; round++) {
    const repairable = linesOf(now).filter(({ edits }) => edits !== undefined && edits.length > 0);
    const others = repairable.filter(({ change }) => !isMove(change.repair));
    const chosen = withoutOverlaps(others.length > 0 ? others : repairable);
    const next = applyEdits(
      now,
      chosen.flatMap(({ edits = [] }) =>
        edits.map(({ start, end, text: newText }) => ({ span: { start, end }, newText })),
      ),
    );
    if (next === now) break;
    now = next;
    count += chosen.length;
  }
  return { text: now, count };
}

/** Edits of one place wait for each other, too: where each adds something, one depends on the other. */
function withoutOverlaps(lines: readonly ConcernedLine[]): readonly ConcernedLine[] {
  const ordered = lines
    .map((line) => ({ line, start: Math.min(...starts(line)), end: Math.max(...ends(line)) }))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const chosen: ConcernedLine[] = [];
  let last = -1;
  for (const { line, start, end } of ordered) {
    if (start <= last) continue;
    chosen.push(line);
    last = end;
  }
  return chosen;
}

function starts({ edits = [] }: ConcernedLine): readonly number[] {
  return edits.map(({ start }) => start);
}

function ends({ edits = [] }: ConcernedLine): readonly number[] {
  return edits.map(({ end }) => end);
}
