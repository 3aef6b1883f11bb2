import { describe, expect, it } from 'vitest';
import type { QueryContext, QueryField } from '@rulebook/catalogue/query-languages';
import { esql } from './language';

const types = {
  '@timestamp': 'date',
  message: 'text',
  status: 'integer',
  bytes: 'long',
  duration: 'double',
  ok: 'boolean',
  'host.name': 'keyword',
  'host.ip': 'ip',
  place: 'geo_point',
  labels: 'flattened',
};
const fields = new Map<string, QueryField>(Object.entries(types).map(([name, type]) => [name, { name, type }]));
const known: QueryContext = {
  product: 'elasticsearch',
  version: [9, 5],
  indices: ['logs'],
  fieldsOf: (names) => (names?.every((name) => name === 'logs') ? { byName: fields, areAll: true } : undefined),
};
const unknown: QueryContext = { indices: [], fieldsOf: () => undefined };

/** Returns each finding as its kind and the part of the query that it is about. */
function found(query: string, context = known): readonly string[] {
  return esql.problemsIn(query, context).map(({ kind, span }) => `${kind} ${query.slice(span.start, span.end)}`);
}

it.each([
  'FROM logs',
  'from logs | where ok | limit 10',
  'FROM logs, other-*, "x", -old, <logs-{now/d}>, cluster:logs METADATA _id, _score | LIMIT 5',
  'ROW a = 1, b = "x", c = """a "b" c""", d = [1, 2] | EVAL e = a * 2 + 1.5e3 - .5',
  'FROM logs // all\n| WHERE status /* here */ == 200;',
  'FROM logs | WHERE @timestamp > NOW() - 1 day AND host.ip == "10.0.0.1" AND NOT ok',
  'FROM logs | WHERE message LIKE ("a*", "b*") OR host.name RLIKE "a.*" OR status NOT IN (1, 2)',
  'FROM logs | STATS n = COUNT(*) WHERE ok, AVG(bytes) BY host.name, d = BUCKET(@timestamp, 1 hour) | SORT n DESC NULLS LAST, d',
  'FROM logs | STATS COUNT(*) | KEEP `COUNT(*)`',
  'FROM logs | DISSECT message "%{verb} %{+verb} %{?skip} %{path->}" | KEEP verb, path',
  'FROM logs | GROK message "%{IP:client} (?<rest>.*)" | KEEP client, rest',
  'FROM logs | GROK message "(?i:https?)://(?<url.host>[a-z.]+)" | KEEP url.host',
  'FROM logs | RENAME host.name AS h, b = bytes | KEEP h, b | EVAL `odd name` = b | DROP `odd name`',
  'FROM logs | ENRICH _any:policy ON host.name WITH team = name | KEEP team',
  'FROM logs | LOOKUP JOIN users ON host.name | WHERE anything == 1',
  'FROM logs | FORK (WHERE ok | LIMIT 1) (SORT bytes) | KEEP _fork',
  'FROM logs | INLINE STATS m = MAX(bytes) BY host.name | WHERE bytes == m',
  'FROM logs | WHERE status >= ?min AND host.name == ?1 | KEEP ??column',
  'FROM logs | EVAL a = status::keyword, b = CASE(ok, 1, 2), c = labels.anything',
  'FROM logs | CHANGE_POINT bytes ON @timestamp AS t, p | KEEP t, p',
  'FROM logs | MV_EXPAND host.name | SAMPLE 0.1 | URI_PARTS u = message | WHERE u.anything == 1',
  'FROM logs | EVAL a = MV_SUM(ABS("598")) + EXP("1e3"), b = LEFT(message, "2")',
  'SHOW INFO',
  'SET unmapped_fields = "nullify"; FROM logs | WHERE anything == 1',
])('finds nothing in %s', (query) => {
  expect(found(query)).toEqual([]);
});

describe('syntax', () => {
  it.each([
    ['FROM logs | WHERE status = 500', '='],
    ['FROM logs | WHERE status <> 500', '<>'],
    ['FROM logs | WHERE ok && ok', '&&'],
    ['FROM logs | WHERE !ok', '!'],
    ["FROM logs | WHERE host.name == 'a'", "'"],
    ['FROM logs | WHERE host.name == "a', '"'],
    ['FROM logs | WHERE status == 500 LIMIT 5', 'LIMIT'],
    ['FROM logs | STATS n = COUNT(*) GROUP BY host.name', 'GROUP BY'],
    ['FROM logs | STATS COUNT(*) AS n', 'AS'],
    ['FROM logs | SORT bytes DESCENDING', 'DESCENDING'],
    ['FROM logs | EVAL a = (1', '1'],
    ['FROM logs | WHERE', 'E'],
    ['FROM logs | LIMIT -1', '-1'],
    ['FROM logs | LIMIT 1.5', '1.5'],
    ['FROM logs | EVAL a = 1 fortnight', 'fortnight'],
    ['FROM logs | EVAL a = bytes::foo', 'foo'],
    ['FROM logs | WHERE message RLIKE "\\d+"', '\\d'],
    ['FROM logs | WHERE message LIKE 5', '5'],
    ['FROM logs /* open', '/*'],
    ['WHERE ok', 'WHERE'],
    ['FROM logs | FROM logs', 'FROM'],
  ])('%s', (query, part) => {
    expect(found(query)).toEqual([`syntax ${part}`]);
  });

  it('goes on behind the next command', () => {
    expect(found('FRMO logs | WHERE ok = 1 | LIMITT 10', unknown)).toEqual([
      'unknown-name FRMO',
      'syntax =',
      'unknown-name LIMITT',
    ]);
  });
});

