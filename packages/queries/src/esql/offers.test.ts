import { describe, expect, it } from 'vitest';
import type { QueryContext } from '@rulebook/catalogue/query-languages';
import { offersAt } from './offers';
import { signatureAt } from './signature';

const fields = new Map(
  Object.entries({ '@timestamp': 'date', host: 'keyword', status: 'integer', message: 'text', failed: 'boolean' }).map(
    ([name, type]) => [name, { name, type }],
  ),
);
const context: QueryContext = { fieldsOf: () => ({ byName: fields, areAll: true }), indices: ['logs'] };

/** What is offered at `‸`, the first ones first. */
function offered(query: string): readonly string[] {
  const found = offersAt(query.replace('‸', ''), query.indexOf('‸'), context)?.offers ?? [];
  return [...found]
    .map((offer, index) => ({ offer, index }))
    .sort((a, b) => (a.offer.rank ?? 0) - (b.offer.rank ?? 0) || a.index - b.index)
    .map(({ offer: { label } }) => label);
}

describe('what is offered first', () => {
  it.each<[string, readonly string[]]>([
    ['‸', ['FROM', 'ROW', 'SHOW']],
    ['FROM ‸', ['logs']],
    ['FROM logs ‸', ['|', 'METADATA']],
    ['FROM logs METADATA _id ‸', ['|']],
    ['FROM logs | ‸', ['WHERE', 'EVAL', 'STATS', 'SORT', 'LIMIT', 'KEEP', 'DROP', 'RENAME']],
    ['FROM logs | LIMIT ‸', ['10', '100', '1000']],
    ['FROM logs | LIMIT 10 ‸', ['|']],
    ['FROM logs | WHERE ‸', ['@timestamp', 'host', 'status', 'message', 'failed', 'NOT']],
    ['FROM logs | WHERE status ‸', ['==', '!=', '<', '<=', '>', '>=', 'IN']],
    ['FROM logs | WHERE host ‸', ['==', '!=', ':', '<', '<=', '>', '>=', 'LIKE', 'RLIKE', 'IN']],
    ['FROM logs | WHERE failed ‸', ['AND', 'OR', '==', '!=']],
    ['FROM logs | WHERE host == ‸', ['"…"', 'message', '@timestamp']],
    ['FROM logs | WHERE failed == ‸', ['true', 'false']],
    ['FROM logs | WHERE @timestamp > ‸', ['NOW()', 'NOW() - 1 hour', 'NOW() - 1 day']],
    ['FROM logs | WHERE @timestamp > NOW() - ‸', ['1 hour', '1 day']],
    ['FROM logs | WHERE @timestamp > NOW() - 1 ‸', ['day', 'hour']],
    ['FROM logs | WHERE @timestamp > NOW() - 7 ‸', ['days', 'hours']],
    ['FROM logs | WHERE host IN ‸', ['( … )']],
    ['FROM logs | WHERE host IN (‸', ['"…"']],
    ['FROM logs | WHERE host IN ("a") ‸', ['AND', 'OR', '|']],
    ['FROM logs | WHERE host NOT ‸', ['IN', 'LIKE', 'RLIKE']],
    ['FROM logs | WHERE host LIKE ‸', ['"…"']],
    ['FROM logs | WHERE host IS ‸', ['NULL', 'NOT NULL']],
    ['FROM logs | WHERE host IS NOT ‸', ['NULL']],
    ['FROM logs | WHERE host IS NOT NULL AND ‸', ['@timestamp', 'host']],
    ['FROM logs | WHERE (status == 1 OR host == "a") ‸', ['AND', 'OR', '|']],
    ['FROM logs | STATS ‸', ['COUNT(*)', 'AVG', 'COUNT']],
    ['FROM logs | STATS n ‸', ['=']],
    ['FROM logs | STATS n = AVG(‸', ['status']],
    ['FROM logs | STATS n = COUNT(‸', ['*']],
    ['FROM logs | STATS n = COUNT(*) ‸', ['BY', 'WHERE', '|']],
    ['FROM logs | STATS n = COUNT(*) BY ‸', ['@timestamp', 'host']],
    ['FROM logs | STATS n = COUNT(*) BY BUCKET(@timestamp, ‸', ['1 hour', '1 day']],
    ['FROM logs | STATS n = COUNT(*) BY host ‸', ['|']],
    ['FROM logs | SORT host ‸', ['DESC', 'ASC', '|']],
    ['FROM logs | SORT host DESC ‸', ['|', 'NULLS FIRST']],
    ['FROM logs | SORT host NULLS ‸', ['FIRST', 'LAST']],
    ['FROM logs | EVAL x ‸', ['=']],
    ['FROM logs | EVAL x = status ‸', ['+', '-', '*', '/', '|']],
    ['FROM logs | EVAL x = 1, y = ‸', ['@timestamp', 'host', 'status', 'message', 'failed', 'x']],
    ['FROM logs | KEEP host, ‸', ['@timestamp', 'status']],
    ['FROM logs | RENAME host ‸', ['AS']],
    ['FROM logs | RENAME host AS h ‸', ['|']],
    ['FROM logs | DISSECT message ‸', ['"%{…}"']],
    ['FROM logs | GROK message ‸', ['"%{WORD:…}"']],
    ['FROM logs | LOOKUP JOIN hosts ‸', ['ON']],
  ])('%s', (query, first) => {
    expect(offered(query).slice(0, first.length)).toEqual(first);
  });

  it.each(['FROM logs | RENAME host AS ‸', 'ROW ‸', 'FROM logs | WHERE host == "‸'])('is nothing: %s', (query) => {
    expect(offered(query)).toEqual([]);
  });

  it.each<[string, string]>([
    ['FROM logs | STATS AVG(‸', 'MAX'],
    ['FROM logs | STATS COUNT(*) BY BUCKET(‸', 'BUCKET'],
    ['FROM logs | WHERE status == ‸', 'status'],
  ])('is not what cannot be there: %s', (query, other) => {
    expect(offered(query)).not.toContain(other);
  });
});

describe('the form of a function', () => {
  it.each<[string, string | undefined]>([
    ['ROW a = ROUND(‸', 'number: number'],
    ['ROW a = ROUND(ABS(1), ‸', '[decimals: integer]'],
    ['FROM l | WHERE CIDR_MATCH(ip, "a", "b", ‸', 'blockX: text'],
    ['ROW a = NOW(‸', undefined],
    ['ROW a = (‸', undefined],
    ['ROW a = ROUND(1)‸', undefined],
  ])('%s', (query, argument) => {
    const found = signatureAt(query.replace('‸', ''), query.indexOf('‸'));
    const span = found?.parameters[found.active];
    expect(span && found.label.slice(span.start, span.end)).toBe(argument);
  });
});
