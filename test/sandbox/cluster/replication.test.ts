import { describe, expect, it } from 'vitest';
import { sandbox } from '../whole-sandbox';
import { documents, followLogs, playFollower, playReplication, statistics } from './play-replication';

const hour = 3_600_000;

describe('following', () => {
  it('calls the remote cluster as the request did', () => {
    const play = playReplication();
    play.leader('PUT /logs');
    play.cluster('PUT /_cluster/settings', { persistent: { 'cluster.remote.other.seeds': ['127.0.0.1:9300'] } });
    play.cluster('PUT /copy/_ccr/follow', { remote_cluster: 'other', leader_index: 'logs' });
    play.cluster('PUT /_ccr/auto_follow/p', {
      remote_cluster: 'other',
      leader_index_patterns: ['new-*'],
      follow_index_pattern: '{{leader_index}}-copy',
    });
    play.leader('PUT /new-1');
    const seen = {
      patterns: [{ pattern: { remote_cluster: 'other' } }],
      follower_indices: [{ remote_cluster: 'other' }, { remote_cluster: 'other' }],
    };
    expect(play.cluster('GET /_ccr/auto_follow').body).toMatchObject({ patterns: seen.patterns });
    expect(play.cluster('GET /_all/_ccr/info').body).toMatchObject({ follower_indices: seen.follower_indices });
    expect(statistics(play)).toMatchObject({ shard: { remote_cluster: 'other' } });
    const seed = { clusterCredential: 'boot', hostCredential: 'boot', repositories: [] };
    const kept = sandbox.readStateText(sandbox.writeState({ ...sandbox.createState(seed), clusters: play.state() }));
    expect(kept).not.toHaveProperty('cause');
  });

  it('copies what is there and what comes', () => {
    const play = playFollower();
    expect(documents(play, 'cluster', 'copy')).toEqual({ 1: { message: 'one' }, 2: { message: 'two' } });
    play.leader('PUT /logs/_doc/1', { message: 'changed' });
    play.leader('DELETE /logs/_doc/2');
    play.leader('PUT /logs/_doc/3', { message: 'three', level: 'warn' });
    expect(documents(play, 'cluster', 'copy')).toEqual({
      1: { message: 'changed' },
      3: { message: 'three', level: 'warn' },
    });
    expect(play.cluster('GET /copy/_doc/3').body).toMatchObject({ found: true, _source: { level: 'warn' } });
    expect(statistics(play)).toMatchObject({
      sandbox: { recoveries: 1, documents_copied: 2 },
      shard: { operations_read: 3, operations_written: 3, leader_global_checkpoint: 4, follower_global_checkpoint: 4 },
    });
    expect(play.state().cluster.indices.get('copy')!.mappings).toEqual(
      play.state().leader.indices.get('logs')!.mappings,
    );
  });

  it.each([
    ['', false],
    ['?wait_for_active_shards=0', false],
    ['?wait_for_active_shards=1', true],
    ['?wait_for_active_shards=all', true],
  ])('reports with %j what has happened by the time of the response', (query, isAwaited) => {
    const play = playReplication();
    play.leader('PUT /logs');
    const { status, body } = play.cluster(`PUT /copy/_ccr/follow${query}`, followLogs);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        follow_index_created: true,
        follow_index_shards_acked: isAwaited,
        index_following_started: isAwaited,
      },
    });
    play.leader('PUT /logs/_doc/1', { a: 1 });
    expect(documents(play, 'cluster', 'copy')).toEqual({ 1: { a: 1 } });
  });

  it('does not start while copies are awaited that do not come', () => {
    const play = playReplication();
    play.leader('PUT /logs');
    expect(play.cluster('PUT /copy/_ccr/follow?wait_for_active_shards=2', followLogs).body).toEqual({
      follow_index_created: true,
      follow_index_shards_acked: false,
      index_following_started: false,
    });
    play.leader('PUT /logs/_doc/1', { a: 1 });
    expect(documents(play, 'cluster', 'copy')).toEqual({});
    expect(play.cluster('POST /copy/_ccr/resume_follow').status).toBe(200);
    expect(documents(play, 'cluster', 'copy')).toEqual({ 1: { a: 1 } });
  });

  it('takes settings of its own and the parameters of the request', () => {
    const play = playReplication();
    play.leader('PUT /logs', { settings: { number_of_shards: 1, number_of_replicas: 1 } });
    play.cluster('PUT /copy/_ccr/follow', {
      ...followLogs,
      settings: { 'index.number_of_replicas': 0 },
      max_outstanding_read_requests: 3,
    });
    expect(play.state().cluster.indices.get('copy')!.settings).toMatchObject({ 'index.number_of_replicas': '0' });
    expect(play.cluster('GET /copy/_ccr/info').body).toMatchObject({
      follower_indices: [
        {
          follower_index: 'copy',
          remote_cluster: 'leader',
          leader_index: 'logs',
          status: 'active',
          parameters: { max_outstanding_read_requests: 3, max_read_request_size: '32mb', read_poll_timeout: '1m' },
        },
      ],
    });
  });

  it.each([
    ['an unknown remote cluster', { remote_cluster: 'elsewhere', leader_index: 'logs' }, 404, 'no_such_remote'],
    ['its own cluster', { remote_cluster: 'cluster', leader_index: 'logs' }, 404, 'no_such_remote'],
    ['a missing leader', { remote_cluster: 'leader', leader_index: 'none' }, 404, 'index_not_found'],
    ['an inherited name', { remote_cluster: 'leader', leader_index: 'constructor' }, 404, 'index_not_found'],
    ['a closed leader', { remote_cluster: 'leader', leader_index: 'shut' }, 400, 'index_closed'],
    ['no body', undefined, 400, ''],
    ['a leader that is a number', { remote_cluster: 'leader', leader_index: 4 }, 400, ''],
  ])('refuses %s', (_, body, status, type) => {
    const play = playReplication();
    play.leader('PUT /logs');
    play.leader('PUT /shut');
    play.leader('POST /shut/_close');
    const before = play.state();
    const answer = play.cluster('PUT /copy/_ccr/follow', body);
    expect(answer.status).toBe(status);
    expect(String((answer.body.error as unknown as { type: string }).type)).toContain(type);
    expect(play.state()).toBe(before);
  });

  it('goes in the other direction and from follower to follower too', () => {
    const play = playFollower();
    const back = { remote_cluster: 'cluster', leader_index: 'copy' };
    expect(play.leader('PUT /copy-of-copy/_ccr/follow', back).status).toBe(200);
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    play.leader('DELETE /logs/_doc/1');
    expect(documents(play, 'leader', 'copy-of-copy')).toEqual({ 2: { message: 'two' }, 3: { message: 'three' } });
    expect(play.leader('GET /_remote/info').body).toMatchObject({ cluster: { connected: true } });
    expect(play.cluster('GET /_remote/info').body).toMatchObject({ leader: { connected: true } });
  });

  it('keeps writes of others away from a follower, also from a paused one', () => {
    const play = playFollower();
    expect(play.cluster('PUT /copy/_doc/9', { a: 1 }).status).toBe(403);
    expect(play.cluster('PUT /copy/_mapping', { properties: { a: { type: 'keyword' } } }).status).toBe(403);
    expect(play.cluster('POST /_bulk', '{"index":{"_index":"copy","_id":"9"}}\n{"a":1}\n').body).toMatchObject({
      errors: true,
      items: [{ index: { status: 403 } }],
    });
    expect(play.cluster('DELETE /copy/_doc/1').status).toBe(403);
    play.cluster('POST /copy/_ccr/pause_follow');
    expect(play.cluster('PUT /copy/_doc/9', { a: 1 }).status).toBe(403);
  });

  it('does not change the state by reading', () => {
    const play = playFollower();
    play.cluster('GET /copy/_ccr/stats');
    const before = play.state();
    play.pass(hour);
    play.cluster('GET /copy/_ccr/stats');
    play.leader('GET /logs/_doc/1');
    expect(play.state()).toBe(before);
  });
});

