import type { PlanColumn, PlanCommand } from '@rulebook/catalogue/query-plan';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { compile, placeIn, singleLimit } from './compile';
import { endIfRefused, unresolved, type Place } from './place';
import type { Evaluation } from './evaluation';
import { expandRows, runStats } from './stats';
import {
  compareScalars,
  listOf,
  originType,
  QueryFailure,
  unplayedQuery,
  type Column,
  type Row,
  type Scalar,
  type Table,
  type Value,
} from './values';

type Run = (command: PlanCommand, table: Table, evaluation: Evaluation) => Table;

/** The rows that a query returns unless it has a limit, and those that it returns at most. */
const usualRows = 1000;
const mostRows = 10_000;

const runs: Readonly<Record<string, Run>> = {
  ROW: (command, _, evaluation) => runFields(command, { columns: [], rows: [[]] }, evaluation),
  EVAL: runFields,
  WHERE: runWhere,
  STATS: runStats,
  SORT: runSort,
  LIMIT: runLimit,
  KEEP: runKeep,
  DROP: runDrop,
  RENAME: runRename,
  MV_EXPAND: runExpand,
};

/** Refuses commands that are not played, before anything else is looked at. */
export function refuseUnplayed(commands: readonly PlanCommand[]): void {
  for (const [at, { name, by }] of commands.entries()) {
    if (!(name === 'FROM' && at === 0) && !Object.hasOwn(runs, name)) throw unplayedQuery(`the command \`${name}\``);
    if (name === 'LIMIT' && by.length > 0) throw unplayedQuery('`LIMIT` with `BY`');
  }
}

/** Carries out the commands behind the source of a query, and returns at most as many rows as servers do. */
export function runCommands(commands: readonly PlanCommand[], start: Table, evaluation: Evaluation): Table {
  refuseUnboundedSort(commands, evaluation);
  const run = (first: Table): Table =>
    commands.reduce((table, command) => runs[command.name]?.(command, table, evaluation) ?? table, first);
  // What is wrong with names and types comes before what is wrong with a value.
  run({ ...start, rows: [] });
  evaluation.begin();
  const table = run(start);
  const isLimited = commands.some(({ name }) => name === 'LIMIT');
  if (!isLimited) evaluation.note('No limit defined, adding default limit of [1000]');
  const shown = table.columns.flatMap(({ type }, at) => (type === originType ? [] : [at]));
  const of = <One>(list: readonly One[]): readonly One[] => shown.flatMap((at) => list.slice(at, at + 1));
  const rows = table.rows.slice(0, isLimited ? mostRows : usualRows);
  return { columns: of(table.columns), rows: shown.length === 0 ? [] : rows.map(of) };
}

/** Servers sort rows only as far as they are returned, which is not known if rows are made and taken away behind. */
function refuseUnboundedSort(commands: readonly PlanCommand[], evaluation: Evaluation): void {
  for (const [at, { name, span }] of commands.entries()) {
    if (name !== 'SORT') continue;
    const behind = commands.slice(at + 1).map((command) => command.name);
    if (behind.some((one) => one === 'SORT' || one === 'STATS')) continue;
    const limit = behind.indexOf('LIMIT');
    const within = limit < 0 ? behind : behind.slice(0, limit);
    const expand = within.indexOf('MV_EXPAND');
    if (expand < 0 || !within.includes('WHERE', expand)) continue;
    const shown = evaluation.written(span);
    throw evaluation.refusal(span, `Unbounded sort not supported yet [${shown}] please add a limit`);
  }
}

