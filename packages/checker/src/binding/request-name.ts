import type { Block, Token } from '@rulebook/request-file/syntax/model';
import { directiveOf } from './model';

/** Returns the name by which other requests refer to this one: its `# @name`, a title of one word, or without a title the name of its GraphQL operation. */
export function nameOfRequest(block: Block): Token | undefined {
  const named = directiveOf(block, 'name');
  if (named !== undefined && named.text !== '') return named;
  const { title } = block;
  if (title !== undefined) return /^[A-Za-z_][\w-]*$/.test(title.text) ? title : undefined;
  const body = block.request?.body;
  return body?.kind === 'graphql' ? body.operation : undefined;
}
