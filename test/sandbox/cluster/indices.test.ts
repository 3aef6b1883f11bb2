import { describe, expect, it } from 'vitest';
import { playBooks, playCluster } from './play-indices';

const flattened = { mappings: { properties: { labels: { type: 'flattened' } } } };
const hour = 3_600_000;

describe('the name of an index', () => {
  it.each(['..', '.', '_all', '-x', '_x', 'a,b', 'a*'])('%s is refused wherever an index is made', (name) => {
    const play = playCluster();
    const type = name.includes('*') ? 'illegal_argument_exception' : 'invalid_index_name_exception';
    // Some are no names of indices to the rules, and some paths already mean something else.
    for (const [line, body] of [
      [`PUT /${name}`, {}],
      [`PUT /${name}/_doc/1`, { a: 1 }],
      [`PUT /${name}/_ccr/follow`, { remote_cluster: 'leader', leader_index: 'x' }],
    ] as const) {
      const answer = play.send(line, body);
      expect([line, answer.status]).toEqual([line, expect.toSatisfy((status) => status === 400 || status === 404)]);
    }
    const bulk = play.send('POST /_bulk', `{"index":{"_index":"${name}","_id":"1"}}\n{"a":1}\n`);
    expect(bulk.body).toMatchObject({ items: [{ index: { status: 400, error: { type } } }] });
    expect(play.state().cluster.indices.entries()).toEqual([]);
  });

  it.each(['a', '.hidden', 'logs-2026.01.01', 'ü', 'constructor'])('%s is taken', (name) => {
    const { status } = playCluster().send(`PUT /${encodeURIComponent(name)}`, {});
    expect(status).toBe(200);
  });
});

