import type * as Ast from 'jsonpath-rfc9535/parser';
import parse from 'jsonpath-rfc9535/parser';
import { patternOf } from './patterns';

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
const maxSteps = 5_000_000;

/** What selecting comes to: the ways to the values, or why there are none. */
export type PathSelection =
  { readonly paths: readonly ValuePath[] } | { readonly failure: 'unreadable' | 'too many values' | 'too many steps' };

/** Returns whether the text is a JSONPath as in RFC 9535. */
export function isJsonPath(text: string): boolean {
  return queryOf(text) !== undefined;
}

/**
 * Returns the ways to the values that a JSONPath (RFC 9535) selects in a value of JSON. The library reads the path; evaluating is done here, since
 * it must be bounded, and since its functions search with expressions that anybody wrote.
 */
export function selectPaths(root: unknown, path: string, maxValues: number, steps = maxSteps): PathSelection {
  const query = queryOf(path);
  if (query === undefined) return { failure: 'unreadable' };
  try {
    const places = new Evaluation(root, steps).placesAt(query, root, maxValues);
    return { paths: places.map(pathOf) };
  } catch (error) {
    if (error instanceof TooMany) return { failure: error.what };
    // Filters in filters, and values that are compared, are nested in the same way.
    if (error instanceof RangeError) return { failure: 'too many steps' };
    throw error;
  }
}

class TooMany extends Error {
  readonly what: 'too many values' | 'too many steps';

  constructor(what: TooMany['what']) {
    super(what);
    this.what = what;
  }
}

/** Stands for a value that is not there. */
const nothing = Symbol('nothing');

/** A value with the way to it, which shares its beginning with others. */
interface Place {
  readonly value: unknown;
  readonly owner: Place | undefined;
  readonly step: string | number;
  /** The segment that is next. */
  readonly at: number;
}

function queryOf(path: string): Query | undefined {
  try {
    return parse(path);
  } catch {
    return undefined;
  }
}

function pathOf(place: Place): ValuePath {
  const path: (string | number)[] = [];
  for (let one = place; one.owner !== undefined; one = one.owner) path.push(one.step);
  return path.reverse();
}

class Evaluation {
  readonly #root: unknown;
  #stepsLeft: number;

  constructor(root: unknown, steps: number) {
    this.#root = root;
    this.#stepsLeft = steps;
  }

  /** Returns the places that a query selects from a value: those of a level before those below. */
  placesAt({ segments }: InnerQuery | Query, from: unknown, most = Infinity): readonly Place[] {
    const places: Place[] = [];
    const open: Place[] = [{ value: from, owner: undefined, step: '', at: 0 }];
    // What is opened on the way is visited, too.
    for (const place of open) {
      this.#count();
      const segment = segments[place.at];
      if (segment === undefined) {
        if (places.length >= most) throw new TooMany('too many values');
        places.push(place);
        continue;
      }
      const { node } = segment;
      for (const step of this.#selected(place.value, node)) open.push(inside(place, step, place.at + 1));
      if (segment.type !== 'DescendantSegment') continue;
      for (const step of this.#stepsInto(place.value)) open.push(inside(place, step, place.at));
    }
    return places;
  }

  #selected(value: unknown, node: Segment['node'] | Selector): readonly (string | number)[] {
    switch (node.type) {
      case 'BracketedSelection':
        return node.selectors.flatMap((selector) => this.#selected(value, selector));
      case 'WildcardSelector':
        return this.#stepsInto(value);
      case 'MemberNameShorthand':
      case 'NameSelector':
        return isRecord(value) && Object.hasOwn(value, node.value) ? [node.value] : [];
      case 'IndexSelector': {
        if (!Array.isArray(value)) return [];
        const index = node.value < 0 ? value.length + node.value : node.value;
        return index >= 0 && index < value.length ? [index] : [];
      }
      case 'SliceSelector':
        if (!Array.isArray(value)) return [];
        this.#count(value.length);
        return indicesOf(node, value.length);
      case 'FilterSelector':
        return this.#stepsInto(value).filter((step) => this.#fits(valueIn(value, step), node.value));
    }
  }

  #fits(value: unknown, filter: Logical): boolean {
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
          ? this.#query(value, filter.expression).length > 0
          : this.#call(value, filter.expression) === true;
    }
  }

  #query(value: unknown, { value: query }: FilterQuery): readonly Place[] {
    return this.placesAt(query, query.type === 'RelQuery' ? value : this.#root);
  }

  #comparable(value: unknown, node: Comparable): unknown {
    switch (node.type) {
      case 'Literal':
        return node.value;
      case 'RelSingularQuery':
        return onlyValue(this.placesAt(node, value));
      case 'AbsSingularQuery':
        return onlyValue(this.placesAt(node, this.#root));
      case 'FunctionExpr':
        return this.#call(value, node);
    }
  }

  /** Returns the result of a function of RFC 9535; false for any other call. */
  #call(value: unknown, { name, arguments: given }: FunctionCall): unknown {
    const [first, second] = given;
    const takesTwo = name === 'match' || name === 'search';
    if (first === undefined || given.length !== (takesTwo ? 2 : 1)) return false;
    if (name === 'count' || name === 'value') {
      if (first.type !== 'FilterQuery') return false;
      const places = this.#query(value, first);
      return name === 'count' ? places.length : onlyValue(places);
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

  #argument(value: unknown, node: FunctionCall['arguments'][number]): unknown {
    switch (node.type) {
      case 'Literal':
        return node.value;
      case 'FilterQuery':
        return onlyValue(this.#query(value, node));
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

  #stepsInto(value: unknown): readonly (string | number)[] {
    const steps = Array.isArray(value) ? [...value.keys()] : isRecord(value) ? Object.keys(value) : [];
    this.#count(steps.length);
    return steps;
  }

  #count(steps = 1): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw new TooMany('too many steps');
  }
}

function inside(owner: Place, step: string | number, at: number): Place {
  return { value: valueIn(owner.value, step), owner, step, at };
}

function valueIn(value: unknown, step: string | number): unknown {
  return (value as Record<string | number, unknown>)[step];
}

function onlyValue(places: readonly Place[]): unknown {
  return places.length === 1 ? places[0]?.value : nothing;
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