it('takes no name that is an alias', () => {
  const play = playReplication();
  play.leader('PUT /logs');
  play.cluster('PUT /other', { aliases: { copy: {} } });
  play.cluster('POST /other/_close');
  expect(play.cluster('PUT /copy/_ccr/follow', followLogs)).toMatchObject({ status: 400 });
});

it('is exported and read again with followers, leases and patterns', () => {
  const play = playFollower();
  play.cluster('PUT /_ccr/auto_follow/all', { remote_cluster: 'leader', leader_index_patterns: ['*'] });
  play.leader('PUT /empty');
  play.cluster('PUT /empty-copy/_ccr/follow', { remote_cluster: 'leader', leader_index: 'empty' });
  play.leader('DELETE /logs');
  const seed = { clusterCredential: 'boot', hostCredential: 'boot', repositories: [] };
  const state = { ...sandbox.createState(seed), clusters: play.state() };
  expect(sandbox.readState(JSON.parse(sandbox.writeState(state)))).toEqual({ state });
  const broken = sandbox.writeState(state).replace('"remoteCluster":"leader"', '"remoteCluster":"constructor"');
  expect(sandbox.readState(JSON.parse(broken))).toHaveProperty('cause');
});

describe('pausing and resuming', () => {
  it('keeps what comes in between for later', () => {
    const play = playFollower();
    expect(play.cluster('POST /copy/_ccr/pause_follow').body).toEqual({ acknowledged: true });
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    expect(Object.keys(documents(play, 'cluster', 'copy'))).toEqual(['1', '2']);
    const [paused] = play.cluster('GET /copy/_ccr/info').body.follower_indices as unknown as [object];
    expect(paused).toEqual({
      follower_index: 'copy',
      remote_cluster: 'leader',
      leader_index: 'logs',
      status: 'paused',
    });
    play.cluster('POST /copy/_ccr/resume_follow', { max_outstanding_read_requests: 5 });
    expect(Object.keys(documents(play, 'cluster', 'copy'))).toEqual(['1', '2', '3']);
    expect(play.cluster('GET /copy/_ccr/info').body).toMatchObject({
      follower_indices: [{ status: 'active', parameters: { max_outstanding_read_requests: 5 } }],
    });
  });

  it.each([
    ['pausing twice', ['POST /copy/_ccr/pause_follow', 'POST /copy/_ccr/pause_follow'], 400, 'already paused'],
    ['resuming what is not paused', ['POST /copy/_ccr/resume_follow'], 400, 'not paused'],
    ['unfollowing what is not paused', ['POST /copy/_ccr/unfollow'], 400, 'Pause it before'],
    [
      'resuming what is closed',
      ['POST /copy/_ccr/pause_follow', 'POST /copy/_close', 'POST /copy/_ccr/resume_follow'],
      400,
      'closed',
    ],
    ['following again at once', ['PUT /copy/_ccr/follow'], 400, 'Pause it and close it'],
    ['following again without closing', ['POST /copy/_ccr/pause_follow', 'PUT /copy/_ccr/follow'], 400, 'Close it'],
    ['following again without pausing', ['POST /copy/_close', 'PUT /copy/_ccr/follow'], 400, 'Pause it'],
    ['pausing a standard index', ['PUT /plain', 'POST /plain/_ccr/pause_follow'], 400, 'not a follower index'],
    ['unfollowing a standard index', ['PUT /plain', 'POST /plain/_ccr/unfollow'], 400, 'not a follower index'],
    ['statistics of a standard index', ['PUT /plain', 'GET /plain/_ccr/stats'], 404, 'No follower index'],
    ['pausing nothing', ['POST /none/_ccr/pause_follow'], 404, 'no index [none]'],
    ['describing nothing', ['GET /none/_ccr/info'], 404, 'no index [none]'],
  ])('refuses %s', (_, lines, status, reason) => {
    const play = playFollower();
    const answers = lines.map((line) => play.cluster(line, line.includes('_ccr/follow') ? followLogs : undefined));
    expect(answers.slice(0, -1).map((answer) => answer.status)).toEqual(lines.slice(1).map(() => 200));
    expect(answers.at(-1)).toMatchObject({ status, body: { status } });
    expect(answers.at(-1)!.text).toContain(reason);
  });

  it('reads nothing into a closed follower, and reports that a closed leader is retried', () => {
    const play = playFollower();
    play.cluster('POST /copy/_close');
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    expect(Object.keys(documents(play, 'cluster', 'copy'))).toEqual(['1', '2']);
    play.cluster('POST /copy/_open');
    expect(Object.keys(documents(play, 'cluster', 'copy'))).toEqual(['1', '2', '3']);
    play.leader('POST /logs/_close');
    expect(statistics(play).shard.read_exceptions).toMatchObject([
      { from_seq_no: 3, exception: { type: 'index_closed_exception' } },
    ]);
    expect(statistics(play).fatal_exception).toBeUndefined();
    play.leader('POST /logs/_open');
    expect(statistics(play).shard.read_exceptions).toEqual([]);
  });
});

