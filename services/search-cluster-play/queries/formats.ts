import type { WireResponse } from '@rulebook/sandbox/model';
import { writeCsvCell } from './csv-cell';
import { listOf, Mixed, shownScalar, shownType, type Scalar, type Table, type Value } from './values';
import type { QueryRequest } from './request';

/** Returns the response with the table of a query. */
export function responseOf(
  table: Table,
  request: QueryRequest,
  { isAsync, found, read }: { readonly isAsync: boolean; readonly found: number; readonly read: number },
): WireResponse {
  const { format } = request;
  if (format === 'json') {
    const head = {
      ...(isAsync && { is_running: false }),
      documents_found: found,
      values_loaded: read,
      took: 0,
      is_partial: false,
    };
    const text = JSON.stringify(head).slice(0, -1);
    const running = isAsync ? [['X-Elasticsearch-Async-Is-Running', '?0'] as const] : [];
    return { status: 200, headers: [jsonType, ...running], body: `${text},${membersOf(table, request)}}` };
  }
  if (format === 'csv') {
    const body = cellLines(table).map((cells) => cells.map((cell) => writeCsvCell(cell)).join(','));
    return textResponse('text/csv; charset=utf-8; header=present', body.map((line) => `${line}\r\n`).join(''));
  }
  if (format === 'tsv') {
    const escaped = (cell: string): string => cell.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
    const body = cellLines(table).map((cells) => `${cells.map(escaped).join('\t')}\n`);
    return textResponse('text/tab-separated-values; charset=utf-8', body.join(''));
  }
  return textResponse('text/plain; charset=utf-8', asTable(table));
}

/** What every service of the sandbox says of JSON. */
const jsonType = ['Content-Type', 'application/json; charset=utf-8'] as const;

function textResponse(type: string, body: string): WireResponse {
  return { status: 200, headers: [['Content-Type', type]], body };
}

function membersOf(table: Table, { isColumnar, areEmptyDropped }: QueryRequest): string {
  const shown = (columns: Table['columns']): string =>
    JSON.stringify(
      columns.map(({ name, type, originals }) => ({
        ...{ name, type: shownType(type) },
        ...(originals && { original_types: originals }),
      })),
    );
  const kept = table.columns
    .map((_, at) => at)
    .filter((at) => !areEmptyDropped || table.rows.some((row) => cellOf(row[at] ?? null).length > 0));
  const columns = kept.flatMap((at) => table.columns.slice(at, at + 1));
  const rows = table.rows.map((row) => kept.map((at) => jsonOf(row[at] ?? null, table.columns[at]?.type ?? '')));
  const lists = isColumnar ? columns.map((_, at) => rows.map((row) => row[at] ?? 'null')) : rows;
  const values = `[${lists.map((list) => `[${list.join(',')}]`).join(',')}]`;
  const all = areEmptyDropped ? `"all_columns":${shown(table.columns)},` : '';
  return `${all}"columns":${shown(columns)},"values":${values}`;
}

/** Values of an unsupported type are not shown. */
function cellOf(value: Value): readonly Scalar[] {
  return value instanceof Mixed ? [] : listOf(value);
}

function jsonOf(value: Value, type: string): string {
  const list = cellOf(value);
  const [first] = list;
  if (first === undefined || type === 'unsupported') return 'null';
  return list.length === 1 ? jsonScalar(first, type) : `[${list.map((one) => jsonScalar(one, type)).join(',')}]`;
}

function jsonScalar(value: Scalar, type: string): string {
  if (typeof value === 'boolean') return String(value);
  const isNumber = typeof value === 'number' && type !== 'datetime';
  return isNumber ? shownScalar(type, value) : JSON.stringify(shownScalar(type, value));
}

/** Returns the head and the rows of a table as texts. */
function cellLines({ columns, rows }: Table, absent = ''): readonly (readonly string[])[] {
  const body = rows.map((row) =>
    columns.map(({ type }, at) => {
      const list = type === 'unsupported' ? [] : cellOf(row[at] ?? null);
      const [first] = list;
      if (first === undefined) return absent;
      const texts = list.map((one) => shownScalar(type, one));
      return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
    }),
  );
  return [columns.map(({ name }) => name), ...body];
}

const leastWidth = 15;

/** Returns a table with lines between its columns, as wide as its cells. */
function asTable(table: Table): string {
  const [head = [], ...rows] = cellLines(table, 'null');
  const widths = head.map((name, at) => Math.max(leastWidth, name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const centred = (text: string, width: number): string => {
    const before = Math.floor((width - text.length) / 2);
    return `${' '.repeat(before)}${text}`.padEnd(width);
  };
  return [
    head.map((name, at) => centred(name, widths[at] ?? leastWidth)).join('|'),
    widths.map((width) => '-'.repeat(width)).join('+'),
    ...rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? leastWidth)).join('|')),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