describe('an index', () => {
  it('is created once, read and deleted', () => {
    const play = playCluster();
    expect(play.send('HEAD /books').status).toBe(404);
    expect(play.send('PUT /books', flattened)).toMatchObject({
      status: 200,
      body: { acknowledged: true, shards_acknowledged: true, index: 'books' },
    });
    expect(play.send('PUT /books')).toMatchObject({
      status: 400,
      body: { error: { type: 'resource_already_exists_exception' } },
    });
    expect(play.send('HEAD /books')).toMatchObject({ status: 200, text: '' });
    expect(play.send('GET /books').body).toMatchObject({
      books: { aliases: {}, mappings: flattened.mappings, settings: { index: { number_of_shards: '1' } } },
    });
    expect(play.send('DELETE /books').body).toEqual({ acknowledged: true });
    expect(play.send('GET /books')).toMatchObject({
      status: 404,
      body: { error: { type: 'index_not_found_exception' } },
    });
  });

  it.each([
    'GET /none',
    'DELETE /none',
    'GET /none/_mapping',
    'GET /none/_settings',
    'POST /none/_refresh',
    'POST /none/_count',
    'POST /none/_search',
    'GET /none/_doc/1',
  ])('that does not exist answers 404 to %s', (line) => {
    expect(playCluster().send(line)).toMatchObject({
      status: 404,
      body: { error: { type: 'index_not_found_exception' } },
    });
  });

  it.each(['a,b', '.', '..', 'A', '+a', 'a:b'])('cannot be called %s', (name) => {
    expect(playCluster().send(`PUT /${name}`)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_index_name_exception' } },
    });
  });

  it('is not created with a pattern', () => {
    expect(playCluster().send('PUT /a*')).toMatchObject({
      status: 400,
      body: { error: { type: 'illegal_argument_exception' } },
    });
  });

  it('is not deleted by a pattern', () => {
    const play = playBooks();
    expect(play.send('DELETE /*').status).toBe(400);
    expect(play.send('DELETE /_all').status).not.toBe(200);
    expect(play.send('HEAD /books').status).toBe(200);
  });

  it('keeps settings under full names, however they are written', () => {
    const play = playCluster();
    const period = { soft_deletes: { retention_lease: { period: '1h' } } };
    play.send('PUT /a', { settings: { index: period } });
    play.send('PUT /b', { settings: { 'index.soft_deletes.retention_lease.period': '1h' } });
    play.send('PUT /c', { settings: period });
    for (const name of ['a', 'b', 'c']) {
      expect(play.send(`GET /${name}/_settings`).body).toMatchObject({
        [name]: { settings: { index: { ...period, provided_name: name } } },
      });
    }
    play.send('PUT /a/_settings', { index: { soft_deletes: { 'retention_lease.period': '2h' } } });
    expect(play.send('GET /a/_settings?flat_settings=true').body).toMatchObject({
      a: { settings: { 'index.soft_deletes.retention_lease.period': '2h' } },
    });
  });

  it('is found by its aliases and by patterns', () => {
    const play = playCluster();
    play.send('PUT /books-1', { aliases: { books: {} } });
    play.send('PUT /books-2');
    play.send('PUT /books/_doc/1', { a: 1 });
    expect(play.send('GET /books-1/_doc/1').status).toBe(200);
    expect(Object.keys(play.send('GET /books-*').body)).toEqual(['books-1', 'books-2']);
    expect(Object.keys(play.send('GET /books-*,-books-2').body)).toEqual(['books-1']);
    expect(play.send('GET /books-1,none').status).toBe(404);
    expect(play.send('GET /books-1,none?ignore_unavailable=true').status).toBe(200);
    expect(play.send('GET /no*').body).toEqual({});
    expect(play.send('PUT /books').status).toBe(400);
  });

  it('takes neither writes nor searches while it is closed', () => {
    const play = playBooks();
    play.send('POST /books/_close');
    for (const line of ['POST /books/_search', 'GET /books/_doc/1', 'POST /books/_refresh']) {
      expect(play.send(line), line).toMatchObject({ status: 400, body: { error: { type: 'index_closed_exception' } } });
    }
    expect(play.send('PUT /books/_doc/1', {}).status).toBe(400);
    expect(play.send('POST /book*/_search').body).toMatchObject({ _shards: { total: 0 } });
  });

  it.each(['[]', '1', 'null'])('is created whatever else the body is: %s', (body) => {
    expect(playBooks().send('PUT /others', body).status).toBe(200);
  });

  it.each([
    [{ 'sort.field': 'none' }, 400],
    [{ 'sort.order': 'asc' }, 400],
    [{ 'sort.field': 'n', 'sort.order': 'up' }, 400],
    [{ 'sort.field': ['n'], 'sort.order': 'desc' }, 200],
  ])('is created with settings of an order: %j', (settings, status) => {
    const mappings = { properties: { n: { type: 'long' } } };
    expect(playBooks().send('PUT /others', { settings, mappings }).status).toBe(status);
  });

  it.each(['{"a"', `{"mappings":${'{"a":'.repeat(400)}1${'}'.repeat(401)}`])('refuses the body %#', (body) => {
    const play = playCluster();
    expect(play.send('PUT /books', body).status).toBe(400);
    expect(play.state().cluster.indices.entries()).toEqual([]);
  });
});

describe('a mapping', () => {
  it('can grow, and its fields keep their types', () => {
    const play = playBooks();
    expect(
      play.send('PUT /books/_mapping', { properties: { author: { properties: { name: { type: 'keyword' } } } } }),
    ).toMatchObject({
      status: 200,
      body: { acknowledged: true },
    });
    expect(play.send('PUT /books/_mapping', { properties: { title: { type: 'keyword' } } }).status).toBe(400);
    expect(play.send('GET /books/_mapping').body).toMatchObject({
      books: {
        mappings: { properties: { title: { type: 'text' }, author: { properties: { name: { type: 'keyword' } } } } },
      },
    });
  });

  it('lets parameters of flattened fields be changed as far as they can be', () => {
    const play = playBooks({ depth_limit: 1 });
    const change = (parameters: object) =>
      play.send('PUT /books/_mapping', { properties: { labels: { type: 'flattened', ...parameters } } }).status;
    const deep = { labels: { a: { b: 'c' } } };
    expect(play.send('PUT /books/_doc/1', deep).status).toBe(400);
    expect(change({ depth_limit: 2 })).toBe(200);
    expect(play.send('PUT /books/_doc/1', deep).status).toBe(201);
    expect(change({ doc_values: false })).toBe(400);
    expect(change({ null_value: 'x' })).toBe(400);
  });

  it('learns fields from documents', () => {
    const play = playCluster();
    play.send('PUT /books/_doc/1', {
      title: 'A b',
      pages: 3,
      price: 1.5,
      isNew: true,
      author: { name: 'C' },
      nothing: null,
    });
    expect(play.send('GET /books/_mapping').body).toMatchObject({
      books: {
        mappings: {
          properties: {
            title: { type: 'text', fields: { keyword: { type: 'keyword' } } },
            pages: { type: 'long' },
            price: { type: 'float' },
            isNew: { type: 'boolean' },
            author: { properties: { name: { type: 'text' } } },
          },
        },
      },
    });
    expect(play.send('GET /books/_mapping').text).not.toContain('nothing');
  });

  it.each([
    [false, 201],
    ['strict', 400],
    [true, 201],
  ])('with dynamic %s answers %i to a document with an unknown field', (dynamic, status) => {
    const play = playCluster();
    play.send('PUT /books', { mappings: { dynamic, properties: {} } });
    expect(play.send('PUT /books/_doc/1', { title: 'a' }).status).toBe(status);
    const { books } = play.send('GET /books/_mapping').body;
    expect(JSON.stringify(books).includes('title')).toBe(dynamic === true);
  });

  it('refuses documents that do not fit', () => {
    const play = playBooks();
    expect(play.send('PUT /books/_doc/1', { pages: 'many' })).toMatchObject({
      status: 400,
      body: { error: { type: 'document_parsing_exception' } },
    });
    expect(play.send('PUT /books/_doc/1', { title: { a: 1 } }).status).toBe(400);
    expect(play.send('GET /books/_doc/1').status).toBe(404);
  });
});

