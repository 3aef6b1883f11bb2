import type { Segment } from './plan';

// A quote or a line end inside the braces means that they are no variable; the parser says the same.
const hole = /\{\{([^{}"\r\n]+)\}\}/g;

/** Returns the text as literals and names of variables; equal neighbours are joined. */
export function segmentsOf(text: string): readonly Segment[] {
  if (!text.includes('{{')) return text === '' ? [] : [text];
  const segments: Segment[] = [];
  let copied = 0;
  for (const match of text.matchAll(hole)) {
    const variable = (match[1] ?? '').trim();
    if (variable === '') continue;
    if (match.index > copied) segments.push(text.slice(copied, match.index));
    segments.push({ variable });
    copied = match.index + match[0].length;
  }
  if (copied < text.length) segments.push(text.slice(copied));
  return segments;
}

/** Returns the names of the variables in the order of their first use. */
export function variablesOf(lists: readonly (readonly Segment[])[]): readonly string[] {
  const names = new Set<string>();
  for (const segments of lists) {
    for (const segment of segments) if (typeof segment !== 'string') names.add(segment.variable);
  }
  return [...names];
}
