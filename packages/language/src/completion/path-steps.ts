import { isParameter } from '@rulebook/paths/match-operation';
import type { Candidate } from './offered-operations';

/** The beginning of several paths, offered instead of them. */
export interface PathStep {
  /** Its segments; all candidates begin with them, and go on. */
  readonly segments: readonly string[];
  readonly candidates: readonly Candidate[];
  readonly rank: number;
}

/** What a list of paths shows: whole paths, and beginnings of others. */
interface SteppedPaths {
  readonly whole: readonly Candidate[];
  readonly steps: readonly PathStep[];
  /** All paths are offered whole. */
  readonly isComplete: boolean;
}

/** Up to this number, paths are offered whole. */
const maxWhole = 48;

/** Longer lists are not read. Those who look for more type more. */
const maxEntries = 96;

/** Returns the paths of a description, of which the first `done` segments are typed: all of them, or where they are many, a step. */
export function stepsBelow(candidates: readonly Candidate[], done: number): SteppedPaths {
  if (candidates.length <= maxWhole) return { whole: candidates, steps: [], isComplete: true };
  const whole: Candidate[] = candidates.filter(({ rank }) => rank === 0);
  const steps: PathStep[] = [];
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = segmentKey(candidate.template[done]);
    const group = groups.get(key);
    if (group) group.push(candidate);
    else groups.set(key, [candidate]);
  }
  for (const group of groups.values()) {
    const { ended, longer, length } = commonStart(group, done + 1);
    whole.push(...ended.filter(({ rank }) => rank !== 0));
    const [first, second] = longer;
    if (first === undefined) continue;
    if (second === undefined) {
      if (first.rank !== 0) whole.push(first);
      continue;
    }
    const rank = Math.min(...longer.map((candidate) => Math.max(candidate.rank, 1)));
    steps.push({ segments: first.template.slice(0, length), candidates: longer, rank });
  }
  return { whole: whole.slice(0, maxEntries), steps: steps.slice(0, maxEntries), isComplete: false };
}

/** Follows what all candidates have in common, and collects those that end on the way. */
function commonStart(group: readonly Candidate[], from: number) {
  const ended: Candidate[] = [];
  let longer = group;
  let length = from;
  for (;;) {
    ended.push(...longer.filter(({ template }) => template.length === length));
    longer = longer.filter(({ template }) => template.length > length);
    const keys = new Set(longer.map(({ template }) => segmentKey(template[length])));
    // A step that ends with the only word below it would be a whole path.
    if (keys.size !== 1 || longer.every(({ template }) => template.length === length + 1)) break;
    length++;
  }
  return { ended, longer, length };
}

/** The names of parameters do not matter. */
function segmentKey(segment = ''): string {
  return isParameter(segment) ? '{}' : segment;
}
