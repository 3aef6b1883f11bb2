import { describe, expect, it } from 'vitest';
import { basic } from './play-users';
import { playStored } from './play-stored';

const at = '2026-01-01T00:00:00Z';
const template = {
  index_patterns: ['logs-*'],
  priority: 100,
  composed_of: ['shards'],
  data_stream: {},
  template: { settings: { number_of_replicas: 0 }, mappings: { properties: { host: { type: 'keyword' } } } },
};

/** A cluster with a template that makes data streams. */
function play(...of: Parameters<typeof playStored>) {
  const played = playStored(...of);
  played.send('PUT /_component_template/shards', { template: { settings: { number_of_shards: 2 } } });
  expect(played.send('PUT /_index_template/logs', template).status).toBe(200);
  return played;
}

const first = '.ds-logs-a-2026.01.01-000001';
const second = '.ds-logs-a-2026.01.01-000002';

describe('a data stream', () => {
  it('is created by a template, with the first document or by its own request', () => {
    const { send } = play();
    expect(send('POST /logs-a/_doc', { '@timestamp': at, host: 'a' })).toMatchObject({
      status: 201,
      body: { _index: first, result: 'created', _shards: { total: 1 } },
    });
    expect(send('PUT /_data_stream/logs-b').body).toEqual({ acknowledged: true });
    expect(send('PUT /_data_stream/logs-b').status).toBe(400);
    expect(send('PUT /_data_stream/other').status).toBe(400);
    expect(send('PUT /_data_stream/logs-B').status).toBe(400);
    expect(send('PUT /logs-c').body).toMatchObject({ error: { reason: /`PUT \/_data_stream\/logs-c`/ } });
    expect(send('GET /logs-a').body).toMatchObject({
      [first]: {
        mappings: {
          _data_stream_timestamp: { enabled: true },
          properties: { '@timestamp': { type: 'date' }, host: { type: 'keyword' } },
        },
        settings: {
          index: {
            ...{ hidden: 'true', number_of_shards: '2', number_of_replicas: '0', provided_name: first },
            routing: { allocation: { include: { _tier_preference: 'data_hot' } } },
          },
        },
        data_stream: 'logs-a',
      },
    });
  });

  it('takes only documents that are created and have one time', () => {
    const { send } = play();
    expect(send('PUT /logs-a/_create/1', { '@timestamp': at }).status).toBe(201);
    expect(send('PUT /logs-a/_doc/2?op_type=create', { '@timestamp': at }).status).toBe(201);
    expect(send('PUT /logs-a/_create/1', { '@timestamp': at }).status).toBe(409);
    for (const [line, body] of [
      ['PUT /logs-a/_doc/1', { '@timestamp': at }],
      ['PUT /logs-new/_doc/1', { '@timestamp': at }],
      ['POST /logs-a/_update/1', { doc: { host: 'b' } }],
      ['DELETE /logs-a/_doc/1', undefined],
      ['POST /logs-a/_doc', { host: 'a' }],
      ['POST /logs-a/_doc', { '@timestamp': [at, at] }],
      [`PUT /${first}/_create/3`, { '@timestamp': at }],
      [`PUT /${first}/_doc/3`, { '@timestamp': at }],
    ] as const)
      expect([line, send(line, body).status]).toEqual([line, 400]);
    expect(send('GET /logs-a/_doc/1').status).toBe(404);
    expect(send(`GET /${first}/_doc/1`).status).toBe(200);
    expect(send(`PUT /${first}/_doc/1?if_seq_no=0&if_primary_term=1`, { '@timestamp': at }).status).toBe(200);
    expect(send(`DELETE /${first}/_doc/1`).status).toBe(200);
    expect(send('POST /logs-a/_doc?require_data_stream', { '@timestamp': at }).status).toBe(201);
    expect(send('POST /plain/_doc?require_data_stream', { '@timestamp': at }).status).toBe(404);
    expect(send('POST /logs-a/_doc?require_alias', { '@timestamp': at }).status).toBe(404);
  });

  it('takes the actions `create` of a bulk body', () => {
    const { sendText } = play();
    const document = JSON.stringify({ '@timestamp': at });
    const lines = ['{"create":{}}', document, '{"index":{}}', document, '{"delete":{"_id":"1"}}'];
    const { body } = sendText('POST /logs-a/_bulk', `${lines.join('\n')}\n`);
    expect(body).toMatchObject({
      errors: true,
      items: [
        { create: { _index: first, status: 201 } },
        { index: { _index: 'logs-a', status: 400, error: { type: 'illegal_argument_exception' } } },
        { delete: { _index: 'logs-a', status: 400 } },
      ],
    });
  });

  it('is shown, searched, rolled over and deleted as a whole', () => {
    const { send, restart, written } = play();
    send('PUT /logs-a/_create/1', { '@timestamp': at });
    const tried = { old_index: first, new_index: second, rolled_over: false, dry_run: true, conditions: {} };
    expect(send('POST /logs-a/_rollover?dry_run').body).toMatchObject(tried);
    expect(send('POST /logs-a/_rollover', { conditions: { max_docs: 2 } }).body).toMatchObject({
      rolled_over: false,
      conditions: { '[max_docs: 2]': false },
    });
    expect(send('POST /logs-a/_rollover', { conditions: { max_docs: 1 } }).body).toMatchObject({ rolled_over: true });
    expect(send('POST /logs-a/_rollover/other').status).toBe(400);
    expect(send('POST /logs-a/_rollover', { conditions: { max_size: '1gb' } }).status).toBe(501);
    restart(written());
    expect(send('PUT /logs-a/_create/1', { '@timestamp': at }).body).toMatchObject({ _index: second });
    expect(send('GET /_data_stream/logs-*').body).toMatchObject({
      data_streams: [
        {
          ...{
            name: 'logs-a',
            timestamp_field: { name: '@timestamp' },
            generation: 2,
            status: 'GREEN',
            template: 'logs',
          },
          indices: [{ index_name: first }, { index_name: second, managed_by: 'Unmanaged' }],
        },
      ],
    });
    expect(send('GET /logs-a/_count').body).toMatchObject({ count: 2 });
    expect(send('GET /logs-*/_count').body).toMatchObject({ count: 2 });
    expect(send('GET /_resolve/index/logs-*').body).toEqual({
      indices: [],
      aliases: [],
      data_streams: [{ name: 'logs-a', backing_indices: [first, second], timestamp_field: '@timestamp' }],
    });
    expect(send('PUT /logs-a/_settings', { index: { refresh_interval: '7s' } }).status).toBe(200);
    expect(Object.keys(send('GET /logs-a/_settings').body as object)).toEqual([first, second]);
    expect(send('DELETE /logs-a').status).toBe(404);
    expect(send(`DELETE /${second}`).status).toBe(400);
    expect(send(`DELETE /${first}`).status).toBe(200);
    expect(send('GET /_data_stream/logs-a,missing').status).toBe(404);
    expect(send('GET /_data_stream/miss*').body).toEqual({ data_streams: [] });
    expect(send('DELETE /_data_stream/missing').status).toBe(404);
    expect(send('DELETE /_data_stream/logs-a').body).toEqual({ acknowledged: true });
    expect(send('GET /_data_stream').body).toEqual({ data_streams: [] });
    expect(send(`GET /${second}`).status).toBe(404);
  });

  it('keeps its template', () => {
    const { send } = play();
    send('PUT /_data_stream/logs-a');
    expect(send('DELETE /_index_template/logs').status).toBe(400);
    expect(send('PUT /_index_template/logs', { ...template, index_patterns: ['other-*'] }).status).toBe(400);
    expect(send('PUT /_index_template/logs', { index_patterns: ['logs-*'], priority: 100 }).status).toBe(400);
    expect(send('PUT /_index_template/logs', { ...template, priority: 7 }).status).toBe(200);
    send('DELETE /_data_stream/logs-a');
    expect(send('DELETE /_index_template/logs').status).toBe(200);
  });

  it('is one for roles, too', () => {
    const { send } = play();
    send('POST /logs-a/_doc', { '@timestamp': at });
    send('PUT /_security/role/reader', { indices: [{ names: ['logs-*'], privileges: ['read'] }] });
    send('PUT /_security/user/ann', { password: 'long-enough', roles: ['reader'] });
    const caller = basic('ann', 'long-enough');
    expect(send('GET /logs-a/_count', undefined, caller)).toMatchObject({ status: 200, body: { count: 1 } });
    expect(send('GET /_search', undefined, caller).body).toMatchObject({ hits: { total: { value: 1 } } });
    expect(send('POST /logs-a/_doc', { '@timestamp': at }, caller).status).toBe(403);
  });

  it('has no aliases and no restore in the sandbox, and says so', () => {
    const { send } = play();
    send('POST /logs-a/_doc', { '@timestamp': at });
    expect(send('POST /_aliases', { actions: [{ add: { index: 'logs-a', alias: 'l' } }] }).status).toBe(501);
    send('PUT /_snapshot/r', { type: 's3', settings: { bucket: 'b' } });
    expect(send('PUT /_snapshot/r/s?wait_for_completion').body).toMatchObject({
      snapshot: { data_streams: ['logs-a'] },
    });
    send('DELETE /_data_stream/logs-a');
    expect(send('POST /_snapshot/r/s/_restore').status).toBe(501);
  });

  it('is that of OpenSearch where it is played', () => {
    const { send } = play({ vendor: 'opensearch' });
    expect(send('POST /logs-a/_doc', { '@timestamp': at }).body).toMatchObject({ _index: '.ds-logs-a-000001' });
    expect(send('GET /_data_stream/logs-a').body).toEqual({
      data_streams: [
        {
          ...{
            name: 'logs-a',
            timestamp_field: { name: '@timestamp' },
            generation: 1,
            status: 'GREEN',
            template: 'logs',
          },
          indices: [{ index_name: '.ds-logs-a-000001', index_uuid: 'r'.repeat(22) }],
        },
      ],
    });
    expect(send('DELETE /_data_stream/missing').status).toBe(200);
    expect(send('POST /_aliases', { actions: [{ add: { index: 'logs-a', alias: 'l' } }] }).status).toBe(404);
    expect(
      send('PUT /_index_template/t', { index_patterns: ['t'], data_stream: { timestamp_field: { name: 'when' } } })
        .status,
    ).toBe(200);
    expect(send('POST /t/_doc', { when: at }).status).toBe(201);
    expect(send('POST /t/_doc', { '@timestamp': at }).status).toBe(400);
    expect(send('PUT /_component_template/l', { template: { lifecycle: {} } }).status).toBe(400);
    expect(
      send('PUT /_index_template/l', { index_patterns: ['l'], data_stream: {}, template: { lifecycle: {} } }).status,
    ).toBe(400);
  });
});

