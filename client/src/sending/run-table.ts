import * as vscode from 'vscode';

/** A request in the table of a run. */
export interface RunRow {
  readonly label: string;
  readonly endpoint: string | undefined;
  readonly hasFailed: boolean;
  /** The run has left it out, which does not count as a failure. */
  readonly isOmitted?: boolean;
  /** Absent where there is no response. */
  readonly status?: number;
  /** In milliseconds. */
  readonly duration?: number;
  /** Its body can be saved. */
  readonly hasBody?: boolean;
  /** Why there is no response, or which asserts do not hold. */
  readonly remarks: readonly string[];
}

/** The zero-based place of a row in the text, and where in its line it ends and the word begins that saves its body. */
interface RowPlace {
  readonly line: number;
  readonly end: number;
  readonly save?: number;
}

/** The text of a summary, and the place of each row. */
interface RunTable {
  readonly text: string;
  readonly rows: readonly RowPlace[];
}

/** In characters. */
const widest = 48;

/** Returns the summary of a run: what is short comes first, so that it is seen in a narrow column. */
export function runTable(file: string, rows: readonly RunRow[], left: number): RunTable {
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  const omitted = rows.filter(({ isOmitted }) => isOmitted).length;
  const places = new Set(rows.map(({ endpoint }) => endpoint));
  const [only] = places;
  const text = [
    [
      `# ${file}: ${sentText(rows.length, places.size === 1 ? only : undefined)}`,
      vscode.l10n.t('{0} succeeded', rows.length - failed - omitted),
      vscode.l10n.t('{0} failed', failed),
      ...(omitted === 0 ? [] : [vscode.l10n.t('{0} left out', omitted)]),
      ...(left === 0 ? [] : [vscode.l10n.t('{0} not begun', left)]),
    ].join(', '),
    '',
  ];
  const times = rows.map(({ duration }) => (duration === undefined ? '' : `${Math.round(duration)} ms`));
  const width = Math.max(0, ...times.map(({ length }) => length));
  const save = vscode.l10n.t('Save Body…');
  const shown = rows.map(({ label, endpoint, hasFailed, isOmitted, status }, index) => {
    const elsewhere = places.size > 1 && endpoint !== undefined ? ` (${endpoint})` : '';
    const time = (times[index] ?? '').padStart(width);
    return `${isOmitted ? '–' : hasFailed ? '✗' : '✓'} ${status ?? '–  '}  ${time}  ${label}${elsewhere}`;
  });
  // Below each other, unless that would push them out of a narrow column.
  const column = Math.min(widest, Math.max(0, ...shown.map(({ length }) => length)));
  const placed = rows.map(({ remarks, hasBody }, index): RowPlace => {
    const row = shown[index] ?? '';
    const padded = hasBody === true ? `${row.padEnd(column)}  ` : row;
    const line = text.push(hasBody === true ? padded + save : row) - 1;
    text.push(...remarks.map((remark) => `    ${remark}`));
    return { line, end: row.length, ...(hasBody === true && { save: padded.length }) };
  });
  return { text: `${text.join('\n')}\n`, rows: placed };
}

function sentText(requests: number, endpoint: string | undefined): string {
  if (endpoint === undefined)
    return requests === 1 ? vscode.l10n.t('1 request') : vscode.l10n.t('{0} requests', requests);
  return requests === 1
    ? vscode.l10n.t('1 request at {0}', endpoint)
    : vscode.l10n.t('{0} requests at {1}', requests, endpoint);
}
