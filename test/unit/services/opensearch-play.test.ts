import { describe, expect, it } from 'vitest';
import { answerOf, play, reported } from './real-servers-play';

// What a server of OpenSearch 3.9.0 answered.

const cluster = () => play('opensearch');
const withFlatObject = () => {
  const found = cluster();
  found.send('PUT /i', { mappings: { properties: { f: { type: 'flat_object' }, n: { type: 'long' } } } });
  return found;
};
const json = (body: unknown): string => JSON.stringify(body);

describe('types of errors', () => {
  it.each([
    ['PUT /i/_settings', { a: 1 }, '400 settings_exception'],
    ['PUT /i/_settings', { 'mapping.total_fields': 1 }, '400 settings_exception'],
    ['PUT /i/_settings', { 'index.lifecycle.name': 'p' }, '400 settings_exception'],
    ['PUT /_cluster/settings', { persistent: { 'path.data': 'x' } }, '400 settings_exception'],
    ['PUT /_cluster/settings', { persistent: { xpack: { none: true } } }, '400 settings_exception'],
    ['PUT /i/_mapping', { dynamic: 'sometimes' }, '400 illegal_argument_exception'],
    ['PUT /i/_mapping', { properties: 1 }, '400 parse_exception'],
    ['PUT /i/_doc/1', { n: 'text' }, '400 mapper_parsing_exception'],
    ['POST /_aliases', '{a: 1}', '400 json_parse_exception'],
    ['POST /_aliases', '{', '400 unexpected_end_of_input_exception'],
    ['PUT /i/_mapping', '{a: 1}', '400 parse_exception'],
    ['PUT /i/_mapping', '[]', '400 not_x_content_exception'],
    ['PUT /new', { aliases: 7 }, '500 class_cast_exception'],
    ['PUT /new*', {}, '400 invalid_index_name_exception'],
    ['PUT /i/_alias/a', { unknown: 1 }, '400 illegal_argument_exception'],
    ['GET /i?master_timeout=5', undefined, '400 illegal_argument_exception'],
    ['GET /i/unknown', undefined, '400 no handler found'],
    ['PUT /i/_doc/1?require_data_stream=true', { n: 1 }, '400 illegal_argument_exception'],
    ['GET /_ccr', undefined, '400 invalid_index_name_exception'],
  ])('%s with %j: %s', (line, body, expected) => {
    const found = withFlatObject();
    expect(answerOf(found.send(line, body as never))).toContain(expected);
  });

  it('those of a part of a bulk request are the same', () => {
    const { body } = withFlatObject().send('POST /i/_bulk', '{"index":{"_id":"1"}}\n{"n":"text"}\n');
    expect(json(body)).toContain('mapper_parsing_exception');
  });

  it('Elasticsearch keeps its own', () => {
    const found = play();
    found.send('PUT /i', { mappings: { properties: { n: { type: 'long' } } } });
    expect(answerOf(found.send('PUT /i/_doc/1', { n: 'text' }))).toBe('400 document_parsing_exception');
    expect(answerOf(found.send('PUT /i/_settings', { a: 1 }))).toBe('400 illegal_argument_exception');
    for (const time of ['5', '5x', ''])
      expect(answerOf(found.send(`GET /i?master_timeout=${time}`))).toBe('400 illegal_argument_exception');
    for (const time of ['5s', '0', '-1']) expect(found.send(`GET /i?master_timeout=${time}`).status).toBe(200);
    expect(answerOf(found.send('GET /i/unknown'))).toContain('405');
  });
});

describe('members of responses', () => {
  it('an index shows how it is replicated, and no tier', () => {
    const text = json(withFlatObject().send('GET /i/_settings?flat_settings=true').body);
    expect(text).toContain('"index.replication.type":"DOCUMENT"');
    expect(text).not.toContain('_tier_preference');
  });

  it('a change of aliases says nothing of errors', () => {
    expect(withFlatObject().send('PUT /i/_alias/a').body).toEqual({ acknowledged: true });
  });

  it('an alias may be hidden, and one that need not exist is removed', () => {
    const found = withFlatObject();
    found.send('PUT /i/_alias/a', { is_hidden: true });
    expect(json(found.send('GET /i/_alias/a').body)).toContain('"is_hidden":true');
    const actions = [{ remove: { index: 'i', alias: 'none', must_exist: false } }];
    expect(answerOf(found.send('POST /_aliases', { actions }))).toBe('200');
  });

  it('a list of snapshots has no pages, and a snapshot says that it copied all files', () => {
    const found = withFlatObject();
    found.send('PUT /_snapshot/r', { type: 'fs', settings: { location: 'r', max_number_of_snapshots: 'many' } });
    const made = json(found.send('PUT /_snapshot/r/s?wait_for_completion=true', { feature_states: 'none' }).body);
    expect(made).toContain('"remote_store_index_shallow_copy":false');
    expect(Object.keys(found.send('GET /_snapshot/r/_all').body)).toEqual(['snapshots']);
    expect(answerOf(found.send('PUT /_snapshot/r/s'))).toBe('400 invalid_snapshot_name_exception');
    expect(answerOf(found.send('GET /_snapshot/r/none*'))).toContain('404');
  });

  it('the limit of buckets is one less', () => {
    expect(json(cluster().send('GET /_cluster/settings?include_defaults=true&flat_settings=true').body)).toContain(
      '"search.max_buckets":"65535"',
    );
  });
});