function runFields({ fields }: PlanCommand, table: Table, evaluation: Evaluation): Table {
  let { columns, rows } = table;
  const place = placeIn(evaluation, columns);
  for (const { name, value } of fields) {
    const compiled = compile(value, { ...place, columns });
    if (compiled.period !== undefined)
      place.mistyped.push(
        `line ${evaluation.place(value.span)}: EVAL does not support type [${compiled.type}] as the return data type of expression [${evaluation.written(value.span)}]`,
      );
    if (place.unresolved.length === 0 && place.mistyped.length === 0) {
      evaluation.spend(rows.length);
      const old = columns.findIndex((column) => column.name === name);
      const added = rows.map((row) => [...without(row, old), compiled.at(row)]);
      rows = added;
      columns = [...without(columns, old), { name, type: compiled.type }];
    } else columns = [...columns.filter((column) => column.name !== name), { name, type: 'unknown' }];
  }
  endIfRefused(place);
  return { columns, rows };
}

function without<One>(list: readonly One[], index: number): readonly One[] {
  return index < 0 ? list : [...list.slice(0, index), ...list.slice(index + 1)];
}

function runWhere({ fields }: PlanCommand, { columns, rows }: Table, evaluation: Evaluation): Table {
  const place: Place = { ...placeIn(evaluation, columns), isCondition: true };
  const conditions = fields.map(({ value }) => compile(value, place));
  for (const { type, span } of conditions)
    if (!['boolean', 'null', 'unknown'].includes(type))
      place.mistyped.push(
        `line ${evaluation.place(span)}: Condition expression needs to be boolean, found [${type.toUpperCase()}]`,
      );
  endIfRefused(place);
  return { columns, rows: rows.filter((row) => conditions.every((condition) => condition.at(row) === true)) };
}

const unsorted = new Set(['geo_point', 'geo_shape', 'cartesian_point', 'cartesian_shape', 'unsupported']);