describe('a retention lease', () => {
  it('lasts as long as the follower reads', () => {
    const play = playFollower();
    for (let round = 0; round < 10; round++) {
      play.pass(9 * hour);
      play.leader(`PUT /logs/_doc/${round}`, { round });
    }
    expect(documents(play, 'cluster', 'copy')).toEqual(documents(play, 'leader', 'logs'));
    expect(play.state().leader.indices.get('logs')!.history).toEqual([]);
    play.pass(1000 * hour);
    play.leader('PUT /logs/_doc/late', { late: true });
    expect(documents(play, 'cluster', 'copy')).toEqual(documents(play, 'leader', 'logs'));
  });

  it('lasts while the pause is not longer than it', () => {
    const play = playFollower();
    play.pass(5 * hour);
    play.cluster('POST /copy/_ccr/pause_follow');
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    play.pass(11 * hour);
    play.leader('PUT /logs/_doc/4', { message: 'four' });
    expect(
      play
        .state()
        .leader.indices.get('logs')!
        .history.flat()
        .map(({ id }) => id),
    ).toEqual(['3', '4']);
    play.cluster('POST /copy/_ccr/resume_follow');
    expect(documents(play, 'cluster', 'copy')).toEqual(documents(play, 'leader', 'logs'));
    expect(statistics(play).fatal_exception).toBeUndefined();
  });

  it('ends when the pause is longer, and the follower has fallen behind', () => {
    const play = playFollower();
    play.cluster('POST /copy/_ccr/pause_follow');
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    play.pass(13 * hour);
    expect(statistics(play).fatal_exception).toBeUndefined();
    expect(play.state().leader.indices.get('logs')).toMatchObject({ history: [], leases: {} });
    expect(play.cluster('POST /copy/_ccr/resume_follow').body).toEqual({ acknowledged: true });
    const { fatal_exception: fatal, shard } = statistics(play);
    expect(fatal).toMatchObject({ type: 'resource_not_found_exception' });
    expect(fatal?.reason).toContain('lease');
    expect(shard).toMatchObject({ fatal_exception: fatal, follower_global_checkpoint: 1, leader_global_checkpoint: 2 });
    play.leader('PUT /logs/_doc/4', { message: 'four' });
    expect(Object.keys(documents(play, 'cluster', 'copy'))).toEqual(['1', '2']);
  });

  it('may end when nothing has happened in the meantime', () => {
    const play = playFollower();
    play.cluster('POST /copy/_ccr/pause_follow');
    play.pass(1000 * hour);
    play.cluster('POST /copy/_ccr/resume_follow');
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    expect(Object.keys(documents(play, 'cluster', 'copy'))).toEqual(['1', '2', '3']);
  });

  it.each([
    ['dotted', { 'index.soft_deletes.retention_lease.period': '10m' }],
    ['nested', { index: { soft_deletes: { retention_lease: { period: '10m' } } } }],
    ['0', { 'index.soft_deletes.retention_lease.period': '0ms' }],
  ])('lasts as the leader is set: %s', (_, settings) => {
    const play = playFollower(settings);
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    play.pass(hour);
    play.leader('PUT /logs/_doc/4', { message: 'four' });
    expect(statistics(play).fatal_exception).toBeUndefined();
    play.cluster('POST /copy/_ccr/pause_follow');
    play.leader('PUT /logs/_doc/5', { message: 'five' });
    play.pass(11 * 60_000);
    play.cluster('POST /copy/_ccr/resume_follow');
    expect(statistics(play).fatal_exception).toBeDefined();
  });

  it('is given back by unfollowing, and taken off by the leader', () => {
    const play = playFollower();
    const { uuid } = play.state().cluster.indices.get('copy')!;
    expect(Object.keys(play.state().leader.indices.get('logs')!.leases)).toHaveLength(1);
    play.cluster('POST /copy/_ccr/pause_follow');
    const forget = {
      follower_cluster: 'cluster',
      follower_index: 'copy',
      follower_index_uuid: uuid,
      leader_remote_cluster: 'leader',
    };
    expect(play.leader('POST /logs/_ccr/forget_follower', forget).body).toMatchObject({ _shards: { successful: 1 } });
    expect(play.leader('POST /logs/_ccr/forget_follower', forget).body).toMatchObject({ _shards: { failed: 1 } });
    expect(play.state().leader.indices.get('logs')!.leases).toEqual({});
    play.cluster('POST /copy/_ccr/resume_follow');
    expect(Object.keys(play.state().leader.indices.get('logs')!.leases)).toHaveLength(1);
    play.cluster('POST /copy/_ccr/pause_follow');
    play.cluster('POST /copy/_ccr/unfollow');
    expect(play.state().leader.indices.get('logs')!.leases).toEqual({});
  });
});

