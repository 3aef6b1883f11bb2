import { createRequire } from 'node:module';
import { join } from 'node:path';
import { shippedFolder } from './shipped-folder';

/** The part that reads Markdown which others wrote. */
const part = join(shippedFolder, 'parts/markdown-writer.cjs');

interface Writer {
  readonly rewriteMarkdown: (text: string, longest: number) => string;
}

/** Loads what reads Markdown with the first text that others wrote, in the middle of a hover: it is CommonJS, as what reads GraphQL is. */
export const loadMarkdownWriter = (): Writer['rewriteMarkdown'] =>
  (createRequire(import.meta.url)(part) as Writer).rewriteMarkdown;