describe('repositories', () => {
  it('speeds of a repository that is there are not checked', () => {
    const found = cluster();
    const put = (settings: object) => answerOf(found.send('PUT /_snapshot/r', { type: 'fs', settings }));
    expect(put({ location: 'r', max_restore_bytes_per_sec: 'many' })).toBe('500 repository_exception');
    expect(put({ location: 'r' })).toBe('200');
    expect(put({ location: 'r', max_restore_bytes_per_sec: 'many' })).toBe('200');
    expect(put({ location: 'r', chunk_size: 'many' })).toBe('500 repository_exception');
  });

  it('speeds that a registration leaves out stay, unless it changes another setting', () => {
    const found = cluster();
    const shown = (settings: object) => {
      found.send('PUT /_snapshot/r', { type: 'fs', settings });
      return found.send('GET /_snapshot/r').body as unknown;
    };
    const ofSettings = (settings: object) => ({ r: { type: 'fs', settings } });
    shown({ location: 'r', max_restore_bytes_per_sec: '41mb' });
    expect(shown({ location: 'r', max_snapshot_bytes_per_sec: '40mb' })).toEqual(
      ofSettings({ location: 'r', max_restore_bytes_per_sec: '41mb', max_snapshot_bytes_per_sec: '40mb' }),
    );
    expect(shown({ location: 'r', max_restore_bytes_per_sec: null })).toMatchObject(
      ofSettings({ max_restore_bytes_per_sec: null, max_snapshot_bytes_per_sec: '40mb' }),
    );
    expect(shown({ location: 'r', compress: false })).toEqual(ofSettings({ location: 'r', compress: 'false' }));
    const other = play();
    other.send('PUT /_snapshot/r', { type: 'fs', settings: { location: 'r', max_restore_bytes_per_sec: '41mb' } });
    other.send('PUT /_snapshot/r', { type: 'fs', settings: { location: 'r' } });
    expect(json(other.send('GET /_snapshot/r').body)).not.toContain('41mb');
  });

  it('there are none of the type source, and a verification may have a body', () => {
    const found = cluster();
    const source = { type: 'source', settings: { delegate_type: 'fs', location: 's' } };
    expect(answerOf(found.send('PUT /_snapshot/s', source))).toBe('500 repository_exception');
    found.send('PUT /_snapshot/r', { type: 'fs', settings: { location: 'r' } });
    expect(answerOf(found.send('POST /_snapshot/r/_verify', {}))).toBe('200');
  });
});

describe('objects as a whole', () => {
  const filled = () => {
    const found = withFlatObject();
    found.send('PUT /i/_doc/1?refresh=true', { f: { a: 'x', b: 'urgent' }, n: 1 });
    return found;
  };
  const search = (body: object) => answerOf(filled().send('POST /i/_search', body));

  it('has no values of its own, and an order that begins with another key cannot be shown', () => {
    expect(search({ sort: ['f'] })).toBe('400 search_phase_execution_exception');
    expect(search({ size: 0, aggs: { a: { terms: { field: 'f' } } } })).toBe('400 search_phase_execution_exception');
    expect(search({ sort: ['f.b'] })).toBe('400 illegal_argument_exception');
    expect(search({ sort: ['f.a'] })).toBe('200');
    expect(search({ sort: [{ 'f.b': 'desc' }] })).toBe('200');
  });

  it('parts of the texts of keys are found', () => {
    const count = (query: object) => filled().send('POST /i/_count', { query }).body.count;
    expect(count({ wildcard: { 'f.b': 'ur*' } })).toBe(1);
    expect(count({ regexp: { 'f.b': 'ur.*' } })).toBe(1);
    expect(count({ fuzzy: { 'f.b': 'urgend' } })).toBe(1);
    expect(count({ query_string: { query: 'f.b:/ur.*/' } })).toBe(1);
  });

  it('takes deep objects, and no keys from outside', () => {
    const deep = Array.from({ length: 22 }).reduce<object>((inner) => ({ in: inner }), { leaf: 1 });
    expect(answerOf(filled().send('PUT /i/_doc/2', { f: deep }))).toBe('201');
    expect(answerOf(filled().send('PUT /i/_doc/2', { 'f.a': 'x' }))).toBe('400 mapper_parsing_exception');
    expect(answerOf(filled().send('PUT /i/_doc/2', { f: { a: 'x'.repeat(32_763) } }))).toBe(
      '400 illegal_argument_exception',
    );
  });

  it('a search for aggregations of all documents says that it ended early', () => {
    const { body } = filled().send('POST /i/_search', { size: 0, aggs: { a: { max: { field: 'n' } } } });
    expect(body.terminated_early).toBe(true);
  });
});

