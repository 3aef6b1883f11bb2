import { compileOwnDescription, packDescription } from '@rulebook/description';
import { createOwnService, unpackDescription, type Service } from '@rulebook/services';

/** Returns the service of a description that is in no file yet; undefined where the text is none. */
export function serviceOfText(text: string, id: string): Service | undefined {
  const read = (): { readonly cause: string } => ({ cause: 'only the description itself was fetched' });
  const { compiled } = compileOwnDescription({ name: 'description', text, read });
  const packed = compiled && unpackDescription(packDescription(compiled).join('\n'))?.description;
  return packed && createOwnService(packed, { id, description: id });
}