describe('a flattened field', () => {
  it.each([
    [1, { a: 'x' }, 201],
    [1, { a: { b: 'x' } }, 400],
    [2, { a: { b: 'x' } }, 201],
    [2, { a: [{ b: [['x']] }] }, 201],
    [2, { a: [{ b: { c: 'x' } }] }, 400],
    [1, { 'a.b.c': 'x' }, 201],
    [undefined, nested(19), 201],
    [undefined, nested(20), 400],
  ])('with the depth limit %j takes %j with %i', (depth_limit, labels, status) => {
    const play = playBooks(depth_limit === undefined ? {} : { depth_limit });
    const answer = play.send('PUT /books/_doc/1', { labels });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ error: { rule: 'excessive-depth' } });
  });

  it.each(['text', 1, true, ['text'], [['text']]].map((labels) => ({ labels, text: JSON.stringify(labels) })))(
    'refuses the plain value $text',
    ({ labels }) => {
      expect(playBooks().send('PUT /books/_doc/1', { labels })).toMatchObject({
        status: 400,
        body: { error: { rule: 'mismatched-document' } },
      });
    },
  );

  it.each(
    [
      null,
      {},
      [],
      [{}, { a: 1 }],
      { '': 'x' },
      { '.': 'x' },
      { a: null },
      JSON.parse('{"__proto__":"x"}') as unknown,
      { constructor: 'x' },
    ].map((labels) => ({ labels, text: JSON.stringify(labels) })),
  )('takes $text and answers it unaltered', ({ labels }) => {
    const play = playBooks({}, { 1: { labels } });
    expect(play.send('GET /books/_doc/1').body._source).toEqual({ labels });
  });

  it('refuses a leaf that is too long, unless it is not indexed', () => {
    const labels = { a: 'ä'.repeat(20_000) };
    expect(playBooks().send('PUT /books/_doc/1', { labels }).status).toBe(400);
    expect(playBooks({ ignore_above: 10 }).send('PUT /books/_doc/1', { labels }).status).toBe(201);
  });
});

