// Queries by chance, typed by a mapping, and slips of one token as people make them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOf } from './query-scripts-for.mjs';
import { misspelt } from './query-tables.mjs';

/** The fields that the queries name. */
export const mapping = JSON.parse(readFileSync(join(import.meta.dirname, '../../test/queries/mapping.json'), 'utf8'));

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {{ text: string, slip: string | null, context?: string }} Written */

const texts = ['message', 'host.name', 'user.id', 'tags', 'url.path', 'labels.team'];
const numbers = ['status', 'bytes', 'duration'];
const nouns = ['error', 'timeout', 'web-1', 'reset', 'disk', 'cafe', 'login', 'a_b', 'v1.2', 'x'];

/**
 * Returns a query, with one slip in half of them.
 * @param {string} language
 * @param {Random} random
 * @returns {Written}
 */
export function queryOf(language, random) {
  if (language === 'painless') return scriptOf(random);
  const pieces = language === 'kql' ? kql(random, 2, '') : queryString(random, 2);
  if (random.chance(0.5)) return { text: joined(pieces), slip: null };
  const [slip, changed] = random.pick(language === 'kql' ? kqlSlips : luceneSlips);
  const before = joined(pieces);
  const text = changed(pieces, random);
  return { text, slip: text === before ? null : slip };
}

/** @param {readonly string[]} pieces */
const joined = (pieces) => pieces.join('');

/** @param {Random} random */
const amount = (random) => (random.chance(0.2) ? `${random.int(0, 99)}` : `${random.int(100, 599)}`);
/** @param {Random} random */
const day = (random) => `2026-0${random.int(1, 9)}-${random.int(10, 28)}`;
/** @param {Random} random */
const address = (random) => `10.0.${random.int(0, 255)}.${random.int(1, 254)}`;

/**
 * @param {Random} random
 * @param {number} depth
 * @returns {string[]}
 */
function queryString(random, depth) {
  const parts = [];
  const count = random.int(1, 3);
  for (let index = 0; index < count; index += 1) {
    if (index > 0)
      parts.push(...random.pick([[' ', 'AND', ' '], [' ', 'OR', ' '], [' ', '&&', ' '], [' ', '||', ' '], [' ']]));
    if (random.chance(0.15)) parts.push(...random.pick([['NOT', ' '], ['-'], ['+'], ['!']]));
    if (depth > 0 && random.chance(0.2)) parts.push('(', ...queryString(random, depth - 1), ')');
    else parts.push(...luceneClause(random));
    if (random.chance(0.05)) parts.push('^', '2');
  }
  return parts;
}

/**
 * @param {Random} random
 * @returns {string[]}
 */
function luceneClause(random) {
  const text = random.pick(texts);
  const noun = random.pick(nouns);
  const number = random.pick(numbers);
  return random.pick([
    () => [noun],
    () => ['"', noun, ' ', random.pick(nouns), '"'],
    () => [text, ':', noun],
    () => [text, ':', '"', noun, ' ', random.pick(nouns), '"', ...random.pick([[], ['~', '2']])],
    () => [text, ':', '(', noun, ' ', random.pick(['OR', 'AND']), ' ', random.pick(nouns), ')'],
    () => [text, ':', `${noun.slice(0, 2)}*`],
    () => [text, ':', `${noun.slice(0, 1)}?${noun.slice(2)}`],
    () => [text, ':', noun.replaceAll(/\W|_/g, ''), '~', ...random.pick([[], ['1']])],
    () => [text, ':', '/', `${noun.slice(0, 1)}[a-z]+(b|c)?`, '/'],
    () => [number, ':', amount(random)],
    () => [number, ':', random.pick(['>', '>=', '<', '<=']), amount(random)],
    () => [
      number,
      ':',
      random.pick(['[', '{']),
      '100',
      ' ',
      'TO',
      ' ',
      amount(random).padStart(3, '2'),
      random.pick([']', '}']),
    ],
    () => [number, ':', '(', amount(random), ' ', 'OR', ' ', amount(random), ')'],
    () => [number, ':', '(', '>=', '100', ' ', 'AND', ' ', '<', amount(random).padStart(3, '2'), ')'],
    () => [
      '@timestamp',
      ':',
      '[',
      `2025-0${random.int(1, 9)}-01`,
      ' ',
      'TO',
      ' ',
      random.pick([day(random), 'now', '*']),
      ']',
    ],
    () => ['@timestamp', ':', '>', 'now-1d'],
    () => ['@timestamp', ':', '"', `${day(random)}T10:00:00Z`, '"'],
    () => ['ok', ':', random.pick(['true', 'false'])],
    () => ['host.ip', ':', address(random)],
    () => ['host.ip', ':', '"', '10.0.0.0/8', '"'],
    () => ['_exists_', ':', random.pick([...texts.slice(0, 5), ...numbers])],
    () => [text, ':', '*'],
    () => ['url.path', ':', '\\/api', '\\/v1'],
  ])();
}

