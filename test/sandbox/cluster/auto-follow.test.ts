import { expect, it } from 'vitest';
import { documents, playReplication } from './play-replication';

const metrics = {
  remote_cluster: 'leader',
  leader_index_patterns: ['metrics-*'],
  leader_index_exclusion_patterns: ['metrics-private-*'],
  follow_index_pattern: '{{leader_index}}-copy',
};

function followersOf(play: ReturnType<typeof playReplication>): readonly string[] {
  return play
    .state()
    .cluster.indices.entries()
    .map(([name]) => name);
}

it('follows new indices that a pattern means, and what is written to them', () => {
  const play = playReplication();
  play.leader('PUT /metrics-old');
  expect(play.cluster('PUT /_ccr/auto_follow/metrics', metrics).body).toEqual({ acknowledged: true });
  for (const name of ['metrics-1', 'metrics-private-1', 'logs']) play.leader(`PUT /${name}`);
  play.leader('PUT /metrics-2/_doc/1', { made: 'by writing' });
  expect(followersOf(play)).toEqual(['metrics-1-copy', 'metrics-2-copy']);
  expect(documents(play, 'cluster', 'metrics-2-copy')).toEqual({ 1: { made: 'by writing' } });
  play.leader('PUT /metrics-1/_doc/1', { a: 1 });
  expect(documents(play, 'cluster', 'metrics-1-copy')).toEqual({ 1: { a: 1 } });
  expect(play.cluster('GET /_ccr/stats').body).toMatchObject({
    auto_follow_stats: { number_of_successful_follow_indices: 2, number_of_failed_follow_indices: 0 },
    follow_stats: { indices: [{ index: 'metrics-1-copy' }, { index: 'metrics-2-copy' }] },
  });
});

it('follows after a pause what came in the meantime, and nothing after the pattern is deleted', () => {
  const play = playReplication();
  play.cluster('PUT /_ccr/auto_follow/metrics', metrics);
  expect(play.cluster('POST /_ccr/auto_follow/metrics/pause').status).toBe(200);
  play.leader('PUT /metrics-1');
  expect(followersOf(play)).toEqual([]);
  expect(play.cluster('GET /_ccr/auto_follow/metrics').body).toMatchObject({
    patterns: [{ name: 'metrics', pattern: { active: false, leader_index_patterns: ['metrics-*'] } }],
  });
  play.cluster('POST /_ccr/auto_follow/metrics/resume');
  expect(followersOf(play)).toEqual(['metrics-1-copy']);
  expect(play.cluster('DELETE /_ccr/auto_follow/metrics').status).toBe(200);
  play.leader('PUT /metrics-2');
  expect(followersOf(play)).toEqual(['metrics-1-copy']);
  expect(play.cluster('GET /_ccr/auto_follow').body).toEqual({ patterns: [] });
});

it('counts what cannot be followed, and follows an index again that is made anew', () => {
  const play = playReplication();
  play.cluster('PUT /_ccr/auto_follow/metrics', metrics);
  play.cluster('PUT /metrics-1-copy');
  play.leader('PUT /metrics-1');
  expect(play.state().cluster.indices.get('metrics-1-copy')!.follow).toBeUndefined();
  expect(play.state().cluster.autoFollow!.metrics).toMatchObject({ followed: 0, refused: 1 });
  play.leader('DELETE /metrics-1');
  play.cluster('DELETE /metrics-1-copy');
  play.leader('PUT /metrics-1');
  expect(play.state().cluster.indices.get('metrics-1-copy')!.follow).toBeDefined();
});

it('does not follow followers back and forth', () => {
  const play = playReplication();
  const all = { leader_index_patterns: ['*'], follow_index_pattern: '{{leader_index}}-copy' };
  play.cluster('PUT /_ccr/auto_follow/all', { ...all, remote_cluster: 'leader' });
  play.leader('PUT /_ccr/auto_follow/all', { ...all, remote_cluster: 'cluster' });
  play.leader('PUT /a');
  play.cluster('PUT /b');
  for (let round = 0; round < 5; round++) play.cluster('GET /_ccr/stats');
  expect(
    play
      .state()
      .cluster.indices.entries()
      .map(([name]) => name)
      .sort(),
  ).toEqual(['a-copy', 'b']);
  expect(
    play
      .state()
      .leader.indices.entries()
      .map(([name]) => name)
      .sort(),
  ).toEqual(['a', 'b-copy']);
});

it.each([
  ['GET /_ccr/auto_follow/none', undefined, 404],
  ['DELETE /_ccr/auto_follow/constructor', undefined, 404],
  ['POST /_ccr/auto_follow/none/pause', undefined, 404],
  ['PUT /_ccr/auto_follow/metrics', undefined, 400],
  ['PUT /_ccr/auto_follow/metrics', { remote_cluster: 'leader' }, 400],
  ['PUT /_ccr/auto_follow/metrics', { ...metrics, remote_cluster: 'elsewhere' }, 404],
])('refuses %s', (line, body, status) => {
  const play = playReplication();
  const before = play.state();
  expect(play.cluster(line, body).status).toBe(status);
  expect(play.state()).toBe(before);
});