describe('a document', () => {
  it('creates no index for a deletion, unless it brings a version that must be remembered', () => {
    const play = playCluster();
    const missing = { status: 404, body: { error: { type: 'index_not_found_exception' } } };
    expect(play.send('DELETE /nope/_doc/1')).toMatchObject(missing);
    expect(play.send('POST /nope/_bulk', '{"delete":{"_id":"1"}}\n')).toMatchObject({
      body: { errors: true, items: [{ delete: { status: 404, error: missing.body.error } }] },
    });
    expect(play.send('GET /nope').status).toBe(404);
    expect(play.send('DELETE /nope/_doc/1?version=3&version_type=external')).toMatchObject({
      status: 404,
      body: { result: 'not_found' },
    });
    expect(play.send('GET /nope').status).toBe(200);
  });

  it('is created, replaced, read and deleted, with versions and sequence numbers', () => {
    const play = playBooks();
    const meta = (version: number, sequence: number, result: string) => ({
      _index: 'books',
      _id: 'a b',
      _version: version,
      _seq_no: sequence,
      _primary_term: 1,
      result,
    });
    expect(play.send('PUT /books/_doc/a%20b', { title: 'x' })).toMatchObject({
      status: 201,
      body: meta(1, 0, 'created'),
    });
    expect(play.send('POST /books/_doc/a%20b?refresh', { title: 'y' })).toMatchObject({
      status: 200,
      body: { ...meta(2, 1, 'updated'), forced_refresh: true },
    });
    expect(play.send('GET /books/_doc/a%20b')).toMatchObject({
      status: 200,
      body: { _version: 2, _seq_no: 1, found: true, _source: { title: 'y' } },
    });
    expect(play.send('HEAD /books/_doc/a%20b')).toMatchObject({ status: 200, text: '' });
    expect(play.send('GET /books/_source/a%20b').body).toEqual({ title: 'y' });
    expect(play.send('DELETE /books/_doc/a%20b')).toMatchObject({ status: 200, body: meta(3, 2, 'deleted') });
    expect(play.send('DELETE /books/_doc/a%20b')).toMatchObject({ status: 404, body: { result: 'not_found' } });
    expect(play.send('GET /books/_doc/a%20b')).toMatchObject({ status: 404, body: { found: false } });
    expect(play.send('HEAD /books/_doc/a%20b').status).toBe(404);
  });

  it('gets an id of its own when none is given', () => {
    const play = playBooks();
    const { status, body } = play.send('POST /books/_doc', { title: 'x' });
    expect(status).toBe(201);
    expect(play.send(`GET /books/_doc/${String(body._id)}`).status).toBe(200);
  });

  it.each(['PUT /books/_create/1', 'POST /books/_create/1', 'PUT /books/_doc/1?op_type=create'])(
    'is created by %s only once',
    (line) => {
      const play = playBooks();
      expect(play.send(line, {}).status).toBe(201);
      expect(play.send(line, {})).toMatchObject({
        status: 409,
        body: { error: { type: 'version_conflict_engine_exception' } },
      });
    },
  );

  it.each([
    ['if_seq_no=0&if_primary_term=1', 200],
    ['if_seq_no=1&if_primary_term=1', 409],
    ['if_seq_no=0&if_primary_term=2', 409],
    ['if_seq_no=0', 400],
    ['version=1', 400],
    ['version=7&version_type=external', 200],
    ['version=1&version_type=external', 409],
    ['version=1&version_type=external_gte', 200],
    ['pipeline=none-such', 400],
    ['require_alias=true', 404],
  ])('is written with ?%s: %i', (query, status) => {
    const play = playBooks({}, { 1: {} });
    expect(play.send(`PUT /books/_doc/1?${query}`, { title: 'x' }).status).toBe(status);
    if (query.startsWith('version=7')) expect(play.send('GET /books/_doc/1').body._version).toBe(7);
  });

  it('is changed in part', () => {
    const play = playBooks({}, { 1: { title: 'a', labels: { a: '1', b: '2' } } });
    expect(play.send('POST /books/_update/1', { doc: { labels: { b: '3' } } }).body).toMatchObject({
      result: 'updated',
      _version: 2,
    });
    expect(play.send('GET /books/_doc/1').body._source).toEqual({ title: 'a', labels: { a: '1', b: '3' } });
    expect(play.send('POST /books/_update/1', { doc: { title: 'a' } }).body).toMatchObject({
      result: 'noop',
      _version: 2,
    });
    expect(play.send('POST /books/_update/2', { doc: {} }).status).toBe(404);
    expect(play.send('POST /books/_update/2', { doc: { title: 'z' }, doc_as_upsert: true }).status).toBe(201);
    expect(play.send('POST /books/_update/1', { script: 'x' }).status).toBe(400);
  });

  it.each(['__proto__', 'constructor', 'toString', '0'])('can have the id %s', (id) => {
    const play = playBooks();
    expect(play.send(`GET /books/_doc/${id}`).status).toBe(404);
    expect(play.send(`PUT /books/_doc/${id}`, { title: id }).status).toBe(201);
    play.send('PUT /books/_doc/other', {});
    expect(play.send(`GET /books/_doc/${id}`).body._source).toEqual({ title: id });
    expect(play.send(`DELETE /books/_doc/${id}`).status).toBe(200);
    expect(play.send('POST /books/_count').body.count).toBe(1);
  });

  it.each(['', '[]', 'text', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`])('refuses the body %#', (body) => {
    expect(playBooks().send('PUT /books/_doc/1', body).status).toBe(400);
  });

  it('makes its index when there is none', () => {
    const play = playCluster();
    expect(play.send('PUT /fresh/_doc/1', { a: 1 }).status).toBe(201);
    expect(play.send('HEAD /fresh').status).toBe(200);
    expect(play.send('DELETE /other/_doc/1').status).toBe(404);
  });
});

describe('a bulk request', () => {
  const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  it('carries out all actions in turn, and reports which failed', () => {
    const play = playBooks({ depth_limit: 1 });
    const body = lines(
      { index: { _id: '1' } },
      { labels: { a: 'x' } },
      { create: { _id: '1' } },
      {},
      { update: { _id: '1' } },
      { doc: { title: 'new' } },
      { index: { _id: '2' } },
      { labels: { a: { b: 'too deep' } } },
      { delete: { _id: '3' } },
      { create: {} },
      { title: 'own id' },
    );
    const { status, body: answer } = play.send('POST /books/_bulk?refresh=true', body);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      errors: true,
      items: [
        { index: { _id: '1', status: 201, result: 'created', _seq_no: 0 } },
        { create: { _id: '1', status: 409, error: { type: 'version_conflict_engine_exception' } } },
        { update: { _id: '1', status: 200, result: 'updated', _version: 2, _seq_no: 1 } },
        { index: { _id: '2', status: 400, error: { rule: 'excessive-depth' } } },
        { delete: { _id: '3', status: 404, result: 'not_found' } },
        { create: { status: 201 } },
      ],
    });
    expect(play.send('POST /books/_count').body.count).toBe(2);
  });

  it('writes to several indices, and to one by two names', () => {
    const play = playCluster();
    play.send('PUT /a', { aliases: { b: {} } });
    const { body } = play.send(
      'POST /_bulk',
      lines(
        { index: { _index: 'a', _id: '1' } },
        {},
        { index: { _index: 'b', _id: '2' } },
        {},
        { index: { _index: 'c' } },
        {},
      ),
    );
    expect(body.errors).toBe(false);
    expect(play.send('POST /a/_count').body.count).toBe(2);
    expect(play.send('POST /c/_count').body.count).toBe(1);
  });

  it.each([
    ['no line end at the end', '{"delete":{"_id":"1"}}'],
    ['nothing', '\n'],
    ['no action', '{"title":"a"}\n'],
    ['a missing document', '{"index":{}}\n'],
    ['a list', '[]\n'],
    ['a deletion without id', '{"delete":{}}\n'],
  ])('with %s is refused as a whole', (_, body) => {
    const play = playBooks({}, { 1: {} });
    expect(play.send('POST /books/_bulk', body).status).toBe(400);
    expect(play.send('POST /books/_count').body.count).toBe(1);
  });

  it('without an index in path and action is refused', () => {
    expect(playCluster().send('POST /_bulk', '{"index":{}}\n{}\n').status).toBe(400);
  });

  it('passes over empty lines and takes both kinds of line ends', () => {
    const { status, body } = playBooks().send('POST /books/_bulk', '{"index":{}}\r\n{}\r\n\n');
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: false });
  });
});

describe('the history of an index', () => {
  const kept = (play: ReturnType<typeof playBooks>) => play.state().cluster.indices.get('books')!.history.flat();

  it('is not kept while no one follows the index', () => {
    const play = playBooks({}, { 1: { title: 'a' } });
    for (let count = 0; count < 50; count++) play.send('PUT /books/_doc/1', { title: 'a' });
    expect(kept(play)).toEqual([]);
    expect(play.state().cluster.indices.get('books')).toMatchObject({ nextSequence: 51 });
  });

  it('holds every operation from the first follower on, with its number', () => {
    const play = playBooks({}, { 1: { title: 'a' } });
    play.change((pair) => {
      const { cluster } = pair;
      const books = { ...cluster.indices.get('books')!, leases: { f: { retained: 1, renewedAt: play.now() } } };
      return { ...pair, cluster: { ...cluster, indices: cluster.indices.with('books', books) } };
    });
    play.send('PUT /books/_doc/2', { title: 'b' });
    play.send('DELETE /books/_doc/1');
    expect(kept(play)).toMatchObject([
      { sequence: 1, id: '2', source: { title: 'b' } },
      { sequence: 2, id: '1' },
    ]);
    expect(kept(play)[1]).not.toHaveProperty('source');
    play.pass(12 * hour);
    play.send('PUT /books/_doc/3', {});
    expect(kept(play)).toEqual([]);
  });
});

function nested(levels: number): object {
  let value: object = { leaf: 'x' };
  for (let level = 1; level <= levels; level++) value = { inner: value };
  return value;
}

describe('what mappings have besides their fields', () => {
  it.each<[object]>([
    [{ dynamic: '' }],
    [{ enabled: 'sometimes' }],
    [{ runtime: [null] }],
    [{ runtime: { day: {} } }],
    [{ _routing: { required: 1 } }],
    [{ _source: 'off' }],
  ])('is refused: %j', (mappings) => {
    const play = playCluster();
    const refused = { status: 400, body: { error: { type: 'mapper_parsing_exception' } } };
    expect(play.send('PUT /logs', { mappings })).toMatchObject(refused);
    play.send('PUT /logs', {});
    expect(play.send('PUT /logs/_mapping', mappings)).toMatchObject(refused);
    expect(play.send('GET /logs/_mapping').body).toEqual({ logs: { mappings: {} } });
  });

  it.each<[object]>([
    [{ dynamic: 'strict' }],
    [{ dynamic: false, enabled: true }],
    [{ runtime: { day: { type: 'keyword' }, removed: null } }],
    [{ _routing: { required: true }, _source: { enabled: false } }],
  ])('is taken: %j', (mappings) => {
    expect(playCluster().send('PUT /logs', { mappings }).status).toBe(200);
  });
});

describe('analyzers', () => {
  const analyzer = (mine: object) => ({ settings: { analysis: { analyzer: { mine } } } });
  const title = (options: object) => ({ mappings: { properties: { title: { type: 'text', ...options } } } });

  it.each<[object, string]>([
    [analyzer({ type: 'custom' }), 'illegal_argument_exception'],
    [analyzer({ type: 'nothing' }), 'illegal_argument_exception'],
    [analyzer({ tokenizer: 'none' }), 'illegal_argument_exception'],
    [title({ analyzer: 'none' }), 'mapper_parsing_exception'],
    [title({ analyser: 'standard' }), 'mapper_parsing_exception'],
  ])('that servers cannot build are refused: %j', (body, type) => {
    expect(playCluster().send('PUT /logs', body)).toMatchObject({ status: 400, body: { error: { type } } });
  });

  it('that the settings define are known to the mapping', () => {
    const body = { ...analyzer({ tokenizer: 'standard' }), ...title({ analyzer: 'mine', search_analyzer: 'english' }) };
    expect(playCluster().send('PUT /logs', body).status).toBe(200);
  });
});

describe('requests about several indices', () => {
  it.each(['GET /_cluster/health?level=all', 'GET /_cluster/health?wait_for_status=blue', 'GET /_cat/indices?s=none'])(
    'refuses %s',
    (line) => {
      expect(playCluster().send(line).status).toBe(400);
    },
  );

  it('ignores a comma at the end, and takes a format that it does not know as text', () => {
    const play = playCluster();
    for (const name of ['a1', 'a2']) play.send(`PUT /${name}`);
    expect(Object.keys(play.send('GET /a1,').body)).toEqual(['a1']);
    expect(play.send('GET /_cat/indices?h=index&s=index&format=xml').text).toBe('a1\na2\n');
  });

  it('refuses writes into a closed index by the kind of the request', () => {
    const play = playCluster();
    play.send('PUT /logs');
    play.send('POST /logs/_close');
    const blocked = { status: 403, body: { error: { type: 'cluster_block_exception' } } };
    expect(play.send('POST /logs/_update/1', { doc: {} })).toMatchObject(blocked);
    const item = { index: { _id: null, error: { type: 'index_closed_exception', index: 'logs' } } };
    expect(play.send('POST /logs/_bulk/', '{"index":{}}\n{}\n').body).toMatchObject({ errors: true, items: [item] });
  });
});
