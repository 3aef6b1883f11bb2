import type { Block, Token } from '@rulebook/request-file/syntax/model';
import { directiveOf } from './model';

/** A request has no more times than have a number of so many digits. */
const maxDigits = 5;

/** Returns the name by which other requests refer to this one: its `# @name`, a title of one word, or without a title the name of its GraphQL operation. */
export function nameOfRequest(block: Block): Token | undefined {
  const named = directiveOf(block, 'name');
  if (named !== undefined && named.text !== '') return named;
  const { title } = block;
  if (title !== undefined) return /^[A-Za-z_][\w-]*$/.test(title.text) ? title : undefined;
  const body = block.request?.body;
  return body?.kind === 'graphql' ? body.operation : undefined;
}

/**
 * Returns the names of requests of which a name may mean the response of one time: `list` of `list0`, where `# @loop` repeats it. Of `list12`, it may be
 * time 12 of `list`, or time 2 of `list1`.
 */
export function repeatedNames(name: string): readonly string[] {
  const found: string[] = [];
  for (let length = 1; length < name.length && length <= maxDigits; length++) {
    const digit = name[name.length - length] ?? '';
    if (!/\d/.test(digit)) break;
    if (length === 1 || digit !== '0') found.push(name.slice(0, -length));
  }
  return found;
}
