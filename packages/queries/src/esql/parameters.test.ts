import { describe, expect, it } from 'vitest';
import type { QueryContext, QueryParam } from '@rulebook/catalogue/query-languages';
import { esql } from './language';

const types = { status: 'integer', bytes: 'long', host: 'keyword', '@timestamp': 'date' };
const byName = new Map(Object.entries(types).map(([name, type]) => [name, { name, type }]));

/** Returns each finding as its kind and the part of the query, or the value, that it is about. */
function found(
  text: string,
  params: readonly QueryParam[] | undefined,
  version: readonly [number, number] = [9, 5],
): readonly string[] {
  const context: QueryContext = {
    product: 'elasticsearch',
    ...(params && { params }),
    ...{ version, indices: [], fieldsOf: () => ({ byName, areAll: true }) },
  };
  return esql
    .problemsIn(text, context)
    .map(({ kind, span, param }) => `${kind} ${param === undefined ? text.slice(span.start, span.end) : `#${param}`}`);
}

const named = (values: Readonly<Record<string, unknown>>): readonly QueryParam[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
const bare = (...values: readonly unknown[]): readonly QueryParam[] => values.map((value) => ({ value }));

describe('parameters of a query', () => {
  it.each<readonly [string, readonly QueryParam[] | undefined]>([
    ['FROM a | WHERE status == ?x AND bytes > ?y', named({ x: 5, y: 1.5 })],
    ['FROM a | WHERE status == ? AND host == ?', bare(5, 'a')],
    ['FROM a | WHERE status == ?1 AND bytes > ?1', bare(5)],
    ['FROM a | WHERE @timestamp > ?from | LIMIT ?n', named({ from: '2026-01-01', n: 10 })],
    ['FROM a | WHERE status IN (?x)', named({ x: [1, 2] })],
    ['FROM a | WHERE ??field == 5 | KEEP ??field', named({ field: 'status' })],
    ['FROM a | STATS n = ??how(bytes)', named({ how: 'AVG' })],
    ['FROM a | EVAL ??new = 1 | KEEP fresh', named({ new: 'fresh' })],
    ['FROM a | KEEP ?some', named({ some: { pattern: 'st*' } })],
    ['FROM a | WHERE host LIKE ?like', named({ like: 'a*' })],
    // Of a value that is a variable, nothing is known.
    ['FROM a | WHERE status == ?x AND ??y == 1', [{ name: 'x' }, { name: 'y' }]],
    // Which values come with the query is not known.
    ['FROM a | WHERE status == ?x', undefined],
    ['FROM a | WHERE host == "?x" // ?y', []],
  ])('have nothing wrong: %s', (text, params) => {
    expect(found(text, params)).toEqual([]);
  });

  it.each<readonly [string, readonly QueryParam[], readonly string[]]>([
    ['FROM a | WHERE status == ?x', [], ['unknown-name ?x']],
    ['FROM a | WHERE status == ?amuont', named({ amount: 5 }), ['unknown-name amuont']],
    ['FROM a | WHERE status == ? AND bytes > ?', bare(5), ['unknown-name ?']],
    ['FROM a | WHERE status == ?2', bare(5), ['unknown-name ?2']],
    ['FROM a | WHERE status == ?x AND bytes > ?', named({ x: 5, y: 6 }), ['syntax ?']],
    ['FROM a | WHERE status == ?x', named({ x: 'five' }), ['type ?x']],
    ['FROM a | WHERE @timestamp > ?x', named({ x: 'yesterday' }), ['type ?x']],
    ['FROM a | EVAL n = LENGTH(?x)', named({ x: 5 }), ['type ?x']],
    ['FROM a | LIMIT ?x', named({ x: '5' }), ['type ?x']],
    ['FROM a | WHERE ??x == 5', named({ x: 'stauts' }), ['unknown-name ??x']],
    ['FROM a | KEEP ?x', named({ x: 'status' }), ['type ?x']],
    ['FROM a | STATS n = ??how(bytes)', named({ how: 'AVGG' }), ['unknown-name ??how']],
    ['FROM a | WHERE status == ?x', named({ x: 5, y: 6 }), ['unneeded #1']],
    ['FROM a | WHERE status == ?x', [{ name: 'x', value: 5 }, { value: 6 }], ['syntax #1']],
    ['FROM a | WHERE status == ?x', named({ x: { vlue: 5 } }), ['syntax #0']],
    ['FROM a | WHERE host LIKE ?x', named({ x: 5 }), ['type ?x']],
  ])('are judged: %s', (text, params, problems) => {
    expect(found(text, params)).toEqual(problems);
  });

  it('take lists and patterns since version 9', () => {
    expect(found('FROM a | WHERE status IN (?x)', named({ x: [1, 2] }), [8, 19])).toEqual(['version #0']);
    expect(found('FROM a | WHERE host LIKE ?x', named({ x: 'a*' }), [8, 19])).toEqual(['version ?x']);
  });
});

it.each([
  ['FROM a METADATA _di', 'unknown-name _di'],
  ['FROM a METADATA _id, _id', 'syntax _id'],
  ['FROM a | STATS x = PERCENTILE(bytes, status)', 'type status'],
  ['FROM a | STATS x = TOP(bytes, 0, "asc")', 'type 0'],
  ['FROM a | STATS x = TOP(bytes, 3, "up")', 'type "up"'],
  ['FROM a | STATS COUNT(*) BY BUCKET(@timestamp, 20)', 'type 20'],
  ['FROM a | STATS COUNT(*) BY BUCKET(@timestamp, "hour")', 'type "hour"'],
  ['FROM a | STATS COUNT(*) BY BUCKET(status, bytes)', 'type bytes'],
  ['FROM a | EVAL x = DATE_TRUNC("1 fortnight", @timestamp)', 'type "1 fortnight"'],
  ['FROM a | EVAL x = @timestamp - "1 day"', 'type "1 day"'],
  ['FROM a | EVAL x = DATE_EXTRACT("hour", @timestamp)', 'ineffective "hour"'],
  ['FROM a | EVAL x = DATE_DIFF("fortnight", @timestamp, NOW())', 'ineffective "fortnight"'],
  ['FROM a | EVAL x = SPLIT(host, ", ")', 'ineffective ", "'],
  ['FROM a | EVAL x = CASE(status > 5, "a", 1)', 'type 1'],
  ['FROM a | EVAL x = CASE(status, "a", "b")', 'type status'],
  ['FROM a | EVAL x = COALESCE(status, bytes)', 'type bytes'],
  ['FROM a | EVAL x = GREATEST(host, 1)', 'type 1'],
  ['FROM a | WHERE @timestamp > "2026-02-31"', 'type "2026-02-31"'],
  ['FROM a | SORT status | MV_EXPAND host | WHERE host == "b"', 'syntax SORT'],
  ['FROM a | LIMIT 5 | INLINE STATS n = COUNT(*)', 'syntax INLINE STATS'],
  ['FROM a | INLINESTATS n = COUNT(*)', 'deprecated INLINESTATS'],
  ['FROM a | STATS n = COUNT(*), n = MAX(status)', 'ineffective n'],
  ['FROM a | SORT status | LOOKUP JOIN users ON host | LIMIT 5', 'ineffective SORT'],
  ['FROM a | LIMIT 5 | WHERE MATCH(host, "b")', 'syntax MATCH'],
  ['FROM a | EVAL n = 1 | WHERE QSTR("b")', 'syntax QSTR'],
  ['FROM a | EVAL n = MATCH(host, "b")', 'syntax MATCH'],
  ['FROM a | DISSECT host "%{?skipped}"', 'syntax "%{?skipped}"'],
  ['FROM a | GROK host "%{WRD:b}"', 'syntax "%{WRD:b}"'],
  ['FROM a | GROK host "%{WORD:b"', ''],
  ['FROM a | WHERE host RLIKE "a["', 'syntax "a["'],
  ['FROM a | WHERE host LIKE "a\\\\b"', 'syntax "a\\\\b"'],
  ['FROM a [METADATA _id]', 'version [METADATA _id]'],
])('judges constants and the order of commands: %s', (text, problem) => {
  expect(found(text, [])).toEqual(problem === '' ? [] : [problem]);
});

it.each([
  'FROM a | SORT status | LIMIT 9 | MV_EXPAND host | WHERE host == "b"',
  'FROM a | SORT status | MV_EXPAND host | WHERE host == "b" | SORT host',
  'FROM a | SORT status | MV_EXPAND host | LIMIT 5',
  'FROM a | EVAL n = 5 | STATS COUNT(*) BY BUCKET(status, n)',
  'FROM a | EVAL x = CASE(status > 5, bytes, status < 3, 0, status) | LIMIT 5',
  'FROM a | EVAL x = COALESCE(bytes, 0), y = GREATEST(1.5, status)',
  'FROM a | STATS COUNT(*) BY BUCKET(@timestamp, 20, "2026-01-01", NOW())',
  'FROM a METADATA _id, _score, _tsid, _i*',
  'FROM a | WHERE host RLIKE "[a-z]+|b" AND host LIKE "a\\\\*"',
])('finds nothing wrong: %s', (text) => {
  expect(found(text, [])).toEqual([]);
});
