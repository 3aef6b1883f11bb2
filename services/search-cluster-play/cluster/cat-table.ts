import { respond, type ClusterCall, type ClusterStep } from './call';
import { editionOf } from './edition';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { answer, headerValue } from '@rulebook/sandbox/wire';
import { isOn } from '../indices/names';
import { problem, refuse } from '../indices/problem';

/** A column of a table for people. */
export interface Column<Row> {
  readonly name: string;
  readonly short: string;
  readonly summary: string;
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean;
  /** Whether only a request that names the column shows it. */
  readonly isOnDemand?: boolean;
  /** Null where there is nothing to say. */
  readonly valueOf: (row: Row) => string | null;
}

/** Formats of responses that servers write and the sandbox does not. Others mean text. */
const otherFormats = ['yaml', 'cbor', 'smile'];

/** Responds with a table as text, or as JSON where the request asks for it; `h` chooses columns, `s` sorts, `v` adds a head, `help` explains. */
export function respondTable<Row>(
  call: ClusterCall,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): ClusterStep {
  const { query } = call;
  const format = formatOf(call);
  if (format === undefined) {
    return refuse(
      call,
      problem(`The sandbox writes tables as text and as JSON, not as [${query.get('format') ?? ''}].`),
    );
  }
  if (isOn(query.get('help'))) {
    return respondLines(
      call,
      linesOfTable(
        columns.map((one) => [one.name, '|', one.short, '|', one.summary]),
        [],
      ),
    );
  }
  const shown = chosenColumns(columns, query.get('h'));
  const unsorted = query
    .get('s')
    ?.split(',')
    .map((word) => word.split(':', 1)[0] ?? '')
    .find((word) => !columns.some(({ name, short }) => name === word || short === word));
  if (unsorted !== undefined) return refuse(call, problem(`Unable to sort by unknown sort key \`${unsorted}\``));
  const cells = sortedRows(columns, rows, query.get('s')).map((row) => shown.map(({ valueOf }) => valueOf(row)));
  if (format === 'json') {
    return respond(
      call,
      answer(
        200,
        cells.map((row) => Object.fromEntries(shown.map(({ name }, at) => [name, row[at]]))),
      ),
    );
  }
  const head = isOn(query.get('v')) ? [shown.map(({ name }) => name)] : [];
  const isRight = shown.map(({ isNumber }) => isNumber === true);
  return respondLines(call, linesOfTable([...head, ...cells.map((row) => row.map((cell) => cell ?? ''))], isRight));
}

function formatOf({ query, request, input }: ClusterCall): 'text' | 'json' | undefined {
  const format = query.get('format');
  if (format !== undefined) return format === 'json' ? format : otherFormats.includes(format) ? undefined : 'text';
  const [first = ''] = (headerValue(request, 'accept') ?? '').split(',');
  const isOwn = editionOf(input).product === undefined && /^\s*application\/vnd\.elasticsearch\+json/.test(first);
  return isOwn || /^\s*application\/json/.test(first) ? 'json' : 'text';
}

function chosenColumns<Row>(columns: readonly Column<Row>[], list: string | undefined): readonly Column<Row>[] {
  if (list === undefined) return columns.filter(({ isOnDemand }) => isOnDemand !== true);
  const chosen = list
    .split(',')
    .flatMap((word) => columns.filter(({ name, short }) => matchesPattern(word, name) || word === short));
  return [...new Set(chosen)];
}

function sortedRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  list: string | undefined,
): readonly Row[] {
  const keys = (list ?? '').split(',').flatMap((word) => {
    const [name, order] = word.split(':');
    const column = columns.find((one) => one.name === name || one.short === name);
    return column ? [{ column, isDescending: order === 'desc' }] : [];
  });
  if (keys.length === 0) return rows;
  return [...rows].sort((one, other) => {
    for (const { column, isDescending } of keys) {
      const [a, b] = [column.valueOf(one) ?? '', column.valueOf(other) ?? ''];
      const order = column.isNumber === true ? Number.parseFloat(a) - Number.parseFloat(b) : a < b ? -1 : a > b ? 1 : 0;
      if (order !== 0 && !Number.isNaN(order)) return isDescending ? -order : order;
    }
    return 0;
  });
}

function linesOfTable(rows: readonly (readonly string[])[], isRight: readonly boolean[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0));
  return rows.map((row) =>
    row
      .map((cell, at) => (isRight[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join(' ')
      .trimEnd(),
  );
}

function respondLines(call: ClusterCall, lines: readonly string[]): ClusterStep {
  const body = lines.map((line) => `${line}\n`).join('');
  return respond(call, { status: 200, headers: [['Content-Type', 'text/plain; charset=UTF-8']], body });
}
