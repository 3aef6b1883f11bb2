import { compileOwnDescription, packDescription } from '../../../engine/src/description/index';
import type { KeptDescription } from './description-cache';
import { DescriptionFiles, type DescriptionRequest } from './description-files';

/** Reads and compiles a description in this thread. */
export function compileDescription(request: DescriptionRequest): KeptDescription | { readonly cause: string } {
  const files = new DescriptionFiles(request);
  const source = files.open();
  if ('cause' in source) return source;
  const { compiled, problems } = compileOwnDescription(source);
  return { files: files.used, problems, ...(compiled && { packed: packDescription(compiled).join('\n') }) };
}
