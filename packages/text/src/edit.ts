import type { Span } from './span';

/** A replacement of the text in `span` by `newText`; the span counts from the start of the block. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** Returns `text` with all edits applied; edits must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => b.span.start - a.span.start);
  return ordered.reduce(
    (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
    text,
  );
}
