import type { Block } from '@rulebook/request-file/syntax/model';
import { readSendingDirectives } from '@rulebook/request-file/syntax/sending-directives';
import { span } from '@rulebook/text/span';
import type { CheckContext, Inclusion } from './model';

/** The file of rows for each of which a request is sent, as far as it is known. */
export interface KnownRows {
  /** The variable that holds the row. */
  readonly name: string;
  /** The path of the file, as written. */
  readonly file: string;
  /** The columns, which are variables, too; empty where the rows are not objects. */
  readonly columns: ReadonlySet<string>;
}

/** Returns the file of rows that a comment `# @for file users.csv` names; undefined where there is none, or a variable names it. */
export function rowsFileOf(block: Block): (Inclusion & { readonly rowName: string }) | undefined {
  // Most blocks have no directive at all.
  const stated = block.directives.filter(({ name }) => name.text.toLowerCase() === 'for').at(-1);
  if (stated?.value === undefined) return undefined;
  const { repetition } = readSendingDirectives({ directives: [stated] });
  if (repetition?.kind !== 'file' || repetition.path.includes('{{')) return undefined;
  const { name, path } = repetition;
  const start = stated.value.span.start + stated.value.text.lastIndexOf(path);
  const association = { method: '', target: '', at: '' };
  return { path, span: span(start, start + path.length), association, need: 'rows', rowName: name };
}

/** Returns the rows of a block; undefined while their file is not read, and where it cannot be. */
export function knownRowsOf(block: Block, { include }: Pick<CheckContext, 'include'>): KnownRows | undefined {
  const wanted = include && rowsFileOf(block);
  const included = wanted && include(wanted);
  const columns = included?.kind === 'read' ? included.columns?.() : undefined;
  if (wanted === undefined || columns === undefined || typeof columns === 'string') return undefined;
  return { name: wanted.rowName, file: wanted.path, columns };
}

/** Returns whether a variable is the row, one of its members, or a column. */
export function isOfRow(variable: string, { name, columns }: KnownRows): boolean {
  if (variable === name || columns.has(variable)) return true;
  if (!variable.startsWith(`${name}.`)) return false;
  const [member = ''] = variable.slice(name.length + 1).split(/[.[]/, 1);
  return columns.size === 0 || columns.has(member);
}