/**
 * @param {Random} random
 * @param {number} depth
 * @param {string} inside
 * @returns {string[]}
 */
function kql(random, depth, inside) {
  const parts = [];
  const count = random.int(1, 3);
  for (let index = 0; index < count; index += 1) {
    if (index > 0) parts.push(' ', random.pick(['and', 'or', 'AND', 'OR']), ' ');
    if (random.chance(0.15)) parts.push(random.pick(['not', 'NOT']), ' ');
    if (depth > 0 && random.chance(0.2)) parts.push('(', ...kql(random, depth - 1, inside), ')');
    else parts.push(...(inside === '' ? kqlClause(random, depth) : nestedClause(random)));
  }
  return parts;
}

/** @param {Random} random */
function nestedClause(random) {
  return random.pick([
    () => ['item', ':', ' ', random.pick(nouns)],
    () => ['count', ' ', random.pick(['>', '>=']), ' ', amount(random)],
    () => ['count', ':', ' ', amount(random)],
  ])();
}

/**
 * @param {Random} random
 * @param {number} depth
 * @returns {string[]}
 */
function kqlClause(random, depth) {
  const text = random.pick(texts);
  const noun = random.pick(nouns);
  const number = random.pick(numbers);
  const sign = random.pick([':', ': ', ' : ']);
  return random.pick([
    () => [noun],
    () => [noun, ' ', random.pick(nouns)],
    () => ['"', noun, ' ', random.pick(nouns), '"'],
    () => [text, sign, noun],
    () => [text, sign, noun, ' ', random.pick(nouns)],
    () => [text, sign, '"', noun, ' ', random.pick(nouns), '"'],
    () => [text, sign, '(', noun, ' ', random.pick(['or', 'and']), ' ', random.pick(nouns), ')'],
    () => [text, sign, `${noun.slice(0, 2)}*`],
    () => [number, sign, amount(random)],
    () => ['duration', ' ', random.pick(['<', '<=']), ' ', amount(random)],
    () => ['status', ' ', random.pick(['>', '>=']), ' ', amount(random)],
    () => ['bytes', ' ', '>=', ' ', '100', ' ', 'and', ' ', 'bytes', ' ', '<', ' ', amount(random).padStart(3, '2')],
    () => [number, sign, '(', amount(random), ' ', 'or', ' ', amount(random), ')'],
    () => [
      '@timestamp',
      ' ',
      random.pick(['>', '>=', '<']),
      ' ',
      random.pick(['now-1d', 'now/d', `"${day(random)}"`, day(random)]),
    ],
    () => ['ok', sign, random.pick(['true', 'false'])],
    () => ['host.ip', sign, '"', random.pick(['10.0.0.0/8', address(random)]), '"'],
    () => [random.pick([...texts, ...numbers]), sign, '*'],
    () => ['url.path', sign, '"', '/api/v1', '"'],
    () => (depth > 0 ? ['lines', ':', ' ', '{', ' ', ...kql(random, 0, 'lines'), ' ', '}'] : [noun]),
  ])();
}

/** @typedef {[string, (pieces: string[], random: Random) => string]} Slip */

/**
 * @param {string} name
 * @param {(piece: string) => boolean} fits
 * @param {(piece: string, random: Random) => string} changed
 * @returns {Slip}
 */
const replace = (name, fits, changed) => [
  name,
  (pieces, random) => {
    const places = pieces.flatMap((piece, at) => (fits(piece) ? [at] : []));
    if (places.length === 0) return joined(pieces);
    const place = random.pick(places);
    return joined(pieces.map((piece, at) => (at === place ? changed(piece, random) : piece)));
  },
];

