// Queries of ES|QL by chance, half of them with one slip, and the product's findings next to the verdicts of judges: programs, one a version, that
// read JSON lines with a query and the mappings of its indices each, and answer each with `accepted` and, where it is refused, `message`.
//
//   node tools/oracle/query-esql.mjs write 3000 1 > queries.jsonl
//   JUDGE < queries.jsonl > verdicts.jsonl
//   node tools/oracle/query-esql.mjs compare queries.jsonl VERSION verdicts.jsonl [VERSION verdicts.jsonl] [--show] [--table FILE COUNT]
import { parseArgs } from 'node:util';
import { loadEngine } from '../lib/load-engine.mjs';
import { mapping, queryOf, usableOf } from './query-esql-for.mjs';
import { fieldsIn, linesOf, printCounts, saidOf, show, writeQueries, writeTable } from './query-tables.mjs';
import { randomOf } from './random.mjs';

/** The indices that the queries may name; another one is refused. */
const indices = ['logs', 'logs-*'];

const [command, ...rest] = process.argv.slice(2);
if (command === 'write') await write(Number(rest[0] ?? 3000), Number(rest[1] ?? 1));
else if (command === 'compare') await compare(rest);
else throw new Error('usage: query-esql.mjs write COUNT [SEED] | compare QUERIES VERSION VERDICTS');

/**
 * Writes so many queries as lines of JSON.
 * @param {number} count
 * @param {number} seed
 */
async function write(count, seed) {
  const { functionsByName } = await loadEngine('packages/queries/src/esql/functions');
  const functions = usableOf(functionsByName());
  const random = randomOf(seed, 'esql');
  const mappings = Object.fromEntries(indices.map((index) => [index, { properties: mapping }]));
  writeQueries(
    count,
    () => queryOf(functions, random),
    (query, params) => ({ language: 'esql', mappings, query, ...(params !== undefined && { params }) }),
  );
}

/**
 * Compares the findings with the verdicts of each version, and prints the counts.
 * @param {string[]} options
 */
async function compare(options) {
  const table = options.indexOf('--table');
  const [file, count] = table < 0 ? [] : options.splice(table, 3).slice(1);
  const { values, positionals } = parseArgs({
    args: options,
    options: { show: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { queryLanguages } = await loadEngine('packages/queries/src/index');
  const queries = linesOf(positionals.shift() ?? '');
  const all = [];
  while (positionals.length > 1) {
    const version = positionals.shift() ?? '';
    const rows = rowsOf(queryLanguages.esql, queries, version, linesOf(positionals.shift() ?? ''));
    console.log(version);
    const judged = rows.filter((row) => row !== undefined);
    printCounts(judged);
    if (values.show) show(judged);
    all.push(rows);
  }
  if (file !== undefined) writeTable(withAllVersions(all), file, Number(count));
}

/**
 * Returns each query with its verdict and with what the product finds, and nothing for one that the judge cannot say.
 * @param {any} esql
 * @param {readonly { text: string, slip: string | null, params?: readonly unknown[] }[]} queries
 * @param {string} version
 * @param {readonly any[]} verdicts
 */
function rowsOf(esql, queries, version, verdicts) {
  const fields = { byName: fieldsIn(mapping), areAll: true };
  const context = {
    product: 'elasticsearch',
    version: version.split('.').slice(0, 2).map(Number),
    fieldsOf: (/** @type {readonly string[]} */ names = indices) =>
      names.every((name) => indices.includes(name)) ? fields : undefined,
    indices,
  };
  return queries.map((query, at) => {
    const verdict = verdicts[at];
    if (verdict === undefined || verdict.accepted === null) return undefined;
    const found = [
      ...esql.problemsIn(query.text, { ...context, params: valuesOf(query.params ?? []) }),
      ...unlisted(esql, query.text),
    ];
    const outcome = verdict.accepted ? 'useful' : outcomeOfRefused(verdict);
    const said = saidOf(found);
    const key = `${query.slip === null ? 'whole' : 'slip'} ${outcome} ${said}`;
    return { key, query, verdict, found, outcome, said, version };
  });
}

/**
 * Returns the values of parameters, with their names.
 * @param {readonly unknown[]} params
 */
function valuesOf(params) {
  return params.map((param) => {
    const [named, ...others] =
      typeof param === 'object' && param !== null && !Array.isArray(param) ? Object.entries(param) : [];
    return named !== undefined && others.length === 0 ? { name: named[0], value: named[1] } : { value: param };
  });
}

/**
 * Returns what `unknown-name` finds in a query to an endpoint that has listed its indices.
 * @param {any} esql
 * @param {string} text
 */
function unlisted(esql, text) {
  return esql
    .indicesIn(text)
    .filter((/** @type {{ text: string }} */ index) => !indices.includes(index.text))
    .map((/** @type {{ text: string }} */ index) => ({
      kind: 'unknown-name',
      message: `The endpoint has no index \`${index.text}\`.`,
      isRefused: true,
    }));
}

/**
 * Says apart what names an index that is not there: a query alone does not know which there are.
 * @param {{ message?: string }} verdict
 */
function outcomeOfRefused({ message }) {
  const [, name] = /Unknown index \[(.*)\]/.exec(message ?? '') ?? [];
  return name === undefined ? 'refused' : name.includes('*') ? 'no pattern' : 'no index';
}

/**
 * Returns one row for a query of which all versions say the same.
 * @template {{ outcome: string, version: string }} T
 * @param {readonly (readonly (T | undefined)[])[]} byVersion the rows of each version, at the places of their queries
 * @returns {T[]}
 */
function withAllVersions(byVersion) {
  const [first = [], ...others] = byVersion;
  return first.flatMap((row, at) => {
    const own = [row, ...others.map((rows) => rows[at])].filter((one) => one !== undefined);
    const isOne = own.length === byVersion.length && own.every(({ outcome }) => outcome === row?.outcome);
    return row !== undefined && isOne ? [{ ...row, version: own.map(({ version }) => version).join(', ') }] : own;
  });
}