describe('recreating', () => {
  function playFallen() {
    const play = playFollower();
    play.cluster('POST /copy/_ccr/pause_follow');
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    play.pass(13 * hour);
    play.cluster('POST /copy/_ccr/resume_follow');
    expect(statistics(play).fatal_exception).toBeDefined();
    return play;
  }

  it.each([
    ['pause, close, follow', ['POST /copy/_ccr/pause_follow', 'POST /copy/_close?wait_for_active_shards=0']],
    [
      'pause, unfollow, close, follow',
      ['POST /copy/_ccr/pause_follow', 'POST /copy/_ccr/unfollow', 'POST /copy/_close?wait_for_active_shards=0'],
    ],
  ])('copies everything again: %s', (_, lines) => {
    const play = playFallen();
    for (const line of lines) expect(play.cluster(line)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(play.cluster('PUT /copy/_ccr/follow?wait_for_active_shards=1', followLogs).body).toEqual({
      follow_index_created: true,
      follow_index_shards_acked: true,
      index_following_started: true,
    });
    expect(documents(play, 'cluster', 'copy')).toEqual(documents(play, 'leader', 'logs'));
    const { fatal_exception: fatal, sandbox, shard } = statistics(play);
    expect(fatal).toBeUndefined();
    expect(sandbox).toEqual({ recoveries: 2, documents_copied: 3 });
    expect(shard).toMatchObject({ operations_read: 0, follower_global_checkpoint: 2 });
    expect(Object.keys(play.state().leader.indices.get('logs')!.leases)).toHaveLength(1);
    play.leader('PUT /logs/_doc/4', { message: 'four' });
    expect(documents(play, 'cluster', 'copy')).toEqual(documents(play, 'leader', 'logs'));
  });

  it('makes a standard index in between, which takes writes of its own when it is open', () => {
    const play = playFollower();
    play.cluster('POST /copy/_ccr/pause_follow');
    play.cluster('POST /copy/_close');
    expect(play.cluster('POST /copy/_ccr/unfollow').status).toBe(200);
    expect(play.cluster('GET /*/_ccr/info').body).toEqual({ follower_indices: [] });
    expect(play.cluster('PUT /copy/_doc/9', { a: 1 }).status).toBe(400);
    play.cluster('POST /copy/_open');
    expect(play.cluster('PUT /copy/_doc/9', { a: 1 })).toMatchObject({ status: 201, body: { _seq_no: 2 } });
    play.leader('PUT /logs/_doc/3', { message: 'three' });
    expect(Object.keys(documents(play, 'cluster', 'copy'))).toEqual(['1', '2', '9']);
  });
});

describe('a deleted leader', () => {
  it('is a fatal exception', () => {
    const play = playFollower();
    play.leader('DELETE /logs');
    expect(statistics(play).fatal_exception).toMatchObject({ type: 'index_not_found_exception' });
    expect(documents(play, 'cluster', 'copy')).toHaveProperty('1');
    play.cluster('POST /copy/_ccr/pause_follow');
    expect(play.cluster('POST /copy/_ccr/resume_follow').status).toBe(404);
  });

  it('is one too when another index has its name', () => {
    const play = playFollower();
    play.leader('DELETE /logs');
    play.leader('PUT /logs');
    expect(statistics(play).fatal_exception).toMatchObject({ type: 'index_not_found_exception' });
    const paused = playFollower();
    paused.cluster('POST /copy/_ccr/pause_follow');
    paused.leader('DELETE /logs');
    paused.leader('PUT /logs');
    const refused = paused.cluster('POST /copy/_ccr/resume_follow');
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.text).toContain('another index');
    paused.cluster('POST /copy/_close');
    expect(paused.cluster('PUT /copy/_ccr/follow', followLogs).status).toBe(200);
    expect(documents(paused, 'cluster', 'copy')).toEqual({});
  });

  it('is one when it is replaced by following again', () => {
    const play = playFollower();
    play.leader('PUT /copy-of-copy/_ccr/follow', { remote_cluster: 'cluster', leader_index: 'copy' });
    play.cluster('POST /copy/_ccr/pause_follow');
    play.cluster('POST /copy/_close');
    play.cluster('PUT /copy/_ccr/follow', followLogs);
    const { body } = play.leader('GET /copy-of-copy/_ccr/stats');
    expect(body).toMatchObject({ indices: [{ fatal_exception: { type: 'illegal_state_exception' } }] });
  });
});
