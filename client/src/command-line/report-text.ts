/** A table of Markdown has the places of what it says in its first column. */
const firstCell = /^\| ((?:[^|\\]|\\.)+?) \|/;

/** Makes links of the places in the tables of a report. `linkOf` returns where the link of a printed path leads; undefined for none. */
export function withLinks(markdown: string, linkOf: (path: string) => string | undefined): string {
  return markdown
    .split('\n')
    .map((text) =>
      text.replace(firstCell, (whole, cell: string) =>
        whole.replace(
          cell,
          cell.replace(
            // Places come first in a cell, and one after the other.
            /(^|, )((?:(?!, )[^:|])+\.[a-z]+)(?::(\d+)(?::\d+)?)?(?=$|[, ])/gi,
            (all, before: string, path: string, at?: string) => {
              const link = linkOf(path);
              const line = at === undefined ? '' : `#L${at}`;
              return link === undefined ? all : `${before}[${all.slice(before.length)}](<${link}${line}>)`;
            },
          ),
        ),
      ),
    )
    .join('\n');
}

/** Returns text as a block of Markdown that shows it as it is. */
export function asBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}\n`;
}
