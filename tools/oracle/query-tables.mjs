// What the comparisons of queries share: lines of JSON, fields of a mapping, slips in words, and tables of verdicts.
import { readFileSync, writeFileSync } from 'node:fs';
import { randomOf } from './random.mjs';

/** @typedef {import('./random.mjs').Random} Random */

/**
 * Writes so many different queries as lines of JSON.
 * @param {number} count
 * @param {() => { text: string, slip: string | null, context?: any }} queryOf
 * @param {(text: string, context: any) => object} asked what a judge is asked
 */
export function writeQueries(count, queryOf, asked) {
  const seen = new Set();
  for (let index = 0; seen.size < count && index < count * 20; index += 1) {
    const { text, slip, context } = queryOf();
    const asks = JSON.stringify([text, context]);
    if (seen.has(asks)) continue;
    seen.add(asks);
    console.log(JSON.stringify({ ...asked(text, context), text, slip }));
  }
}

/**
 * Returns what lines of JSON hold.
 * @param {string} file
 * @returns {any[]}
 */
export function linesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * Returns the fields of a mapping by their names.
 * @param {Record<string, any>} properties
 * @param {string} prefix
 * @returns {Map<string, { name: string, type: string, isFlattened?: true }>}
 */
export function fieldsIn(properties, prefix = '') {
  const fields = new Map();
  for (const [key, { type, properties: inner, fields: others }] of Object.entries(properties)) {
    const name = prefix + key;
    if (type !== undefined) fields.set(name, { name, type, ...(type === 'flattened' && { isFlattened: true }) });
    for (const [own, field] of fieldsIn({ ...inner, ...others }, `${name}.`)) fields.set(own, field);
  }
  return fields;
}

/** What a person may leave as it is. */
const hints = new Set(['costly', 'deprecated', 'unneeded']);

/**
 * Returns what the product says of a query: that servers refuse it, something else, or nothing.
 * @param {readonly { isRefused: boolean, kind: string }[]} found
 */
export function saidOf(found) {
  if (found.some(({ isRefused }) => isRefused)) return 'error';
  return found.some(({ kind }) => !hints.has(kind)) ? 'warning' : 'nothing';
}

/**
 * Prints how often each pair of a verdict and a finding is there.
 * @param {readonly { key: string }[]} rows
 */
export function printCounts(rows) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { key } of rows) counts[key] = (counts[key] ?? 0) + 1;
  for (const key of Object.keys(counts).sort()) console.log(key.padEnd(30), counts[key]);
}

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {{ text: string, slip: string | null }} query
 * @property {any} verdict
 * @property {readonly { message: string }[]} found
 * @property {string} outcome
 * @property {string} said
 */

/**
 * Prints what disagrees, at most 40 of each kind.
 * @param {readonly Row[]} rows
 */
export function show(rows) {
  /** @type {Record<string, number>} */
  const shown = {};
  for (const { key, query, verdict, found, outcome, said } of rows) {
    const disagrees =
      outcome === 'useful' ? said !== 'nothing' : said === 'nothing' || (outcome === 'silent' && said === 'error');
    shown[key] = (shown[key] ?? 0) + (disagrees ? 1 : 0);
    if (!disagrees || shown[key] > 40) continue;
    const why =
      found.map(({ message }) => message).join(' ') || (verdict.lucene ?? verdict.cause ?? verdict.message ?? '');
    console.log(
      `${key} [${query.slip ?? ''}] ${JSON.stringify(query.text)} => ${why.replaceAll(/\s+/g, ' ').slice(0, 140)}`,
    );
  }
}

/**
 * Keeps some queries of each outcome with their verdicts.
 * @param {readonly { query: { text: string, slip: string | null, params?: readonly unknown[] }, outcome: string, version: string }[]} rows
 * @param {string} file
 * @param {number} count
 */
export function writeTable(rows, file, count) {
  const random = randomOf(7, 'table');
  const kept = ['useful', 'silent', 'refused'].flatMap((outcome) =>
    random.shuffle(rows.filter((row) => row.outcome === outcome)).slice(0, count),
  );
  const lines = kept.map(({ query, outcome, version }) =>
    JSON.stringify({
      ...{ text: query.text, slip: query.slip, outcome, version },
      ...(query.params && { params: query.params }),
    }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/**
 * Returns a word with a slip of the keyboard.
 * @param {string} word
 * @param {Random} random
 */
export function misspelt(word, random) {
  const at = random.int(1, word.length - 2);
  return random.pick([
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + word.charAt(at) + word.slice(at),
    () => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ])();
}
