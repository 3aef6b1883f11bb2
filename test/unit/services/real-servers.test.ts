import { describe, expect, it } from 'vitest';
import { resolveDateMathName } from '../../../packages/text/src/date-math';
import { proofText } from '../../../cli/src/prove';
import { requestsOf } from '../privileges/rights-of-text';
import { play as playDescribed, serviceOf } from '../../sandbox/played/library';
import { answerOf, idsIn, losses, play, reported, type Server } from './real-servers-play';

// What real servers answered: Elasticsearch 8.19.21 and 9.5.3, and OpenSearch 3.9.0. The numbers are those of a list of differences.

const flattened = (parameters: object = {}) =>
  ['PUT /i', { mappings: { properties: { f: { type: 'flattened', ...parameters } } } }] as const;

describe('repositories', () => {
  it.each([
    'PUT /_snapshot/r/%3Cnightly-%7Bnow%2Fd%7D%3E',
    'PUT /_snapshot/r/snap%3A1',
    'PUT /_snapshot/r/snap%2B1',
    'PUT /_snapshot/r/sn%C3%A4p?master_timeout=1%20s',
    'DELETE /_snapshot/r?timeout=1%20s',
  ])('15: names are judged as the server receives them: %s', (line) => {
    expect(reported('8.19', [line])).toEqual([]);
  });

  it.each(['snap%20a', 'Snap%41', '%5Fsnap', 'a%2Cb', 'a%23b'])('15: also those that it refuses: %s', (name) => {
    expect(reported('8.19', [`PUT /_snapshot/r/${name}`])).toEqual([
      expect.stringContaining('warning unsuitable-text'),
    ]);
  });
});

describe('flattened fields', () => {
  it('23: the object of the field itself is never too deep', () => {
    expect(reported('8.19', flattened({ depth_limit: 0 }), ['PUT /i/_doc/1', { f: { a: 1 } }])).toEqual([]);
    expect(reported('8.19', flattened({ depth_limit: 0 }), ['PUT /i/_doc/1', { f: { a: { b: 1 } } }])).toEqual([
      expect.stringContaining('error excessive-depth'),
    ]);
    const cluster = play();
    cluster.send(...flattened({ depth_limit: 0 }));
    expect(cluster.send('PUT /i/_doc/1', { f: { a: 1 } }).status).toBe(201);
    expect(cluster.send('PUT /i/_doc/2', { f: { a: { b: 1 } } }).status).toBe(400);
  });
});

describe('searches in flattened fields', () => {
  const search = (query: object) => ['POST /i/_search', { query }] as const;
  const openRange = search({ range: { 'f.v': { gte: '10' } } });

  it('21: one bound of a range on a key is refused by version 8, and taken by 9.5 and OpenSearch', () => {
    expect(reported('8.19', flattened(), openRange)).toEqual([expect.stringContaining('warning open-range')]);
    expect(reported('9.5', flattened(), openRange)).toEqual([]);
    // Without a version it is an information.
    expect(reported('unknown', flattened(), openRange)).toEqual([]);
    for (const [server, status] of [
      ['8.19', 400],
      ['9.5', 200],
    ] as const) {
      const cluster = play(server);
      cluster.send(...flattened());
      cluster.send('PUT /i/_doc/1?refresh=true', { f: { v: '100' } });
      expect(cluster.send(...openRange).status).toBe(status);
    }
  });

  it('22: an asterisk at the end of a word in a query string is a prefix', () => {
    const query = (text: string) => search({ query_string: { query: text } });
    expect(reported('8.19', flattened(), query('f.k:ab*'))).toEqual([]);
    expect(reported('8.19', flattened(), query('f.k:a*b'))).toEqual([expect.stringContaining('unsupported-use')]);
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { k: 'abc' } });
    expect(idsIn(cluster.send(...query('f.k:ab*')))).toEqual(['1']);
  });

  it('25: the last word of a text is the beginning of a value', () => {
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { k: 'abc' } });
    expect(idsIn(cluster.send(...search({ match_bool_prefix: { 'f.k': 'ab' } })))).toEqual(['1']);
    expect(idsIn(cluster.send(...search({ match_bool_prefix: { f: 'ab' } })))).toEqual(['1']);
  });
});

describe('numbers in flattened fields', () => {
  const texts = ['1.0', '1', '"1"', '1e3', '1000', '10.50', '[2.0, 2]', '1000.0'];

  function withNumbers() {
    const cluster = play();
    cluster.send(...flattened());
    for (const [id, text] of texts.entries()) cluster.send(`PUT /i/_doc/${id}?refresh=true`, `{"f": {"n": ${text}}}`);
    return cluster;
  }

  it.each([
    ['1', ['1', '2']],
    ['"1.0"', ['0']],
    ['1000', ['4']],
    ['"1000.0"', ['7']],
    ['"1e3"', ['3']],
    ['"10.5"', []],
    ['"10.50"', ['5']],
    ['"2.0"', ['6']],
    // Of a query, servers write a number with a fraction anew.
    ['1.0', ['0']],
    ['1e3', ['7']],
    ['10.50', []],
  ] as const)('20: are found as they were written: %s', (value, ids) => {
    const cluster = withNumbers();
    const found = (query: string) => idsIn(cluster.send('POST /i/_search', `{"query": ${query}}`));
    expect(found(`{"term": {"f.n": ${value}}}`)).toEqual(ids);
    expect(found(`{"term": {"f.n": {"value": ${value}}}}`)).toEqual(ids);
    expect(found(`{"terms": {"f": [${value}]}}`)).toEqual(ids);
    expect(found(`{"match": {"f.n": ${value}}}`)).toEqual(ids);
    expect(found(`{"range": {"f.n": {"gte": ${value}, "lte": ${value}}}}`)).toEqual(ids);
  });

  it('20: are grouped as they were written, also from bulk lines, dotted names and updates', () => {
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('POST /i/_bulk?refresh=true', '{"index":{"_id":"1"}}\n{"f":{"n":1.0}}\n{"index":{}}\n{"f.n":1}\n');
    cluster.send('POST /i/_update/1?refresh=true', '{"doc": {"f": {"m": 2.50}, "x": 1}}');
    const body = { size: 0, aggs: { n: { terms: { field: 'f.n' } }, m: { terms: { field: 'f.m' } } } };
    expect(JSON.stringify(cluster.send('POST /i/_search', body).body.aggregations)).toMatch(
      /"key":"1","doc_count":1\},\{"key":"1\.0","doc_count":1\}.*"key":"2\.50?"/,
    );
  });

  it.each([
    ['1e7', '1.0E7'],
    ['0.0001', '1.0E-4'],
    ['123456789.5', '1.234567895E8'],
    ['-2.0', '-2.0'],
    ['0.5', '0.5'],
    ['12345678901234567890', '12345678901234567890'],
  ])('20: of a query, %s means %s', (query, text) => {
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { n: text } });
    expect(idsIn(cluster.send('POST /i/_search', `{"query": {"term": {"f.n": ${query}}}}`))).toEqual(['1']);
  });
});

