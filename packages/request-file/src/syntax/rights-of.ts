import type { Block, Token } from './model';

/** Returns the files that `# @rights-of` names: those whose requests are sent with the key that the block's request makes. */
export function rightsFilesOf({ directives }: Pick<Block, 'directives'>): readonly Token[] {
  return directives.flatMap(({ name, value }) => {
    if (name.text !== 'rights-of' || value === undefined) return [];
    const { text, span } = value;
    // The configuration says it for a body file, where the comment has no place.
    const isWritten = span.end - span.start === text.length;
    return [...text.matchAll(/[^\s,](?:[^,]*[^\s,])?/g)].map(({ 0: path, index }) => {
      const start = span.start + index;
      return { text: path, span: isWritten ? { start, end: start + path.length } : span };
    });
  });
}
