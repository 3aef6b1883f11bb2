// Queries of ES|QL by chance, with functions by their signatures and values by the types of a mapping, and slips of one token in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aggregationOf, bucketOf, callWithConstants, slippedParameters, withParameters } from './query-esql-calls.mjs';
import { fieldsIn, misspelt } from './query-tables.mjs';

const root = join(import.meta.dirname, '../..');

/** The fields of the indices that the queries read. */
export const mapping = JSON.parse(readFileSync(join(root, 'test/queries/esql-mapping.json'), 'utf8'));

/** @typedef {import('./random.mjs').Random} Random */

/**
 * @typedef {object} Signature
 * @property {string} name
 * @property {string} kind
 * @property {readonly [major: number, minor: number]} [since]
 * @property {string} returns
 * @property {readonly { isOptional: boolean, types?: ReadonlySet<string> }[]} args
 */

/**
 * @typedef {object} Place What is known where a command is written.
 * @property {Random} random
 * @property {readonly Signature[]} functions
 * @property {Map<string, string>} columns their types by their names
 * @property {number} named how many names were given so far
 */

/** Those whose values must be more than of a type: constants of a list, texts in a language of their own, or arguments that go together. */
const apart = new Set([
  ...['match', 'match_phrase', 'qstr', 'kql', 'knn', 'case', 'date_extract', 'date_diff', 'date_parse', 'hash'],
  ...['st_distance', 'to_aggregate_metric_double'],
]);
/** Those that return the type of their argument, but not where they are the value of another type. */
const several = new Set(['mv_slice', 'mv_zip', 'mv_pseries_weighted_sum']);

const fieldTypes = new Map(
  [...fieldsIn(mapping)].map(([name, { type }]) => [name, type === 'date' ? 'datetime' : type]),
);
const aggregations = ['count', 'avg', 'sum', 'min', 'max', 'median', 'count_distinct', 'values', 'std_dev'];
const ofNumbers = new Set(['avg', 'sum', 'median', 'std_dev']);
const numbers = ['integer', 'long', 'double'];
const valueTypes = [...numbers, 'keyword', 'boolean', 'datetime'];

/** @type {Record<string, (random: Random) => string>} */
const constants = {
  integer: (random) => `${random.int(0, 899)}`,
  long: () => '5000000000',
  double: () => '1.5',
  keyword: (random) => random.pick(['"a"', '"web-1"', '"x y"']),
  text: () => '"abc"',
  boolean: (random) => random.pick(['true', 'false']),
  datetime: (random) => random.pick(['NOW()', '"2026-01-01"']),
  ip: () => '"10.0.0.1"',
  version: () => 'TO_VERSION("1.2.3")',
  date_period: () => '1 day',
  time_duration: () => '2 hours',
  unsigned_long: () => 'TO_UNSIGNED_LONG(5)',
  geo_point: () => 'TO_GEOPOINT("POINT(1 2)")',
  date_nanos: () => 'TO_DATE_NANOS("2026-01-01")',
};

/**
 * Returns the functions that queries by chance can have in all versions that are asked.
 * @param {ReadonlyMap<string, Signature>} byName
 */
export function usableOf(byName) {
  return [...new Set(byName.values())].filter(
    ({ name, kind, since, args }) =>
      kind === 'scalar' &&
      (since === undefined || since[0] === 8) &&
      !apart.has(name) &&
      args.every(({ types }) => types !== undefined),
  );
}

/**
 * Returns a query, with one slip in half of them.
 * @param {readonly Signature[]} functions
 * @param {Random} random
 * @returns {{ text: string, slip: string | null, context?: unknown[] }}
 */
export function queryOf(functions, random) {
  const { text, params } = withParameters(wholeQuery(functions, random), random);
  if (random.chance(0.5)) return { text, slip: null, ...(params && { context: params }) };
  if (params !== undefined && random.chance(0.6)) {
    const { slip, text: changed, params: others } = slippedParameters(text, params, random);
    return { text: changed, slip, context: others };
  }
  const { slip, changed } = slipped(text, random);
  return { text: changed, slip: changed === text ? null : slip, ...(params && { context: params }) };
}