describe('lists of repositories and snapshots', () => {
  function withRepositories(server: Server = '8.19') {
    const cluster = play(server);
    for (const name of ['a', 'ab', 'b'])
      expect(
        cluster.send(`PUT /_snapshot/${name}?verify=false`, { type: 'fs', settings: { location: name } }).status,
      ).toBe(200);
    return cluster;
  }

  it('16: a list of repositories to remove is one name', () => {
    const cluster = withRepositories();
    expect(cluster.send('DELETE /_snapshot/a,b').status).toBe(404);
    expect(Object.keys(cluster.send('GET /_snapshot').body)).toEqual(['a', 'ab', 'b']);
    expect(reported('8.19', ['DELETE /_snapshot/a,b'])).toEqual([expect.stringContaining('unsuitable-text')]);
    expect(losses('DELETE /_snapshot/a,b')).toContain('the snapshot repository `a,b`');
    expect(losses('DELETE /_snapshot/a*')).toContain('all snapshot repositories that match `a*`');
  });

  it.each([
    ['8.19', 'a*,-ab', 'a'],
    ['8.19', '-ab,a*', 404],
    ['8.19', 'ab,-ab', 404],
    ['8.19', 'a*,-a*', ''],
    ['8.19', '_all,-ab', 404],
    ['9.5', '_all,-ab', 404],
    ['8.19', '*,-a*,ab', 'b'],
    ['8.19', 'x*', ''],
    ['8.19', '_all,x', 404],
    ['opensearch', 'a*,-ab', 404],
    ['opensearch', 'a*,-a*', 'a ab'],
    ['opensearch', '*,-a*,ab', 'a ab b'],
  ] as const)('17: %s: %s', (server, list, expected) => {
    const { status, body } = withRepositories(server).send(`GET /_snapshot/${list}`);
    expect(status === 200 ? Object.keys(body).join(' ') : status).toBe(expected);
  });

  it('18: a name is none of the exclusions of snapshots', () => {
    const cluster = withRepositories();
    for (const name of ['s1', 's2']) expect(cluster.send(`PUT /_snapshot/a/${name}`).status).toBe(200);
    expect(cluster.send('GET /_snapshot/a/s1,-s1').status).toBe(404);
    expect(cluster.send('DELETE /_snapshot/a/s1,-s1').status).toBe(404);
    const { snapshots } = cluster.send('GET /_snapshot/a/s*,-s1').body;
    expect((snapshots as unknown as { readonly snapshot: string }[]).map(({ snapshot }) => snapshot)).toEqual(['s2']);
  });

  it('18: date math makes the name of a snapshot', () => {
    const cluster = withRepositories();
    cluster.send('PUT /_snapshot/a/%3Csnap-%7Bnow%2Fd%7D%3E');
    expect(cluster.send('GET /_snapshot/a/snap-2026.01.01').status).toBe(200);
  });

  it.each(['""', '".."', '"x/../../y"', '"../x"'])('19: servers refuse the location %s', (location) => {
    const body = `{"type":"fs","settings":{"location":${location}}}`;
    expect(reported('8.19', ['PUT /_snapshot/r', body])).toEqual([expect.stringContaining('warning ')]);
    expect(answerOf(play().send('PUT /_snapshot/r', body))).toBe('500 repository_exception');
  });

  it.each(['"x/../y"', '"."', '"..x"', '"x/.../y"', '"/mnt/a/../a/x"'])('19: and not %s', (location) => {
    const body = `{"type":"fs","settings":{"location":${location}}}`;
    expect(reported('8.19', ['PUT /_snapshot/r', body])).toEqual([]);
  });

  it('19: and a number with a fraction', () => {
    const body = '{"type":"fs","settings":{"location":"x","max_number_of_snapshots":10.0}}';
    expect(reported('8.19', ['PUT /_snapshot/r', body])).toEqual([expect.stringContaining('warning unsuitable-text')]);
    expect(answerOf(play().send('PUT /_snapshot/r', body))).toBe('500 repository_exception');
  });
});

