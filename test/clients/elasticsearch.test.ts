import { Client, errors, type ClientOptions } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../cli/command-line';

let sandbox: RunningSandbox;
const clients: Client[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await sandbox.end();
});

function endpoint(name: string) {
  const { baseUrl, credential } = sandbox.ready.endpoints.find((candidate) => candidate.name === name)!;
  return { node: baseUrl, bearer: credential.replace('Bearer ', '') };
}

/** The official client as it would be pointed at a real cluster, with the sandbox's address instead. */
function connect(name = 'sandbox-cluster', options: ClientOptions = {}): Client {
  const { node, bearer } = endpoint(name);
  const client = new Client({ node, auth: { bearer }, ...options });
  clients.push(client);
  return client;
}

/** The cluster whose indices the other one follows. */
const leader = () => connect('sandbox-leader');

/** Resolves with the refusal as the client tells it. */
async function refusal(
  call: Promise<unknown>,
): Promise<{ readonly status: number | undefined; readonly type: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(errors.ResponseError);
  const { statusCode, body } = error as errors.ResponseError & { readonly body: { readonly error: { type: string } } };
  return { status: statusCode, type: body.error.type };
}

describe('the official client of the search cluster', () => {
  it('takes the sandbox for the product it is made for, and gets its own media type', async () => {
    const client = connect();
    const { body, headers, meta } = await client.info({}, { meta: true });
    expect(body.cluster_name).toBe('sandbox-cluster');
    expect(body.version.number).toMatch(/^8\.\d+\.\d+$/);
    expect(headers['x-elastic-product']).toBe('Elasticsearch');
    expect(headers['content-type']).toBe('application/vnd.elasticsearch+json;compatible-with=8');
    expect(meta.request.params.headers?.['accept']).toContain('compatible-with=8');
    expect(await client.ping()).toBe(true);
    expect((await client.cluster.health()).status).toBe('green');
  });

  it('gets its own media type also with errors', async () => {
    const error = await connect()
      .snapshot.getRepository({ name: 'nowhere' })
      .catch((reason: unknown) => reason);
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

  it('is told what this is and what to send', async () => {
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
    expect(whole.headers.get('content-type')).toBe('application/json; charset=utf-8');
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
      type: 'illegal_argument_exception',
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

interface Bug {
  readonly title: string;
  readonly labels: Readonly<Record<string, unknown>>;
}

const mappings = {
  properties: { title: { type: 'text' as const }, labels: { type: 'flattened' as const, depth_limit: 5 } },
};

describe('indices and documents of the official client', () => {
  it('are created, read, closed and deleted', async () => {
    const { indices } = connect();
    expect(await indices.create({ index: 'bug_reports', mappings })).toEqual({
      acknowledged: true,
      shards_acknowledged: true,
      index: 'bug_reports',
    });
    expect(await refusal(indices.create({ index: 'bug_reports' }))).toEqual({
      status: 400,
      type: 'resource_already_exists_exception',
    });
    expect(await indices.exists({ index: 'bug_reports' })).toBe(true);
    expect((await indices.get({ index: 'bug_reports' }))['bug_reports']?.mappings).toEqual(mappings);
    expect((await indices.getMapping({ index: 'bug_reports' }))['bug_reports']?.mappings).toEqual(mappings);
    expect(await indices.close({ index: 'bug_reports' })).toMatchObject({
      acknowledged: true,
      indices: { bug_reports: { closed: true } },
    });
    expect(await refusal(connect().search({ index: 'bug_reports' }))).toEqual({
      status: 400,
      type: 'index_closed_exception',
    });
    expect(await indices.open({ index: 'bug_reports' })).toMatchObject({ acknowledged: true });
    expect(await indices.delete({ index: 'bug_reports' })).toMatchObject({ acknowledged: true });
    expect(await indices.exists({ index: 'bug_reports' })).toBe(false);
    expect(await refusal(indices.get({ index: 'bug_reports' }))).toEqual({
      status: 404,
      type: 'index_not_found_exception',
    });
  });

  it('are written, read and deleted one by one', async () => {
    const client = connect();
    const index = 'documents';
    const document: Bug = { title: 'Results are not sorted correctly.', labels: { priority: 'urgent' } };
    expect(await client.index<Bug>({ index, id: '1', document, refresh: true })).toMatchObject({
      _index: index,
      _id: '1',
      _version: 1,
      result: 'created',
    });
    expect(await client.get<Bug>({ index, id: '1' })).toMatchObject({ found: true, _source: document });
    expect(await client.exists({ index, id: '1' })).toBe(true);
    expect(await refusal(client.create<Bug>({ index, id: '1', document }))).toEqual({
      status: 409,
      type: 'version_conflict_engine_exception',
    });
    expect(await client.update<Bug, Partial<Bug>>({ index, id: '1', doc: { title: 'Sorted.' } })).toMatchObject({
      result: 'updated',
      _version: 2,
    });
    expect((await client.getSource<Bug>({ index, id: '1' })).title).toBe('Sorted.');
    expect((await client.delete({ index, id: '1' })).result).toBe('deleted');
    expect(await client.exists({ index, id: '1' })).toBe(false);
  });

  it('are written in bulk and searched by the keys of flattened fields', async () => {
    const client = connect();
    const index = 'bulk';
    await client.indices.create({ index, mappings });
    const bugs = Array.from({ length: 60 }, (_, at): Bug => {
      return { title: `Bug ${at}`, labels: { priority: at % 3 === 0 ? 'urgent' : 'low', release: ['v1', `v${at}`] } };
    });
    const statistics = await client.helpers.bulk<Bug>({
      datasource: bugs,
      flushBytes: 1000,
      onDocument: () => ({ index: { _index: index } }),
      refreshOnCompletion: true,
    });
    expect(statistics).toMatchObject({ total: 60, successful: 60, failed: 0 });
    expect((await client.count({ index })).count).toBe(60);

    const { hits, aggregations } = await client.search<Bug, { priorities: { buckets: unknown } }>({
      index,
      query: { term: { 'labels.priority': 'urgent' } },
      fields: ['labels.release'],
      sort: ['labels.priority'],
      size: 2,
      aggs: { priorities: { terms: { field: 'labels.priority' } } },
    });
    expect(hits.total).toEqual({ value: 20, relation: 'eq' });
    expect(hits.hits.map(({ _source }) => _source?.labels['priority'])).toEqual(['urgent', 'urgent']);
    expect(hits.hits[0]?.fields).toEqual({ 'labels.release': hits.hits[0]?._source?.labels['release'] });
    expect(aggregations?.priorities.buckets).toEqual([{ key: 'urgent', doc_count: 20 }]);

    const found = await client.helpers.search<Bug>({ index, query: { term: { labels: 'v7' } } });
    expect(found).toMatchObject([{ title: 'Bug 7' }]);
  });

  it('are refused one by one in a bulk request', async () => {
    const client = connect();
    const index = 'depth';
    await client.indices.create({ index, mappings: { properties: { labels: { type: 'flattened', depth_limit: 1 } } } });
    const dropped: unknown[] = [];
    const statistics = await client.helpers.bulk({
      datasource: [{ labels: { a: 1 } }, { labels: { a: { b: { c: 1 } } } }],
      onDocument: () => ({ index: { _index: index } }),
      onDrop: ({ status, document }) => dropped.push({ status, document }),
    });
    expect(statistics).toMatchObject({ total: 2, successful: 1, failed: 1 });
    expect(dropped).toEqual([{ status: 400, document: { labels: { a: { b: { c: 1 } } } } }]);
  });
});

describe('cross-cluster replication of the official client', () => {
  const [index, leader_index] = ['follower_index', 'leader_index'];

  it('follows, pauses, resumes and ends', async () => {
    const client = connect();
    const { ccr, indices } = client;
    const remote = leader();
    await remote.indices.create({ index: leader_index });
    await remote.index({ index: leader_index, id: '1', document: { a: 1 } });
    const remotes = await client.cluster.remoteInfo();
    expect(remotes).toMatchObject({ leader: { connected: true } });
    expect(
      await ccr.follow({
        index,
        remote_cluster: 'leader',
        leader_index,
        max_read_request_operation_count: 1024,
        wait_for_active_shards: 1,
      }),
    ).toEqual({ follow_index_created: true, follow_index_shards_acked: true, index_following_started: true });
    await remote.index({ index: leader_index, id: '2', document: { a: 2 } });
    expect((await client.get({ index, id: '2' }))._source).toEqual({ a: 2 });

    const [info] = (await ccr.followInfo({ index })).follower_indices;
    expect(info).toMatchObject({ follower_index: index, remote_cluster: 'leader', leader_index, status: 'active' });
    expect(info?.parameters?.max_read_request_operation_count).toBe(1024);
    const [stats] = (await ccr.followStats({ index })).indices;
    expect(stats?.shards[0]).toMatchObject({
      leader_index,
      follower_index: index,
      leader_global_checkpoint: 1,
      follower_global_checkpoint: 1,
    });
    expect((await ccr.stats()).follow_stats.indices.map((one) => one.index)).toEqual([index]);

    expect(await refusal(ccr.unfollow({ index }))).toEqual({ status: 400, type: 'illegal_argument_exception' });
    expect(await ccr.pauseFollow({ index })).toEqual({ acknowledged: true });
    expect((await ccr.followInfo({ index })).follower_indices[0]?.status).toBe('paused');
    await remote.index({ index: leader_index, id: '3', document: { a: 3 } });
    expect(await client.exists({ index, id: '3' })).toBe(false);
    expect(await ccr.resumeFollow({ index })).toEqual({ acknowledged: true });
    expect(await client.exists({ index, id: '3' })).toBe(true);

    await ccr.pauseFollow({ index });
    await indices.close({ index });
    expect(await ccr.unfollow({ index })).toEqual({ acknowledged: true });
    await indices.open({ index });
    expect((await client.index({ index, document: { a: 4 } })).result).toBe('created');
  });

  it('names what is not there', async () => {
    const { ccr } = connect();
    expect(await refusal(ccr.follow({ index: 'f', remote_cluster: 'leader', leader_index: 'nowhere' }))).toEqual({
      status: 404,
      type: 'index_not_found_exception',
    });
    expect(await refusal(ccr.pauseFollow({ index: 'nowhere' }))).toEqual({
      status: 404,
      type: 'index_not_found_exception',
    });
  });

  it('follows new indices by patterns', async () => {
    const { ccr, indices } = connect();
    await ccr.putAutoFollowPattern({
      name: 'logs',
      remote_cluster: 'leader',
      leader_index_patterns: ['logs-*'],
      follow_index_pattern: '{{leader_index}}-copy',
    });
    expect((await ccr.getAutoFollowPattern({ name: 'logs' })).patterns[0]?.pattern).toMatchObject({
      active: true,
      leader_index_patterns: ['logs-*'],
      follow_index_pattern: '{{leader_index}}-copy',
    });
    await leader().indices.create({ index: 'logs-1' });
    expect(await indices.exists({ index: 'logs-1-copy' })).toBe(true);
    expect(await ccr.deleteAutoFollowPattern({ name: 'logs' })).toEqual({ acknowledged: true });
  });
});
