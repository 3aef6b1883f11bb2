import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { shippedFolder } from './shipped-folder';

/** The part that reads Markdown which others wrote. */
const part = fileURLToPath(new URL('parts/markdown-writer.cjs', shippedFolder));

interface Writer {
  readonly rewriteMarkdown: (text: string, longest: number) => string;
}

/** Loads what reads Markdown with the first text that others wrote, in the middle of a hover: it is CommonJS, as what reads GraphQL is. */
export const loadMarkdownWriter = (): Writer['rewriteMarkdown'] =>
  (createRequire(import.meta.url)(part) as Writer).rewriteMarkdown;
