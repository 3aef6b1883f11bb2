import type { TextEdit } from './edit';

/** One replacement of text. */
export interface TextChange {
  readonly start: number;
  /** In the former text. */
  readonly end: number;
  /** The change of the length: what is behind the end has moved so far. */
  readonly delta: number;
}

/** Returns an edit without what is the same before and after it: some editors replace a line, or all of a text, where a character was typed. */
export function narrowed(text: { slice(start: number, end: number): string }, edit: TextEdit): TextEdit {
  const { span, newText } = edit;
  if (span.start === span.end || newText === '') return edit;
  const { start, end, delta } = changeBetween(text.slice(span.start, span.end), newText);
  return { span: { start: span.start + start, end: span.start + end }, newText: newText.slice(start, end + delta) };
}

/** Returns what an edit changes. */
export function changeOf({ span: { start, end }, newText }: TextEdit): TextChange {
  return { start, end, delta: newText.length - (end - start) };
}

/** Returns what differs between two texts, as one replacement. */
export function changeBetween(former: string, text: string): TextChange {
  const most = Math.min(former.length, text.length);
  const start = equalUnits(most, (from, to) => former.slice(from, to) === text.slice(from, to));
  const behind = equalUnits(most - start, (from, to) => {
    const ofFormer = former.slice(former.length - to, former.length - from);
    return ofFormer === text.slice(text.length - to, text.length - from);
  });
  return { start, end: former.length - behind, delta: text.length - former.length };
}

/** Returns the number of equal characters from the start; compares long parts at once, and searches in the first that differs. */
function equalUnits(most: number, isEqual: (from: number, to: number) => boolean): number {
  let from = 0;
  for (let size = 65_536; size >= 1 && from < most;) {
    const to = Math.min(most, from + size);
    if (isEqual(from, to)) from = to;
    else size = Math.floor(Math.min(size, to - from) / 2);
  }
  return from;
}
