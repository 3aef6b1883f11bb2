import type { PlanCommand, PlanExpression, PlanField } from '@rulebook/catalogue/query-plan';
import { aggregationOf, type Aggregation } from './aggregations';
import { compile, placeIn } from './compile';
import { endIfRefused, mistyped, singleIn, type Compiled, type Place } from './place';
import type { Evaluation } from './evaluation';
import { listOf, scalarKey, valueOf, type Column, type Row, type Scalar, type Table, type Value } from './values';

type Call = Extract<PlanExpression, { readonly kind: 'call' }>;

/** An aggregation with what it looks at. */
interface Aggregated {
  readonly value: (row: Row) => Value;
  readonly filter?: Compiled;
  readonly compute: Aggregation;
  readonly call: Call;
}

interface Grouping {
  readonly field: PlanField;
  readonly compiled: Compiled;
}

/** The most groups that a command makes. */
const mostGroups = 100_000;

/** Carries out `STATS`. */
export function runStats(command: PlanCommand, table: Table, evaluation: Evaluation): Table {
  const place: Place = { ...placeIn(evaluation, table.columns), isGrouping: true };
  const { groupings, rows, columns } = readGroups(command, table, place);
  const aggregated: Aggregated[] = [];
  const within: Place = { ...placeIn(evaluation, columns), unresolved: place.unresolved, mistyped: place.mistyped };
  const results = command.fields.map((field) => ({
    field,
    compiled: compileResult(field, { groupings, within, aggregated, evaluation }),
  }));
  endIfRefused(place);
  const groups = groupRows(rows, groupings, columns.length, evaluation);
  const found = groups.map(({ key, rows: own }) => {
    const values: Value[] = aggregated.map((one) => aggregate(one, own, evaluation));
    return [...values, ...key];
  });
  const shown = [
    ...results.map(({ field, compiled }) => ({ name: field.name, type: plainType(compiled.type), at: compiled.at })),
    ...groupings.map(({ field, compiled }, index) => ({
      name: field.name,
      type: compiled.type,
      at: (row: Row) => row[aggregated.length + index] ?? null,
    })),
  ];
  const last = new Map(shown.map((one) => [one.name, one]));
  const kept = shown.filter((one) => last.get(one.name) === one);
  return {
    columns: kept.map(({ name, type }): Column => ({ name, type })),
    rows: found.map((row) => kept.map(({ at }) => at(row))),
  };
}

function plainType(type: string): string {
  return type === 'text' ? 'keyword' : type;
}

/** Computes what rows are grouped by: a group with a name is a column for what is aggregated. */
function readGroups(
  command: PlanCommand,
  table: Table,
  place: Place,
): { readonly groupings: readonly Grouping[]; readonly rows: readonly Row[]; readonly columns: readonly Column[] } {
  let { columns, rows } = table;
  const groupings: Grouping[] = [];
  const last = new Map(command.by.map((field) => [field.name, field]));
  for (const field of command.by.filter((one) => last.get(one.name) === one)) {
    const compiled = compile(field.value, { ...place, columns });
    const isColumn = field.value.kind === 'column' && field.value.name === field.name;
    if (!isColumn && compiled.type !== 'unknown') {
      const values = rows.map(compiled.at);
      columns = [
        ...columns.map((one) => (one.name === field.name ? { ...one, name: '' } : one)),
        { name: field.name, type: compiled.type },
      ];
      rows = rows.map((row, at) => [...row, values[at] ?? null]);
    }
    groupings.push({ field, compiled });
  }
  return { groupings, rows, columns };
}

interface Stats {
  readonly groupings: readonly Grouping[];
  readonly within: Place;
  readonly aggregated: Aggregated[];
  readonly evaluation: Evaluation;
}

function compileResult(field: PlanField, { groupings, within, aggregated, evaluation }: Stats): Compiled {
  const filter = field.filter && compile(field.filter, { ...within, isCondition: true });
  if (filter !== undefined && !['boolean', 'null', 'unknown'].includes(filter.type))
    mistyped(within, filter.span, `Condition expression needs to be boolean, found [${filter.type.toUpperCase()}]`);
  let isAggregated = false;
  const aggregate = (call: Call): Compiled => {
    isAggregated = true;
    return compileAggregation(call, { within, aggregated, filter });
  };
  const group = (expression: PlanExpression): Compiled | undefined => {
    const index = groupings.findIndex(
      (one) =>
        evaluation.written(one.field.value.span) === evaluation.written(expression.span) ||
        (expression.kind === 'column' && expression.name === one.field.name),
    );
    const compiled = groupings[index]?.compiled;
    if (compiled === undefined || expression.kind === 'literal') return undefined;
    isAggregated = true;
    return {
      type: compiled.type,
      at: (row) => row[row.length - groupings.length + index] ?? null,
      span: expression.span,
    };
  };
  const columns = within.columns.map((column): Column => ({ ...column, isUngrouped: true }));
  const compiled = compile(field.value, { ...within, columns, aggregate, group });
  if (!isAggregated && compiled.type !== 'unknown')
    mistyped(
      within,
      field.value.span,
      `expected an aggregate function but found [${evaluation.written(field.value.span)}]`,
    );
  return compiled;
}