/**
 * @param {readonly Signature[]} functions
 * @param {Random} random
 */
function wholeQuery(functions, random) {
  /** @type {Place} */
  const place = { random, functions, columns: new Map(fieldTypes), named: 0 };
  const commands = [source(place)];
  const count = random.int(1, 4);
  for (let index = 0; index < count && place.columns.size > 0; index += 1) {
    const command = chosen(random)(place);
    if (command !== undefined) commands.push(command);
  }
  if (random.chance(0.5)) commands.push(`LIMIT ${random.int(0, 499)}`);
  return commands.join(' | ');
}

/** @param {Place} place */
function source(place) {
  const { random } = place;
  if (random.chance(0.08)) {
    place.columns = new Map([
      ['a', 'integer'],
      ['b', 'keyword'],
      ['c', 'double'],
    ]);
    return 'ROW a = 1, b = "x", c = 1.5';
  }
  const from = `FROM ${random.pick(['logs', 'logs-*', 'logs'])}`;
  if (!random.chance(0.15)) return from;
  const name = random.pick(['_id', '_id', '_index', '_version', '_score']);
  place.columns.set(name, name === '_version' ? 'long' : name === '_score' ? 'double' : 'keyword');
  return `${from} METADATA ${name}`;
}

/**
 * Returns what writes a command, the frequent ones more often.
 * @param {Random} random
 * @returns {(place: Place) => string | undefined}
 */
function chosen(random) {
  const at = random.int(0, 99);
  const [, write] = shares.find(([to]) => at < to) ?? [100, where];
  return write;
}

/** @param {Place} place */
const where = (place) => `WHERE ${condition(place, 0)}`;

/** A column that is set is not named any more: a function with several types may have given it another one. @param {Place} place */
function evaluate(place) {
  const { random, columns } = place;
  const type = random.pick(valueTypes);
  const name = random.chance(0.8) ? newName(place, 'v') : random.pick([...columns.keys()]);
  const value = expression(place, type, 0);
  columns.delete(name);
  return `EVAL ${name} = ${value}`;
}

/** @param {Place} place */
function stats(place) {
  const { random, columns } = place;
  const known = new Map();
  const values = [];
  for (let left = random.int(1, 2); left > 0; left -= 1) {
    const number = random.chance(0.2) ? columnOf(place, random.pick(numbers)) : undefined;
    if (number !== undefined) {
      values.push(`${newName(place, 's')} = ${aggregationOf(random, number)}`);
      continue;
    }
    const aggregation = random.pick(aggregations);
    const column = ofNumbers.has(aggregation)
      ? columnOf(place, random.pick(numbers))
      : aggregation === 'count'
        ? '*'
        : plainColumn(place);
    if (column === undefined) continue;
    const name = newName(place, 's');
    const filter = random.chance(0.15) ? ` WHERE ${condition(place, 2)}` : '';
    values.push(`${name} = ${aggregation.toUpperCase()}(${column})${filter}`);
    if (aggregation.startsWith('count')) known.set(name, 'long');
    else if (ofNumbers.has(aggregation) && aggregation !== 'sum') known.set(name, 'double');
  }
  if (values.length === 0) return undefined;
  const timed = random.chance(0.2) ? columnOf(place, random.pick(['datetime', 'integer'])) : undefined;
  if (timed !== undefined) {
    const name = newName(place, 'b');
    const isTime = columns.get(timed) === 'datetime';
    known.set(name, isTime ? 'datetime' : 'double');
    place.columns = known;
    return `STATS ${values.join(', ')} BY ${name} = ${bucketOf(random, timed, isTime)}`;
  }
  const group = random.chance(0.7) ? plainColumn(place) : undefined;
  if (group !== undefined) known.set(group, columns.get(group));
  place.columns = known;
  return `STATS ${values.join(', ')}${group === undefined ? '' : ` BY ${group}`}`;
}

