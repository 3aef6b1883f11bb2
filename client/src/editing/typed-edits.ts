/** A change of one line, which follows what was typed. */
interface TypedEdit {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns what is to be deleted after a character was typed before the offset; undefined when nothing is.
 *
 * The editor closes `{%` by `%}` and does not type over an end of two characters, so a script that is closed by hand has two ends.
 * It gives a new line the indentation of the one above; a header field below the indented lines of a query is at the margin.
 */
export function editAfterTyping(text: string, offset: number): TypedEdit | undefined {
  const typed = text[offset - 1];
  if (typed === '}' && text[offset - 2] === '%') {
    const again = /^\s*%\}/.exec(text.slice(offset, offset + longestGap));
    return again === null ? undefined : { start: offset, end: offset + again[0].length };
  }
  if (typed !== ':') return undefined;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, indent] = /^([ \t]+)[\w-]+:$/.exec(text.slice(start, offset)) ?? [];
  const above = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1));
  return indent !== undefined && /^[ \t]+[?&]\S/.test(above) ? { start, end: start + indent.length } : undefined;
}

/** An end that is further away belongs to another script. */
const longestGap = 200;
