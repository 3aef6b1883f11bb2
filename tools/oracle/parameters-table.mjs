// Makes descriptions/elasticsearch-parameters.json of what servers said: `node tools/oracle/parameters-table.mjs 8.19=FILE 9.5=FILE` with the files
// that `npm run oracle -- parameters --server es-… --raw FILE` has written, the oldest version first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const asked = process.argv.slice(2).map((word) => {
  const [version = '', file = ''] = word.split('=');
  return { version, rows: JSON.parse(readFileSync(file, 'utf8')) };
});
/** Names whose answers depend on another parameter, on the body, or on a part of the path, so that they say nothing of the parameter. */
const conditional = new Set([
  ...['q', 'df', 'analyzer', 'default_operator', 'analyze_wildcard', 'lenient', 'source_content_type', 'version_type'],
  ...['search_type', 'shard', 'primary', 'current_node', 'completion_fields', 'fielddata_fields', 'groups', 'level'],
  ...['include_segment_file_sizes', 'include_unloaded_segments', 'nodes', 'stats', 'start', 'status', 'cause', 'type'],
  ...['routing', 'group_by', 's', 'h', 'max_concurrent_shard_requests', 'forbid_closed_indices', 'features'],
]);
/** What the catalogue says for all operations, and of the aliases: it is not said again. */
const said = ({ path }, name) =>
  name === 'format' || (/\/_(?:alias|cat\/aliases)\b/.test(path) && (name === 'local' || name === 'master_timeout'));
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
      for (const name of namesOf(row)) if (!conditional.has(name) && !said(row, name)) known.add(name);
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