describe('names', () => {
  it.each([
    ['FROM logs | WHERE stauts == 200', ['unknown-name stauts']],
    ['FROM logs | KEEP status | SORT bytes', ['unknown-name bytes']],
    ['FROM logs | DROP status | SORT status', ['unknown-name status']],
    ['FROM logs | RENAME status AS s | SORT status', ['unknown-name status']],
    ['FROM logs | STATS COUNT(*) | SORT status', ['unknown-name status']],
    ['FROM logs | KEEP nothing*', ['unknown-name nothing*']],
    ['FROM logs | EVAL x = LENGHT(message)', ['unknown-name LENGHT']],
    ['FROM logs | DISTINCT status', ['unknown-name DISTINCT']],
    ['FROM other | WHERE anything == 1', []],
  ] as const)('%s', (query, names) => {
    expect(found(query)).toEqual(names);
  });

  it('knows what commands took away although nothing is known of the index', () => {
    expect(found('FROM x | DROP a | SORT a', unknown)).toEqual(['unknown-name a']);
    expect(found('FROM x | KEEP a | SORT b', unknown)).toEqual(['unknown-name b']);
    expect(found('FROM x | WHERE b == 1 | DISTINCT a | EVAL c = NOSUCHTHING(a)', unknown)).toEqual([]);
  });

  it('says what is meant', () => {
    expect(esql.problemsIn('FROM logs | WHERE stauts == 1', known)[0]).toMatchObject({
      ...{ message: 'There is no column `stauts`; did you mean `status`?', meant: 'status', isRefused: true },
    });
  });
});

describe('types', () => {
  it.each([
    ['FROM logs | WHERE status == "500"', 'type "500"'],
    ['FROM logs | WHERE host.name == 5', 'type 5'],
    ['FROM logs | WHERE ok > true', 'type ok'],
    ['FROM logs | WHERE @timestamp > "yesterday"', 'type "yesterday"'],
    ['FROM logs | WHERE host.ip == "10.0.0.0/8"', 'type "10.0.0.0/8"'],
    ['FROM logs | WHERE status', 'type status'],
    ['FROM logs | WHERE status LIKE "2*"', 'type status'],
    ['FROM logs | WHERE status IN (200, "x")', 'type "x"'],
    ['FROM logs | EVAL a = ok + 1', 'type ok'],
    ['FROM logs | EVAL a = @timestamp + 1', 'type 1'],
    ['FROM logs | EVAL a = 1 day', 'type 1 day'],
    ['FROM logs | EVAL a = ABS(1, 2)', 'type ABS(1, 2)'],
    ['FROM logs | EVAL a = LENGTH(status)', 'type status'],
    ['FROM logs | EVAL a = MV_SUM(ABS("abc"))', 'type "abc"'],
    ['FROM logs | STATS SUM("5")', 'type "5"'],
    ['FROM logs | SORT place', 'type place'],
    ['FROM logs | WHERE COUNT(*) > 1', 'type COUNT(*)'],
    ['FROM logs | STATS SUM(AVG(bytes))', 'type AVG(bytes)'],
    ['FROM logs | STATS a = bytes', 'type bytes'],
    ['FROM logs | STATS a = 1', 'type 1'],
    ['FROM logs | STATS COUNT(*) BY COUNT(*)', 'type COUNT(*)'],
    ['FROM logs | EVAL status = "x" | WHERE status > 1', 'type 1'],
    ['FROM logs | DISSECT status "%{a}"', 'type status'],
    ['FROM logs | DROP *', 'type *'],
    ['FROM logs | WHERE message == NULL', 'ineffective message == NULL'],
    ['FROM logs | LIMIT 50000', 'ineffective 50000'],
    ['FROM logs | WHERE message LIKE "*x"', 'costly "*x"'],
  ])('%s', (query, problem) => {
    expect(found(query)).toEqual([problem]);
  });
});

it('knows which version has what', () => {
  const old: QueryContext = { ...known, version: [8, 19] };
  for (const [query, problem] of [
    ['FROM logs | WHERE message == NULL', 'type message == NULL'],
    ['FROM logs | EVAL a = status > NULL', 'type status > NULL'],
    ['FROM logs | EVAL a = NULL, b = status == a', 'type status == a'],
    ['FROM logs | WHERE status IN (NULL)', 'type status IN (NULL'],
  ] as const)
    expect(found(query, old), query).toEqual([problem]);
  expect(found('FROM logs | WHERE status IN (1, NULL)', old)).toEqual([]);
  expect(found('FROM logs | WHERE status IN (NULL)')).toEqual([]);
  expect(found('FROM logs | EVAL a = NULL == NULL', old)).toEqual(['ineffective NULL == NULL']);
  expect(found('FROM logs | INLINE STATS a = MAX(bytes) | EVAL b = DAY_NAME(@timestamp)', old)).toEqual([
    'version INLINE STATS',
    'version DAY_NAME',
  ]);
  expect(found('FROM logs | INLINE STATS a = MAX(bytes)', { ...known, version: [9, 2] })).toEqual([]);
});

it.each(['(', '[', '{', '"', '`', '|', ',', 'a.', '?', 'NOT ', '-', '/*', 'FROM x | FORK (', '\u0000', '🐔 '])(
  'reads %j many times',
  (piece) => {
    const text = `FROM logs | EVAL a = ${piece.repeat(3000)}`;
    expect(() => [
      esql.tokensIn(text),
      esql.problemsIn(text, known),
      esql.offersAt(text, text.length, known),
      esql.helpAt(text, 5, known),
    ]).not.toThrow();
  },
);
