/** The units of time literals, and the type that a literal with one has. */
export const units: ReadonlyMap<string, string> = new Map(
  (
    [
      ['time_duration', 'millisecond milliseconds ms second seconds sec s minute minutes min m hour hours h'],
      ['date_period', 'day days d week weeks w month months mo quarter quarters q year years yr y'],
    ] as const
  ).flatMap(([type, words]) => words.split(' ').map((word) => [word, type] as const)),
);

/** The names behind `::`, and what they are called. */
export const typeNames: ReadonlyMap<string, string> = new Map([
  ...'aggregate_metric_double boolean cartesian_point cartesian_shape date_nanos date_period date_range dense_vector double exponential_histogram geo_point geo_shape geohash geohex geotile integer ip keyword long tdigest text time_duration unsigned_long version histogram'
    .split(' ')
    .map((name) => [name, name] as const),
  ...([
    ['bool', 'boolean'],
    ['date', 'datetime'],
    ['datetime', 'datetime'],
    ['int', 'integer'],
    ['string', 'keyword'],
    ['float', 'double'],
    ['half_float', 'double'],
    ['scaled_float', 'double'],
    ['short', 'integer'],
    ['byte', 'integer'],
    ['null', 'null'],
    ['dateperiod', 'date_period'],
    ['timeduration', 'time_duration'],
    ['dt', 'datetime'],
    ['ul', 'unsigned_long'],
    ['ulong', 'unsigned_long'],
    ['ver', 'version'],
    ['dbl', 'double'],
    ['str', 'keyword'],
    ['counter_integer', 'counter_integer'],
    ['counter_long', 'counter_long'],
    ['counter_double', 'counter_double'],
    ['unsupported', 'unsupported'],
    ['object', 'object'],
    ['flattened', 'flattened'],
  ] as const),
]);

/** The types of mappings, and what columns of them are. A type that is not here is not judged. */
const ofMappings: ReadonlyMap<string, string> = new Map([
  ...'boolean date_nanos double ip keyword long text version integer geo_point geo_shape unsigned_long'
    .split(' ')
    .map((name) => [name, name] as const),
  ['date', 'datetime'],
  ['float', 'double'],
  ['half_float', 'double'],
  ['scaled_float', 'double'],
  ['short', 'integer'],
  ['byte', 'integer'],
  ['constant_keyword', 'keyword'],
  ['wildcard', 'keyword'],
  ['match_only_text', 'text'],
  ['point', 'cartesian_point'],
  ['shape', 'cartesian_shape'],
]);

/** Returns the type of a column by the type that its field has in the mapping; undefined where it is not judged. */
export function columnType(mapped: string | undefined): string | undefined {
  return mapped === undefined ? undefined : ofMappings.get(mapped);
}

const numbers = new Set(['integer', 'long', 'double', 'unsigned_long']);

export function isNumber(type: string): boolean {
  return numbers.has(type);
}

export function isText(type: string): boolean {
  return type === 'keyword' || type === 'text';
}

export function isTime(type: string): boolean {
  return type === 'datetime' || type === 'date_nanos';
}

export function isSpanOfTime(type: string): boolean {
  return type === 'date_period' || type === 'time_duration';
}

/** The types of which everything is known that is judged here. */
const plain = new Set(
  'boolean datetime date_nanos double ip keyword long text version integer geo_point geo_shape cartesian_point cartesian_shape date_period time_duration'.split(
    ' ',
  ),
);

/** Returns whether enough is known of a type to judge what is done with it. */
export function isPlain(type: string | undefined): type is string {
  return type !== undefined && plain.has(type);
}

/** Returns the type of a number by how it is written. */
export function numberType(written: string): string {
  if (!/^-?\d+$/.test(written)) return 'double';
  const value = BigInt(written.replace('-', ''));
  return value <= 2_147_483_647n
    ? 'integer'
    : value <= 9_223_372_036_854_775_807n
      ? 'long'
      : value <= 18_446_744_073_709_551_615n
        ? 'unsigned_long'
        : 'double';
}
