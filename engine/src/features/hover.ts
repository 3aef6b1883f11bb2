import type { Binding } from '../binding/model';
import type { Catalogue } from '../catalogue/model';
import type { Finding } from '../rules/rule';
import type { Block } from '../syntax/model';
import type { Hover } from './model';

/** Describes what stands at the offset. */
export function hoverAt(
  _block: Block,
  _binding: Binding | undefined,
  _offset: number,
  _findings: readonly Finding[],
  _catalogue: Catalogue,
): Hover | undefined {
  return undefined;
}
