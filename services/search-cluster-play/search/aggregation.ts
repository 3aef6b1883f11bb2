import { isRecord } from '@rulebook/json/is-record';
import type { FieldNaming } from '@rulebook/search-cluster/facts/mappings/mapping-types';
import { aggregations as aggregationShape } from '@rulebook/search-cluster/facts/search/search-aggregations';
import { fieldNamed } from '../indices/fields';
import { isProblem, problem, unplayedPart, type Problem } from '../indices/problem';
import { isTooDeep, type IndexedValue } from '../indices/values';
import { columnOf } from './columns';
import { unsupportedProblem, valuesOfField, type Candidate, type QueryContext } from './context';
import { matcherOf, isRefused } from './query';
import { readTerms, termBuckets, typeOfTerms, type TermOptions } from './term-buckets';
import { ownValue } from '@rulebook/sandbox/wire';

type Options = Readonly<Record<string, unknown>>;

/** The documents of a search, each with the context of its index. */
export interface Found {
  readonly context: QueryContext;
  readonly candidates: readonly Candidate[];
}

/** Computes aggregations over what was found; with `isTyped`, their names in the response have their type in front. */
export function aggregate(found: readonly Found[], aggregations: unknown, isTyped = false): Options | Problem {
  if (isTooDeep(aggregations)) return problem('The aggregations are nested too deeply.');
  return aggregateAll(found, { aggregations, isTyped });
}

/** Aggregations as they are written, which may be absent. */
interface Written {
  readonly aggregations: unknown;
  readonly isTyped: boolean;
}

function aggregateAll(found: readonly Found[], { aggregations, isTyped }: Written): Options | Problem {
  if (!isRecord(aggregations))
    return problem('Aggregations must be an object with their names as keys.', { type: 'parsing_exception' });
  const answers = new Map<string, unknown>();
  for (const [name, written] of Object.entries(aggregations)) {
    const { aggs, aggregations: same, meta, ...kinds } = isRecord(written) ? written : {};
    const [entry, more] = Object.entries(kinds);
    if (!entry || more) {
      return problem(`The aggregation [${name}] must have exactly one kind.`, { type: 'parsing_exception' });
    }
    const [kind, options] = entry;
    const result = aggregateOne(found, { kind, options, inner: { aggregations: aggs ?? same, isTyped } });
    if (isProblem(result)) return result;
    const shown = isTyped ? `${typeOfAnswer(found, kind, options)}#${name}` : name;
    answers.set(shown, { ...(meta !== undefined && { meta }), ...result });
  }
  return Object.fromEntries(answers);
}

interface Aggregation {
  readonly kind: string;
  readonly options: unknown;
  readonly inner: Written;
}

function aggregateOne(found: readonly Found[], { kind, options, inner }: Aggregation): Options | Problem {
  if (!isRecord(options)) return problem(`The aggregation [${kind}] needs an object.`, { type: 'parsing_exception' });
  const refused = refuseField(found, kind, options);
  if (refused) return refused;
  switch (kind) {
    case 'filter':
      return bucket(filterFound(found, options), inner);
    case 'filters': {
      const filters = isRecord(options.filters) ? Object.entries(options.filters) : [];
      const buckets = new Map<string, unknown>();
      for (const [name, query] of filters) {
        const one = bucket(filterFound(found, query), inner);
        if (isProblem(one)) return one;
        buckets.set(name, one);
      }
      return { buckets: Object.fromEntries(buckets) };
    }
    case 'global':
      return bucket(wholeOf(found), inner);
    case 'missing':
      return bucket(
        keepFound(found, (_, values) => values.length === 0, options.field),
        inner,
      );
    case 'terms': {
      const terms = readTerms(options);
      if (isProblem(terms)) return terms;
      const unfit = refuseOrder(terms, inner.aggregations);
      if (unfit) return unfit;
      const others = terms.leastCount > 0 ? [] : valueLists(wholeOf(found), options.field, undefined);
      return termBuckets({ lists: valueLists(found, options.field, options.missing), others }, terms, (key) =>
        inner.aggregations === undefined
          ? {}
          : aggregateAll(
              keepFound(found, (_, values) => values.includes(key), options.field, options.missing),
              inner,
            ),
      );
    }
    case 'cardinality':
      return { value: new Set(valueLists(found, options.field, options.missing).flat()).size };
    case 'value_count':
      return { value: valueLists(found, options.field, options.missing).flat().length };
    default:
      return numbers(kind, valueLists(found, options.field, options.missing).flat().map(Number));
  }
}

/** Returns the type that the names of responses have in front: that of the aggregation, and of groups by terms also that of the values. */
function typeOfAnswer(found: readonly Found[], kind: string, options: unknown): string {
  const name = isRecord(options) ? options.field : undefined;
  if (kind !== 'terms' || typeof name !== 'string') return kind;
  const fields = found.flatMap(({ context }) => fieldNamed(context.table, name)?.field ?? []);
  return typeOfTerms(fields[0]);
}

