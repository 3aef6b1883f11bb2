import { describe, expect, it } from 'vitest';
import { basic } from './play-users';
import { playStored } from './play-stored';

const reader = { cluster: ['monitor'], indices: [{ names: ['logs-*'], privileges: ['read'] }] };
const ann = { password: 'long-enough', roles: ['reader'], full_name: 'Ann' };
const policy = (minimum: string) => ({
  policy: {
    phases: {
      hot: { actions: { rollover: { max_age: '7d' } } },
      delete: { min_age: minimum, actions: { delete: {} } },
    },
  },
});
const nightly = { schedule: '0 30 1 * * ?', name: '<n-{now/d}>', repository: 'r', config: { indices: ['*'] } };

const of = (privileges: readonly string[]) => ({ indices: [{ names: ['a'], privileges }] });
const phase = (name: string, action: string) => ({
  policy: { phases: { [name]: { actions: { [action]: action === 'rollover' ? { max_age: '1d' } : {} } } } },
});

/** Each kind: its path, a body, the responses to the first and the second request that store it, and what is shown of it. */
const kinds: readonly (readonly [path: string, body: object, stored: object, again: object, shown: object])[] = [
  [
    '/_security/role/one',
    reader,
    { role: { created: true } },
    { role: { created: false } },
    {
      one: {
        cluster: ['monitor'],
        indices: [{ names: ['logs-*'], privileges: ['read'], allow_restricted_indices: false }],
        ...{ applications: [], run_as: [], metadata: {}, transient_metadata: { enabled: true } },
      },
    },
  ],
  [
    '/_security/role_mapping/one',
    { roles: ['reader'], enabled: true, rules: { all: [{ field: { groups: ['a'] } }] } },
    { role_mapping: { created: true } },
    { role_mapping: { created: false } },
    { one: { enabled: true, roles: ['reader'], rules: { all: [{ field: { groups: 'a' } }] }, metadata: {} } },
  ],
  [
    '/_security/user/one',
    ann,
    { created: true },
    { created: false },
    { one: { username: 'one', roles: ['reader'], full_name: 'Ann', email: null, metadata: {}, enabled: true } },
  ],
  [
    '/_component_template/one',
    {
      template: { settings: { 'index.refresh_interval': '5s', number_of_shards: 1 }, aliases: { x: { routing: '1' } } },
    },
    { acknowledged: true },
    { acknowledged: true },
    {
      component_templates: [
        {
          name: 'one',
          component_template: {
            template: {
              settings: { index: { refresh_interval: '5s', number_of_shards: '1' } },
              aliases: { x: { index_routing: '1', search_routing: '1' } },
            },
          },
        },
      ],
    },
  ],
  [
    '/_index_template/one',
    {
      index_patterns: 'logs-*',
      priority: 5,
      data_stream: {},
      template: { mappings: {}, lifecycle: { data_retention: '7d' } },
    },
    { acknowledged: true },
    { acknowledged: true },
    {
      index_templates: [
        {
          name: 'one',
          index_template: {
            ...{ index_patterns: ['logs-*'], composed_of: [], priority: 5 },
            template: { lifecycle: { enabled: true, data_retention: '7d' } },
            data_stream: { hidden: false, allow_custom_routing: false },
          },
        },
      ],
    },
  ],
  [
    '/_template/one',
    { index_patterns: ['old-*'], settings: { number_of_shards: 1 } },
    { acknowledged: true },
    { acknowledged: true },
    {
      one: {
        order: 0,
        index_patterns: ['old-*'],
        settings: { index: { number_of_shards: '1' } },
        mappings: {},
        aliases: {},
      },
    },
  ],
  [
    '/_ingest/pipeline/one',
    { description: 'a', processors: [{ set: { field: 'a', value: 1 } }] },
    { acknowledged: true },
    { acknowledged: true },
    { one: { description: 'a', processors: [{ set: { field: 'a', value: 1 } }] } },
  ],
  [
    '/_scripts/one',
    { script: { lang: 'mustache', source: { query: { match_all: {} } } } },
    { acknowledged: true },
    { acknowledged: true },
    {
      ...{ _id: 'one', found: true },
      script: {
        ...{ lang: 'mustache', source: '{"query":{"match_all":{}}}' },
        options: { content_type: 'application/json;charset=utf-8' },
      },
    },
  ],
  [
    '/_ilm/policy/one',
    policy('30d'),
    { acknowledged: true },
    { acknowledged: true },
    {
      one: {
        ...{ version: 1, modified_date: '2026-01-01T12:00:00.000Z' },
        policy: {
          phases: {
            hot: { min_age: '0ms', actions: { rollover: { max_age: '7d' } } },
            delete: { min_age: '30d', actions: { delete: { delete_searchable_snapshot: true } } },
          },
        },
        in_use_by: { indices: [], data_streams: [], composable_templates: [] },
      },
    },
  ],
  [
    '/_slm/policy/one',
    nightly,
    { acknowledged: true },
    { acknowledged: true },
    {
      one: {
        ...{ version: 1, modified_date_millis: Date.UTC(2026, 0, 1, 12) },
        policy: nightly,
        next_execution_millis: Date.UTC(2026, 0, 2, 1, 30),
        stats: {
          policy: 'one',
          ...{ snapshots_taken: 0, snapshots_failed: 0, snapshots_deleted: 0, snapshot_deletion_failures: 0 },
        },
      },
    },
  ],
];

