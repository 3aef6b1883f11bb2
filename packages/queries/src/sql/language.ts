import { statementsLanguage } from './statements';

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

/** SQL, as `_sql` and the plugin of OpenSearch take it. */
export const sql = statementsLanguage('sql', 'SQL', {
  commands: list('SELECT SHOW DESCRIBE'),
  keywords: list(`SELECT DISTINCT FROM WHERE GROUP BY HAVING ORDER ASC DESC LIMIT AS AND OR NOT IN IS NULL LIKE BETWEEN
    CASE WHEN THEN ELSE END INNER LEFT RIGHT JOIN ON TRUE FALSE NULLS FIRST LAST INTERVAL SHOW TABLES DESCRIBE EXISTS ESCAPE`),
  functions: list('COUNT SUM MIN MAX AVG ABS ROUND CEIL FLOOR CONCAT SUBSTRING LENGTH TRIM CAST NOW YEAR MONTH'),
  hasPipes: false,
});

/** PPL, the language with pipes of OpenSearch. */
export const ppl = statementsLanguage('ppl', 'PPL', {
  commands: list(
    'SOURCE SEARCH DESCRIBE SHOW WHERE FIELDS STATS EVAL SORT HEAD DEDUP RENAME TOP RARE PARSE GROK PATTERNS AD ML',
  ),
  keywords:
    list(`SOURCE INDEX SEARCH DESCRIBE SHOW WHERE FIELDS STATS EVAL SORT HEAD DEDUP RENAME TOP RARE PARSE GROK PATTERNS
    AD ML BY AS AND OR NOT IN LIKE IS NULL TRUE FALSE SPAN BETWEEN CASE ELSE`),
  functions: list(
    'COUNT SUM MIN MAX AVG ABS ROUND CEIL FLOOR CONCAT SUBSTRING LENGTH TRIM CAST NOW YEAR MONTH ISNULL IF',
  ),
  hasPipes: true,
});
