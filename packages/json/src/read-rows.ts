import { parseTable } from '@rulebook/text/csv';

/**
 * Returns the rows of a file, each as a text: of a table (`.csv`, `.tsv`) JSON objects with the columns as members, of JSON the items of
 * its list, and of lines of JSON (`.ndjson`, `.jsonl`) each line. Or why they cannot be read, as a part of a sentence.
 */
export function readRows(text: string, path: string): readonly string[] | string {
  if (/\.(?:ndjson|jsonl)$/i.test(path)) return linesOfRows(text);
  if (/\.json$/i.test(path)) return itemsOf(text);
  const table = parseTable(text);
  if ('problem' in table) return `${table.problem} (line ${table.line})`;
  return table.rows.map(({ cells }) => JSON.stringify(cells));
}

function itemsOf(text: string): readonly string[] | string {
  const list = parsed(text.replace(/^\uFEFF/, ''));
  if (!Array.isArray(list)) return list === undefined ? 'it is not JSON' : 'it is not a list';
  return list.map(textOfValue);
}

function linesOfRows(text: string): readonly string[] | string {
  const rows: string[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (value === undefined) return `it is not JSON (line ${index + 1})`;
    rows.push(textOfValue(value));
  }
  return rows;
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the columns of a file of rows: of a table the names in its first line, of JSON the members of its objects; or why it cannot be read. */
export function columnsOfRows(text: string, path: string): ReadonlySet<string> | string {
  const rows = readRows(text, path);
  if (typeof rows === 'string') return `the rows cannot be read: ${rows}`;
  if (rows.length === 0) return 'it has no rows';
  const columns = new Set<string>();
  for (const row of rows) {
    const value = row.startsWith('{') ? parsed(row) : undefined;
    if (typeof value === 'object' && value !== null) for (const name of Object.keys(value)) columns.add(name);
  }
  return columns;
}
