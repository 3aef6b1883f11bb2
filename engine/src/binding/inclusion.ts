import type { Block, BodyAssociation, IncludedFile } from '../syntax/model';
import type { Inclusion } from './model';

/** Directives that determine which facts a body is checked against. */
const deciding: readonly string[] = ['endpoint', 'target', 'deployment'];

/** Returns the files that the body of the block's request includes, except those named by a variable. */
export function inclusionsOf(block: Block): readonly Inclusion[] {
  const { request } = block;
  const body = request?.body;
  if (body?.kind !== 'file' && body?.kind !== 'text') return [];
  const files: readonly IncludedFile[] = body.kind === 'file' ? [body] : (body.files ?? []);
  return files.flatMap(({ path }) => {
    if (path.text.includes('{{')) return [];
    // The content of one part of a body is not known.
    const isJson = body.kind === 'file' && /\.(?:jsonc?|ndjson)$/i.test(path.text);
    return [{ path: path.text, span: path.span, association: associationOf(block, path.text), isJson }];
  });
}

function associationOf({ request, directives }: Block, file: string): BodyAssociation {
  const mediaType = request?.headers.find(({ name }) => name.text.toLowerCase() === 'content-type')?.value.text ?? '';
  const mayBeLines = /\.ndjson$/i.test(file) || /ndjson/i.test(mediaType);
  const decided: Record<string, string> = {};
  for (const { name, value } of directives) {
    if (value && deciding.includes(name.text)) decided[name.text] ??= value.text;
  }
  const { origin, path } = request?.target ?? {};
  return {
    method: (request?.method?.text ?? 'GET').toUpperCase(),
    target: (origin?.text ?? '') + (path?.text ?? ''),
    at: '',
    ...(mayBeLines && { mayBeLines }),
    ...(Object.keys(decided).length > 0 ? { directives: decided } : {}),
  };
}

/** Returns the request files that the block imports or sends, except those named by a variable. */
export function importsOf({ imports, runs }: Block): readonly Inclusion[] {
  return [...imports, ...runs].flatMap(({ path }) =>
    path === undefined || path.text.includes('{{')
      ? []
      : [{ path: path.text, span: path.span, association: noBody, isJson: false }],
  );
}

const noBody: BodyAssociation = { method: '', target: '', at: '' };

/** Returns all files that the block takes in: those of its body, and those that it imports or sends. */
export function filesTakenBy(block: Block): readonly Inclusion[] {
  return [...inclusionsOf(block), ...importsOf(block)];
}

/** Returns whether a text can take in a file; cheaper than parsing it. */
export function mayInclude(text: string): boolean {
  return /^[ \t]*<(?:@[\w-]*)?[ \t]+\S|^(?:import|run)[ \t]|@import\b/im.test(text);
}
