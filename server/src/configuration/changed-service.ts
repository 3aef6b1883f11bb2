import { compileOwnDescription, packDescription } from '@rulebook/description';
import { unpackDescription, type PackedDescription } from '@rulebook/services';

export { createOwnService } from '@rulebook/services';

/** Compiles the text of a description that is in no file yet; undefined where it is none. */
export function compileText(text: string): PackedDescription | undefined {
  const read = (): { readonly cause: string } => ({ cause: 'only the description itself was fetched' });
  const { compiled } = compileOwnDescription({ name: 'description', text, read });
  return compiled && unpackDescription(packDescription(compiled).join('\n'))?.description;
}
