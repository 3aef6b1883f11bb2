import type { Binding, CheckContext } from '../binding/model';
import type { Catalogue } from '../catalogue/model';
import type { Block } from '../syntax/model';
import type { Completion } from './model';

/** Returns what can stand at the offset. */
export function completeAt(
  _block: Block,
  _binding: Binding | undefined,
  _offset: number,
  _context: CheckContext,
  _catalogue: Catalogue,
): readonly Completion[] {
  return [];
}
