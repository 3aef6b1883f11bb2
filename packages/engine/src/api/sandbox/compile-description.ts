import { compileOwnDescription, type DescriptionText } from '@rulebook/description/own-description';
import { packDescription } from '@rulebook/description/packed';
import type { ReadFile } from './model';

/**
 * Compiles the text of a description, which takes long for a large one. `createSandbox` takes the result at little cost, also in a later run of
 * the same version of Rulebook. Throws a RangeError for a text that is not a description.
 */
export function compileDescription(text: string, read?: ReadFile): string {
  const readFile = (path: string): DescriptionText => {
    const found = read?.(path);
    return found === undefined ? { cause: 'there is no such file' } : { text: found };
  };
  const { compiled, problems } = compileOwnDescription({ name: 'description.yaml', text, read: readFile });
  if (compiled !== undefined) return packDescription(compiled).join('\n');
  throw new RangeError(`The description cannot be used. ${problems[0]?.message ?? ''}`);
}
