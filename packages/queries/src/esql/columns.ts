import type { QueryFields } from '@rulebook/catalogue/query-languages';
import { nearWordsOf } from '@rulebook/text/near-words';
import { slipOf } from '../shared/slips';
import { VersionedMap } from '../shared/versions';
import { columnType } from './types';

/** A column, as far as it is known. */
export interface KnownColumn {
  readonly name: string;
  readonly type?: string | undefined;
  /** It is a field of the index, so that its value differs by the document. */
  readonly isField?: true;
}

/** The columns at a place of a query. */
export interface Columns {
  readonly byName: ReadonlyMap<string, KnownColumn>;
  /** Whether there are no others. */
  readonly areAll: boolean;
  /** Set where a name that is one slip away from one of them is rarely another. */
  readonly areDeclared?: boolean;
  /** Columns that an earlier command took away, and its name. */
  readonly removed: ReadonlyMap<string, string>;
  /** Names in front of a dot, of whose keys nothing is known. */
  readonly open: readonly string[];
  /** The command that left no others. */
  readonly closedBy?: string;
}

export const noColumns: Columns = { byName: new Map(), areAll: true, removed: new Map(), open: [] };
/** There may be others, of any name. */
export const notAll = { areAll: false, areDeclared: false } as const;
export const anyColumns: Columns = { ...noColumns, ...notAll };

/** Types whose keys, or that themselves, are read in a way that is not judged. */
const opaque: ReadonlySet<string> = new Set([
  'flattened',
  'nested',
  'object',
  'passthrough',
  'alias',
  'join',
  'runtime',
]);

/** Returns the columns of the documents of some indices. */
export function columnsOf(fields: QueryFields | undefined): Columns {
  if (fields === undefined) return anyColumns;
  const byName = new Map<string, KnownColumn>();
  const open: string[] = [];
  for (const { name, type, isFlattened } of fields.byName.values()) {
    if (isFlattened || (type !== undefined && opaque.has(type))) {
      if (type !== 'object') open.push(name);
      if (type === 'object' || type === 'nested') continue;
    }
    byName.set(name, { name, type: columnType(type), isField: true });
  }
  const areDeclared = fields.areDeclared === true;
  return { byName, areAll: fields.areAll, areDeclared, removed: new Map(), open };
}

/** Returns the columns with some more, which take the place of others with their names. */
export function withColumns(columns: Columns, added: readonly KnownColumn[]): Columns {
  if (added.length === 0) return columns;
  const byName = VersionedMap.of(columns.byName).with(added.map((column) => [column.name, column]));
  const back = added.filter(({ name }) => columns.removed.has(name));
  if (back.length === 0) return { ...columns, byName };
  return {
    ...columns,
    byName,
    removed: VersionedMap.of(columns.removed).with(back.map(({ name }) => [name, undefined])),
  };
}

/** Returns the columns without some. */
export function withoutColumns(columns: Columns, names: readonly string[], command: string): Columns {
  if (names.length === 0) return columns;
  const byName = VersionedMap.of(columns.byName).with(names.map((name) => [name, undefined]));
  const removed = VersionedMap.of(columns.removed).with(names.map((name) => [name, command]));
  return { ...columns, byName, removed };
}

/** Returns only some of the columns, where the others are known to be removed. */
export function onlyColumns(columns: Columns, kept: readonly KnownColumn[], command: string): Columns {
  const removed = new Map(columns.removed);
  for (const name of columns.byName.keys()) removed.set(name, command);
  const byName = new Map(kept.map((column) => [column.name, column]));
  for (const name of byName.keys()) removed.delete(name);
  return { byName, areAll: true, removed, open: [], closedBy: command };
}

/** Returns whether a name is that of a column; undefined where that is not known. */
export function isColumnName(name: string, columns: Columns): boolean | undefined {
  if (columns.byName.has(name)) return true;
  if (columns.removed.has(name)) return false;
  if (!columns.areAll || columns.open.some((one) => name === one || name.startsWith(`${one}.`))) return undefined;
  return false;
}

/** Returns the column that is nearest to a name that is none. */
export function nearestColumn(name: string, { byName }: Columns): string | undefined {
  for (const one of byName.keys()) if (one.toLowerCase() === name.toLowerCase()) return one;
  if (name.length < 3) return undefined;
  const near = nearWordsOf(byName.keys())(name, name.length < 5 ? 1 : 2);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.find(({ distance }) => distance === least)?.word;
}

/** Returns the column that a name is most likely a slip of, where others are possible. */
export function slippedColumn(name: string, columns: Columns): string | undefined {
  const { byName, areDeclared, open } = columns;
  if (
    areDeclared !== true ||
    isColumnName(name, columns) !== undefined ||
    open.some((one) => name.startsWith(`${one}.`))
  )
    return undefined;
  for (const one of byName.keys()) if (one.startsWith(`${name}.`)) return undefined;
  return slipOf(name, [...byName.keys(), ...open]);
}

/** Returns the columns that a pattern with `*` fits. */
export function columnsLike(pattern: string, { byName }: Columns): readonly KnownColumn[] {
  const parts = pattern.split('*');
  return [...byName.values()].filter(({ name }) => fits(name, parts));
}

function fits(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
