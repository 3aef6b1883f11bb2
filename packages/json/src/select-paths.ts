import type * as Ast from 'jsonpath-rfc9535/parser';
import parse from 'jsonpath-rfc9535/parser';
import { patternOf } from '@rulebook/text/patterns';
import { isRecord } from './is-record';

/** The way from a value to one within it: names of members and indices of items. */
export type ValuePath = readonly (string | number)[];

type Query = Ast.JsonPathQuery;
type Segment = Query['segments'][number];
type BracketedSelection = Extract<Segment['node'], { type: 'BracketedSelection' }>;
type Selector = BracketedSelection['selectors'][number];
type Filter = Extract<Selector, { type: 'FilterSelector' }>['value'];
type Logical = Exclude<Filter, { type: 'ComparisonExpr' }> | Extract<Filter, { type: 'ComparisonExpr' }>;
type Comparison = Extract<Filter, { type: 'ComparisonExpr' }>;
type Comparable = Comparison['left'];
type Test = Extract<Filter, { type: 'TestExpr' }>['expression'];
type FunctionCall = Extract<Test, { type: 'FunctionExpr' }>;
type FilterQuery = Extract<Test, { type: 'FilterQuery' }>;
type InnerQuery = FilterQuery['value'] | Extract<Comparable, { segments: unknown }>;

/** Evaluating takes at most as many steps; a filter in a filter asks for their product. */
const usualSteps = 5_000_000;

/** Why nothing is selected. */
export type PathFailure = 'unreadable' | 'too many values' | 'too many steps';

/** What selecting comes to: the ways to the values, or why there are none. */
type PathSelection = { readonly paths: readonly ValuePath[] } | { readonly failure: PathFailure };

/** How the values are read in which a path selects. */
export interface ValueReader<V> {
  /** Returns the items of a list by their indices, or the members of an object by their names. */
  readonly entriesOf: (value: V) => readonly Entry<V>[];
  /** Returns the item of a list at an index, or the member of an object with a name; undefined when there is none. */
  readonly childOf: (value: V, step: string | number) => V | undefined;
  /** Returns the number of items of a list; undefined for any other value. */
  readonly lengthOf: (value: V) => number | undefined;
  /** Returns the value as filters compare it. */
  readonly plain: (value: V) => unknown;
}

type Entry<V> = readonly [step: string | number, value: V];

/** Returns whether the text is a JSONPath as in RFC 9535. */
export function isJsonPath(text: string): boolean {
  return queryOf(text) !== undefined;
}

/** Returns the ways to the values that a JSONPath (RFC 9535) selects in a value. */
export function selectPaths(root: unknown, path: string, maxValues: number, maxSteps?: number): PathSelection {
  const places = selectPlaces(root, path, valuesOfJson, { maxValues, ...(maxSteps !== undefined && { maxSteps }) });
  return typeof places === 'string' ? { failure: places } : { paths: places.map(pathOf) };
}

/**
 * Returns the places that a JSONPath (RFC 9535) selects; with `isFirst`, only the first one in the order of the text. The library reads the path;
 * evaluating is done here, since it must be bounded, and since its functions search with expressions that a stranger wrote.
 */
export function selectPlaces<V>(
  root: V,
  path: string,
  reader: ValueReader<V>,
  {
    maxValues,
    maxSteps = usualSteps,
    isFirst = false,
  }: { readonly maxValues: number; readonly maxSteps?: number; readonly isFirst?: boolean },
): readonly Place<V>[] | PathFailure {
  const query = queryOf(path);
  if (query === undefined) return 'unreadable';
  try {
    const places: Place<V>[] = [];
    for (const place of new Evaluation(root, reader, maxSteps).placesAt(query, root, isFirst)) {
      if (places.length >= maxValues) return 'too many values';
      places.push(place);
      if (isFirst) break;
    }
    return places;
  } catch (error) {
    // Filters in filters, and values that are compared, are nested in the same way.
    if (error instanceof TooManySteps || error instanceof RangeError) return 'too many steps';
    throw error;
  }
}

class TooManySteps extends Error {}

/** Stands for a value that is not there. */
const nothing = Symbol('nothing');

/** A value with the way to it, which shares its beginning with others. */
interface Place<V> {
  readonly value: V;
  readonly owner: Place<V> | undefined;
  readonly step: string | number;
  /** The segment that is next. */
  readonly at: number;
}