function runSort({ fields }: PlanCommand, { columns, rows }: Table, evaluation: Evaluation): Table {
  const place = placeIn(evaluation, columns);
  const keys = fields.map(({ value, isDescending, nulls }) => {
    const compiled = compile(value, place);
    if (unsorted.has(compiled.type))
      place.mistyped.push(`line ${evaluation.place(value.span)}: cannot sort on ${compiled.type}`);
    // Without a word about them, rows without a value are where the largest ones are.
    return { compiled, isDescending, areNullsFirst: (nulls ?? (isDescending ? 'first' : 'last')) === 'first' };
  });
  endIfRefused(place);
  evaluation.spend(rows.length * keys.length);
  const found = rows.map((row) => ({
    row,
    values: keys.map(({ compiled, isDescending }) => keyIn(compiled.at(row), compiled.type, isDescending)),
  }));
  found.sort((one, other) => {
    for (const [at, { compiled, isDescending, areNullsFirst }] of keys.entries()) {
      const [left = null, right = null] = [one.values[at], other.values[at]];
      if (left === null && right === null) continue;
      if (left === null || right === null) return (left === null) === areNullsFirst ? -1 : 1;
      const order = compareScalars(compiled.type, left, right);
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
  return { columns, rows: found.map(({ row }) => row) };
}

/** Of several values, rows are sorted by the smallest one, and the other way round by the largest one. */
function keyIn(value: Value, type: string, isDescending: boolean): Scalar | null {
  const list = listOf(value);
  return list.reduce<Scalar | null>((best, one) => {
    if (best === null) return one;
    return compareScalars(type, one, best) < 0 === isDescending ? best : one;
  }, null);
}

function runLimit({ fields, span }: PlanCommand, { columns, rows }: Table, evaluation: Evaluation): Table {
  const count = fields[0] === undefined ? null : singleLimit(fields[0].value, placeIn(evaluation, []));
  if (count === null)
    throw evaluation.refusal(span, 'value of LIMIT must be a non negative integer', 'parsing_exception');
  if (count > mostRows) evaluation.note(`Limit result set to maximum of [${String(mostRows)}]`);
  // Behind a limit, documents are not searched any more.
  const shown = columns.flatMap(({ type }, at) => (type === originType ? [] : [at]));
  const of = <One>(list: readonly One[]): readonly One[] => shown.flatMap((at) => list.slice(at, at + 1));
  return { columns: of(columns), rows: rows.slice(0, count).map(of) };
}

/** Returns the places of the columns that a name or a pattern means; reports those that are none. */
function placesOf({ name, isPattern, span }: PlanColumn, columns: readonly Column[], place: Place): readonly number[] {
  const found = columns.flatMap((column, at) =>
    (isPattern ? matchesPattern(name, column.name) : column.name === name) ? [at] : [],
  );
  if (found.length === 0 && name !== '*')
    unresolved(place, span, isPattern ? `No matches found for pattern [${name}]` : `Unknown column [${name}]`);
  return found;
}

/** Returns some of the columns, and that of the documents. */
function select({ columns, rows }: Table, named: readonly number[], evaluation: Evaluation): Table {
  evaluation.spend(rows.length);
  const origins = columns.flatMap(({ type }, at) => (type === originType && !named.includes(at) ? [at] : []));
  const chosen = [...named, ...origins];
  const of = <One>(list: readonly One[]): readonly One[] => chosen.flatMap((at) => list.slice(at, at + 1));
  return { columns: of(columns), rows: rows.map(of) };
}

function runKeep(command: PlanCommand, table: Table, evaluation: Evaluation): Table {
  const place = placeIn(evaluation, table.columns);
  const ranks = new Map<number, number>();
  for (const column of command.columns) {
    // A name says more than a pattern, and a pattern more than `*`: the one that says most decides the place.
    const rank = !column.isPattern ? 1 : column.name === '*' ? 3 : 2;
    for (const at of placesOf(column, table.columns, place)) {
      const former = ranks.get(at);
      if (former !== undefined && former < rank) continue;
      ranks.delete(at);
      ranks.set(at, rank);
    }
  }
  endIfRefused(place);
  return select(table, [...ranks.keys()], evaluation);
}

function runDrop(command: PlanCommand, table: Table, evaluation: Evaluation): Table {
  const place = placeIn(evaluation, table.columns);
  for (const { name, span } of command.columns)
    if (name === '*') throw evaluation.refusal(span, 'Removing all fields is not allowed [*]', 'parsing_exception');
  const dropped = new Set(command.columns.flatMap((column) => placesOf(column, table.columns, place)));
  endIfRefused(place);
  const kept = table.columns.map((_, at) => at).filter((at) => !dropped.has(at));
  return select(table, kept, evaluation);
}

function runRename({ renamed }: PlanCommand, table: Table, evaluation: Evaluation): Table {
  let current = table;
  for (const { from, to } of renamed) {
    const place = placeIn(evaluation, current.columns);
    for (const { isPattern, span, name } of [from, to])
      if (isPattern)
        throw evaluation.refusal(span, `Using wildcards [*] in RENAME is not allowed [${name}]`, 'parsing_exception');
    const [index] = placesOf(from, current.columns, place);
    endIfRefused(place);
    if (from.name === to.name) continue;
    const kept = current.columns
      .map((_, at) => at)
      .filter((at) => at === index || current.columns[at]?.name !== to.name);
    const chosen = select(current, kept, evaluation);
    const columns = chosen.columns.map((column) => (column.name === from.name ? { ...column, name: to.name } : column));
    current = { columns, rows: chosen.rows };
  }
  return current;
}

function runExpand({ columns: [column] }: PlanCommand, table: Table, evaluation: Evaluation): Table {
  const place = placeIn(evaluation, table.columns);
  const [index] = column === undefined ? [] : placesOf(column, table.columns, place);
  endIfRefused(place);
  const rows: readonly Row[] = index === undefined ? table.rows : expandRows(table.rows, index, evaluation);
  if (rows.length > 1_000_000)
    throw new QueryFailure('`MV_EXPAND` makes too many rows.', 'circuit_breaking_exception', 429);
  return { ...table, rows };
}
