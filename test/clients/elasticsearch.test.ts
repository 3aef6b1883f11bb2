import { errors } from '@elastic/elasticsearch';
import { describe, expect, it } from 'vitest';
import { playClusters, refusal } from './cluster-clients';

const { connect, endpoint } = playClusters();

describe('the official client of the search cluster', () => {
  it('takes the sandbox for the product it is made for', async () => {
    const client = connect();
    const { body, headers, meta } = await client.info({}, { meta: true });
    expect(body.cluster_name).toBe('sandbox-cluster');
    expect(body.version.number).toMatch(/^8\.\d+\.\d+$/);
    expect(headers['x-elastic-product']).toBe('Elasticsearch');
    // It accepts a list of types without a body, of which a server reads none.
    expect(headers['content-type']).toBe('application/json');
    expect(meta.request.params.headers?.['accept']).toContain('compatible-with=8');
    expect(await client.ping()).toBe(true);
    expect((await client.cluster.health()).status).toBe('green');
  });

  it('gets its own media type to what has a body, also with errors', async () => {
    const client = connect();
    const { headers } = await client.search({ query: { match_all: {} } }, { meta: true });
    expect(headers['content-type']).toBe('application/vnd.elasticsearch+json;compatible-with=8');
    const error = await client.search({ query: { matches: {} } as never }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(errors.ResponseError);
    expect((error as errors.ResponseError).headers?.['content-type']).toContain('+json;compatible-with=8');
  });

  it('logs in with a bearer token, a password and an API key', async () => {
    const { bearer } = endpoint('sandbox-cluster');
    expect(await connect().security.authenticate()).toMatchObject({
      username: 'elastic',
      roles: ['superuser'],
      enabled: true,
      authentication_type: 'token',
    });
    const byPassword = connect('sandbox-cluster', { auth: { username: 'elastic', password: bearer } });
    expect((await byPassword.security.authenticate()).authentication_type).toBe('realm');
    const { id, api_key, encoded } = await connect().security.createApiKey({ name: 'login' });
    for (const apiKey of [encoded, { id, api_key }]) {
      const byKey = connect('sandbox-cluster', { auth: { apiKey } });
      expect(await byKey.security.authenticate()).toMatchObject({
        username: 'elastic',
        authentication_type: 'api_key',
        api_key: { id, name: 'login' },
      });
    }
    expect(
      await refusal(connect('sandbox-cluster', { auth: { apiKey: 'bm90OmtleQ==' } }).security.authenticate()),
    ).toEqual({
      status: 401,
      type: 'security_exception',
    });
  });

  it('sends compressed bodies', async () => {
    const client = connect('sandbox-cluster', { compression: true });
    const made = await client.security.createApiKey({ name: 'compressed' });
    expect(made.name).toBe('compressed');
    const { errors: hasErrors } = await client.bulk({ operations: [{ index: { _index: 'compressed' } }, { a: 1 }] });
    expect(hasErrors).toBe(false);
  });
});

describe('a person at a terminal or in a browser', () => {
  const visit = (headers: Readonly<Record<string, string>>, method = 'GET', path = '/') =>
    fetch(`${endpoint('sandbox-cluster').node}${path}`, { method, headers });
  const password = () => ({
    Authorization: `Basic ${Buffer.from(`elastic:${endpoint('sandbox-cluster').bearer}`).toString('base64')}`,
  });

  it('receives what this is and what to send', async () => {
    const page = await visit({ Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await page.text()).toContain('Authorization: Bearer');
    const bare = await visit({ Accept: '*/*' });
    expect(bare.status).toBe(401);
    expect(bare.headers.get('www-authenticate')).toContain('Basic');
  });

  it('reads the same with GET and, without the text, with HEAD', async () => {
    const [whole, head] = [await visit(password()), await visit(password(), 'HEAD')];
    expect([whole.status, head.status]).toEqual([200, 200]);
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    expect(whole.headers.get('content-type')).toBe('application/json');
    expect(await head.text()).toBe('');
    expect((await visit(password(), 'HEAD', '/nowhere')).status).toBe(404);
  });

  it('gets lines to read with `pretty`', async () => {
    expect((await (await visit(password(), 'GET', '/?pretty')).text()).split('\n').length).toBeGreaterThan(5);
  });
});

describe('API keys of the official client', () => {
  it('are created, read and invalidated', async () => {
    const { security } = connect();
    const before = Date.now();
    const descriptors = { 'role-a': { cluster: ['all'], indices: [{ names: ['index-a*'], privileges: ['read'] }] } };
    const created = await security.createApiKey({
      name: 'my-api-key',
      expiration: '1d',
      role_descriptors: descriptors,
      metadata: { application: 'my-application', environment: { level: 1, trusted: true } },
    });
    expect(created.name).toBe('my-api-key');
    expect(created.expiration).toBeGreaterThanOrEqual(before + 86_400_000);
    expect(Buffer.from(created.encoded, 'base64').toString()).toBe(`${created.id}:${created.api_key}`);

    const { api_keys: found } = await security.getApiKey({ id: created.id, with_limited_by: true });
    expect(found).toHaveLength(1);
    const [key] = found;
    expect(key).toMatchObject({
      id: created.id,
      name: 'my-api-key',
      invalidated: false,
      username: 'elastic',
      expiration: created.expiration,
      metadata: { application: 'my-application' },
      role_descriptors: descriptors,
    });
    expect(key?.limited_by).toHaveLength(1);
    expect(JSON.stringify(key)).not.toContain(created.api_key);

    expect(await security.invalidateApiKey({ ids: [created.id] })).toEqual({
      invalidated_api_keys: [created.id],
      previously_invalidated_api_keys: [],
      error_count: 0,
    });
    expect((await security.invalidateApiKey({ ids: [created.id] })).previously_invalidated_api_keys).toEqual([
      created.id,
    ]);
    expect((await security.getApiKey({ id: created.id })).api_keys[0]).toMatchObject({ invalidated: true });
    const dead = connect('sandbox-cluster', { auth: { apiKey: created.encoded } });
    expect(await refusal(dead.security.authenticate())).toEqual({ status: 401, type: 'security_exception' });
  });

  it('can do what their descriptors grant and nothing else', async () => {
    const { security, indices } = connect();
    await indices.create({ index: 'granted' });
    await indices.create({ index: 'kept' });
    const { encoded } = await security.createApiKey({
      name: 'reader',
      role_descriptors: { reader: { indices: [{ names: ['granted'], privileges: ['read'] }] } },
    });
    const reader = connect('sandbox-cluster', { auth: { apiKey: encoded } });
    expect((await reader.search({ index: 'granted' })).hits.hits).toEqual([]);
    const denied = { status: 403, type: 'security_exception' };
    expect(await refusal(reader.search({ index: 'kept' }))).toEqual(denied);
    expect(await refusal(reader.index({ index: 'granted', document: { a: 1 } }))).toEqual(denied);
    expect(await refusal(reader.snapshot.createRepository({ name: 'r', repository: fsRepository('r') }))).toEqual(
      denied,
    );
  });

  it('are refused with an error of the service when their form is wrong', async () => {
    const { security } = connect();
    expect(await refusal(security.createApiKey({ name: '', expiration: 'tomorrow' }))).toMatchObject({ status: 400 });
    const metadata = { _reserved: 1 };
    expect(await refusal(security.createApiKey({ name: 'reserved', metadata }))).toEqual({
      status: 400,
      type: 'action_request_validation_exception',
    });
  });
});

function fsRepository(location: string) {
  return { type: 'fs' as const, settings: { location, compress: true } };
}

describe('snapshot repositories of the official client', () => {
  it('are registered, read, verified, cleaned up and deleted', async () => {
    const { snapshot } = connect();
    const name = 'my_fs_backup';
    expect(await snapshot.createRepository({ name, repository: fsRepository('my_fs_backup') })).toEqual({
      acknowledged: true,
    });
    expect(await snapshot.getRepository({ name })).toMatchObject({
      my_fs_backup: { type: 'fs', settings: { location: 'my_fs_backup' } },
    });
    expect(Object.keys(await snapshot.getRepository({ name: 'my_*' }))).toEqual([name]);
    const { nodes } = await snapshot.verifyRepository({ name });
    expect(Object.values(nodes).map((node) => node.name)).toEqual(['sandbox-cluster-node']);
    expect((await snapshot.cleanupRepository({ name })).results).toEqual({ deleted_bytes: 0, deleted_blobs: 0 });
    expect(await snapshot.deleteRepository({ name })).toEqual({ acknowledged: true });
    expect(await refusal(snapshot.getRepository({ name }))).toEqual({
      status: 404,
      type: 'repository_missing_exception',
    });
  });

  it('are refused outside of the folders of the cluster', async () => {
    const { snapshot } = connect();
    const call = snapshot.createRepository({ name: 'outside', repository: fsRepository('../../outside') });
    expect(await refusal(call)).toEqual({ status: 500, type: 'repository_exception' });
  });
});
