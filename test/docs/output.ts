/**
 * Returns what is wrong with a text that a page promises: `…` stands for any text within a line, a line of only `…` for any
 * lines. Blanks at the ends of lines do not count.
 */
export function differenceOf(promised: string, printed: string): string | undefined {
  const wanted = linesOf(promised);
  const got = linesOf(printed);
  /** How many of the printed lines the first promised lines can cover. */
  let reached = new Set([0]);
  for (const [index, line] of wanted.entries()) {
    const next = new Set<number>();
    if (line.trim() === '…') for (let at = Math.min(...reached); at <= got.length; at++) next.add(at);
    else for (const at of reached) if (matches(line, got[at])) next.add(at + 1);
    if (next.size === 0) {
      const at = Math.max(...reached);
      return `line ${index + 1} of the output differs\n  promised: ${line}\n  printed:  ${got[at] ?? '(nothing more)'}\n\n${printed}`;
    }
    reached = next;
  }
  if (reached.has(got.length)) return undefined;
  return `more is printed than promised, from: ${got[Math.max(...reached)] ?? ''}\n\n${printed}`;
}

function linesOf(text: string): readonly string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

function matches(pattern: string, line: string | undefined): boolean {
  if (line === undefined) return false;
  const source = pattern
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`, 'u').test(line);
}
