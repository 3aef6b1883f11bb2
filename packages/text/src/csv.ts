/** A row of a table, by the names of its columns. */
interface TableRow {
  readonly cells: Readonly<Record<string, string>>;
  /** Where it begins, counted from 1. */
  readonly line: number;
}

/** The rows of a table; or what is wrong with it, and in which line, counted from 1. */
type ParsedTable = { readonly rows: readonly TableRow[] } | { readonly problem: string; readonly line: number };

/** A line of the file with its cells; quoted cells may hold line ends. */
interface TableLine {
  readonly cells: readonly string[];
  readonly line: number;
}

/**
 * Reads a table whose first line names its columns (RFC 4180): commas, semicolons or tabs between the cells, as the first line has them,
 * quotation marks around cells with such signs or line ends, a doubled one inside of them. Blank lines are skipped.
 */
export function parseTable(source: string): ParsedTable {
  const text = source.replace(/^\uFEFF/, '');
  const records = recordsOf(text, separatorOf(text));
  if ('problem' in records) return records;
  const [head, ...rest] = records.records;
  if (head === undefined) return { rows: [] };
  const names = head.cells.map((name) => name.trim());
  const repeated = names.find((name, index) => name === '' || names.indexOf(name) !== index);
  if (repeated !== undefined)
    return {
      problem: repeated === '' ? 'a column has no name' : `two columns are named ${repeated}`,
      line: head.line,
    };
  const rows: TableRow[] = [];
  for (const { cells, line } of rest) {
    if (cells.length !== names.length)
      return { problem: `the number of cells is ${cells.length}, and the number of columns ${names.length}`, line };
    rows.push({ cells: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])), line });
  }
  return { rows };
}

/** Returns the sign that is most often between the names of the columns. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const plain = first.replace(/"[^"]*"/g, '');
  const countOf = (sign: string) => plain.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}

function recordsOf(
  text: string,
  separator: string,
): { readonly records: readonly TableLine[] } | { readonly problem: string; readonly line: number } {
  const records: TableLine[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const start = line;
    const cells: string[] = [];
    for (let isOpen = true; isOpen;) {
      let cell = '';
      if (text[at] === '"') {
        const opened = line;
        for (at++; ; at++) {
          const sign = text[at];
          if (sign === undefined) return { problem: 'a quotation mark is not closed', line: opened };
          if (sign === '"') {
            if (text[at + 1] !== '"') break;
            at++;
          }
          if (sign === '\n') line++;
          cell += sign;
        }
        at++;
        if (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r')
          return { problem: 'something follows a closing quotation mark', line };
      } else {
        const end = endOfCell(text, at, separator);
        cell = text.slice(at, end);
        at = end;
      }
      cells.push(cell);
      isOpen = text[at] === separator;
      if (isOpen) at++;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    line++;
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, line: start });
  }
  return { records };
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}
