import type { Block, Placeholder } from './model';
import { placeholdersOf } from './placeholders';

/** The directives whose variables must have a value when the request is sent, in lower case. */
const filledIn = new Set(['if', 'disabled', 'until', 'loop', 'header']);
/** Whether the variable has a value is what such a condition asks. */
const asks = /^\{\{[^{}]*\}\}[ \t]+(?:not[ \t]+)?exists\b/i;

/** Returns the placeholders in the directives of a block that must have a value. Its other placeholders do not hold those of comments. */
export function placeholdersInDirectives({
  directives,
  text,
}: Pick<Block, 'directives' | 'text'>): readonly Placeholder[] {
  let found: Placeholder[] | undefined;
  for (const { name, value } of directives) {
    if (value === undefined || !value.text.includes('{{') || !filledIn.has(name.text.toLowerCase())) continue;
    if (asks.test(value.text)) continue;
    const { start, end } = value.span;
    for (const placeholder of placeholdersOf(text.slice(start, end), [])) {
      const span = { start: start + placeholder.span.start, end: start + placeholder.span.end };
      (found ??= []).push({ ...placeholder, span });
    }
  }
  return found ?? none;
}

const none: readonly Placeholder[] = [];
