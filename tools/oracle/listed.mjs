// The differences that stay, each with its reason: `test/oracle/differences.json`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usual } from './servers.mjs';

const file = join(import.meta.dirname, '../../test/oracle/differences.json');

/** What an entry may compare with a step. Texts with `*` stand for any characters there. */
const tests = {
  server: (entry, { server }) => fits(entry, server),
  area: (entry, { area }) => fits(entry, area),
  method: (entry, { method }) => fits(entry, method),
  path: (entry, { path }) => fits(entry, path),
  body: (entry, { body }) => fits(entry, body),
  kind: (entry, { difference }) => fits(entry, difference.kind),
  at: (entry, { difference }) => fits(entry, difference.at ?? ''),
  node: (entry, { difference }) => fits(entry, String(difference.node)),
  sandbox: (entry, { difference }) => fits(entry, String(difference.sandbox)),
};

/** The reasons that a difference may have. */
export const reasons = ['the document says otherwise', 'another version or module', 'not played'];

/**
 * @typedef {{ reason: string, why: string, when: Record<string, string | string[]> }} Entry
 * @returns {Promise<Entry[]>}
 */
export async function entries() {
  return JSON.parse(await readFile(file, 'utf8')).differences;
}

/**
 * Returns what finds the entry of a step, and which entries found none.
 * @param {Entry[]} [list]
 */
export async function readListed(list) {
  const differences = list ?? (await entries());
  const used = new Set();
  for (const { reason, when } of differences) {
    if (!reasons.includes(reason)) throw new Error(`Unknown reason in differences.json: ${reason}`);
    const unknown = Object.keys(when).find((name) => !(name in tests));
    if (unknown !== undefined) throw new Error(`Unknown member of \`when\` in differences.json: ${unknown}`);
  }
  return {
    find: (step) => {
      const fitsAll = ({ when }) => Object.entries(when).every(([name, value]) => tests[name](value, step));
      const entry = differences.find(fitsAll);
      if (entry !== undefined) used.add(entry);
      return entry;
    },
    // What is listed for no server in particular is about the usual one; of others, some of it does not hold.
    unused: (server = usual.name) =>
      differences.filter(
        (entry) =>
          !used.has(entry) &&
          (entry.when.server === undefined ? server === usual.name : fits(entry.when.server, server)),
      ),
  };
}

/** Whether a text is one of the forms. */
function fits(forms, text) {
  return [forms].flat().some((form) => {
    const parts = form.split('*');
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const found = index === parts.length - 1 && parts.length > 1 ? text.lastIndexOf(part) : text.indexOf(part, at);
      if (found < at || (index === 0 && found !== 0)) return false;
      at = found + part.length;
    }
    return at === text.length;
  });
}