describe('date math', () => {
  it.each([
    ['<logs-{now/d}>', 'logs-2026.01.01'],
    ['<logs-{now/M{yyyy.MM}}>', 'logs-2026.01'],
    ['<logs-{now/d{yyyy.MM.dd|+12:00}}>', 'logs-2026.01.02'],
    ['<logs-{now-1d/d}-a>', 'logs-2025.12.31-a'],
    ['<logs-{now/d{YYYY}}>', 'logs-2026'],
    ['<logs>', 'logs'],
  ])('27: %s', (name, index) => {
    const cluster = play();
    // Half an hour before midnight by UTC.
    cluster.pass(23.5 * 3_600_000);
    expect(reported('8.19', [`PUT /${encodeURIComponent(name)}`])).toEqual([]);
    const { status, body } = cluster.send(`PUT /${encodeURIComponent(name)}`);
    expect([status, body.index]).toEqual([200, index]);
  });

  it.each([
    ['<a\\{b\\}-{now/d}>', 'a{b}-2026.01.01'],
    ['<a-{2024-02-29||+1y/M{yyyy-MM-dd}}>', 'a-2025-02-01'],
    ["<a-{now/w{YYYY'w'ww}}>", 'a-2026w01'],
    ['<a-{now/d{MMM d, EEE}}>', 'a-Jan 1, Thu'],
    ['<a-{now/d{yyyy|Asia/Tokyo}}>', 'a-2026'],
  ])('27: its other rules: %s', (name, expected) => {
    expect(resolveDateMathName(name, Date.UTC(2026, 0, 1, 2))).toBe(expected);
  });

  it.each(['<a-{now/d>', '<a-}>', '<a-{now/d{}}>', '<a-{now/2d}>', '<a-{now+}>', '<a-{x}>', '<a-{now|z}>', '<>'])(
    '27: servers refuse %s',
    (name) => {
      expect(resolveDateMathName(name, 0)).toHaveProperty('problem');
    },
  );
});

describe('rights', () => {
  const needs = (line: string) =>
    requestsOf(line)[0]?.needs?.flatMap(({ names, on, condition }) =>
      condition === undefined ? [`${names[0] ?? ''} ${on.join(',')}`.trim()] : [],
    );

  describe('1: entries with the same names are one', () => {
    const limited = { names: ['d1'], privileges: ['read'], query: { term: { x: 1 } } };
    const seen = (...roles: readonly object[][]): unknown => {
      const cluster = play();
      for (const x of [0, 1]) cluster.send(`PUT /d1/_doc/${x}?refresh=true`, { x });
      const descriptors = Object.fromEntries(roles.map((indices, at) => [`r${at}`, { indices }]));
      const made = cluster.send('PUT /_security/api_key', { name: 'k', role_descriptors: descriptors });
      return idsIn(cluster.send('GET /d1/_search', undefined, `ApiKey ${String(made.body.encoded)}`));
    };

    it.each([
      ['one entry', [[limited]], ['1']],
      ['one without a query', [[limited, { names: ['d1'], privileges: ['monitor'] }]], ['0', '1']],
      ['one of another role', [[limited], [{ names: ['d1'], privileges: ['view_index_metadata'] }]], ['0', '1']],
      ['a pattern that matches', [[limited, { names: ['d*'], privileges: ['monitor'] }]], ['1']],
      ['a pattern that grants reading', [[limited, { names: ['d*'], privileges: ['read'] }]], ['0', '1']],
      ['one that grants nothing', [[limited, { names: ['d1'], privileges: ['none'] }]], ['1']],
      ['two queries', [[limited, { ...limited, query: { term: { x: 2 } } }]], ['1']],
    ])('%s', (_, roles, ids) => {
      expect(seen(...roles)).toEqual(ids);
    });
  });

  it('2: privileges are on patterns, since they do not match date math', () => {
    expect(needs('GET /%3Clogs-%7Bnow%2Fd%7D%3E/_search\n')).toEqual(['read logs-*']);
    expect(needs('GET /%3Ca-%7Bnow%7D-%7Bnow%2FM%7D-b%3E/_search\n')).toEqual(['read a-*-*-b']);
  });

  it('3: a new alias needs its privilege on the index and on the alias', () => {
    expect(needs('PUT /logs/_alias/all\n')).toEqual(['manage logs,all']);
    expect(needs('DELETE /logs/_aliases/all\n')).toEqual(['manage logs,all']);
    const cluster = play();
    cluster.send('PUT /logs');
    const role = (...names: string[]) => {
      const body = { name: 'k', role_descriptors: { r: { indices: [{ names, privileges: ['manage'] }] } } };
      const { encoded } = cluster.send('PUT /_security/api_key', body).body;
      return cluster.send('PUT /logs/_alias/all', undefined, `ApiKey ${String(encoded)}`).status;
    };
    expect([role('logs'), role('all'), role('logs', 'all')]).toEqual([403, 403, 200]);
  });

  it.each([
    ['POST /logs/_analyze\n', ['manage logs']],
    ['POST /logs/_validate/query\n', ['view_index_metadata logs']],
    ['GET /_validate/query\n', ['view_index_metadata']],
    ['POST /_security/api_key/clone\n', ['clone_api_key']],
  ])('4, 5, 6: %s', (line, expected) => {
    expect(needs(line)).toEqual(expected);
  });

  it('asks for a privilege to look at those of another user', () => {
    const [asked] = requestsOf('POST /_security/user/ann/_has_privileges\n');
    expect(asked?.needs).toEqual([
      expect.objectContaining({ names: ['read_security'], condition: 'the user is not the caller' }),
    ]);
    expect(needs('POST /_security/user/_has_privileges\n')).toEqual([]);
  });

  it('7: says where nothing is proved: `test/cli/check/proven-rights.test.ts`', () => {
    const proof = {
      path: 'a.http',
      requests: 2,
      failing: 2,
      unproved: ['cluster'],
      unplayed: [],
      differing: [],
      unknown: [],
      lines: [],
    };
    expect(proofText(proof)).toBe(
      'a.http: nothing is proved: each request fails for an administrator, too. Create in the same file what it names.\n',
    );
    const part = { ...proof, requests: 3 };
    expect(proofText(part)).toContain('nothing is proved for cluster: each of its requests fails');
  });

  it.each([
    ['GET /_cat/recovery/logs', ['monitor logs']],
    ['GET /_license/basic_status', ['manage']],
    ['GET /_license/trial_status', ['manage']],
    ['GET /_internal/desired_balance', ['manage']],
    ['DELETE /_internal/desired_balance', ['manage']],
    ['GET /_internal/desired_nodes/_latest', ['manage']],
    ['PUT /_internal/desired_nodes/a/1', ['manage']],
    ['DELETE /_internal/desired_nodes', ['manage']],
    ['GET /_resolve/cluster/logs', ['view_index_metadata logs']],
    ['DELETE /_search/scroll', []],
  ])('a node asks for these: %s', (line, expected) => {
    expect(needs(`${line}\n`)).toEqual(expected);
  });
});

