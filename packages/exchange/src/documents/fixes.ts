import type { WordFix } from '@rulebook/description/document-form';
import { elementsIn, wordAt } from '@rulebook/description/text-element';
import type { Span, TextEdit } from '@rulebook/text';

/** A problem of a document that has a fix. */
interface FixableProblem {
  readonly message: string;
  readonly span: Span;
  readonly pointer?: string;
  readonly fix?: WordFix;
}

/** The fix of a problem. */
export interface DocumentFix {
  readonly title: string;
  readonly edit: TextEdit;
}

/** Returns the fixes of the problems, by the problems. Of a word that is not written as it is read, there is none. */
export function fixesInDocument<T extends FixableProblem>(
  text: string,
  problems: readonly T[],
): ReadonlyMap<T, DocumentFix> {
  const found = new Map<T, DocumentFix>();
  const fixable = problems.filter(({ fix, pointer }) => fix !== undefined && pointer !== undefined);
  if (fixable.length === 0) return found;
  const elements = elementsIn(text);
  for (const problem of fixable) {
    const { fix, pointer = '' } = problem;
    const span = fix && wordAt(text, elements, pointer, fix.from);
    if (span !== undefined && fix !== undefined)
      found.set(problem, { title: `Change to \`${fix.to}\``, edit: { span, newText: fix.to } });
  }
  return found;
}
