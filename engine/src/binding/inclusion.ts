import type { Block, BodyAssociation } from '../syntax/model';
import type { Inclusion } from './model';

/** Directives that decide by which facts a body is checked. */
const deciding: readonly string[] = ['endpoint', 'target', 'deployment'];

/** Returns the file from which the block's request takes its body, or undefined when it takes none, or one that a variable names. */
export function inclusionOf(block: Block): Inclusion | undefined {
  const { request } = block;
  if (request?.body?.kind !== 'file') return undefined;
  const path = request.body.path.text;
  if (path.includes('{{')) return undefined;
  const directives: Record<string, string> = {};
  for (const { name, value } of block.directives) {
    if (value && deciding.includes(name.text)) directives[name.text] ??= value.text;
  }
  const { origin, path: target } = request.target;
  const association: BodyAssociation = {
    method: (request.method?.text ?? 'GET').toUpperCase(),
    target: (origin?.text ?? '') + target.text,
    at: '',
    ...(Object.keys(directives).length > 0 ? { directives } : {}),
  };
  return { path, association, isJson: /\.(?:jsonc?|ndjson)$/i.test(path) };
}

/** Returns whether a text can hold an inclusion; cheaper than parsing it. */
export function mayInclude(text: string): boolean {
  return /^[ \t]*<(?:@\w*)?[ \t]+\S/m.test(text);
}
