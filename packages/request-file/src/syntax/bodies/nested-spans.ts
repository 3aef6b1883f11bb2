import type { Span } from '@rulebook/text/span';

/** Returns the spans of the pairs of braces, brackets and parentheses in a GraphQL document, the outer ones first. Strings and comments hold none. */
export function nestedSpans(text: string, { start, end }: Span): readonly Span[] {
  const found: Span[] = [];
  const open: { readonly at: number; readonly closing: string }[] = [];
  // A placeholder is not a pair of braces.
  const token = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*|\{\{[^{}\n]*\}\}|[{}()[\]]/g;
  for (const { 0: word, index } of text.slice(start, end).matchAll(token)) {
    const closing = word.length === 1 ? closings[word] : undefined;
    if (closing !== undefined) open.push({ at: start + index, closing });
    else if (open.at(-1)?.closing === word) {
      const opening = open.pop();
      if (opening) found.push({ start: opening.at, end: start + index + 1 });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const closings: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