const valuesOfJson: ValueReader<unknown> = {
  entriesOf: (value) => (Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : []),
  childOf: (value, step) => {
    const isInside = Array.isArray(value) ? typeof step === 'number' : typeof step === 'string' && isRecord(value);
    return isInside && Object.hasOwn(value as object, step)
      ? (value as Record<string | number, unknown>)[step]
      : undefined;
  },
  lengthOf: (value) => (Array.isArray(value) ? value.length : undefined),
  plain: (value) => value,
};

function queryOf(path: string): Query | undefined {
  try {
    return parse(path);
  } catch {
    return undefined;
  }
}

function pathOf(place: Place<unknown>): ValuePath {
  const path: (string | number)[] = [];
  for (let one = place; one.owner !== undefined; one = one.owner) path.push(one.step);
  return path.reverse();
}

class Evaluation<V> {
  readonly #root: V;
  readonly #reader: ValueReader<V>;
  #stepsLeft: number;

  constructor(root: V, reader: ValueReader<V>, steps: number) {
    this.#root = root;
    this.#reader = reader;
    this.#stepsLeft = steps;
  }

  /**
   * Returns the places that a query selects from a value: those of a level before those below, as the library does. For the first place only,
   * one with all below it before the next one, and none twice.
   */
  *placesAt({ segments }: InnerQuery | Query, from: V, isFirst = false): Generator<Place<V>> {
    const open: Place<V>[] = [{ value: from, owner: undefined, step: '', at: 0 }];
    const seen = segments.map(() => new Set<V>());
    for (let next = 0; next < open.length;) {
      const place = isFirst ? open.pop() : open[next++];
      if (place === undefined) return;
      this.#count();
      const segment = segments[place.at];
      if (segment === undefined) {
        yield place;
        continue;
      }
      if (isFirst && seen[place.at]?.has(place.value)) continue;
      if (isFirst) seen[place.at]?.add(place.value);
      const found = this.#selected(place.value, segment.node).map((entry) => inside(place, entry, place.at + 1));
      if (segment.type === 'DescendantSegment')
        for (const entry of this.#entriesOf(place.value)) found.push(inside(place, entry, place.at));
      if (isFirst) found.reverse();
      for (const one of found) open.push(one);
    }
  }

  #selected(value: V, node: Segment['node'] | Selector): readonly Entry<V>[] {
    const { childOf, lengthOf } = this.#reader;
    const at = (step: string | number): readonly Entry<V>[] => {
      const child = childOf(value, step);
      return child === undefined ? [] : [[step, child]];
    };
    switch (node.type) {
      case 'BracketedSelection':
        return node.selectors.flatMap((selector) => this.#selected(value, selector));
      case 'WildcardSelector':
        return this.#entriesOf(value);
      case 'MemberNameShorthand':
      case 'NameSelector':
        return at(node.value);
      case 'IndexSelector':
        return at(node.value < 0 ? (lengthOf(value) ?? 0) + node.value : node.value);
      case 'SliceSelector': {
        const length = lengthOf(value) ?? 0;
        this.#count(length);
        return indicesOf(node, length).flatMap(at);
      }
      case 'FilterSelector':
        return this.#entriesOf(value).filter(([, child]) => this.#fits(child, node.value));
    }
  }

  #fits(value: V, filter: Logical): boolean {
    this.#count();
    switch (filter.type) {
      case 'LogicalNotExpr':
        return !this.#fits(value, filter.expression);
      case 'LogicalAndExpr':
        return this.#fits(value, filter.left) && this.#fits(value, filter.right);
      case 'LogicalOrExpr':
        return this.#fits(value, filter.left) || this.#fits(value, filter.right);
      case 'ComparisonExpr':
        return this.#compare(this.#comparable(value, filter.left), this.#comparable(value, filter.right), filter.op);
      case 'TestExpr':
        return filter.expression.type === 'FilterQuery'
          ? !isEmpty(this.#query(value, filter.expression))
          : this.#call(value, filter.expression) === true;
    }
  }

  #query(value: V, { value: query }: FilterQuery): Iterable<Place<V>> {
    return this.placesAt(query, query.type === 'RelQuery' ? value : this.#root);
  }

  #comparable(value: V, node: Comparable): unknown {
    switch (node.type) {
      case 'Literal':
        return node.value;
      case 'RelSingularQuery':
        return this.#onlyValue(this.placesAt(node, value));
      case 'AbsSingularQuery':
        return this.#onlyValue(this.placesAt(node, this.#root));
      case 'FunctionExpr':
        return this.#call(value, node);
    }
  }

