import { boundaryOf } from '@rulebook/request-file/syntax/bodies/multipart';
import { partsOfMultipart } from '@rulebook/request-file/syntax/bodies/multipart-parts';
import type { Span } from '@rulebook/text/span';

const field = /^[!#$%&'*+\-.^_`|~\w]+[ \t]*:/;

/** Returns the first line of each part of a multipart body that follows its fields without a blank line, and so is read as one of them. */
export function unseparatedLines(text: string, body: Span, mediaType: string): readonly Span[] {
  const boundary = boundaryOf(mediaType);
  if (boundary === undefined || boundary.includes('{{')) return [];
  return partsOfMultipart(text, body, boundary).flatMap((part) => firstOther(text, part) ?? []);
}

function firstOther(text: string, { start, end }: Span): Span | undefined {
  const boundaryEnd = text.indexOf('\n', start);
  for (let at = boundaryEnd + 1; boundaryEnd >= 0 && at < end;) {
    const lineFeed = text.indexOf('\n', at);
    const lineEnd = lineFeed < 0 ? end : Math.min(lineFeed, end);
    const line = text.slice(at, lineEnd).trimEnd();
    // An indented line continues the field above, and the value of a variable may be a field.
    if (line.trim() === '' || line.startsWith('{{')) return undefined;
    if (!field.test(line) && !/^[ \t]/.test(line)) return { start: at, end: at + line.length };
    at = lineEnd + 1;
  }
  return undefined;
}
