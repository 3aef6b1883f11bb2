import { membersOfObject, readJsonTree, type JsonNode } from '@rulebook/json';
import { maskResponse } from '@rulebook/sender/response';
import type { Exchange } from './kept-responses';

/** An array of objects as a table. */
export interface Table {
  /** Where the array is in the body, for example `$.hits`. */
  readonly path: string;
  readonly columns: readonly string[];
  /** The cells of each row in the order of the columns; a number as it is written, an absent member as an empty text. */
  readonly rows: readonly (readonly string[])[];
  /** The number of objects in the body, of which `rows` may be the first ones. */
  readonly total: number;
}

/** The most that a page shows. Cells are in characters. */
const most = { rows: 5000, columns: 60, cell: 500 };
/** Members of members become columns of their own to this depth. */
const deepest = 2;
/** How deep the array is looked for. */
const deepestArray = 3;

const known = new WeakMap<Exchange['response'], boolean>();

/** Returns whether the body of a response has an array of objects, and is whole. */
export function hasTable(exchange: Exchange): boolean {
  const { response } = exchange;
  const before = known.get(response);
  if (before !== undefined) return before;
  const has = isWholeJson(exchange) && objectsIn(response.body) !== undefined;
  known.set(response, has);
  return has;
}

/** Returns the array of objects in the body of a response as a table, with secrets masked; undefined when there is none. */
export function tableOf(exchange: Exchange): Table | undefined {
  if (!isWholeJson(exchange)) return undefined;
  const { body } = maskResponse(exchange.response, exchange.secrets);
  const found = objectsIn(body);
  if (found === undefined) return undefined;
  const { path, objects } = found;
  const columns = new Set<string>();
  const rows = objects.slice(0, most.rows).map((object) => {
    const cells = new Map<string, string>();
    addCells(cells, object, '', body, 1);
    for (const name of cells.keys()) if (columns.size < most.columns) columns.add(name);
    return cells;
  });
  const names = [...columns];
  return {
    path,
    columns: names,
    rows: rows.map((cells) => names.map((name) => cells.get(name) ?? '')),
    total: objects.length,
  };
}

function isWholeJson({ response, isInFile }: Exchange): boolean {
  const { body, binary, isTruncated, interruption } = response;
  return (
    isInFile !== true && binary === undefined && !isTruncated && interruption === undefined && /^\s*[[{]/.test(body)
  );
}

/** Looks in the order in which people read: what is less deep comes first. */
function objectsIn(body: string): { readonly path: string; readonly objects: readonly JsonNode[] } | undefined {
  const { root } = readJsonTree(body);
  let level = root === undefined ? [] : [{ path: '$', node: root }];
  for (let depth = 0; depth <= deepestArray; depth++) {
    for (const { path, node } of level) {
      const objects = node.type === 'array' ? (node.children ?? []) : [];
      if (objects.length > 0 && objects.every(({ type }) => type === 'object')) return { path, objects };
    }
    level = level.flatMap(({ path, node }) =>
      membersOfObject(node).map(({ key, value }) => ({ path: `${path}.${key}`, node: value })),
    );
  }
  return undefined;
}

function addCells(cells: Map<string, string>, object: JsonNode, before: string, body: string, depth: number): void {
  for (const { key, value } of membersOfObject(object)) {
    const column = `${before}${key}`;
    const isSplit = value.type === 'object' && depth < deepest && (value.children ?? []).length > 0;
    if (isSplit) addCells(cells, value, `${column}.`, body, depth + 1);
    else cells.set(column, shownText(value, body));
  }
}

/** Numbers stay as they are written: some have more digits than JavaScript has. */
function shownText(node: JsonNode, body: string): string {
  const { type, value, offset, length } = node;
  const text =
    type === 'string'
      ? String(value)
      : body.slice(offset, offset + Math.min(length, 2 * most.cell)).replace(/\s+/g, ' ');
  return text.length > most.cell ? `${text.slice(0, most.cell)}…` : text;
}