/** @param {Place} place */
function keep(place) {
  const names = [...place.columns.keys()];
  const kept = [...new Set([place.random.pick(names), place.random.pick(names)])];
  place.columns = new Map([...place.columns].filter(([name]) => kept.includes(name)));
  return `KEEP ${kept.join(', ')}`;
}

/** @param {Place} place */
function drop({ random, columns }) {
  if (columns.size === 1) return undefined;
  const name = random.pick([...columns.keys()]);
  columns.delete(name);
  return `DROP ${name}`;
}

/** @param {Place} place */
function rename(place) {
  const { random, columns } = place;
  const [name, type] = random.pick([...columns]);
  const other = newName(place, 'r');
  columns.delete(name);
  columns.set(other, type);
  return `RENAME ${name} AS ${other}`;
}

/** @param {Place} place */
function sort(place) {
  const name = plainColumn(place);
  return name && `SORT ${name}${place.random.pick(['', ' DESC', ' ASC NULLS LAST'])}`;
}

/** @param {Place} place */
function dissect(place) {
  const name = columnOf(place, 'text') ?? columnOf(place, 'keyword');
  if (name === undefined) return undefined;
  const one = newName(place, 'd');
  const other = newName(place, 'd');
  place.columns.set(one, 'keyword').set(other, 'keyword');
  return `DISSECT ${name} "%{${one}} %{${other}}"`;
}

/** @param {Place} place */
function expand(place) {
  const name = columnOf(place, 'keyword');
  return name && `MV_EXPAND ${name}`;
}

/** A search comes in front of what changes the documents. @param {Place} place */
function search(place) {
  const name = place.named === 0 ? columnOf(place, 'text') : undefined;
  if (name === undefined) return undefined;
  return place.random.pick([`WHERE MATCH(${name}, "error")`, `WHERE ${name} : "error"`]);
}

/** @param {Place} place */
function grok(place) {
  const name = columnOf(place, 'text') ?? columnOf(place, 'keyword');
  if (name === undefined) return undefined;
  const one = newName(place, 'g');
  const other = newName(place, 'g');
  place.columns.set(one, 'keyword').set(other, 'integer');
  return `GROK ${name} "%{${place.random.pick(['WORD', 'IP', 'NOTSPACE'])}:${one}} %{INT:${other}:int}"`;
}

/** Each with the percentage up to which it is chosen. @type {readonly (readonly [number, (place: Place) => string | undefined])[]} */
const shares = [
  [25, where],
  [45, evaluate],
  [60, stats],
  [70, keep],
  [77, drop],
  [85, rename],
  [92, sort],
  [94, dissect],
  [96, grok],
  [98, search],
  [100, expand],
];

/** @param {Place} place @param {string} letter */
function newName(place, letter) {
  place.named += 1;
  return `${letter}${place.named - 1}`;
}

/** @param {Place} place @param {string} type */
function columnOf({ random, columns }, type) {
  const names = [...columns].flatMap(([name, own]) => (own === type ? [name] : []));
  return names.length === 0 ? undefined : random.pick(names);
}

/** Returns a column by whose values rows can be sorted and grouped. @param {Place} place */
function plainColumn({ random, columns }) {
  const names = [...columns].flatMap(([name, type]) => (type === 'geo_point' ? [] : [name]));
  return names.length === 0 ? undefined : random.pick(names);
}

/**
 * Returns an expression of a type.
 * @param {Place} place
 * @param {string} type
 * @param {number} depth
 * @returns {string}
 */
function expression(place, type, depth) {
  const { random } = place;
  const part = random.int(0, 99);
  const write = (/** @type {string} */ other) => expression(place, other, depth + 2);
  const withConstants = depth < 3 && part < 12;
  const call = withConstants
    ? callWithConstants(type, random, write, () => condition(place, 2))
    : depth < 3 && part < 35
      ? callOf(place, type, depth)
      : undefined;
  if (call !== undefined) return call;
  if (depth < 3 && part < 50 && numbers.includes(type)) {
    const one = expression(place, type, depth + 1);
    return `${one} ${random.pick(['+', '-', '*'])} ${expression(place, type, depth + 1)}`;
  }
  const column = columnOf(place, type);
  if (column !== undefined && part < 90) return column;
  return constants[type]?.(random) ?? column ?? 'null';
}

