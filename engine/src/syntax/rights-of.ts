import type { Block, Token } from './model';
import { token } from './parse-target';

/** Returns the files that `# @rights-of` names: those whose requests are sent with the key that the block's request makes. */
export function rightsFilesOf({ directives, text }: Pick<Block, 'directives' | 'text'>): readonly Token[] {
  return directives.flatMap(({ name, value }) => {
    if (name.text !== 'rights-of' || value === undefined) return [];
    return [...value.text.matchAll(/[^\s,](?:[^,]*[^\s,])?/g)].map(({ 0: path, index }) => {
      const start = value.span.start + index;
      return token(text, { start, end: start + path.length });
    });
  });
}
