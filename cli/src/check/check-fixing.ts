import { count, unifiedDiff, visible } from '@rulebook/text';
import { replaceText } from '@rulebook/node/files/replace-text';
import { writeUnguarded } from '../runner-log';
import type { Fixer } from './check-texts';

/** Fixes files and counts what it did. */
export interface Fixing {
  readonly fix: Fixer;
  /** Ends a check: returns what was fixed, and how many findings are left. */
  readonly end: (left: number) => string;
}

/** Creates what fixes the files of one command line; `input` is what standard input holds. */
export function createFixing(
  { fixUnsafe = false, dryRun = false }: { readonly fixUnsafe?: boolean; readonly dryRun?: boolean },
  input: { readonly path: string; readonly text: string } | undefined,
): Fixing {
  let fixes = 0;
  let files = 0;
  let isPrinted = input === undefined || dryRun;
  return {
    fix(path, text, fixed) {
      const now = fixed(fixUnsafe);
      if (dryRun) {
        const difference = unifiedDiff(path, text, now.text);
        process.stdout.write(process.stdout.isTTY ? visible(difference) : difference);
      } else if (path === input?.path) {
        writeUnguarded(now.text);
        isPrinted = true;
      } else if (now.text !== text) {
        const cause = replaceText(path, text, now.text);
        if (cause !== undefined) return { cause };
      }
      if (now.text !== text) {
        fixes += now.count;
        files++;
      }
      return now;
    },
    end(left) {
      // What cannot be checked is printed as it is: a user may write it back.
      if (!isPrinted && input !== undefined) writeUnguarded(input.text);
      const what =
        fixes === 0 ? 'nothing to fix' : `${count(fixes, 'fix', 'fixes')} ${dryRun ? 'possible' : 'applied'}`;
      const where = fixes === 0 ? '' : ` in ${count(files, 'file')}`;
      fixes = files = 0;
      return `${what}${where}, ${count(left, 'finding')} left`;
    },
  };
}
