import type { Block } from '../syntax/model';
import type { Symbol } from './model';

/** Returns the outline entries of a block. */
export function symbolsOf(_block: Block): readonly Symbol[] {
  return [];
}
