// What is known to differ on the wire, by the constructs that make it differ: `test/oracle/wire-differences.json`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../test/oracle/wire-differences.json');

/**
 * @typedef {object} Listed
 * @property {string} tool
 * @property {readonly string[]} parts the constructs that differ together
 * @property {string} [without] the one that is left out to compare the rest; the first, if none is named
 * @property {string} why
 */

/**
 * Returns the entries of a tool; those of more constructs come first.
 * @param {string} tool
 * @returns {readonly Listed[]}
 */
export function listedFor(tool) {
  /** @type {readonly Listed[]} */
  const all = JSON.parse(readFileSync(file, 'utf8')).differences;
  return all.filter((entry) => entry.tool === tool).toSorted((one, other) => other.parts.length - one.parts.length);
}