describe('API keys', () => {
  const encoded = ({ body }: { readonly body: unknown }) =>
    `ApiKey ${String((body as Readonly<Record<string, unknown>>).encoded)}`;
  const create = (descriptors: object) =>
    ['PUT /_security/api_key', { name: 'kkk', role_descriptors: descriptors }] as const;

  it('8: servers refuse a description of a role of a key', () => {
    const request = create({ r: { description: 'x' } });
    for (const server of ['8.19', '9.5'] as const) {
      expect(reported(server, request)).toEqual([expect.stringContaining('warning noted-value')]);
      expect(play(server).send(...request).status).toBe(400);
    }
  });

  it('9: a key that a key creates belongs to the realm of keys', () => {
    const cluster = play();
    const maker = encoded(cluster.send(...create({ r: { cluster: ['manage_api_key'] } })));
    const made = cluster.send('PUT /_security/api_key', { name: 'derived', role_descriptors: { x: {} } }, maker);
    const names = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
      (body.api_keys as readonly { readonly name: string; readonly realm: string }[]).map(
        ({ name, realm }) => `${name} ${realm}`,
      );
    expect(names(cluster.send('GET /_security/api_key?owner=true'))).toEqual(['kkk reserved']);
    expect(names(cluster.send(`GET /_security/api_key?id=${String(made.body.id)}`))).toEqual(['derived _es_api_key']);
    const removed = cluster.send('DELETE /_security/api_key', { owner: true, name: 'd*' });
    expect(removed.body.invalidated_api_keys).toEqual([]);
  });

  it.each([{ metadata: { a: 1 } }, { restriction: { workflows: ['search_application_query'] } }])(
    '9: a key that a key creates has no %j',
    (descriptor) => {
      const cluster = play();
      const maker = encoded(cluster.send(...create({ r: { cluster: ['manage_api_key'] } })));
      expect(
        cluster.send('PUT /_security/api_key', { name: 'd', role_descriptors: { x: descriptor } }, maker).status,
      ).toBe(400);
      const request = `PUT /_security/api_key\nAuthorization: ApiKey {{key}}`;
      expect(reported('8.19', [request, { name: 'd', role_descriptors: { x: descriptor } }])).toContainEqual(
        expect.stringContaining('privileged-derived-key'),
      );
    },
  );

  it.each(['-1', '-1d', '0d', '0'])('10: an expiration is not changed to %s', (expiration) => {
    const cluster = play();
    const { id } = cluster.send(...create({ r: {} })).body;
    const request = [`PUT /_security/api_key/${String(id)}`, { expiration }] as const;
    expect(cluster.send(...request).status).toBe(400);
    expect(cluster.send('GET /_security/api_key?active_only=true').body.api_keys).toHaveLength(1);
    expect(reported('8.19', ['PUT /_security/api_key/x', { expiration }])).not.toEqual([]);
  });

  it.each([
    ['now-1d', 200],
    ['now/d', 200],
    ['0', 200],
    [0, 200],
    [-1, 200],
    [1.5, 200],
    ['1577836800000||+1d', 200],
    ['1577836800000||/d', 200],
    ['2020-01-01', 400],
    ['2020-01-01||+1d', 400],
    ['1e3', 400],
    ['now-1x', 400],
    [true, 400],
  ])('11: times of keys from %j', (time, status) => {
    const queries = [
      { range: { creation: { gte: time } } },
      { range: { creation: { lt: time, gt: null } } },
      { term: { creation: time } },
      { term: { expiration: { value: time } } },
      { terms: { creation: ['now', time] } },
      { match: { creation: time } },
      { bool: { must_not: [{ match: { creation: { query: time } } }] } },
    ];
    const cluster = play();
    const line = 'POST /_security/_query/api_key';
    expect(queries.map((query) => cluster.send(line, { query }).status)).toEqual(queries.map(() => status));
    // What the steps of date math may be is not checked.
    if (time === 'now-1x') return;
    expect(queries.map((query) => reported('8.19', [line, { query }]).length > 0)).toEqual(
      queries.map(() => status === 400),
    );
  });

  it.each([{ term: { creation: null } }, { terms: { creation: [null] } }, { match: { creation: null } }])(
    '11: null is none: %j',
    (query) => {
      expect(play().send('POST /_security/_query/api_key', { query }).status).toBe(400);
      expect(reported('8.19', ['POST /_security/_query/api_key', { query }])).not.toEqual([]);
    },
  );

  it.each([
    ['creation', { gte: '2020-01-01' }, 1],
    ['expiration', { lt: '2020-01-01T00:00:00Z', gt: '2019' }, 1],
    ['creation', { gte: 'now-1d', lt: '-1' }, 0],
    ['creation', { gte: 1577836800000 }, 0],
    ['creation', { gte: '{{start}}' }, 0],
    ['name', { gte: '2020-01-01' }, 0],
    ['creation', { gte: '2020-01-01', format: 'yyyy-MM-dd' }, 0],
    ['creation', { gte: null, lt: 1.5 }, 0],
  ])('11: a check of a range of %s: %j', (member, range, count) => {
    const query = { bool: { filter: [{ range: { [member]: range } }] } };
    const found = [{ range: { [member]: range } }, query].map((one) =>
      reported('8.19', ['POST /_security/_query/api_key', { query: one }]),
    );
    expect(found.map(({ length }) => length)).toEqual([count, count]);
  });

  it('12: a key without rights reads itself by its id', () => {
    const cluster = play();
    const made = cluster.send(...create({ r: { cluster: [] } }));
    const id = String(made.body.id);
    expect(cluster.send(`GET /_security/api_key?id=${id}`, undefined, encoded(made)).status).toBe(200);
    expect(cluster.send('GET /_security/api_key', undefined, encoded(made)).status).toBe(403);
  });

  it('13: privileges of version 9.5 are known', () => {
    const privileges = ['manage_dataset', 'create_dataset', 'delete_dataset', 'read_dataset_metadata'];
    const request = create({ r: { indices: [{ names: ['a'], privileges }] } });
    expect(reported('9.5', request)).toEqual([]);
    expect(play('9.5').send(...request).status).toBe(200);
  });

  it.each([
    ['CN=(a', 1],
    ['*', 1],
    ['a)', 1],
    ['CN=(a|b)\\)', 0],
    ['', 0],
    ['CN=[(]x', 0],
  ])('14: the expression of a certificate %j', (identity, count) => {
    const access = { search: [{ names: ['a'] }] };
    const body = { name: 'kkk', access, certificate_identity: identity };
    expect(reported('9.5', ['POST /_security/cross_cluster/api_key', body])).toHaveLength(count);
  });

  it('14: null for it is for changes only', () => {
    const access = { search: [{ names: ['a'] }] };
    const body = { name: 'kkk', access, certificate_identity: null };
    expect(reported('9.5', ['POST /_security/cross_cluster/api_key', body])).toHaveLength(1);
    expect(reported('9.5', ['PUT /_security/cross_cluster/api_key/x', { certificate_identity: null }])).toEqual([]);
  });

  it.each([
    ['ab', 1],
    ['abc', 0],
    ['a*', 0],
    ['*', 0],
  ])('14: the name of an application %j', (application, count) => {
    const applications = [{ application, privileges: ['read'], resources: ['*'] }];
    expect(reported('8.19', create({ r: { applications } }))).toHaveLength(count);
    expect(play().send(...create({ r: { applications } })).status).toBe(count === 0 ? 200 : 400);
  });
});