describe('a query on terms', () => {
  const searched = (found: ReturnType<typeof play>, terms: object) => {
    found.send('PUT /i/_doc/1', { n: 1 });
    found.send('PUT /i/_doc/2', { n: 2 });
    return found.send('POST /i/_search', { query: { terms } });
  };

  it('may say how its values are written', () => {
    for (const type of ['default', 'DEFAULT']) {
      const { body } = searched(withFlatObject(), { value_type: type, n: [2, 3] });
      expect(body).toMatchObject({ hits: { total: { value: 1 }, hits: [{ _id: '2' }] } });
    }
    expect(searched(withFlatObject(), { n: [1], value_type: 'none' }).status).toBe(400);
    expect(json(searched(withFlatObject(), { n: ['Ojo='], value_type: 'bitmap' }).body)).toContain('as a bitmap');
    expect(searched(withFlatObject(), { value_type: ['default'] })).toMatchObject({
      body: { hits: { total: { value: 0 } } },
    });
  });

  it('also as the filter of an alias, in a count, and where documents are deleted', () => {
    const found = withFlatObject();
    const query = { terms: { n: [2], value_type: 'default' } };
    searched(found, query.terms);
    expect(found.send('PUT /i/_alias/a', { filter: query }).status).toBe(200);
    expect(found.send('GET /a/_count').body).toMatchObject({ count: 1 });
    expect(found.send('GET /i/_count', { query }).body).toMatchObject({ count: 1 });
    expect(found.send('POST /i/_delete_by_query', { query }).body).toMatchObject({ deleted: 1 });
  });

  it('in Elasticsearch names one field only', () => {
    const found = play();
    found.send('PUT /i', { mappings: { properties: { n: { type: 'long' } } } });
    expect(searched(found, { n: [2], value_type: 'default' }).status).toBe(400);
  });
});

describe('a request that asks only for permissions', () => {
  const asked = '?perform_permission_check=true';

  it('is not carried out', () => {
    const found = withFlatObject();
    const allowed = { status: 200, body: { accessAllowed: true, missingPrivileges: [] } };
    for (const line of [`PUT /i/_doc/1${asked}`, 'DELETE /i?perform_permission_check', `GET /none/_doc/1${asked}`])
      expect(found.send(line, line.startsWith('PUT') ? { n: 1 } : undefined)).toMatchObject(allowed);
    expect(found.send('GET /i/_count').body).toMatchObject({ count: 0 });
    expect(found.send('DELETE /i?perform_permission_check=false').body).toEqual({ acknowledged: true });
  });

  it('is answered with what the caller lacks', () => {
    const found = withFlatObject();
    const as = `Basic ${Buffer.from('bob:b').toString('base64')}`;
    expect(found.send(`DELETE /i${asked}`, undefined, as)).toMatchObject({
      status: 200,
      body: { accessAllowed: false, missingPrivileges: ['indices:admin/delete'] },
    });
    expect(found.send('GET /i').status).toBe(200);
  });

  it('is one with an unknown parameter in Elasticsearch', () => {
    expect(play().send(`PUT /i${asked}`).status).toBe(400);
    expect(reported('8.19', [`GET /_cluster/health${asked}`])).toEqual([expect.stringContaining('unknown-query')]);
    expect(
      reported('opensearch', [`GET /_cluster/health${asked}`], [`PUT /i${asked}`], [`PUT /i/_doc/1${asked}`, { n: 1 }]),
    ).toEqual([]);
    expect(reported('opensearch', ['PUT /i?perform_permission_checks=true'])).toEqual([
      expect.stringContaining('did you mean `perform_permission_check`'),
    ]);
  });
});