/** Returns what is wrong with the field of an aggregation. The catalogue says which ones support flattened fields. */
function refuseField(found: readonly Found[], kind: string, options: Options): Problem | undefined {
  if (kind === 'filter' || kind === 'filters' || kind === 'global') return undefined;
  const naming = namings.get(kind);
  for (const { context } of found) {
    const name = options.field;
    if (typeof name !== 'string') continue;
    const named = fieldNamed(context.table, name);
    if (named?.field.kind === 'flattened' && naming?.isFlattenedAllowed === false) {
      return unsupportedProblem(`The aggregation [${kind}]`, named.field.path);
    }
    const column = columnOf(context, name);
    if (column && isProblem(column)) return column;
    if (column && isNumeric(kind) && column.named.field.kind !== 'number' && column.named.field.kind !== 'date') {
      return problem(`The aggregation [${kind}] needs numbers, and [${name}] is of type [${column.named.field.type}].`);
    }
  }
  if (!isPlayed(kind)) return unplayedPart(`the aggregation [${kind}]`);
  return typeof options.field === 'string' ? undefined : problem(`The aggregation [${kind}] needs a [field].`);
}

const namings: ReadonlyMap<string, FieldNaming> = new Map(
  (aggregationShape.entries?.shape.type === 'object' ? aggregationShape.entries.shape.fields : []).flatMap(
    ({ name, shape }) => {
      const field = shape.type === 'object' ? shape.fields.find((member) => member.name === 'field') : undefined;
      return field?.shape.type === 'string' && field.shape.naming ? [[name, field.shape.naming] as const] : [];
    },
  ),
);

function isPlayed(kind: string): boolean {
  return isNumeric(kind) || ['terms', 'missing', 'cardinality', 'value_count'].includes(kind);
}

function isNumeric(kind: string): boolean {
  return Object.hasOwn(figures, kind) || kind === 'stats';
}

const figures: Readonly<Record<string, (values: readonly number[]) => number | null>> = {
  avg: (values) => (values.length === 0 ? null : sum(values) / values.length),
  sum,
  min: (values) =>
    values.reduce<number | null>((least, value) => (least === null ? value : Math.min(least, value)), null),
  max: (values) => values.reduce<number | null>((most, value) => (most === null ? value : Math.max(most, value)), null),
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function numbers(kind: string, values: readonly number[]): Options {
  const figure = ownValue(figures, kind);
  if (figure) return { value: figure(values) };
  return {
    count: values.length,
    ...Object.fromEntries(
      ['min', 'max', 'avg', 'sum'].map((name) => [name, ownValue(figures, name)?.(values) ?? null]),
    ),
  };
}

function bucket(found: readonly Found[] | Problem, inner: Written): Options | Problem {
  if (isProblem(found)) return found;
  const below = inner.aggregations === undefined ? {} : aggregateAll(found, inner);
  if (isProblem(below)) return below;
  return { doc_count: found.reduce((count, { candidates }) => count + candidates.length, 0), ...below };
}

/** Returns all documents, whatever the search found. */
function wholeOf(found: readonly Found[]): readonly Found[] {
  return found.map(({ context }) => ({ context, candidates: context.candidates }));
}

/** Groups can be ordered only by aggregations inside them. */
function refuseOrder({ order }: TermOptions, inner: unknown): Problem | undefined {
  const names = isRecord(inner) ? Object.keys(inner) : [];
  const other = order.find(([by]) => by !== '_count' && by !== '_key' && !names.includes(by.split('.', 1)[0] ?? ''));
  return other && problem(`There is no inner aggregation [${other[0]}] to order by.`);
}

function filterFound(found: readonly Found[], query: unknown): readonly Found[] | Problem {
  const kept: Found[] = [];
  for (const { context, candidates } of found) {
    const matcher = matcherOf(context, query);
    if (isRefused(matcher)) return matcher;
    kept.push({ context, candidates: candidates.filter((candidate) => matcher(candidate) !== undefined) });
  }
  return kept;
}

type Keep = (candidate: Candidate, values: readonly IndexedValue[]) => boolean;

function keepFound(found: readonly Found[], keep: Keep, field: unknown, missing?: unknown): readonly Found[] {
  return found.map(({ context, candidates }) => {
    const read = readerOf(context, field, missing);
    return { context, candidates: candidates.filter((candidate) => keep(candidate, read(candidate))) };
  });
}

function valueLists(found: readonly Found[], field: unknown, missing: unknown): readonly (readonly IndexedValue[])[] {
  return found.flatMap(({ context, candidates }) => candidates.map(readerOf(context, field, missing)));
}

/** Returns a function that reads the values of a field from documents. */
function readerOf(
  context: QueryContext,
  field: unknown,
  missing: unknown,
): (candidate: Candidate) => readonly IndexedValue[] {
  const column = typeof field === 'string' ? columnOf(context, field) : undefined;
  const name = column && !isProblem(column) ? column.name : undefined;
  const isGiven = typeof missing === 'string' || typeof missing === 'number' || typeof missing === 'boolean';
  const standard: readonly IndexedValue[] = isGiven ? [missing] : [];
  return (candidate) => {
    const values = name === undefined ? [] : valuesOfField(candidate, name);
    return values.length === 0 ? standard : values;
  };
}
