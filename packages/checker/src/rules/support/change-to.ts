import type { Span } from '@rulebook/text/span';
import type { Fix } from '../rule';
import { quoted } from './wording';

/**
 * Returns the fix that replaces a span by what is probably meant, or none if nothing is. `write` turns it into source text, for example
 * with the quotes that are around the span; without it, the text itself is written.
 */
export function changeTo(
  meant: string | undefined,
  span: Span,
  {
    write = (text) => text,
    isSafe = false,
  }: { readonly write?: (text: string) => string; readonly isSafe?: boolean } = {},
): readonly Fix[] {
  if (meant === undefined) return [];
  return [{ title: `Change to ${quoted(meant)}`, edits: [{ span, newText: write(meant) }], isSafe }];
}
