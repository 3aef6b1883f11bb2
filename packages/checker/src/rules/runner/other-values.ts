import { meansOther } from '../../binding/destination';
import type { Sequence } from '@rulebook/text/structures/sequence';
import { definitionsAt } from '@rulebook/request-file/syntax/definitions-at';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { CheckedBlock, FileBlock } from './file-block';

/** The blocks that differ from those of another version. */
export type ChangedRange = NonNullable<ReturnType<RequestFile['blocks']['changedSince']>>;

type Version = Pick<RequestFile, 'blocks' | 'definitions'>;

/**
 * Returns the blocks of the former version whose requests go elsewhere, or whose heads mean something else, because a variable has another value.
 * `texts` are those with variables on which the meaning of blocks depends.
 */
export function blocksWithOtherValues(
  file: Version,
  former: Version,
  checked: Sequence<CheckedBlock>,
  texts: Pick<ReadonlyMap<string, unknown>, 'keys'>,
  changed: ChangedRange | undefined,
): Set<FileBlock> {
  const others = new Set<FileBlock>();
  const { definitions } = file;
  if (definitions === former.definitions) return others;
  if (definitions.inOrder === undefined && former.definitions.inOrder === undefined) {
    const outdated = new Set<string>();
    for (const text of texts.keys()) if (meansOther(text, definitions, former.definitions)) outdated.add(text);
    if (outdated.size === 0) return others;
    for (const { identity } of checked)
      if (identity.result.resolvedTexts.some((text) => outdated.has(text))) others.add(identity);
    return others;
  }
  // What a variable means differs from block to block.
  const { start = 0, endBefore = 0, endAfter = 0 } = changed ?? {};
  let index = -1;
  for (const { identity } of checked) {
    index++;
    const { resolvedTexts, requestStart: offset } = identity.result;
    if (resolvedTexts.length === 0 || (index >= start && index < endBefore)) continue;
    const now = definitionsAt(file, { block: index < start ? index : index + endAfter - endBefore, offset });
    const before = definitionsAt(former, { block: index, offset });
    if (resolvedTexts.some((text) => meansOther(text, now, before))) others.add(identity);
  }
  return others;
}