describe('versions and products', () => {
  it.each([
    ['8.19', 'a*,-ab', 'a'],
    ['8.19', '-ab,a*', 404],
    ['8.19', 'a,-a', 404],
    ['8.19', '_all,-ab', 400],
    ['8.19', 'ab,-a*', 'ab'],
    ['8.19', 'a*,-missing', 'a ab'],
    ['9.5', '-ab,a*', 'a ab'],
    ['9.5', 'a,-a', ''],
    ['9.5', '_all,-ab', 'a ab b'],
    ['9.5', 'ab,-a*', ''],
    ['9.5', 'a*,-missing', 'a ab'],
    ['opensearch', 'a*,-ab', 'a'],
    ['opensearch', 'a*,-missing', 404],
  ] as const)('26: %s reads %s', (server, list, expected) => {
    const cluster = play(server);
    for (const index of ['a', 'ab', 'b']) cluster.send(`PUT /${index}/_doc/1?refresh=true`, { x: 1 });
    const { status, body } = cluster.send(`GET /${list}/_search`);
    const { hits } = (body.hits ?? {}) as unknown as { readonly hits?: readonly { readonly _index: string }[] };
    expect(
      status === 200
        ? hits
            ?.map(({ _index }) => _index)
            .sort()
            .join(' ')
        : status,
    ).toBe(expected);
  });

  it.each([
    ['8.19', 10, 400],
    ['8.19', 9, 400],
    ['8.19', 8, 200],
    ['9.5', 10, 400],
    ['9.5', 8, 200],
    ['9.5', 7, 400],
  ] as const)('28: %s is compatible with %i: %i', (server, version, status) => {
    const accept = `application/vnd.elasticsearch+json; compatible-with=${version}`;
    expect(play(server).send('GET /', undefined, 'Bearer boot', { Accept: accept }).status).toBe(status);
  });

  it('29: a cluster says its version and product', () => {
    const shown = (server: Server) => play(server).send('GET /');
    expect(shown('9.5').body.version).toMatchObject({ number: '9.5.0', build_flavor: 'default' });
    expect(shown('9.5').headers).toHaveProperty('x-elastic-product');
    expect(shown('opensearch').body.version).toMatchObject({ number: '3.9.0', distribution: 'opensearch' });
    expect(shown('opensearch').headers).not.toHaveProperty('x-elastic-product');
    const refused = play('opensearch').send('PUT /_security/api_key', { name: 'x' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('no handler found')]);
  });

  it('29: OpenSearch has one type for objects under its own name, without parameters', () => {
    const mapping = (type: string, more: object = {}) =>
      ['PUT /i', { mappings: { properties: { f: { type, ...more } } } }] as const;
    expect(answerOf(play('opensearch').send(...mapping('flattened')))).toBe('400 mapper_parsing_exception');
    expect(answerOf(play('9.5').send(...mapping('flat_object')))).toBe('400 mapper_parsing_exception');
    expect(play('opensearch').send(...mapping('flat_object', { depth_limit: 3 })).status).toBe(400);
    const cluster = play('opensearch');
    cluster.send(...mapping('flat_object'));
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { a: { b: 'x' } } });
    cluster.send('PUT /i/_doc/2?refresh=true', { f: { a: 'x' } });
    const found = (query: object) => idsIn(cluster.send('POST /i/_search', { query }));
    expect(found({ term: { f: 'x' } })).toEqual(['1', '2']);
    expect(found({ exists: { field: 'f.a' } })).toEqual(['2']);
    expect(found({ range: { 'f.a': { gte: 'w' } } })).toEqual(['2']);
    const repository = { type: 'fs', settings: { location: 'x', chunk_size: '1.5gb' } };
    expect(reported('opensearch', ['PUT /_snapshot/r', repository])).toEqual([
      expect.stringContaining('malformed-byte-size'),
    ]);
    expect(reported('8.19', ['PUT /_snapshot/r', repository])).toEqual([]);
    expect(play('opensearch').send('PUT /_snapshot/r', repository).status).toBe(500);
  });
});

