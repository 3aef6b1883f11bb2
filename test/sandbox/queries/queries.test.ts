import { describe, expect, it } from 'vitest';
import { queryLanguages } from '../../../packages/queries/src/index';
import { createClusterPair, stepCluster } from '../../../services/search-cluster-play/cluster/cluster';
import { checkFor, createPlay } from '../play';
import { playCluster, playQueries } from './play-queries';

const play = playQueries();

function run(query: string, more: object = {}) {
  return play.send('POST /_query', { query, ...more });
}

function warningsOf(query: string): readonly string[] {
  const seen: string[] = [];
  const own = playQueries();
  const cluster = own.state();
  const request = {
    method: 'POST',
    target: '/_query',
    headers: [
      ['Authorization', 'Bearer boot'],
      ['Content-Type', 'application/json'],
    ] as [string, string][],
    body: JSON.stringify({ query }),
  };
  const { response } = stepCluster(cluster, 'cluster', request, { ...inputOf(), now: 0 }, () => []);
  for (const [name, value] of response.headers)
    if (name === 'Warning') seen.push(value.replace(/^299 Elasticsearch-\S+ "(.*)"$/, '$1').replaceAll('\\"', '"'));
  return seen;
}

function inputOf() {
  return { randomText: () => 'x', baseUrl: 'http://sandbox', queries: () => queryLanguages };
}

describe('what is not played', () => {
  it.each([
    ['ROW a = "x y" | GROK a "%{WORD:b}"', 'the command `GROK`'],
    ['FROM logs | ENRICH policy', 'the command `ENRICH`'],
    ['FROM logs | LOOKUP JOIN other ON status', 'the command `LOOKUP JOIN`'],
    ['FROM logs | FORK (LIMIT 1) (LIMIT 2)', 'the command `FORK`'],
    ['SHOW INFO', 'the command `SHOW`'],
    ['FROM logs | EVAL a = MD5(message)', 'the function `MD5`'],
    ['FROM logs | EVAL a = ST_X(place)', 'the function `ST_X`'],
    ['FROM remote:logs', 'indices of other clusters'],
    ['FROM logs METADATA _source', 'the metadata `_source`'],
    ['ROW a = "x" | EVAL b = REPLACE(a, "(a+)+$", "")', '`REPLACE` with a regular expression'],
    ['ROW d = NOW() | EVAL f = DATE_FORMAT("QQQ", d)', 'the pattern `QQQ`'],
  ])('%s', (query, what) => {
    const { status, text } = run(query);
    expect(status).toBe(501);
    expect(text).toContain(what);
  });

  it.each([{ profile: true }, { tables: {} }, { keep_on_completion: true }])('a request with %j', (more) => {
    expect(play.send('POST /_query/async', { query: 'ROW a = 1', ...more }).status).toBe(501);
  });

  it('is every query where nothing reads queries', () => {
    const bare = createPlay(
      createClusterPair('boot'),
      (state, request, input, check) => stepCluster(state, 'cluster', request, input, check),
      checkFor('search-cluster'),
      'Bearer boot',
    );
    expect(bare.send('POST /_query', { query: 'ROW a = 1' }).status).toBe(501);
  });
});

describe('warnings', () => {
  it('say what several values gave', () => {
    expect(warningsOf('ROW a = [1, 2] | EVAL b = a + 1 | LIMIT 1')).toEqual([
      'Line 1:27: evaluation of [a + 1] failed, treating result as null. Only first 20 failures recorded.',
      'Line 1:27: java.lang.IllegalArgumentException: single-value function encountered multi-value',
    ]);
  });

  it('say that there is no limit', () => {
    expect(warningsOf('ROW a = 1')).toEqual(['No limit defined, adding default limit of [1000]']);
    expect(warningsOf('ROW a = 1 | LIMIT 1')).toEqual([]);
  });

  it('name each failure once, and 20 at most', () => {
    const values = Array.from({ length: 30 }, (_, at) => `"x${String(at)}"`).join(', ');
    expect(warningsOf(`ROW a = [${values}] | EVAL b = TO_INTEGER(a) | LIMIT 1`)).toHaveLength(21);
  });
});

