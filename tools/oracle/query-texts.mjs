// Queries of Lucene, KQL and Painless by chance, half of them with one slip, and the product's findings next to the verdicts of a judge: a program
// that reads JSON lines with a query each and answers each with `accepted` and, where it knows it, `lucene`, the query of Lucene it becomes.
//
//   node tools/oracle/query-texts.mjs write kql 3000 1 > queries.jsonl
//   JUDGE dsl < queries.jsonl > verdicts.jsonl
//   node tools/oracle/query-texts.mjs compare queries.jsonl verdicts.jsonl [--show] [--table FILE COUNT VERSION]
import { readFileSync, writeFileSync } from 'node:fs';
import { loadEngine } from '../lib/load-engine.mjs';
import { mapping, queryOf } from './query-texts-for.mjs';
import { randomOf } from './random.mjs';

const [command, ...rest] = process.argv.slice(2);
if (command === 'write') write(rest[0] ?? 'query_string', Number(rest[1] ?? 3000), Number(rest[2] ?? 1));
else if (command === 'compare') await compare(rest[0] ?? '', rest[1] ?? '', rest.slice(2));
else throw new Error('usage: query-texts.mjs write LANGUAGE COUNT [SEED] | compare QUERIES VERDICTS');

/**
 * Writes so many queries as lines of JSON.
 * @param {string} language
 * @param {number} count
 * @param {number} seed
 */
function write(language, count, seed) {
  const random = randomOf(seed, language);
  const seen = new Set();
  for (let index = 0; seen.size < count && index < count * 20; index += 1) {
    const { text, slip, context } = queryOf(language, random);
    if (seen.has(text)) continue;
    seen.add(text);
    console.log(JSON.stringify({ ...asked(language, text, context), text, slip }));
  }
}

/**
 * Returns what the judge is asked. Without a default field, servers look in each field, and say for each that does not fit that it finds nothing.
 * @param {string} language
 * @param {string} text
 * @param {string | undefined} context
 */
function asked(language, text, context) {
  if (language === 'painless') return { language, script: text, context };
  const query = { query: text, default_field: 'message', ...(language === 'query_string' && { lenient: true }) };
  return { language, mapping: { properties: mapping }, query };
}

/** @typedef {{ language: string, text: string, slip: string | null }} Query */

/**
 * Compares the findings with the verdicts, and prints the counts.
 * @param {string} queries
 * @param {string} verdicts
 * @param {string[]} options
 */
async function compare(queries, verdicts, options) {
  const { queryLanguages } = await loadEngine('packages/queries/src/index');
  const lines = linesOf(queries);
  const answers = linesOf(verdicts);
  const fields = fieldsIn(mapping);
  const context = { product: 'elasticsearch', fieldsOf: () => ({ byName: fields, areAll: true }), indices: [] };
  /** @type {Record<string, number>} */
  const counts = {};
  const rows = [];
  for (const [index, query] of lines.entries()) {
    const verdict = answers[index];
    if (verdict === undefined || verdict.accepted === null) continue;
    const language = query.language === 'query_string' ? 'lucene' : query.language;
    const found = queryLanguages[language]?.problemsIn(query.text, context) ?? [];
    const isSilent = verdict.accepted && /MatchNoDocs/.test(verdict.lucene ?? '');
    const outcome = verdict.accepted ? (isSilent ? 'silent' : 'useful') : 'refused';
    const said = found.some(({ isRefused }) => isRefused)
      ? 'error'
      : found.some(({ kind }) => kind !== 'costly')
        ? 'warning'
        : 'nothing';
    const key = `${query.slip === null ? 'whole' : 'slip'} ${outcome} ${said}`;
    counts[key] = (counts[key] ?? 0) + 1;
    rows.push({ key, query, verdict, found, outcome, said });
  }
  for (const key of Object.keys(counts).sort()) console.log(key.padEnd(30), counts[key]);
  if (options.includes('--show')) show(rows);
  const table = options.indexOf('--table');
  if (table >= 0) writeTable(rows, options[table + 1] ?? '', Number(options[table + 2]), options[table + 3] ?? '');
}

/**
 * Prints what disagrees, at most 40 of each kind.
 * @param {{ key: string, query: Query, verdict: any, found: readonly any[], outcome: string, said: string }[]} rows
 */
function show(rows) {
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
 * @param {{ query: Query, outcome: string }[]} rows
 * @param {string} file
 * @param {number} count
 * @param {string} version
 */
function writeTable(rows, file, count, version) {
  const random = randomOf(7, 'table');
  const kept = ['useful', 'silent', 'refused'].flatMap((outcome) =>
    random.shuffle(rows.filter((row) => row.outcome === outcome)).slice(0, count),
  );
  const lines = kept.map(({ query, outcome }) =>
    JSON.stringify({ text: query.text, slip: query.slip, outcome, version }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/**
 * @param {string} file
 * @returns {any[]}
 */
function linesOf(file) {
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
function fieldsIn(properties, prefix = '') {
  const fields = new Map();
  for (const [key, { type, properties: inner }] of Object.entries(properties)) {
    const name = prefix + key;
    if (type !== undefined) fields.set(name, { name, type, ...(type === 'flattened' && { isFlattened: true }) });
    if (inner !== undefined) for (const [own, field] of fieldsIn(inner, `${name}.`)) fields.set(own, field);
  }
  return fields;
}
