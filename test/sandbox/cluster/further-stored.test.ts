import { describe, expect, it } from 'vitest';
import { playStored } from './play-stored';

const security = '/_plugins/_security/api';
const created = { status: 'CREATED', message: "'a' created." };

describe('the security of a plugin', () => {
  it.each([
    [
      'roles',
      { cluster_permissions: ['cluster_all'] },
      { cluster_permissions: ['cluster_all'], index_permissions: [] },
    ],
    ['rolesmapping', { users: ['ann'] }, { users: ['ann'], backend_roles: [], hosts: [] }],
    ['tenants', { description: 'x' }, { description: 'x' }],
    ['actiongroups', { allowed_actions: ['read'], type: 'index' }, { allowed_actions: ['read'], type: 'index' }],
    ['internalusers', { password: 'long-enough', attributes: { a: 'b' } }, { hash: '', attributes: { a: 'b' } }],
  ])('is kept and shown: %s', (words, body, shown) => {
    const { send, written, restart } = playStored({ vendor: 'opensearch' });
    const path = `${security}/${words}`;
    const missing = { status: 404, body: { status: 'NOT_FOUND' } };
    expect(send(`GET ${path}/a`)).toMatchObject(missing);
    expect(send(`DELETE ${path}/a`)).toMatchObject(missing);
    expect(send(`GET ${path}`)).toMatchObject({ status: 200, body: {} });
    expect(send(`PUT ${path}/a`, body)).toMatchObject({ status: 201, body: created, warning: /judges no caller/ });
    restart(written());
    expect(send(`PUT ${path}/a`, { ...body, reserved: false })).toMatchObject({ status: 200, body: { status: 'OK' } });
    const one = { a: { reserved: false, hidden: false, ...shown } };
    expect(send(`GET ${path}/a`)).toMatchObject({ status: 200, body: one });
    expect(send(`GET ${path}`).body).toMatchObject(one);
    expect(JSON.stringify(send(`GET ${path}`).body)).not.toContain('long-enough');
    expect(send(`PATCH ${path}/a`, [{ op: 'remove', path: '/x' }]).status).toBe(501);
    expect(send(`DELETE ${path}/a`)).toMatchObject({ status: 200, body: { status: 'OK' } });
    expect(send(`GET ${path}/a`)).toMatchObject(missing);
  });

  it('needs a password for a new user, and keeps it', () => {
    const { send } = playStored({ vendor: 'opensearch' });
    expect(send(`PUT ${security}/internalusers/a`, { attributes: {} }).status).toBe(400);
    send(`PUT ${security}/internalusers/a`, { password: 'long-enough' });
    expect(send(`PUT ${security}/internalusers/a`, { attributes: {} }).status).toBe(200);
  });

  it('is not there where the product has none', () => {
    expect(playStored().send(`GET ${security}/roles`).status).not.toBe(200);
  });
});

describe('a policy of states', () => {
  const policy = { default_state: 'hot', states: [{ name: 'hot', actions: [], transitions: [] }] };

  it('is changed by a request that names its last version', () => {
    const { send } = playStored({ vendor: 'opensearch' });
    const path = '/_plugins/_ism/policies';
    expect(send(`GET ${path}`).body).toEqual({ policies: [], total_policies: 0 });
    expect(send(`GET ${path}/a`).status).toBe(404);
    const first = { _id: 'a', _version: 1, _primary_term: 1, _seq_no: 0 };
    expect(send(`PUT ${path}/a`, { policy })).toMatchObject({ status: 201, body: { ...first, policy: { policy } } });
    expect(send(`PUT ${path}/a`, { policy })).toMatchObject({ status: 409 });
    expect(send(`PUT ${path}/a?if_seq_no=0&if_primary_term=1`, { policy })).toMatchObject({
      status: 200,
      body: { _version: 2, _seq_no: 1 },
    });
    const shown = { ...first, _version: 2, _seq_no: 1, policy: { policy_id: 'a', ...policy } };
    expect(send(`GET ${path}/a`).body).toMatchObject(shown);
    expect(send(`GET ${path}`).body).toMatchObject({ policies: [shown], total_policies: 1 });
    expect(send(`PUT ${path}/b`, { policy: { ...policy, default_state: 'cold' } }).status).toBe(400);
    expect(send(`DELETE ${path}/a`).body).toMatchObject({ _id: 'a', result: 'deleted' });
    expect(send(`DELETE ${path}/a`).status).toBe(404);
  });
});

describe('a transform', () => {
  const body = {
    source: { index: 'logs' },
    dest: { index: 'hosts' },
    pivot: {
      group_by: { host: { terms: { field: 'host' } } },
      aggregations: { largest: { max: { field: 'bytes' } } },
    },
  };

  it('is kept, and needs its source', () => {
    const { send } = playStored();
    expect(send('GET /_transform').body).toEqual({ count: 0, transforms: [] });
    expect(send('PUT /_transform/a', body).status).toBe(400);
    send('PUT /logs');
    expect(send('PUT /_transform/a', body)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(send('PUT /_transform/a', body).body).toMatchObject({
      error: { type: 'resource_already_exists_exception' },
    });
    expect(send('PUT /_transform/B', body).status).toBe(400);
    expect(send('PUT /_transform/b?defer_validation=true', { ...body, source: { index: ['none'] } }).status).toBe(200);
    expect(send('PUT /_transform/c', { ...body, latest: { unique_key: ['a'], sort: 'b' } }).status).toBe(400);
    expect(send('GET /_transform/a').body).toMatchObject({
      count: 1,
      transforms: [
        { id: 'a', source: { index: ['logs'], query: { match_all: {} } }, dest: { index: 'hosts' }, settings: {} },
      ],
    });
    expect(send('GET /_transform/*').body).toMatchObject({ count: 2 });
    expect(send('GET /_transform/none').status).toBe(404);
    expect(send('POST /_transform/a/_start').status).toBe(501);
    expect(send('DELETE /_transform/a').body).toEqual({ acknowledged: true });
    expect(send('DELETE /_transform/a').status).toBe(404);
  });
});

describe('a pipeline of Logstash', () => {
  const body = {
    ...{ description: 'a', last_modified: '2026-01-01T00:00:00.000Z', username: 'elastic' },
    ...{ pipeline_metadata: { type: 'logstash_pipeline', version: '1' }, pipeline: 'input {}', pipeline_settings: {} },
  };

  it('is kept, and changes have no body in their responses', () => {
    const { send } = playStored();
    expect(send('GET /_logstash/pipeline/a')).toMatchObject({ status: 404, body: {} });
    expect(send('PUT /_logstash/pipeline/a', body)).toMatchObject({ status: 201, body: undefined });
    expect(send('PUT /_logstash/pipeline/a', body)).toMatchObject({ status: 200, body: undefined });
    expect(send('PUT /_logstash/pipeline/b', { pipeline: 'input {}' }).status).toBe(400);
    expect(send('GET /_logstash/pipeline').body).toEqual({ a: body });
    expect(send('DELETE /_logstash/pipeline/a')).toMatchObject({ status: 200, body: undefined });
    expect(send('DELETE /_logstash/pipeline/a').status).toBe(404);
  });
});