  /** Returns the result of a function of RFC 9535; false for any other call. */
  #call(value: V, { name, arguments: given }: FunctionCall): unknown {
    const [first, second] = given;
    const takesTwo = name === 'match' || name === 'search';
    if (first === undefined || given.length !== (takesTwo ? 2 : 1)) return false;
    if (name === 'count' || name === 'value') {
      if (first.type !== 'FilterQuery') return false;
      const places = this.#query(value, first);
      return name === 'count' ? [...places].length : this.#onlyValue(places);
    }
    const text = this.#argument(value, first);
    if (name === 'length') return lengthOf(text);
    if (!takesTwo || second === undefined) return false;
    const source = this.#argument(value, second);
    if (typeof text !== 'string' || typeof source !== 'string') return false;
    const pattern = patternOf(name === 'match' ? `^(?:${source})$` : source);
    this.#count(text.length);
    return pattern?.matches(text) === true;
  }

  #argument(value: V, node: FunctionCall['arguments'][number]): unknown {
    switch (node.type) {
      case 'Literal':
        return node.value;
      case 'FilterQuery':
        return this.#onlyValue(this.#query(value, node));
      case 'FunctionExpr':
        return this.#call(value, node);
      default:
        return nothing;
    }
  }

  #compare(a: unknown, b: unknown, operator: Comparison['op']): boolean {
    switch (operator) {
      case '==':
        return this.#areEqual(a, b);
      case '!=':
        return !this.#areEqual(a, b);
      case '<':
        return isLess(a, b);
      case '>':
        return isLess(b, a);
      case '<=':
        return isLess(a, b) || this.#areEqual(a, b);
      case '>=':
        return isLess(b, a) || this.#areEqual(a, b);
    }
  }

  #areEqual(a: unknown, b: unknown): boolean {
    this.#count();
    if (a === b) return true;
    if (Array.isArray(a))
      return Array.isArray(b) && a.length === b.length && a.every((item, at) => this.#areEqual(item, b[at]));
    if (!isRecord(a) || !isRecord(b)) return false;
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && this.#areEqual(a[name], b[name]))
    );
  }

  #onlyValue(places: Iterable<Place<V>>): unknown {
    const [only, other] = places;
    return only === undefined || other !== undefined ? nothing : this.#reader.plain(only.value);
  }

  #entriesOf(value: V): readonly Entry<V>[] {
    const entries = this.#reader.entriesOf(value);
    this.#count(entries.length);
    return entries;
  }

  #count(steps = 1): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw new TooManySteps();
  }
}

function inside<V>(owner: Place<V>, [step, value]: Entry<V>, at: number): Place<V> {
  return { value, owner, step, at };
}

function isEmpty(values: Iterable<unknown>): boolean {
  for (const _ of values) return false;
  return true;
}

/** The bounds of a slice, as in section 2.3.4.2.2 of RFC 9535. */
function indicesOf({ start, end, step }: Extract<Selector, { type: 'SliceSelector' }>, length: number): number[] {
  const by = step ?? 1;
  if (by === 0) return [];
  const normal = (index: number): number => (index >= 0 ? index : length + index);
  const within = (index: number, least: number, most: number): number => Math.min(Math.max(index, least), most);
  const indices: number[] = [];
  if (by > 0) {
    const last = within(normal(end ?? length), 0, length);
    for (let at = within(normal(start ?? 0), 0, length); at < last; at += by) indices.push(at);
  } else {
    const last = end === null ? -1 : within(normal(end), -1, length - 1);
    for (let at = within(start === null ? length - 1 : normal(start), -1, length - 1); at > last; at += by)
      indices.push(at);
  }
  return indices;
}

function lengthOf(value: unknown): unknown {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : nothing;
}

/** Texts are ordered by their code points. */
function isLess(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const [those, these] = [[...a], [...b]];
  const at = those.findIndex((character, index) => character !== these[index]);
  if (at < 0) return those.length < these.length;
  return (those[at]?.codePointAt(0) ?? 0) < (these[at]?.codePointAt(0) ?? -1);
}
