import type { Block } from '@rulebook/request-file/syntax/model';
import { visibleLine } from '@rulebook/text/visible';
import type { VariableView } from './shown-variable';

/** A text that an editor shows in a line without being in the file. */
export interface InlayHint {
  /** Counts from the start of the block. */
  readonly offset: number;
  readonly label: string;
}

/** A longer value is cut, in UTF-16 code units. */
const longest = 100;

/** Returns the URL of a request with its variables filled in, and the values of environments where they are used; never a secret. */
export function inlayHintsOf(
  { request, placeholders, text }: Block,
  viewAt: (offset: number) => VariableView,
): readonly InlayHint[] {
  const hints: InlayHint[] = [];
  const { target } = request ?? {};
  const written = target === undefined ? '' : text.slice(target.span.start, target.span.end);
  if (target !== undefined && written.includes('{{') && !/[\r\n]/.test(written)) {
    const url = viewAt(target.span.start).filled(written);
    if (url !== written) hints.push({ offset: target.span.end, label: cut(url) });
  }
  for (const { name, span } of placeholders) {
    if (target !== undefined && span.start >= target.span.start && span.end <= target.span.end) continue;
    const plain = name.replace(/^%\s*/, '');
    if (plain.startsWith('$')) continue;
    const view = viewAt(span.start);
    const value = view.isOfEnvironment(plain) ? view.valueOf(plain) : undefined;
    if (value !== undefined) hints.push({ offset: span.end, label: cut(value) });
  }
  return hints;
}

function cut(value: string): string {
  const shown = visibleLine(value.slice(0, longest).replace(/\s+/g, ' '));
  return value.length > longest ? `${shown}…` : shown;
}
