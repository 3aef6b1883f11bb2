// Queries of Lucene, KQL and Painless by chance, half of them with one slip, and the product's findings next to the verdicts of a judge: a program
// that reads JSON lines with a query each and answers each with `accepted` and, where it knows it, `lucene`, the query of Lucene it becomes.
//
//   node tools/oracle/query-texts.mjs write kql 3000 1 > queries.jsonl
//   JUDGE dsl < queries.jsonl > verdicts.jsonl
//   node tools/oracle/query-texts.mjs compare queries.jsonl verdicts.jsonl [--show] [--table FILE COUNT VERSION]
import { loadEngine } from '../lib/load-engine.mjs';
import { fieldsIn, linesOf, printCounts, saidOf, show, writeQueries, writeTable } from './query-tables.mjs';
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
  writeQueries(
    count,
    () => queryOf(language, random),
    (text, context) => asked(language, text, context),
  );
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
  const rows = [];
  for (const [index, query] of lines.entries()) {
    const verdict = answers[index];
    if (verdict === undefined || verdict.accepted === null) continue;
    const language = query.language === 'query_string' ? 'lucene' : query.language;
    const found = queryLanguages[language]?.problemsIn(query.text, context) ?? [];
    const isSilent = verdict.accepted && /MatchNoDocs/.test(verdict.lucene ?? '');
    const outcome = verdict.accepted ? (isSilent ? 'silent' : 'useful') : 'refused';
    const said = saidOf(found);
    const key = `${query.slip === null ? 'whole' : 'slip'} ${outcome} ${said}`;
    rows.push({ key, query, verdict, found, outcome, said });
  }
  printCounts(rows);
  if (options.includes('--show')) show(rows);
  const table = options.indexOf('--table');
  if (table < 0) return;
  const version = options[table + 3] ?? '';
  writeTable(
    rows.map((row) => ({ ...row, version })),
    options[table + 1] ?? '',
    Number(options[table + 2]),
  );
}
