// What the stories of all areas are made of: requests, values of each JSON type, and lots of cases on one index.
// Paths, bodies and header fields may hold `{{repo}}`, the folder of the node for repositories, and `{{id}}` and `{{encoded}}`, members of
// the latest response of the story that has them, which is the latest API key.

/** @typedef {import('../random.mjs').Random} Random */
/** A body: an object is sent as JSON, a string as it is, a list as lines of NDJSON. @typedef {object | string | (object | string)[]} Body */
/** @typedef {{ method: string, path: string, body?: Body, headers?: Record<string, string> }} Step */
/** @typedef {{ name: string, steps: Step[] }} Story */
/** @typedef {{ area: string, stories: (random: Random) => Story[] }} Area */

/** @param {string} method @returns {(path: string, body?: Body, headers?: Record<string, string>) => Step} */
const request = (method) => (path, body, headers) => ({
  method,
  path,
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});

export const get = request('GET');
export const put = request('PUT');
export const post = request('POST');
export const del = request('DELETE');
export const head = request('HEAD');
export const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {Body} */ body) =>
  request(method)(path, body);

/** @param {string} name @param {...(Step | Step[])} steps @returns {Story} */
export const story = (name, ...steps) => ({ name, steps: steps.flat() });

/** One value of each JSON type, for members that take another. @type {readonly unknown[]} */
export const oneOfEachType = ['text', '', 7, -1, 1.5, true, null, [], ['a', 'b'], [1], {}, { a: 'b' }];

/** Bodies that are not the object that an operation expects. @type {readonly string[]} */
export const brokenBodies = [
  '{',
  '{"a":',
  '{"a":1,}',
  '{a: 1}',
  "{'a': 1}",
  '[]',
  '"text"',
  '1',
  'null',
  'nonsense',
  '{} {}',
  ' ',
];

/** One shard and no replica: what nearly every index of a story has. */
export const oneShard = { number_of_shards: 1, number_of_replicas: 0 };

/**
 * Returns the request that creates a small index.
 * @param {string} index
 * @param {object} [properties] its mapped fields
 * @param {object} [more] further members of the body
 */
export const createIndex = (index, properties, more = {}) =>
  put(`/${index}`, {
    settings: oneShard,
    ...(properties === undefined ? {} : { mappings: { properties } }),
    ...more,
  });

/**
 * Divides cases into lists of at most `size`.
 * @template T
 * @param {readonly T[]} list
 * @param {number} size
 * @returns {T[][]}
 */
export function lots(list, size) {
  const parts = [];
  for (let start = 0; start < list.length; start += size) parts.push(list.slice(start, start + size));
  return parts;
}

/**
 * Returns stories that play many steps, `size` in each story, after what `before` prepares and before what `after` reads.
 * @param {string} name
 * @param {{ before?: Step[], after?: Step[], size?: number }} around
 * @param {readonly (Step | Step[])[]} steps
 * @returns {Story[]}
 */
export const inLots = (name, { before = [], after = [], size = 25 }, steps) =>
  lots(steps, size).map((part, index) => story(`${name} ${index + 1}`, before, part.flat(), after));

/** @param {string} text */
export const encoded = (text) => encodeURIComponent(text);

/** Times as servers read them, in every unit, and what they refuse. */
export const times = {
  valid: ['1nanos', '5micros', '10ms', '30s', '2m', '1h', '1d', ' 1m ', '10MS', '30S', '1H', '0', '-1', 0, -1],
  invalid: ['', '1', '10', 5, '1w', '1y', '1M', '1.5s', '-5s', 's', 'one', '1 minute', '1sec', '1e3s', true, [], {}],
};

/** Sizes as servers read them, in every unit, and what they refuse. */
export const sizes = {
  valid: ['1b', '512kb', '5mb', '1gb', '1tb', '1pb', '10MB', '10Mb', '10m', '1g', '100k', '1.5mb', ' 5mb ', '0', '-1'],
  invalid: ['', '10', 10, '5 megabytes', '1eb', 'mb', '-5mb', '1,5mb', 'many', true, {}, '9999999999pb'],
};

/** Flags as servers read them, and what they refuse. */
export const flags = { valid: [true, false, 'true', 'false'], invalid: ['yes', 'TRUE', 1, 0, '', 'on', [], {}] };

/**
 * Returns some of the values, other ones for each seed, where a list of all spellings serves many members.
 * @template T
 * @param {Random} random
 * @param {readonly T[]} list
 * @param {number} [most]
 * @returns {T[]}
 */
export const few = (random, list, most = 6) => (list.length <= most ? [...list] : random.shuffle(list).slice(0, most));
