/**
 * Returns what a page states: each sentence of a paragraph or an item of a list, and each row of a table with its cells, in one line and without
 * headings, heads of tables, examples and comments.
 */
export function statementsOf(page: string): readonly string[] {
  const blocks: string[] = [];
  const lines = page
    .replace(/<!--[^]*?-->/g, '')
    .replace(/^```[^]*?^```$/gm, '')
    .split('\n');
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const isHead = /^\|[-: |]+\|$/.test(lines[index + 1] ?? '');
    if (line.trim() === '' || /^(?:#|\|[-: |]+\|$)/.test(line) || isHead) {
      isOpen = false;
    } else if (isOpen && !/^(?:- |\|)/.test(line)) {
      blocks.push(`${blocks.pop() ?? ''} ${line.trim()}`);
    } else {
      blocks.push(line.replace(/^- /, '').trim());
      isOpen = true;
    }
  }
  return blocks.flatMap((block) => (block.startsWith('|') ? [block] : block.split(/(?<=[.?!]["*)]{0,2})\s+(?=[A-Z"`*{[])/)));
}