describe('bounds', () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `{"index":{}}\n{"n":${String(at)}}\n`).join('');
  const large = playCluster();
  large.send('PUT /many', { mappings: { properties: { n: { type: 'integer' } } } });
  large.send('POST /many/_bulk', lines, undefined, { 'Content-Type': 'application/x-ndjson' });
  const rows = (query: string): number =>
    (JSON.parse(large.send('POST /_query', { query }).text) as { values: unknown[] }).values.length;

  it('returns 1,000 rows without a limit, and as many as it says with one', () => {
    expect(rows('FROM many')).toBe(1000);
    expect(rows('FROM many | LIMIT 1100')).toBe(1100);
  });

  it('refuses a query that computes too much', () => {
    const sum = Array.from({ length: 250 }, () => 'n').join(' + ');
    const fields = Array.from({ length: 30 }, (_, at) => `a${String(at)} = ${sum}`).join(', ');
    const found = large.send('POST /_query', { query: `FROM many | EVAL ${fields}` });
    expect(found.status).toBe(429);
  });

  it('reads a long regular expression in time that grows with the text', () => {
    const text = 'a'.repeat(2000);
    const begin = Date.now();
    expect(run(`ROW a = "${text}" | WHERE a RLIKE "(a*)*b" | LIMIT 1`).status).toBe(200);
    expect(Date.now() - begin).toBeLessThan(5000);
  });
});

describe('rights', () => {
  const users = {
    reader: {
      password: 'p',
      roles: { r: { indices: [{ names: ['logs'], privileges: ['read'], query: { term: { status: 200 } } }] } },
    },
    stranger: { password: 'p', roles: {} },
  };
  const own = createPlay(
    createClusterPair('boot', users),
    (state, request, input, check) =>
      stepCluster(state, 'cluster', request, { ...input, queries: () => queryLanguages }, check),
    checkFor('search-cluster'),
    'Bearer boot',
  );
  own.send('PUT /logs/_doc/1', { status: 200 });
  own.send('PUT /logs/_doc/2', { status: 500 });
  own.send('PUT /other/_doc/1', { status: 200 });
  const as = (user: string, query: string) =>
    own.send('POST /_query', { query }, `Basic ${Buffer.from(`${user}:p`).toString('base64')}`);

  it('show what the caller may read', () => {
    const { body } = as('reader', 'FROM logs | STATS n = COUNT(*)');
    expect(body).toMatchObject({ values: [[1]] });
    expect(as('reader', 'FROM other').status).toBe(403);
    expect(as('stranger', 'FROM logs').status).toBe(403);
  });

  it('are needed for no row that is written in the query', () => {
    expect(as('reader', 'ROW a = 1').status).toBe(200);
  });
});

describe('responses', () => {
  it('are tables of text by `format` and by `Accept`', () => {
    const csv = play.send('POST /_query?format=csv', { query: 'ROW a = "x,y", b = [1, 2], c = null' });
    expect(csv.text).toBe('a,b,c\r\n"x,y","[1, 2]",\r\n');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const accepted = play.send('POST /_query', { query: 'ROW a = 1' }, undefined, { Accept: 'text/csv' });
    expect(accepted.text).toBe('a\r\n1\r\n');
  });

  it('of requests that need not wait are there at once', () => {
    const answer = play.send('POST /_query/async', { query: 'ROW a = 1' });
    expect(answer.body).toMatchObject({ is_running: false, values: [[1]] });
    expect(answer.headers['x-elasticsearch-async-is-running']).toBe('?0');
  });

  it('know functions by the version', () => {
    const newer = playCluster('9.5.3');
    const query = 'ROW a = "abc" | EVAL b = CONTAINS(a, "b")';
    expect(newer.send('POST /_query', { query }).body).toMatchObject({ values: [['abc', true]] });
    expect(run(query).body).toMatchObject({ error: { type: 'verification_exception' } });
  });

  it('say where a mistake is', () => {
    expect(run('FROM logs\n| WHERE nothing == 1').body).toMatchObject({
      error: { reason: 'Found 1 problem\nline 2:9: Unknown column [nothing]' },
    });
    expect(run('FROM logs | WHERE status = 5').text).toContain('line 1:26: ');
  });
});
