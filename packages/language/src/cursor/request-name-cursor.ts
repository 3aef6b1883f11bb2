import { keyOfDirective } from '@rulebook/request-file/syntax/sending-directives';
import { trimmed } from '@rulebook/request-file/syntax/parse-target';
import { extended, span, textIn, type Span } from '@rulebook/text/span';

/** A place in a comment where a request is named. */
export interface RequestNameCursor {
  readonly kind: 'request-name';
  readonly span: Span;
  /** The requests that the same comment names in addition. */
  readonly others: readonly string[];
  /** What is missing in front of the name. */
  readonly sign?: '#';
}

/** Returns the name of a request that the position is in: all of `# @ref name`, a part of `# @sequence list: name, name`. */
export function requestNameAt(
  text: string,
  directive: string,
  value: Span,
  offset: number,
): RequestNameCursor | undefined {
  const key = keyOfDirective(directive);
  if (key === 'ref' || key === 'forceref')
    return { kind: 'request-name', span: extended(trimmed(text, value), offset), others: [] };
  if (key !== 'sequence') return undefined;
  const colon = textIn(text, value).indexOf(':');
  if (colon < 0 || offset <= value.start + colon) return undefined;
  const others: string[] = [];
  let here: Span | undefined;
  let start = value.start + colon + 1;
  for (const part of text.slice(start, value.end).split(',')) {
    const end = start + part.length;
    if (start <= offset && offset <= end && here === undefined)
      here = extended(trimmed(text, span(start, end)), offset);
    else if (part.trim() !== '') others.push(part.trim());
    start = end + 1;
  }
  return here && { kind: 'request-name', span: here, others };
}
