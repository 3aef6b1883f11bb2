/** Lines that can be folded; `isHead` marks the header fields. */
interface FoldedLines {
  readonly first: number;
  readonly last: number;
  readonly isHead: boolean;
}

/** The most parts of a body that are offered. */
const most = 5000;

/** Returns what can be folded in the text of a response: its header fields, and with `withBody` also the indented parts below them. */
export function foldingOfResponse(
  text: string,
  head: { readonly first: number; readonly last: number } | undefined,
  withBody: boolean,
): readonly FoldedLines[] {
  const found: FoldedLines[] = head === undefined ? [] : [{ ...head, isHead: true }];
  if (!withBody) return found;
  const open: { readonly line: number; readonly depth: number }[] = [];
  let line = -1;
  let lastFilled = -1;
  for (const [, blanks = '', rest = ''] of text.matchAll(/^([ \t]*)(.?).*$/gm)) {
    line++;
    if (rest === '' || line <= (head?.last ?? -1)) continue;
    const depth = blanks.length;
    for (let last = open.at(-1); last !== undefined && last.depth >= depth; last = open.at(-1)) {
      open.pop();
      if (lastFilled > last.line && found.length < most)
        found.push({ first: last.line, last: lastFilled, isHead: false });
    }
    open.push({ line, depth });
    lastFilled = line;
  }
  for (const { line: first } of open) {
    if (lastFilled > first && found.length < most) found.push({ first, last: lastFilled, isHead: false });
  }
  return found;
}
