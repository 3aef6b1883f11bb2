import { count } from '../../../engine/src/index';

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
  /** Why there is no response, or which asserts do not hold. */
  readonly remarks: readonly string[];
}

/** The text of a summary, and the zero-based line of each row. */
export interface RunTable {
  readonly text: string;
  readonly lines: readonly number[];
}

/** Returns the summary of a run: what is short comes first, so that it is seen in a narrow column. */
export function runTable(file: string, rows: readonly RunRow[], left: number): RunTable {
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  const omitted = rows.filter(({ isOmitted }) => isOmitted).length;
  const rest = `${omitted === 0 ? '' : `, ${omitted} left out`}${left === 0 ? '' : `, ${left} not begun`}`;
  const places = new Set(rows.map(({ endpoint }) => endpoint));
  const [only] = places;
  const where = places.size === 1 && only !== undefined ? ` at ${only}` : '';
  const text = [
    `# ${file}: ${count(rows.length, 'request')}${where}, ${rows.length - failed - omitted} succeeded, ${failed} failed${rest}`,
    '',
  ];
  const times = rows.map(({ duration }) => (duration === undefined ? '' : `${Math.round(duration)} ms`));
  const width = Math.max(0, ...times.map(({ length }) => length));
  const lines = rows.map(({ label, endpoint, hasFailed, isOmitted, status, remarks }, index) => {
    const elsewhere = places.size > 1 && endpoint !== undefined ? ` (${endpoint})` : '';
    const time = (times[index] ?? '').padStart(width);
    const line =
      text.push(`${isOmitted ? '–' : hasFailed ? '✗' : '✓'} ${status ?? '–  '}  ${time}  ${label}${elsewhere}`) - 1;
    text.push(...remarks.map((remark) => `    ${remark}`));
    return line;
  });
  return { text: `${text.join('\n')}\n`, lines };
}
