import { modify } from 'jsonc-parser';
import type { TextEdit } from '@rulebook/text/edit';
import { readJsonTree } from './json-tree';

/** How a text is laid out. */
export interface Layout {
  /** What an inner line has in front of an outer one. */
  readonly unit: string;
  readonly eol: string;
}

/** Returns how a text is laid out. */
export function layoutOf(text: string): Layout {
  return { unit: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** Returns the edits that set a value in a text of JSON; undefined where the path leads through a value that is not an object, or the text is nested too deeply. */
export function editsSetting(
  text: string,
  path: readonly string[],
  value: unknown,
  { unit, eol } = layoutOf(text),
): readonly TextEdit[] | undefined {
  // jsonc-parser 3.3.1 calls itself for each level.
  if (readJsonTree(text).isTooDeep) return undefined;
  const insertSpaces = !unit.startsWith('\t');
  const formattingOptions = { insertSpaces, tabSize: insertSpaces ? unit.length : 1, eol };
  try {
    return modify(text, [...path], value, { formattingOptions }).map(({ offset, length, content }) => ({
      span: { start: offset, end: offset + length },
      newText: content,
    }));
  } catch {
    return undefined;
  }
}
