import type { Span } from '@rulebook/text/span';

/** Returns the parts of a multipart body, each with the boundary above it, without the line end behind it. */
export function partsOfMultipart(text: string, { start, end }: Span, boundary: string): readonly Span[] {
  const parts: Span[] = [];
  let partStart = -1;
  for (let at = start; at < end;) {
    const lineFeed = text.indexOf('\n', at);
    const lineEnd = lineFeed < 0 ? end : Math.min(lineFeed, end);
    const line = text.slice(at, lineEnd).trimEnd();
    const isLast = line === `--${boundary}--`;
    if (isLast || line === `--${boundary}`) {
      if (partStart >= 0) parts.push({ start: partStart, end: partStart + text.slice(partStart, at).trimEnd().length });
      partStart = isLast ? -1 : at;
    }
    at = lineEnd + 1;
  }
  if (partStart >= 0) parts.push({ start: partStart, end });
  return parts;
}
