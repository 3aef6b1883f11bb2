import type { Block, Token } from '../syntax/model';
import { directiveOf } from './model';

/** Returns the name by which other requests refer to this one: its `# @name`, or a title of one word. */
export function nameOfRequest(block: Block): Token | undefined {
  const named = directiveOf(block, 'name');
  if (named !== undefined && named.text !== '') return named;
  const { title } = block;
  return title !== undefined && /^[A-Za-z_][\w-]*$/.test(title.text) ? title : undefined;
}