/**
 * Returns a call of a function that returns a type.
 * @param {Place} place
 * @param {string} type
 * @param {number} depth
 */
function callOf(place, type, depth) {
  const { random, functions } = place;
  const fitting = functions.filter(
    ({ name, returns, args }) =>
      returns === type || (returns === '=' && !several.has(name) && args[0]?.types?.has(type)),
  );
  if (fitting.length === 0) return undefined;
  const { name, returns, args } = random.pick(fitting);
  const isSame = returns === '=';
  const values = [];
  for (const [at, { isOptional, types }] of args.entries()) {
    // An optional argument is written only where another one behind it is needed.
    if (isOptional && args.slice(at + 1).every((one) => one.isOptional)) break;
    const possible = [...(types ?? [])].filter((one) => one in constants || columnOf(place, one) !== undefined);
    if (possible.length === 0) return undefined;
    const hasType = isSame && (at === 0 || (name !== 'round' && types?.has(type)));
    values.push(expression(place, hasType ? type : random.pick(possible), depth + 2));
  }
  return `${name.toUpperCase()}(${values.join(', ')})`;
}

/**
 * @param {Place} place
 * @param {number} depth
 * @returns {string}
 */
function condition(place, depth) {
  const { random } = place;
  const part = random.int(0, 99);
  if (depth < 2 && part < 25)
    return `${condition(place, depth + 1)} ${random.pick(['AND', 'OR'])} ${condition(place, depth + 1)}`;
  if (depth < 2 && part < 32) return `NOT (${condition(place, depth + 1)})`;
  const [name, type] = random.pick([...place.columns]);
  const constant = constants[type];
  if (part < 42) return `${name} IS ${random.pick(['', 'NOT '])}NULL`;
  if (type === 'geo_point' || constant === undefined) return `${name} IS NOT NULL`;
  if ((type === 'keyword' || type === 'text') && part < 60)
    return `${name} ${random.pick(['LIKE', 'RLIKE', 'NOT LIKE'])} ${random.pick(['"a*"', '"web.*"', '"x"'])}`;
  if (type === 'boolean') return part < 70 ? name : `${name} == ${constant(random)}`;
  if (part < 72) return `${name} IN (${constant(random)}, ${constant(random)})`;
  return `${name} ${random.pick(['==', '!=', '>', '<', '>=', '<='])} ${expression(place, type, 1)}`;
}

/**
 * Returns a query with one of its tokens changed.
 * @param {string} text
 * @param {Random} random
 */
function slipped(text, random) {
  const token = random.pick([...text.matchAll(/"[^"]*"|[A-Za-z_@][\w.@]*|\d+(?:\.\d+)?|==|!=|<=|>=|[^\s\w]/g)]);
  const [word] = token;
  const { slip, now } = changedWord(word, random);
  return { slip, changed: text.slice(0, token.index) + now + text.slice(token.index + word.length) };
}

/**
 * @param {string} word
 * @param {Random} random
 */
function changedWord(word, random) {
  if (/^[A-Za-z_@]/.test(word) && word.length > 2) {
    if (random.chance(0.8)) return { slip: 'a word misspelt', now: misspelt(word, random) };
    return { slip: 'another word', now: random.pick(['status', 'message', 'ok', 'host.name', 'duration']) };
  }
  if (word === '==') return { slip: 'another operator', now: random.pick(['=', '<>', '===', '=']) };
  if (word === '|') return { slip: 'another pipe', now: random.pick(['', '||', ',']) };
  if (word.startsWith('"'))
    return {
      slip: 'another text',
      now: random.pick([word.slice(0, -1), `'${word.slice(1, -1)}'`, '5', 'true']),
    };
  if (/^\d/.test(word)) return { slip: 'another number', now: random.pick([`"${word}"`, 'true', `${word}x`]) };
  if (random.chance(0.5)) return { slip: 'a sign missing', now: '' };
  return { slip: 'a sign too many', now: random.pick([word + word, '&&', ';', '"']) };
}
