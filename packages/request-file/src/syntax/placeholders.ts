import { endOfPlaceholder } from '@rulebook/text/placeholder-end';
import type { Span } from '@rulebook/text/span';
import type { Placeholder } from './model';

/** Returns every `{{name}}` outside of the spans to leave out, which are in the order of the text. */
export function placeholdersOf(text: string, leftOut: readonly Span[]): readonly Placeholder[] {
  let start = text.indexOf('{{');
  // No regular expression, since this runs for each request of a file.
  if (start < 0) return noPlaceholders;
  const placeholders: Placeholder[] = [];
  let next = 0;
  while (start >= 0) {
    const end = endOfPlaceholder(text, start + 2);
    if (end > 0) {
      while (next < leftOut.length && (leftOut[next]?.end ?? 0) < end) next++;
      if ((leftOut[next]?.start ?? text.length) > start) {
        placeholders.push({ name: text.slice(start + 2, end - 2).trim(), span: { start, end } });
      }
    }
    start = text.indexOf('{{', end > 0 ? end : start + 1);
  }
  return placeholders;
}

const noPlaceholders: readonly Placeholder[] = [];