const names = new Set([...texts.slice(0, 5), ...numbers, 'ok', 'host.ip', '@timestamp']);
/** @param {string} piece */
const isName = (piece) => names.has(piece) && piece.length > 3;
/** @param {string} piece */
const isBracket = (piece) => /^[()[\]{}"]$/.test(piece);
/** @param {string} piece */
const isNumber = (piece) => /^\d{2,3}$/.test(piece);
/** @param {string} piece */
const isDate = (piece) => /^"?\d{4}-\d\d-\d\d"?$|^now/.test(piece);
/** @param {string} piece */
const isColon = (piece) => /^ ?: ?$/.test(piece);
/** @param {string} piece */
const isJoint = (piece) => /^(?:and|or|not|&&|\|\|)$/i.test(piece);

/** @type {Slip[]} */
const common = [
  replace('a bracket or quote missing', isBracket, () => ''),
  replace('a bracket or quote twice', isBracket, (piece) => piece + piece),
  replace('a field misspelt', isName, misspelt),
  replace('a text for a number', isNumber, () => 'abc'),
  replace('a range with a hyphen', isNumber, () => '400-499'),
  replace('a date that is none', isDate, (piece, random) => random.pick(['yesterday', 'now-1x', '2026-13-01'])),
  replace(
    'a boolean that is none',
    (piece) => piece === 'true' || piece === 'false',
    () => 'yes',
  ),
  replace(
    'an address that is none',
    (piece) => /^10\.0\./.test(piece),
    (piece, random) => random.pick(['10.0.0', '300.0.0.1', 'localhost']),
  ),
  replace('an operator twice', isJoint, (piece) => `${piece} ${piece}`),
  ['an operator at the end', (pieces, random) => `${joined(pieces)} ${random.pick(['AND', 'OR', 'NOT', 'and'])}`],
  ['an operator at the start', (pieces, random) => `${random.pick(['AND', 'OR'])} ${joined(pieces)}`],
  replace('a colon twice', isColon, () => '::'),
  replace(
    'a value missing',
    (piece) => nouns.includes(piece) || isNumber(piece),
    () => '',
  ),
  ['a bracket behind the end', (pieces, random) => joined(pieces) + random.pick([')', ']', '}'])],
];

/** @type {Slip[]} */
const luceneSlips = [
  ...common,
  replace(
    'a lower operator',
    (piece) => /^(?:AND|OR|NOT)$/.test(piece),
    (piece) => piece.toLowerCase(),
  ),
  replace(
    'a blank behind a colon',
    (piece) => piece === '>' || piece === '>=' || piece === '<',
    (piece) => `${piece} `,
  ),
  replace(
    'a range without TO',
    (piece) => piece === 'TO',
    (piece, random) => random.pick(['', 'to', '-', ',']),
  ),
  replace(
    'bounds the wrong way round',
    (piece) => piece === '100',
    () => '900',
  ),
  replace('a sign of equality', isColon, () => ':='),
  replace(
    'slashes in a path',
    (piece) => piece === '\\/api',
    () => '/api/',
  ),
  replace(
    'an expression left open',
    (piece) => piece.includes('(b|c)'),
    (piece) => piece.replace(')', ''),
  ),
  replace(
    'a large distance',
    (piece) => piece === '~',
    () => '~7',
  ),
  replace('a wildcard in a number', isNumber, (piece) => `${piece.charAt(0)}*`),
];

/** @type {Slip[]} */
const kqlSlips = [
  ...common,
  replace('a sign of equality', isColon, (piece, random) => random.pick([' = ', ' == ', ' != '])),
  replace(
    'a sign of inequality',
    (piece) => /^[<>]=?$/.test(piece),
    (piece, random) => random.pick(['=>', '=<', '<>', '!=']),
  ),
  replace('a comparison behind a colon', isColon, (piece, random) => `: ${random.pick(['>', '>=', '<'])} `),
  replace('a range of Lucene', isNumber, (piece) => `[100 TO ${piece}]`),
  replace(
    'an operator of other languages',
    (piece) => /^(?:and|or)$/i.test(piece),
    (piece, random) => random.pick(['&&', '||', '&']),
  ),
  replace(
    'a joint missing',
    (piece) => /^(?:and|or)$/i.test(piece),
    () => '',
  ),
  replace(
    'bounds the wrong way round',
    (piece) => piece === '100',
    () => '900',
  ),
  replace('a wildcard in a number', isNumber, (piece) => `${piece.charAt(0)}*`),
];