describe('keys of flattened fields with a type of their own', () => {
  const typed = { level: { type: 'long' }, a: { type: 'keyword' } };

  it('24: are known in version 9, with their values', () => {
    const whole = { preserve_leaf_arrays: 'exact', properties: typed, passthrough: { priority: '1', other: 2 } };
    expect(reported('9.5', flattened(whole))).toEqual([]);
    expect(reported('9.5', flattened({ properties: typed, passthrough: null }))).toEqual([]);
    expect(reported('8.19', flattened({ preserve_leaf_arrays: 'exact' }))).toEqual([
      expect.stringContaining('warning unsupported-version'),
    ]);
  });

  it.each([
    { preserve_leaf_arrays: 'none' },
    { preserve_leaf_arrays: null },
    { properties: { a: { type: 'object' } } },
    { properties: { a: { type: 'geo_point' } } },
    { properties: typed, passthrough: true },
    { passthrough: { priority: 1 } },
    { properties: typed, passthrough: { priority: -1 } },
    { properties: typed, passthrough: {} },
    { properties: { a: { type: 'long_range' } } },
    { properties: { a: { type: 'foo' } } },
    { properties: { a: {} } },
    { properties: { a: { type: 'keyword', fields: { x: { type: 'text' } } } } },
    { properties: { a: { type: 'keyword', copy_to: 'z' } } },
  ])('24: servers refuse %j', (parameters) => {
    expect(reported('9.5', flattened(parameters))).toHaveLength(1);
    expect(play('9.5').send(...flattened(parameters)).status).toBe(400);
  });

  it('24: are no part of the whole field, and can be named without it', () => {
    const cluster = play('9.5');
    cluster.send(...flattened({ properties: typed, passthrough: { priority: 1 } }));
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { level: '10', a: 'x' } });
    cluster.send('PUT /i/_doc/2?refresh=true', { f: { level: 9, x: 'y' } });
    expect(cluster.send('PUT /i/_doc/3', { f: { level: 'high' } }).status).toBe(400);
    const found = (query: object) => idsIn(cluster.send('POST /i/_search', { query }));
    expect(found({ range: { 'f.level': { gte: 9 } } })).toEqual(['1', '2']);
    expect(found({ term: { f: '10' } })).toEqual([]);
    expect(found({ exists: { field: 'f' } })).toEqual(['2']);
    expect(found({ term: { a: 'x' } })).toEqual(['1']);
  });

  it('24: can be added and keep their types, and a mapping without them leaves them', () => {
    const cluster = play('9.5');
    const put = (parameters: object) =>
      ['PUT /i/_mapping', { properties: { f: { type: 'flattened', ...parameters } } }] as const;
    const first = flattened({ properties: { level: { type: 'long' } } });
    cluster.send(...first);
    const changes: readonly (readonly [parameters: object, status: number])[] = [
      [{ properties: { x: { type: 'keyword' } } }, 200],
      [{ properties: { level: { type: 'keyword' } } }, 400],
      [{ depth_limit: 5 }, 200],
      [{ preserve_leaf_arrays: 'exact' }, 400],
      [{ preserve_leaf_arrays: 'lossy' }, 200],
      [{ passthrough: { priority: 1 }, properties: {} }, 200],
    ];
    for (const [parameters, status] of changes) {
      expect([parameters, cluster.send(...put(parameters)).status]).toEqual([parameters, status]);
      expect(reported('9.5', first, put(parameters))).toEqual(
        status === 200 ? [] : [expect.stringContaining('warning changed-mapping')],
      );
    }
    expect(cluster.send('GET /i/_mapping').text).toContain(
      '"properties":{"level":{"type":"long"},"x":{"type":"keyword"}}',
    );
  });

  it('24: an object in the place of such a key is a key of its own', () => {
    const cluster = play('9.5');
    cluster.send(...flattened({ properties: typed }));
    expect(cluster.send('PUT /i/_doc/1?refresh=true', { f: { level: { deep: 1 } } }).status).toBe(201);
    expect(idsIn(cluster.send('POST /i/_search', { query: { term: { 'f.level.deep': '1' } } }))).toEqual(['1']);
  });

  const documents: readonly (readonly [written: string, lossy: unknown, exact?: unknown])[] = [
    ['{"a":["b","a","b"],"z":[],"n":null}', { a: ['a', 'b'] }, { a: ['b', 'a', 'b'], n: null }],
    ['{"a":["only"]}', { a: 'only' }],
    [
      '{"a":[1,null,2.5],"b":{"c":true}}',
      { a: ['1', '2.5'], b: { c: 'true' } },
      { a: ['1', null, '2.5'], b: { c: 'true' } },
    ],
    ['{"b":"x","a":"y"}', { a: 'y', b: 'x' }],
    ['{"a":{"b":1},"a.c":2}', { a: { b: '1', c: '2' } }],
    ['{"a":[[1,2],[3]]}', { a: ['1', '2', '3'] }],
    ['{"a":[{"b":1},{"b":2,"c":3}]}', { a: { b: ['1', '2'], c: '3' } }],
    ['{"a":"","b":false}', { a: '', b: 'false' }],
    ['[{"a":1},{"a":2,"b":3}]', { a: ['1', '2'], b: '3' }],
    ['{"e":{}}', undefined],
    ['{}', undefined],
    ['null', undefined],
  ];

  const rebuilt = documents.map(([written, lossy, exact = lossy]) => ({ written, lossy, exact }));

  it.each(rebuilt)('24: a source that is rebuilt: $written', ({ written, lossy, exact }) => {
    const shown = (parameters: object) => {
      const cluster = play('9.5');
      const [line, body] = flattened(parameters);
      cluster.send(line, { ...body, settings: { 'index.mapping.source.mode': 'synthetic' } });
      expect(cluster.send('PUT /i/_doc/1?refresh=true', `{"f": ${written}, "other": 1}`).status).toBe(201);
      const { f, ...rest } = cluster.send('GET /i/_doc/1').body._source as unknown as { readonly f?: unknown };
      expect(rest).toEqual({ other: 1 });
      return JSON.stringify(f);
    };
    expect(shown({})).toBe(JSON.stringify(lossy));
    expect(shown({ preserve_leaf_arrays: 'lossy' })).toBe(JSON.stringify(lossy));
    expect(shown({ preserve_leaf_arrays: 'exact' })).toBe(JSON.stringify(exact));
    expect(shown({ synthetic_source_keep: 'all' })).toBe(JSON.stringify(JSON.parse(written)));
    expect(shown({ synthetic_source_keep: 'arrays' })).toBe(
      JSON.stringify(written.startsWith('[') ? JSON.parse(written) : lossy),
    );
  });

  it('25: `synthetic_source_keep` is a parameter', () => {
    expect(reported('8.19', flattened({ synthetic_source_keep: 'all' }))).toEqual([]);
    expect(play().send(...flattened({ synthetic_source_keep: 'all' })).status).toBe(200);
  });
});

