import { expressionOf } from '@rulebook/text/expressions';

/** The endings of request files: those of most tools, and that of the Console in Elastic's editors. */
export const requestFileEndings = ['http', 'rest', 'es'] as const;

const ending = expressionOf(String.raw`\.(?:${requestFileEndings.join('|')})$`, 'i');

/** Returns whether a path or a URI is that of a request file. */
export function isRequestFileName(path: string): boolean {
  return ending.test(path);
}

/** Returns whether the name is that of a Markdown file. */
export function isMarkdownName(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}
