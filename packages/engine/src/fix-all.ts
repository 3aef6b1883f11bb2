import type { Fix, Rule } from '@rulebook/checker/rules/rule';
import type { FileChecker } from '@rulebook/checker/rules/runner/check-file';
import { findingCounts } from '@rulebook/checker/rules/runner/finding-counts';
import { editRequestFile, fileEditsOf, type RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { TextEdit } from '@rulebook/text/edit';
import type { CheckOptions, Engine } from './model';

/** One fix may lead to the next; this many times, all blocks are looked at again. */
const maxPasses = 20;

/** Creates the function that applies quick fixes until there is nothing left to fix. */
export function createFixAll(parts: {
  readonly rules: readonly Rule[];
  readonly check: FileChecker;
  readonly withFixes: Engine['withFixes'];
}): Engine['fixAll'] {
  const { check, withFixes } = parts;
  // A remark asks for no change.
  const remarks = new Set(parts.rules.flatMap(({ id, isRemark }) => (isRemark === true ? [id] : [])));

  const chosenIn = (file: RequestFile, index: number, options: CheckOptions, isUnsafe: boolean): readonly Fix[] => {
    const found = check(file, options).blocks.at(index)?.findings ?? [];
    const fixable = found.filter(({ isFixable, rule }) => isFixable === true && !remarks.has(rule));
    if (fixable.length === 0) return [];
    const chosen: Fix[] = [];
    const edits: TextEdit[] = [];
    for (const { fixes } of withFixes(file, index, fixable, options)) {
      // Where several are offered, the first is the most likely one.
      const [fix] = fixes?.() ?? [];
      if (fix === undefined || fix.isUnfinished || !(fix.isSafe || isUnsafe)) continue;
      if (fix.edits.some((edit) => meetsOne(edit, edits))) continue;
      chosen.push(fix);
      edits.push(...fix.edits);
    }
    return chosen;
  };

  return (former, options, { isUnsafe = false } = {}) => {
    let file = former;
    let count = 0;
    const apply = (index: number): number => {
      const chosen = chosenIn(file, index, options, isUnsafe);
      const [first] = chosen;
      if (first === undefined) return 0;
      const applied = (fixes: readonly Fix[]) =>
        editRequestFile(
          file,
          fileEditsOf(
            file,
            index,
            fixes.flatMap(({ edits }) => edits),
          ),
        );
      const errors = errorsIn(file, options);
      const all = applied(chosen);
      // Each was tried by itself; together they may contradict each other.
      const isSound = chosen.length === 1 || errorsIn(all, options) <= errors;
      file = isSound ? all : applied([first]);
      return isSound ? chosen.length : 1;
    };
    const errorsIn = (one: RequestFile, under: CheckOptions): number =>
      [...(check(one, under).blocks.total(findingCounts)?.values() ?? [])].reduce(
        (sum, { severity, count: found }) => sum + (severity === 'error' ? found : 0),
        0,
      );
    for (let pass = 0; pass < maxPasses; pass++) {
      let applied = 0;
      // From the end, so that the blocks in front stay where they are.
      for (let index = file.blocks.size - 1; index >= 0; index--) applied += apply(index);
      if (applied === 0) break;
      count += applied;
    }
    return { file, count };
  };
}

/** Returns whether an edit overlaps another one, or touches it: two insertions at one place have no order. */
function meetsOne({ span }: TextEdit, edits: readonly TextEdit[]): boolean {
  return edits.some((other) => span.start <= other.span.end && other.span.start <= span.end);
}
