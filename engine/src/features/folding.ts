import type { Block } from '../syntax/model';
import type { FoldingSpan } from './model';

/** Returns the parts of a block that can be folded. */
export function foldingOf(_block: Block): readonly FoldingSpan[] {
  return [];
}