/** A cluster with a repository. */
function play(...of: Parameters<typeof playStored>) {
  const played = playStored(...of);
  played.send('PUT /_snapshot/r', { type: 's3', settings: { bucket: 'b' } });
  return played;
}

describe('what a cluster stores by names', () => {
  it.each(kinds)('is stored, shown and removed as servers do: %s', (path, body, stored, again, shown) => {
    const { send, written, restart } = play();
    expect(send(`GET ${path}`).status).toBe(404);
    expect(send(`DELETE ${path}`).status).toBe(404);
    expect(send(`PUT ${path}`, body)).toMatchObject({ status: 200, body: stored });
    expect(send(`PUT ${path}`, body)).toMatchObject({ status: 200, body: again });
    expect(send(`GET ${path}`)).toMatchObject({ status: 200, body: shown });
    restart(written());
    expect(send(`GET ${path}`).body).toEqual(shown);
    const list = path.replace(/\/one$/, '');
    if (list !== '/_scripts') expect(send(`GET ${list}`).body).toMatchObject(shown);
    expect(send(`DELETE ${path}`).status).toBe(200);
    expect(send(`GET ${path}`).status).toBe(404);
  });

  it('needs the privileges that are published', () => {
    const { send } = play();
    for (const [path, body] of kinds) {
      const [read, write] = [`GET ${path}`, `PUT ${path}`];
      expect([path, send(write, body, basic('watcher', 'watcher')).status]).toEqual([path, 403]);
      expect(send(read, undefined, 'Bearer other').status).toBe(401);
    }
  });

  it.each([
    ['PUT /_security/role/superuser', reader],
    ['PUT /_security/role/a', { metadata: { _own: 1 } }],
    ['PUT /_security/role_mapping/a', { roles: ['a'], rules: { field: { username: 'a' } } }],
    ['PUT /_security/role_mapping/a', { roles: [], enabled: true, rules: { field: { username: 'a' } } }],
    [
      'PUT /_security/role_mapping/a',
      { roles: ['a'], enabled: true, rules: { all: [{ any: [{ except: { field: { dn: 'a' } } }] }] } },
    ],
    ['DELETE /_security/role/superuser', undefined],
    ['PUT /_security/user/elastic', ann],
    ['PUT /_security/user/a', { ...ann, metadata: null }],
    ['PUT /_component_template/a', { template: {}, other: 1 }],
    ['PUT /_template/a', { index_patterns: ['a'], mappings: { _doc: {} } }],
    ['PUT /_ingest/pipeline/a', { processors: [], other: 1 }],
    ['PUT /_ilm/policy/a', { policy: { phases: { warmer: { actions: {} } } } }],
    ['PUT /_security/user/a', { roles: [] }],
    ['PUT /_security/user/a', { ...ann, password: 'short' }],
    ['PUT /_security/user/a', { password: 'long-enough' }],
    ['PUT /_security/user/a', { ...ann, username: 'b' }],
    ['PUT /_component_template/a', { version: 1 }],
    ['PUT /_index_template/A', { index_patterns: ['a'] }],
    ['PUT /_index_template/a', { index_patterns: [] }],
    ['PUT /_index_template/a', { index_patterns: ['a'], composed_of: ['lacking'] }],
    ['PUT /_template/a', { settings: {} }],
    ['PUT /_ingest/pipeline/a', { description: 'a' }],
    ['PUT /_scripts/a', { script: { source: '1' } }],
    ['PUT /_ilm/policy/a', {}],
    ['PUT /_ilm/policy/a', { policy: { phases: { warm: {} } } }],
    ['PUT /_slm/policy/a', { ...nightly, schedule: 'daily' }],
    ['PUT /_slm/policy/a', { ...nightly, repository: 'lacking' }],
  ])('is refused where servers refuse it: %s %j', (line, body) => {
    expect(play().send(line, body).status).toBe(400);
  });

  it.each([
    ['PUT /_security/role/a', { cluster: ['nonsense'] }, 'action_request_validation_exception'],
    ['PUT /_security/role/a', of(['read', 'nonsense']), 'action_request_validation_exception'],
    [
      'POST /_security/api_key',
      { name: 'k', role_descriptors: { a: of(['nonsense']) } },
      'action_request_validation_exception',
    ],
    ['PUT /_ingest/pipeline/a', { processors: [{ nonsense: {} }] }, 'parse_exception'],
    ['PUT /_ingest/pipeline/a', { processors: [{ drop: { on_failure: [{ nonsense: {} }] } }] }, 'parse_exception'],
    [
      'PUT /_ingest/pipeline/a',
      { processors: [{ foreach: { field: 'a', processor: { nonsense: {} } } }] },
      'parse_exception',
    ],
    ['PUT /_ingest/pipeline/a', { processors: [], on_failure: [{ nonsense: {} }] }, 'parse_exception'],
    ['PUT /_ilm/policy/a', phase('hot', 'nonsense'), 'x_content_parse_exception'],
    ['PUT /_ilm/policy/a', phase('warm', 'rollover'), 'action_request_validation_exception'],
    ['PUT /_ilm/policy/a', phase('hot', 'forcemerge'), 'action_request_validation_exception'],
  ])('is refused where it names what there is not: %s %j', (line, body, type) => {
    expect(play().send(line, body)).toMatchObject({ status: 400, body: { error: { type } } });
  });

  it.each([
    [
      'PUT /_security/role/a',
      { cluster: ['cluster:nonsense', 'MONITOR', 'read_connector_secrets'], ...of(['indices:x']) },
    ],
    ['PUT /_ingest/pipeline/a', { processors: [{ foreach: { field: 'a', processor: { drop: {} } } }] }],
    ['PUT /_ilm/policy/a', phase('cold', 'freeze')],
    ['PUT /_ilm/policy/a', { policy: { phases: { hot: { actions: { rollover: { max_age: '1d' }, readonly: {} } } } } }],
    [
      'PUT /_index_template/a',
      {
        index_patterns: ['a'],
        composed_of: ['ecs@mappings', 'logs-settings', 'own'],
        ignore_missing_component_templates: ['own'],
      },
    ],
    ['PUT /_component_template/a', { template: { mappings: { _doc: { properties: {} } } }, deprecated: true }],
    [
      'PUT /_security/role_mapping/a',
      { roles: ['a'], enabled: true, rules: { all: [{ except: { field: { dn: 'a' } } }] } },
    ],
    ['PUT /_slm/policy/a', { ...nightly, retention: { expire_after: '30d' } }],
    ['PUT /_slm/policy/a', { ...nightly, schedule: '30m' }],
  ])('is taken where servers take it: %s %j', (line, body) => {
    expect(play().send(line, body).status).toBe(200);
  });

  it('says what has no effect in the sandbox', () => {
    const { send } = play();
    expect(send('PUT /_ingest/pipeline/a', { processors: [] }).warning).toMatch(/^299 Rulebook ".*runs none/);
    expect(send('PUT /_security/role/a', reader).warning).toBeUndefined();
    expect(send('PUT /_slm/policy/a', { ...nightly, schedule: '0 0 1 L * ?' }).status).toBe(501);
    expect(send('PUT /_ingest/pipeline/a?if_version=1', { processors: [] }).status).toBe(501);
    expect(send('GET /_data_stream/a/_stats').status).toBe(501);
  });

  it('counts the changes of a policy, and says what uses it', () => {
    const { send, wait } = play();
    send('PUT /_ilm/policy/a', policy('30d'));
    send('PUT /_ilm/policy/a', policy('30d'));
    wait(1000);
    send('PUT /_ilm/policy/a', policy('31d'));
    send('PUT /logs', { settings: { 'index.lifecycle.name': 'a' } });
    send('PUT /_component_template/c', { template: { settings: { 'index.lifecycle.name': 'a' } } });
    send('PUT /_index_template/t', { index_patterns: ['logs-*'], composed_of: ['c'] });
    expect(send('GET /_ilm/policy/a').body).toMatchObject({
      a: {
        ...{ version: 2, modified_date: '2026-01-01T12:00:01.000Z' },
        in_use_by: { indices: ['logs'], composable_templates: ['t'] },
      },
    });
    expect(send('DELETE /_ilm/policy/a').status).toBe(400);
    expect(send('DELETE /_component_template/c').status).toBe(400);
    expect(send('PUT /_index_template/u', { index_patterns: ['logs-a*'] }).status).toBe(400);
    expect(send('PUT /_index_template/u', { index_patterns: ['logs-a*'], priority: 1 }).status).toBe(200);
    expect(send('PUT /_index_template/u?create=true', { index_patterns: ['other'] }).status).toBe(400);
    expect(send('GET /_ilm/policy/a,lacking').status).toBe(404);
  });

  it('is selected by lists and patterns as far as servers do', () => {
    const { send } = play();
    for (const name of ['a', 'ab']) {
      send(`PUT /_ingest/pipeline/${name}`, { processors: [] });
      send(`PUT /_security/role/${name}`, reader);
    }
    const names = (line: string) => Object.keys(send(line).body as object);
    expect(names('GET /_ingest/pipeline/a*')).toEqual(['a', 'ab']);
    expect(names('GET /_ingest/pipeline/ab,lacking')).toEqual(['ab']);
    expect(names('GET /_security/role/a,lacking')).toEqual(['a']);
    expect(send('GET /_security/role/a*')).toMatchObject({ status: 404, body: {} });
    expect(send('GET /_index_template/a*')).toMatchObject({ status: 404, body: { index_templates: [] } });
    expect(send('GET /_index_template')).toMatchObject({ status: 200, body: { index_templates: [] } });
    expect(send('HEAD /_index_template/a').status).toBe(404);
    expect(send('DELETE /_ingest/pipeline/a*').status).toBe(200);
    expect(send('GET /_ingest/pipeline')).toMatchObject({ status: 404, body: {} });
  });

  it('differs by version and product', () => {
    const later = play({ version: '9.5' });
    later.send('PUT /_ingest/pipeline/a', { processors: [] });
    expect(later.send('GET /_ingest/pipeline/a?human').body).toMatchObject({
      a: { created_date: '2026-01-01T12:00:00.000Z', modified_date_millis: Date.UTC(2026, 0, 1, 12) },
    });
    const other = play({ vendor: 'opensearch' });
    other.send('PUT /_index_template/a', { index_patterns: ['a'], data_stream: {} });
    expect(other.send('GET /_index_template/a').body).toEqual({
      index_templates: [
        {
          name: 'a',
          index_template: { index_patterns: ['a'], data_stream: { timestamp_field: { name: '@timestamp' } } },
        },
      ],
    });
    expect(other.send('GET /_ilm/policy').status).not.toBe(200);
    expect(other.send('PUT /_template/a', { template: 'a-*' }).status).toBe(200);
    expect(other.send('GET /_template/a').body).toMatchObject({ a: { index_patterns: ['a-*'] } });
    expect(later.send('PUT /_template/a', { template: 'a-*' }).status).toBe(400);
  });
});

describe('a stored user', () => {
  it('reads roles with the privilege for reading alone', () => {
    const { send } = play();
    send('PUT /_security/role/security', { cluster: ['read_security'] });
    send('PUT /_security/user/ann', { ...ann, roles: ['security'] });
    const caller = basic('ann', 'long-enough');
    expect(send('GET /_security/role/security', undefined, caller).status).toBe(200);
    expect(send('GET /_security/user/ann', undefined, caller).status).toBe(200);
    expect(send('DELETE /_security/role/security', undefined, caller).status).toBe(403);
  });

  it('calls with a password and the stored roles, until it is disabled or removed', () => {
    const { send } = play();
    const caller = basic('ann', 'long-enough');
    const count = () => send('GET /_cluster/health', undefined, caller).status;
    expect(count()).toBe(401);
    send('PUT /_security/user/ann', ann);
    expect(count()).toBe(403);
    send('PUT /_security/role/reader', reader);
    expect(count()).toBe(200);
    send('PUT /_security/user/ann', { roles: ['superuser'] });
    expect(send('GET /_security/role', undefined, caller).status).toBe(200);
    send('PUT /_security/user/ann', { roles: ['superuser'], enabled: false });
    expect(count()).toBe(401);
  });

  it('gets another password, and is disabled and enabled', () => {
    const { send } = play();
    send('PUT /_security/user/ann', { ...ann, roles: ['superuser'] });
    const status = (password: string) => send('GET /_cluster/health', undefined, basic('ann', password)).status;
    expect(send('PUT /_security/user/ann/_password', { password: 'other-enough' })).toMatchObject({
      status: 200,
      body: {},
    });
    expect([status('long-enough'), status('other-enough')]).toEqual([401, 200]);
    expect(
      send('POST /_security/user/_password', { password: 'third-enough' }, basic('ann', 'other-enough')).status,
    ).toBe(200);
    expect(status('third-enough')).toBe(200);
    expect(send('PUT /_security/user/ann/_disable')).toMatchObject({ status: 200, body: {} });
    expect(send('GET /_security/user/ann').body).toMatchObject({ ann: { enabled: false, full_name: 'Ann' } });
    expect(status('third-enough')).toBe(401);
    expect(send('POST /_security/user/ann/_enable').status).toBe(200);
    expect(status('third-enough')).toBe(200);
    const hash = `$2a$10$${'a'.repeat(53)}`;
    expect(send('PUT /_security/user/ann/_password', { password_hash: hash }).status).toBe(200);
    expect(status('third-enough')).toBe(401);
  });

  it.each([
    ['PUT /_security/user/ann/_password', undefined, 400, 'parse_exception'],
    ['PUT /_security/user/ann/_password', {}, 400, 'action_request_validation_exception'],
    ['PUT /_security/user/ann/_password', { password: 'short' }, 400, 'validation_exception'],
    ['PUT /_security/user/ann/_password', { password_hash: 'none' }, 400, 'illegal_argument_exception'],
    ['PUT /_security/user/none/_password', { password: 'long-enough' }, 400, 'validation_exception'],
    ['PUT /_security/user/none/_disable', undefined, 400, 'validation_exception'],
    ['PUT /_security/user/elastic/_disable', undefined, 400, 'illegal_argument_exception'],
    ['PUT /_security/user/ann/_enable', { a: 1 }, 400, 'illegal_argument_exception'],
    ['PUT /_security/user/watcher/_password', { password: 'long-enough' }, 501, 'unsupported_operation_exception'],
  ])('is not changed by what servers refuse: %s %j', (line, body, status, type) => {
    const { send } = play();
    send('PUT /_security/user/ann', ann);
    // Of the administrator, in whose name the usual requests come.
    expect(send(line, body, basic('elastic', 'secret'))).toMatchObject({ status, body: { error: { type } } });
  });

  it('is in the list with those of the seed, whom no request changes', () => {
    const { send } = play();
    send('PUT /_security/user/ann', ann);
    expect(Object.keys(send('GET /_security/user').body as object)).toEqual(['elastic', 'watcher', 'ann']);
    expect(JSON.stringify(send('GET /_security/user/ann').body)).not.toContain('long-enough');
    expect(send('PUT /_security/user/watcher', ann).status).toBe(501);
    expect(send('DELETE /_security/user/elastic').status).toBe(400);
  });
});

it('lists stored scripts in the state of the cluster, of which nothing else is played', () => {
  const { send } = play();
  expect(send('GET /_cluster/state/metadata?filter_path=metadata.stored_scripts').body).toEqual({});
  send('PUT /_scripts/one', { script: { lang: 'painless', source: '1' } });
  expect(send('GET /_cluster/state/metadata?filter_path=metadata.stored_scripts').body).toEqual({
    metadata: { stored_scripts: { one: { lang: 'painless', source: '1' } } },
  });
  expect(send('GET /_cluster/state/metadata').status).toBe(501);
});

it('keeps privileges of applications, of which a request stores several', () => {
  const { send } = play();
  const read = { actions: ['data:read/*'] };
  const body = { app: { read, write: { actions: ['data:write/*'], metadata: { a: 1 } } } };
  expect(send('GET /_security/privilege').body).toEqual({});
  expect(send('PUT /_security/privilege', body).body).toEqual({
    app: { read: { created: true }, write: { created: true } },
  });
  expect(send('POST /_security/privilege', { app: { read } }).body).toEqual({ app: { read: { created: false } } });
  const shown = { read: { application: 'app', name: 'read', ...read, metadata: {} } };
  expect(send('GET /_security/privilege/app/read')).toMatchObject({ status: 200, body: { app: shown } });
  expect(send('GET /_security/privilege').body).toMatchObject({ app: { ...shown, write: { metadata: { a: 1 } } } });
  expect(send('GET /_security/privilege/other')).toMatchObject({ status: 200, body: {} });
  expect(send('GET /_security/privilege/app/other')).toMatchObject({ status: 404, body: {} });
  expect(send('DELETE /_security/privilege/app/other')).toMatchObject({
    status: 404,
    body: { app: { other: { found: false } } },
  });
  expect(send('DELETE /_security/privilege/app/read,other')).toMatchObject({
    status: 200,
    body: { app: { read: { found: true }, other: { found: false } } },
  });
  expect(Object.keys((send('GET /_security/privilege').body as { readonly app: object }).app)).toEqual(['write']);
  expect(send('PUT /_security/privilege', { app: { read: { actions: [] } } }).status).toBe(400);
});
