import { describe, expect, it } from 'vitest';
import { playClusters, refusal } from './cluster-clients';

const { connect } = playClusters();

/** The cluster whose indices the other one follows. */
const leader = () => connect('sandbox-leader');

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

  it('are written in bulk as much at a time as the client sends by itself', async () => {
    const client = connect();
    const text = 'word '.repeat(2000);
    const statistics = await client.helpers.bulk({
      datasource: Array.from({ length: 1200 }, (_, number) => ({ number, text })),
      onDocument: () => ({ index: { _index: 'long' } }),
    });
    expect(statistics).toMatchObject({ successful: 1200, failed: 0 });
    expect((await client.count({ index: 'long' })).count).toBe(1200);
  });

  it('say that an operation is not played, which is not that something is missing', async () => {
    const client = connect();
    const calls = [client.indices.stats({ index: 'long' }), client.security.getServiceAccounts()];
    for (const call of calls) {
      expect(await refusal(call)).toEqual({ status: 501, type: 'unsupported_operation_exception' });
    }
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