describe('a copy of an API key', () => {
  const create = ['PUT /_security/api_key', { name: 'source', expiration: '1d', metadata: { a: 1 } }] as const;

  it('6: has expiration, metadata and owner of the key', () => {
    const cluster = play('9.5');
    const { encoded, id } = cluster.send(...create).body;
    const clone = (body: object) =>
      cluster.send('POST /_security/api_key/clone', { api_key: encoded, name: 'copy', ...body });
    const made = clone({});
    expect([made.status, made.body.name]).toEqual([200, 'copy']);
    const [read] = cluster.send(`GET /_security/api_key?id=${String(made.body.id)}`).body.api_keys as unknown as [
      object,
    ];
    expect(read).toMatchObject({
      username: 'elastic',
      metadata: { a: 1, _cloned_from: id },
      expiration: expect.any(Number),
    });
    expect(clone({ expiration: null }).body).not.toHaveProperty('expiration');
    expect([clone({ metadata: null }).status, clone({ role_descriptors: {} }).status]).toEqual([400, 400]);
    cluster.send('DELETE /_security/api_key', { ids: [id] });
    expect(clone({}).status).toBe(403);
  });

  it.each([
    ['clone_api_key', 200],
    ['manage_own_api_key', 403],
    ['manage_api_key', 200],
  ])('6: with %s: %i', (privilege, status) => {
    const cluster = play('9.5');
    const source = cluster.send(...create).body.encoded;
    const body = { name: 'k', role_descriptors: { r: { cluster: [privilege] } } };
    const key = `ApiKey ${String(cluster.send('PUT /_security/api_key', body).body.encoded)}`;
    expect(cluster.send('POST /_security/api_key/clone', { api_key: source, name: 'copy' }, key).status).toBe(status);
  });

  it('6: is not known to version 8', () => {
    expect(play('8.19').send('POST /_security/api_key/clone', {}).status).toBe(400);
  });
});

