import { endOfPlaceholder } from '@rulebook/text/placeholder-end';
import type { Segment } from './plan';

/** Braces behind backslashes do not begin a variable. */
const escapedBraces = /\\\{\\\{([^{}\r\n\\]*)\\\}\\\}/g;

/** Returns the text as literals and variables; adjacent literals are joined. `\{\{x\}\}` becomes the literal `{{x}}`. */
export function segmentsOf(text: string): readonly Segment[] {
  if (!text.includes('{{') && !text.includes('\\{\\{')) return text === '' ? [] : [text];
  const segments: Segment[] = [];
  let copied = 0;
  const copy = (end: number) => {
    const literal = text.slice(copied, end).replaceAll(escapedBraces, '{{$1}}');
    if (literal !== '') segments.push(literal);
  };
  for (let at = text.indexOf('{{'); at >= 0;) {
    const end = endOfPlaceholder(text, at + 2);
    const variable = end > 0 ? text.slice(at + 2, end - 2).trim() : '';
    if (variable !== '') {
      copy(at);
      segments.push({ variable });
      copied = end;
    }
    at = text.indexOf('{{', end > 0 ? end : at + 1);
  }
  copy(text.length);
  return segments;
}

const none: readonly string[] = [];

/** Returns the names of the variables in the order of their first use. */
export function variablesOf(lists: readonly (readonly Segment[])[]): readonly string[] {
  let names: Set<string> | undefined;
  for (const segments of lists) {
    for (const segment of segments) if (typeof segment !== 'string') (names ??= new Set()).add(segment.variable);
  }
  return names === undefined ? none : [...names];
}

/** Returns the text of segments without variables, as most are; undefined when there is a variable. */
export function plainTextOf(segments: readonly Segment[]): string | undefined {
  let text = '';
  for (const segment of segments) {
    if (typeof segment !== 'string') return undefined;
    text += segment;
  }
  return text;
}
