import { compileOwnDescription, packDescription } from '@rulebook/description';
import { unpackDescription, type PackedDescription } from '@rulebook/services';
import { loadGraphql } from '../shipped-graphql';
import type { KeptDescription } from './description-cache';
import { DescriptionFiles, type DescriptionRequest } from './description-files';

/** Reads and compiles a description in this thread. */
export function compileDescription(request: DescriptionRequest): KeptDescription | { readonly cause: string } {
  const files = new DescriptionFiles(request);
  const source = files.open();
  if ('cause' in source) return source;
  const { compiled, problems } = compileOwnDescription({ ...source, loadGraphql });
  return { files: files.used, problems, ...(compiled && { packed: packDescription(compiled).join('\n') }) };
}

/** Compiles the text of a description that refers to no files; returns undefined for what is none. */
export function compileText(text: string): PackedDescription | undefined {
  const read = (): { readonly cause: string } => ({ cause: 'a description that is given as a text has no files' });
  const { compiled } = compileOwnDescription({ name: 'description.yaml', text, read, overlays: [] });
  return compiled && unpackDescription(packDescription(compiled).join('\n'))?.description;
}