describe('what servers of version 9 refuse, and those of version 8 do not', () => {
  it.each([
    ['PUT /i/_alias/a', '{"is_hidden": true}'],
    ['PUT /i/_alias/a', '{"other": 1}'],
    ['PUT /i/_alias/a', '{"filter": null}'],
    ['PUT /i/_alias/a', '{"filter": "x"}'],
    ['PUT /i/_alias/a', '[]'],
    ['PUT /j', '{"aliases": {"a": {"filter": "x"}}}'],
    ['PUT /j', '{"aliases": {"a": {"is_write_index": "maybe"}}}'],
    ['POST /i/_search', '{"query": {"range": {"n": {"from": 1, "to": 2}}}}'],
    ['POST /i/_close?wait_for_active_shards=index-setting', undefined],
    ['PUT /_cluster/settings', '{"persistent": {"cluster.routing.allocation.balance.threshold": 0.5}}'],
    ['PUT /_cluster/settings', '{"persistent": {"cluster.routing.allocation.balance.threshold": "0.99"}}'],
  ])('%s %s', (line, body) => {
    const answered = (server: Server) => {
      const cluster = play(server);
      cluster.send('PUT /i');
      return cluster.send(line, body).status;
    };
    expect([answered('8.19'), answered('9.5')]).toEqual([200, 400]);
    expect(reported('9.5', [line, body])).toContainEqual(expect.stringContaining('warning '));
  });

  it.each([
    ['PUT /i/_alias/a', '{"filter": null}', 1],
    ['POST /i/_search', '{"query": {"range": {"n": {"from": 1, "to": 2}}}}', 2],
    ['POST /i/_close?wait_for_active_shards=index-setting', undefined, 1],
    ['PUT /_cluster/settings', '{"persistent": {"cluster.routing.allocation.balance.threshold": 0.5}}', 1],
  ])('warnings of a check depend on a known version: %s %s', (line, body, count) => {
    const found = (['8.19', 'unknown', 'opensearch', '9.5'] as const).map((server) => reported(server, [line, body]));
    expect(found).toEqual([[], [], [], Array(count).fill(expect.stringContaining('Servers of version 9 refuse'))]);
  });

  it.each([
    ['PUT /i/_alias/a', '{"filter": {"term": {"a": 1}}, "index_routing": "1", "is_write_index": true}'],
    ['POST /i/_search', '{"query": {"range": {"n": {"gte": 1, "lt": 2}}}}'],
    ['POST /i/_close?wait_for_active_shards=1', undefined],
    ['PUT /_cluster/settings', '{"persistent": {"cluster.routing.allocation.balance.threshold": 1.0}}'],
  ])('both take %s %s', (line, body) => {
    const cluster = play('9.5');
    cluster.send('PUT /i');
    expect(cluster.send(line, body).status).toBe(200);
    expect(reported('9.5', [line, body])).toEqual([]);
  });

  it.each(['/_alias', '/_alias/a', '/i/_alias', '/i/_alias/a', '/_cat/aliases', '/_cat/aliases/a'])(
    'reading aliases from %s has `local` in version 8 only',
    (path) => {
      const line = `GET ${path}?local=true`;
      const answered = (['8.19', '9.5', 'opensearch'] as const).map((server) => {
        const cluster = play(server);
        cluster.send('PUT /i', { aliases: { a: {} } });
        return [cluster.send(line).status, reported(server, [line]).length];
      });
      expect(answered).toEqual([
        [200, 0],
        [400, 1],
        [200, 0],
      ]);
      expect(reported('unknown', [line])).toEqual([]);
    },
  );

  it.each(['/i/_alias', '/_cat/aliases'])('and from %s `master_timeout` in version 9 only', (path) => {
    const line = `GET ${path}?master_timeout=5s`;
    const answered = (['8.19', '9.5', 'opensearch'] as const).map((server) => {
      const cluster = play(server);
      cluster.send('PUT /i');
      return [cluster.send(line).status, reported(server, [line]).length];
    });
    expect(answered).toEqual([
      [400, 1],
      [200, 0],
      [400, 1],
    ]);
    expect(reported('unknown', [line])).toEqual([]);
  });

  it.each(['GET /i/_foo', 'PUT /i/foo', 'DELETE /_foo/bar'])('%s is a path that no operation has', (line) => {
    const answered = (['8.19', '9.5', 'opensearch'] as const).map((server) => play(server).send(line).status);
    expect(answered).toEqual([405, 400, 400]);
  });

  it('a bulk body whose last line is cut, which none of them reads as JSON', () => {
    const cut = '{"index":{"_id":"1"}}\n{"a":1}\n{"index":{"_id":"2"}\n{"a":1}\n';
    for (const server of ['8.19', '9.5'] as const) {
      expect(play(server).send('POST /i/_bulk', cut).status).toBe(400);
      expect(reported(server, ['POST /i/_bulk', cut])).toEqual([expect.stringContaining('error malformed-json')]);
    }
  });

  it('two actions in one line of a bulk body', () => {
    const body = '{"index":{"_id":"1"},"delete":{"_id":"2"}}\n{"a":1}\n';
    const send = (server: Server) => play(server).send('POST /i/_bulk', body).status;
    expect([send('8.19'), send('9.5')]).toEqual([200, 400]);
  });
});

describe('tools for request files and descriptions', () => {
  const described = (schema: object) =>
    serviceOf(
      {
        openapi: '3.1.0',
        info: { title: 'Own', version: '1' },
        paths: {
          '/a': {
            post: {
              requestBody: {
                content: { 'application/json': { schema: { type: 'object', properties: { m: schema } } } },
              },
              responses: { 200: { description: 'Done' } },
            },
          },
        },
      },
      'own',
    );
  const text = { type: 'string' };

  // Those that the tool judges, and others that it lets pass. Each in all forms: `test/sandbox/played/keywords.test.ts`.
  it.each([
    ['null types', { type: ['string', 'null'] }, null, 1],
    ['const', { const: 'a' }, 'a', 'b'],
    ['prefixItems', { type: 'array', prefixItems: [text] }, ['a'], [1]],
    ['items: false', { type: 'array', prefixItems: [text], items: false }, ['a'], ['a', 'b']],
    ['contains', { type: 'array', contains: text }, ['a'], [1]],
    ['minContains', { type: 'array', contains: text, minContains: 2 }, ['a', 'b'], ['a']],
    ['if and then', { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } }, { b: 1 }, { a: 1 }],
    ['dependentRequired', { type: 'object', dependentRequired: { a: ['b'] } }, { b: 1 }, { a: 1 }],
    [
      'unevaluatedProperties',
      { allOf: [{ properties: { a: text } }], unevaluatedProperties: false },
      { a: 'x' },
      { c: 1 },
    ],
  ])('30: %s', (_, schema, right, wrong) => {
    const sandbox = playDescribed(described(schema));
    const status = (m: unknown) => sandbox.send('POST /a', { m }).status;
    expect([status(right), status(wrong)]).toEqual([200, 400]);
  });

  it('31: the responses of a repeated request have numbers: `test/cli/run/run-directives.test.ts`', () => {
    const uses = (...requests: readonly (readonly [line: string])[]) => reported('8.19', ...requests);
    const repeated = ['# @name list\n# @loop for 3\nGET /_cat/indices'] as const;
    expect(uses(repeated, ['GET /{{list0.url}}/_search?size={{list2.response.body.$.size}}'])).toEqual([]);
  });
});
