// Makes descriptions/elasticsearch-parameters.json of what servers said: `node tools/oracle/parameters-table.mjs 8.19=FILE 9.5=FILE` with the files
// that `npm run oracle -- parameters --server es-… --raw FILE` has written, the oldest version first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const asked = process.argv.slice(2).map((word) => {
  const [version = '', file = ''] = word.split('=');
  return { version, rows: JSON.parse(readFileSync(file, 'utf8')) };
});
const keyOf = ({ method, path }) => `${method} ${path}`;

/**
 * Returns by operation and parameter the versions of which `has` holds, for those that `namesOf` returns in any version. A version without an answer
 * counts as one that takes the parameter.
 */
function tableOf(namesOf, has, isTakenUnasked) {
  const names = new Map();
  for (const { rows } of asked)
    for (const row of rows) {
      const known = names.get(keyOf(row)) ?? new Set();
      for (const name of namesOf(row)) known.add(name);
      if (known.size > 0) names.set(keyOf(row), known);
    }
  const table = {};
  for (const [key, known] of [...names].toSorted()) {
    table[key] = {};
    for (const name of [...known].toSorted())
      table[key][name] = asked
        .filter(({ rows }) => {
          const row = rows.find((one) => keyOf(one) === key);
          return row === undefined ? isTakenUnasked : has(row, name);
        })
        .map(({ version }) => version);
  }
  return table;
}

const file = join(import.meta.dirname, '../../descriptions/elasticsearch-parameters.json');
const table = {
  versions: asked.map(({ version }) => version),
  taken: tableOf(
    ({ falselyRefused }) => falselyRefused,
    ({ taken }, name) => taken.includes(name),
    true,
  ),
  refused: tableOf(
    ({ notFound }) => notFound,
    ({ taken }, name) => !taken.includes(name),
    false,
  ),
};
writeFileSync(file, `${JSON.stringify(table)}\n`);
console.log(`${Object.keys(table.taken).length} operations take more, ${Object.keys(table.refused).length} take less`);