describe('what is reported', () => {
  const mapping = ['PUT /i', { mappings: { properties: { f: { type: 'flat_object' } } } }] as const;

  it.each([
    [['POST /i/_search', { sort: ['f'] }], 'unusable-field'],
    [['POST /i/_search', { sort: ['f.b'] }], 'unusable-field'],
    [['POST /i/_search?sort=f.b:asc'], 'unusable-field'],
    [['POST /i/_search', { aggs: { a: { terms: { field: 'f.b' } } } }], 'unusable-field'],
    [['PUT /i/_doc/1', { f: 'text' }], 'mismatched-document'],
    [['PUT /i/_doc/1', { f: { a: 'x'.repeat(32_765) } }], 'mismatched-document'],
  ] as const)('%j: %s', (request, rule) => {
    expect(reported('opensearch', mapping, request as unknown as readonly [string, unknown])).toEqual([
      expect.stringContaining(`warning ${rule}`),
    ]);
  });

  it.each([
    ['POST /i/_search', { query: { wildcard: { 'f.b': 'x*' } } }],
    ['POST /i/_search', { query: { term: { 'f.b': 'x' } }, sort: ['_score'] }],
    ['PUT /i/_doc/1', { f: { a: 'x' } }],
  ] as const)('%s %j: nothing', (line, body) => {
    expect(reported('opensearch', mapping, [line, body])).toEqual([]);
  });

  it.each([
    ['PUT /i', { mappings: { properties: { f: { type: 'flat_object', ignore_above: 1 } } } }],
    ['PUT /i/_settings', { 'index.lifecycle.name': 'p' }],
    ['PUT /i/_doc/1?require_data_stream=true', { a: 1 }],
    ['POST /i/_bulk?list_executed_pipelines=true', '{"index":{}}\n{}\n'],
    ['POST /i/_search', { query: { terms_set: { a: { terms: ['b'], minimum_should_match: 1 } } } }],
  ] as const)('%s %j: what the product lacks', (line, body) => {
    expect(reported('opensearch', [line, body])).toEqual([expect.stringMatching(/^warning (?:unavailable|unknown)-/)]);
    expect(reported('8.19', [line, body]).filter((text) => text.includes('unavailable'))).toEqual([]);
  });
});

describe('what its tables and its health show', () => {
  const members = (found: ReturnType<typeof play>, line: string): readonly string[] => {
    const body: unknown = JSON.parse(json(found.send(line).body));
    const first: unknown = Array.isArray(body) ? body[0] : body;
    return Object.keys(first as object);
  };

  it('is of its own', () => {
    const found = withFlatObject();
    expect(members(found, 'GET /_cluster/health')).toEqual(
      expect.arrayContaining(['discovered_master', 'discovered_cluster_manager']),
    );
    expect(members(found, 'GET /_cluster/health')).not.toContain('unassigned_primary_shards');
    expect(members(found, 'GET /_cat/health?format=json')).toContain('discovered_cluster_manager');
    expect(members(found, 'GET /_cat/health?format=json')).not.toContain('unassign.pri');
    expect(members(found, 'GET /_cat/indices?format=json')).not.toContain('dataset.size');
    expect(json(found.send('GET /_nodes').body)).toContain('total_indexing_buffer_in_bytes');
    expect(json(found.send('GET /_nodes').body)).not.toMatch(/"(?:index_version|build_flavor)"/);
  });

  it('differs from that of Elasticsearch', () => {
    const found = play();
    found.send('PUT /i');
    expect(members(found, 'GET /_cluster/health')).toContain('unassigned_primary_shards');
    expect(members(found, 'GET /_cluster/health')).not.toContain('discovered_master');
    expect(members(found, 'GET /_cat/health?format=json')).toContain('unassign.pri');
    expect(members(found, 'GET /_cat/health?format=json')).not.toContain('discovered_cluster_manager');
    expect(members(found, 'GET /_cat/indices?format=json')).toContain('dataset.size');
  });
});

it.each([['8.19', false] as const, ['9.5', true] as const])(
  'of Elasticsearch, version %s shows the mode of a resolved index: %s',
  (version, isShown) => {
    const found = play(version);
    found.send('PUT /i');
    expect(json(found.send('GET /_resolve/index/i').body).includes('"mode":"standard"')).toBe(isShown);
  },
);
