import type { Block, BodyAssociation, IncludedFile } from '../syntax/model';
import type { Inclusion } from './model';

/** Directives that decide by which facts a body is checked. */
const deciding: readonly string[] = ['endpoint', 'target', 'deployment'];

/** Returns the files from which the block's request takes its body or parts of it, without those that a variable names. */
export function inclusionsOf(block: Block): readonly Inclusion[] {
  const { request } = block;
  const body = request?.body;
  if (body?.kind !== 'file' && body?.kind !== 'text') return [];
  const files: readonly IncludedFile[] = body.kind === 'file' ? [body] : (body.files ?? []);
  return files.flatMap(({ path }) => {
    if (path.text.includes('{{')) return [];
    // What a part of a body holds is not known.
    const isJson = body.kind === 'file' && /\.(?:jsonc?|ndjson)$/i.test(path.text);
    return [{ path: path.text, span: path.span, association: associationOf(block), isJson }];
  });
}

function associationOf({ request, directives }: Block): BodyAssociation {
  const decided: Record<string, string> = {};
  for (const { name, value } of directives) {
    if (value && deciding.includes(name.text)) decided[name.text] ??= value.text;
  }
  const { origin, path } = request?.target ?? {};
  return {
    method: (request?.method?.text ?? 'GET').toUpperCase(),
    target: (origin?.text ?? '') + (path?.text ?? ''),
    at: '',
    ...(Object.keys(decided).length > 0 ? { directives: decided } : {}),
  };
}

/** Returns whether a text can hold an inclusion; cheaper than parsing it. */
export function mayInclude(text: string): boolean {
  return /^[ \t]*<(?:@[\w-]*)?[ \t]+\S/m.test(text);
}