function compileAggregation(
  call: Call,
  {
    within,
    aggregated,
    filter,
  }: { readonly within: Place; readonly aggregated: Aggregated[]; readonly filter: Compiled | undefined },
): Compiled {
  const { evaluation } = within;
  const { facts, span, args } = call;
  const name = facts?.name ?? '';
  const isRows = name === 'count' && args.length === 0;
  const compiled = args.map((arg) => compile(arg, within));
  const [first] = compiled;
  if (first === undefined && !isRows)
    throw evaluation.refusal(span, `error building [${name}]: expects an argument`, 'parsing_exception');
  const taken = facts?.args[0]?.types;
  if (
    first !== undefined &&
    taken !== undefined &&
    !taken.includes(first.type) &&
    !['null', 'unknown'].includes(first.type)
  )
    mistyped(
      within,
      span,
      `argument of [${evaluation.written(span)}] must be [${taken.join(', ')}], found value [${evaluation.written(first.span)}] type [${first.type}]`,
    );
  const index = aggregated.length;
  const read = name === 'weighted_avg' ? weighted(compiled, span, evaluation) : (first?.at ?? ((): Value => true));
  aggregated.push({ value: read, compute: aggregationOf(name, compiled), call, ...(filter && { filter }) });
  const returns = facts?.returns ?? '?';
  const own = plainType(first?.type ?? 'null');
  const type = returns === 'sum' ? (own === 'double' ? 'double' : 'long') : returns === '=' ? own : returns;
  return { type, at: (row) => row[index] ?? null, span };
}

/** Returns a value times its weight, whether there is one, and all weights. */
function weighted(
  [value, weight]: readonly Compiled[],
  span: Call['span'],
  evaluation: Evaluation,
): (row: Row) => Value {
  return (row) => {
    const weights = weight?.at(row) ?? null;
    const [one, other] = [value?.at(row) ?? null, weights].map((part) => singleIn(evaluation, span, part));
    const isThere = one !== null && one !== undefined && other !== null;
    return [isThere ? Number(one) * Number(other) : 0, isThere ? 1 : 0, ...listOf(weights)];
  };
}

interface Group {
  readonly key: readonly Value[];
  readonly rows: readonly Row[];
}

function groupRows(
  rows: readonly Row[],
  groupings: readonly Grouping[],
  width: number,
  evaluation: Evaluation,
): readonly Group[] {
  if (groupings.length === 0) return [{ key: [], rows }];
  const groups = new Map<string, { readonly key: readonly Value[]; readonly rows: Row[] }>();
  for (const row of rows) {
    evaluation.spend(width);
    const lists = groupings.map(({ compiled }) => {
      const list = listOf(compiled.at(row));
      return list.length === 0
        ? [null]
        : [...new Map(list.map((one) => [scalarKey(compiled.type, one), one])).values()];
    });
    for (const key of combinations(lists)) {
      evaluation.spend(1);
      const text = key
        .map((one, at) => (one === null ? '' : scalarKey(groupings[at]?.compiled.type ?? '', one)))
        .join('\n');
      const group = groups.get(text);
      if (group) group.rows.push(row);
      else if (groups.size >= mostGroups) evaluation.spend(Infinity);
      else groups.set(text, { key, rows: [row] });
    }
  }
  return [...groups.values()];
}

/** Returns each choice of one value of each list. */
function combinations(lists: readonly (readonly (Scalar | null)[])[]): readonly (readonly (Scalar | null)[])[] {
  return lists.reduce<readonly (readonly (Scalar | null)[])[]>(
    (found, list) => found.flatMap((one) => list.map((value) => [...one, value])),
    [[]],
  );
}

function aggregate({ value, filter, compute, call }: Aggregated, rows: readonly Row[], evaluation: Evaluation): Value {
  evaluation.spend(rows.length);
  const own = filter === undefined ? rows : rows.filter((row) => filter.at(row) === true);
  return compute(own.map(value), (reason) => evaluation.failed(call.span, reason));
}

/** Carries out `MV_EXPAND`: a row for each value of a column. */
export function expandRows(rows: readonly Row[], index: number, evaluation: Evaluation): readonly Row[] {
  return rows.flatMap((row) => {
    const list = listOf(row[index] ?? null);
    evaluation.spend(list.length * row.length);
    if (list.length < 2) return [row];
    return list.map((value) => row.map((one, at) => (at === index ? valueOf([value]) : one)));
  });
}
