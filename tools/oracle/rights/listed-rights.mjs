// The derived rights that stay different from what a server needs, each with its reason: `test/oracle/rights.json`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../../test/oracle/rights.json');

/** Returns the entries. */
export async function readListedRights() {
  return JSON.parse(await readFile(file, 'utf8')).differences;
}

/**
 * Returns what finds the entry of a row. Of rights that are too many, each must be in the list.
 * @param {string} server
 */
export async function listedRights(server) {
  const entries = await readListedRights();
  return (row) =>
    entries.find(
      (entry) =>
        entry.verdict === row.verdict &&
        holds(entry.server, server) &&
        holds(entry.operation, row.operation ?? row.id) &&
        holds(entry.form, row.form) &&
        row.needless.every((name) => holds(entry.needless, name)),
    );
}

const holds = (values, value) => values === undefined || values.includes(value);