describe('a new index', () => {
  it('gets what its templates give, and the request prevails', () => {
    const { send } = playStored();
    const properties = { a: { type: 'long' }, o: { properties: { x: { type: 'long' } } } };
    send('PUT /_component_template/c', { template: { settings: { number_of_shards: 4, refresh_interval: '3s' } } });
    send('PUT /_index_template/low', { index_patterns: ['pl-*'], template: { settings: { number_of_shards: 9 } } });
    send('PUT /_index_template/high', {
      ...{ index_patterns: ['pl-*'], priority: 1, composed_of: ['c'] },
      template: { settings: { number_of_shards: 3 }, mappings: { properties }, aliases: { pla: {} } },
    });
    const own = { a: { type: 'keyword' }, o: { properties: { y: { type: 'long' } } } };
    send('PUT /pl-1', { mappings: { properties: own } });
    expect(send('GET /pl-1').body).toMatchObject({
      'pl-1': {
        aliases: { pla: {} },
        mappings: {
          properties: { a: { type: 'keyword' }, o: { properties: { x: { type: 'long' }, y: { type: 'long' } } } },
        },
        settings: { index: { number_of_shards: '3', refresh_interval: '3s' } },
      },
    });
    expect(send('POST /pl-2/_doc', { c: 1 }).status).toBe(201);
    expect(send('GET /pl-2').body).toMatchObject({
      'pl-2': { aliases: { pla: {} }, mappings: { properties: { a: { type: 'long' }, c: { type: 'long' } } } },
    });
    send('PUT /_template/old', { index_patterns: ['ol-*'], settings: { number_of_shards: 2 } });
    send('PUT /ol-1');
    expect(send('GET /ol-1').body).toMatchObject({ 'ol-1': { settings: { index: { number_of_shards: '2' } } } });
  });

  it('has no template with a member of data streams that is unknown', () => {
    const { send } = playStored();
    const put = (body: object) => send('PUT /_index_template/t', { index_patterns: ['t'], ...body }).status;
    expect(put({ data_stream: { timestamp_field: { name: 'when' } } })).toBe(400);
    expect(put({ template: { lifecycle: {} } })).toBe(400);
    expect(put({ data_stream: { hidden: true }, template: { lifecycle: {} } })).toBe(200);
  });
});
