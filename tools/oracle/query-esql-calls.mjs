// Calls of ES|QL whose arguments are more than of a type: constants of a list, values that go together; and parameters in place of constants.

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {(type: string) => string} Write Writes an expression of a type. */

/** @type {Record<string, readonly ((random: Random, write: Write, condition: () => string) => string)[]>} */
const calls = {
  integer: [
    (random, write) =>
      `DATE_DIFF("${random.pick(['day', 'hours', 'minute', 'week'])}", ${write('datetime')}, ${write('datetime')})`,
    (_, write, condition) => `CASE(${condition()}, ${write('integer')}, ${write('integer')})`,
    (_, write) => `COALESCE(${write('integer')}, 0)`,
    (_, write) => `ROUND_TO(${write('integer')}, 0, 100, 500)`,
  ],
  long: [
    (random, write) => `DATE_EXTRACT("${random.pick(['hour_of_day', 'day_of_week', 'year'])}", ${write('datetime')})`,
    (_, write) => `COALESCE(${write('long')}, 0)`,
    (_, write) => `GREATEST(${write('long')}, ${write('integer')})`,
  ],
  double: [
    (_, write, condition) => `CASE(${condition()}, ${write('double')}, ${write('integer')})`,
    (_, write) => `LEAST(${write('double')}, ${write('long')})`,
    (_, write) => `MV_PSERIES_WEIGHTED_SUM(${write('double')}, 1.5)`,
  ],
  keyword: [
    (_, write, condition) => `CASE(${condition()}, ${write('keyword')}, ${condition()}, ${write('text')}, "other")`,
    (_, write) => `COALESCE(${write('keyword')}, "none")`,
    (_, write) => `CONCAT(${write('keyword')}, "-", ${write('text')})`,
    (_, write) => `GREATEST(${write('keyword')}, ${write('keyword')})`,
    (random, write) => `DATE_FORMAT("${random.pick(['yyyy-MM-dd', 'HH:mm', 'yyyy'])}", ${write('datetime')})`,
    (random, write) => `HASH("${random.pick(['md5', 'sha-256'])}", ${write('keyword')})`,
    (_, write) => `SPLIT(${write('keyword')}, ",")`,
    (random, write) => `MV_SORT(${write('keyword')}, "${random.pick(['asc', 'desc'])}")`,
    (_, write) => `MV_APPEND(${write('keyword')}, ${write('keyword')})`,
    (_, write) => `MV_SLICE(${write('keyword')}, 0, 1)`,
  ],
  datetime: [
    (random, write) =>
      `DATE_TRUNC(${random.pick(['1 hour', '"1 day"', '5 minutes', '1 month'])}, ${write('datetime')})`,
    (_, write) => `DATE_PARSE("yyyy-MM-dd", ${write('keyword')})`,
    (_, write) => `COALESCE(${write('datetime')}, NOW())`,
    (random, write) => `${write('datetime')} - ${random.pick(['1 day', '2 hours', '1 week'])}`,
  ],
  boolean: [
    (random, write) => `CIDR_MATCH(${write('ip')}, "${random.pick(['10.0.0.0/8', '192.168.0.0/16', '::/0'])}")`,
    (_, write, condition) => `CASE(${condition()}, ${write('boolean')}, false)`,
  ],
};

/**
 * Returns a call of a type; nothing where there is none.
 * @param {string} type
 * @param {Random} random
 * @param {Write} write
 * @param {() => string} condition
 */
export function callWithConstants(type, random, write, condition) {
  const possible = calls[type];
  return possible && random.pick(possible)(random, write, condition);
}

/**
 * Returns an aggregation of a number or a text with constants.
 * @param {Random} random
 * @param {string} column
 */
export function aggregationOf(random, column) {
  return random.pick([
    `PERCENTILE(${column}, ${random.int(1, 99)})`,
    `TOP(${column}, ${random.int(1, 9)}, "${random.pick(['asc', 'desc'])}")`,
    `COUNT_DISTINCT(${column}, 3000)`,
    `WEIGHTED_AVG(${column}, 2)`,
  ]);
}

/**
 * Returns how rows are grouped by a time or a number.
 * @param {Random} random
 * @param {string} column
 * @param {boolean} isTime
 */
export function bucketOf(random, column, isTime) {
  if (!isTime) return `BUCKET(${column}, ${random.pick(['100', '50.5'])})`;
  return random.pick([
    `BUCKET(${column}, 1 hour)`,
    `BUCKET(${column}, "1 day")`,
    `BUCKET(${column}, 20, "2026-01-01", "2026-02-01")`,
    `DATE_TRUNC(1 day, ${column})`,
  ]);
}

/**
 * Puts parameters in place of constants that are compared, and of limits.
 * @param {string} text
 * @param {Random} random
 * @returns {{ text: string, params?: unknown[] }}
 */
export function withParameters(text, random) {
  const kind = random.pick(['named', 'numbered', 'bare']);
  /** @type {unknown[]} */
  const params = [];
  const changed = text.replaceAll(
    /((?:[=!<>]=|[<>]|LIMIT) )(\d+(?:\.\d+)?|"[^"]*")(?=$| [|A)]|\))/g,
    (all, lead, constant) => {
      if (random.chance(0.3)) return all;
      const value = JSON.parse(constant);
      const name = random.pick(['value', 'from', 'amount', 'wanted']) + params.length;
      params.push(kind === 'named' ? { [name]: value } : value);
      return `${lead}?${kind === 'named' ? name : kind === 'numbered' ? params.length : ''}`;
    },
  );
  return params.length === 0 ? { text } : { text: changed, params };
}

/**
 * Returns a query with a slip in its parameters.
 * @param {string} text
 * @param {unknown[]} params
 * @param {Random} random
 */
export function slippedParameters(text, params, random) {
  const at = random.int(0, params.length - 1);
  const own = params[at];
  const isNamed = typeof own === 'object' && own !== null;
  const [name, value] = isNamed ? Object.entries(own)[0] : ['', own];
  const changed = (/** @type {unknown} */ now, key = name) =>
    params.map((one, index) => (index === at ? (isNamed ? { [key]: now } : now) : one));
  return random.pick([
    () => ({ slip: 'a value missing', text, params: params.filter((_, index) => index !== at) }),
    () => ({ slip: 'another value', text, params: changed(typeof value === 'number' ? 'x y' : 5) }),
    () => ({ slip: 'another name', text, params: changed(value, `${name}x`) }),
    () => ({ slip: 'a value too many', text, params: [...params, isNamed ? { other: 1 } : 1] }),
    () => ({ slip: 'another parameter', text: text.replace(/\?\w*/, random.pick(['?', '?9', '?nmae'])), params }),
  ])();
}
