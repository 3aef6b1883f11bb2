import { expect, it } from 'vitest';
import { sandbox } from '../whole-sandbox';
import { documents, playReplication } from './play-replication';

const remote = (seeds: readonly string[] | null) => ({ persistent: { cluster: { remote: { east: { seeds } } } } });

it('keeps settings in both forms of their names until null takes them back', () => {
  const play = playReplication();
  expect(play.cluster('GET /_cluster/settings').body).toEqual({ persistent: {}, transient: {} });
  const changed = play.cluster('PUT /_cluster/settings', {
    persistent: { 'cluster.max_shards_per_node': 500 },
    transient: { cluster: { routing: { allocation: { enable: 'all' } } } },
  });
  expect(changed.body).toMatchObject({ acknowledged: true, persistent: { cluster: { max_shards_per_node: '500' } } });
  expect(play.cluster('GET /_cluster/settings?flat_settings').body).toEqual({
    persistent: { 'cluster.max_shards_per_node': '500' },
    transient: { 'cluster.routing.allocation.enable': 'all' },
  });
  play.cluster('PUT /_cluster/settings', { transient: { 'cluster.routing.*': null } });
  expect(play.cluster('GET /_cluster/settings').body).toMatchObject({ transient: {} });
  expect(play.leader('GET /_cluster/settings').body).toEqual({ persistent: {}, transient: {} });
  expect(play.cluster('PUT /_cluster/settings', {}).status).toBe(400);
});

it.each([
  ['PUT /_cluster/settings', { persistent: { 'cluster.max_shard_per_node': 500 } }],
  ['PUT /_cluster/settings', { persistent: { 'index.number_of_replicas': 0 } }],
  ['PUT /_cluster/settings', { transient: { 'cluster.routing.allocation.enable': 'nne' } }],
  ['PUT /logs', { settings: { index: { index: { number_of_replicas: 0 } } } }],
  ['PUT /logs/_settings', { 'index.number_fo_replicas': 0 }],
  ['PUT /logs/_settings', { number_of_shards: 2 }],
  ['PUT /logs/_settings', { number_of_replicas: '-1' }],
])('refuses settings as the service does: %s %j', (request, body) => {
  const play = playReplication();
  play.cluster('PUT /logs/_doc/1', { message: 'one' });
  expect(play.cluster(request, body).status).toBe(400);
});

it('shows the defaults of settings that are not set', () => {
  const play = playReplication();
  play.cluster('PUT /_cluster/settings', { persistent: { 'search.max_keep_alive': '48h' } });
  const { defaults } = play.cluster('GET /_cluster/settings?include_defaults&flat_settings').body;
  expect(defaults).toMatchObject({ 'search.max_buckets': '65536' });
  expect(defaults).not.toHaveProperty(['search.max_keep_alive']);
  expect(play.cluster('GET /_cluster/settings?include_defaults=true').body).toMatchObject({
    defaults: { search: { max_buckets: '65536' } },
  });
});

it('creates by writes only the indices that a setting allows', () => {
  const play = playReplication();
  const allow = (value: unknown) =>
    play.cluster('PUT /_cluster/settings', { persistent: { 'action.auto_create_index': value } });
  const write = (index: string) => play.cluster(`PUT /${index}/_doc/1`, {}).status;
  allow('-logs-old*,+logs-*');
  expect(['logs-1', 'logs-old', 'books'].map(write)).toEqual([201, 404, 404]);
  allow(false);
  expect([write('logs-1'), write('logs-2')]).toEqual([200, 404]);
  allow(null);
  expect(write('books')).toBe(201);
});

it('closes indices unless a setting forbids it', () => {
  const play = playReplication();
  play.cluster('PUT /logs', {});
  play.cluster('PUT /_cluster/settings', { transient: { 'cluster.indices.close.enable': false } });
  expect(play.cluster('POST /logs/_close').status).toBe(500);
  play.cluster('PUT /_cluster/settings', { transient: { 'cluster.indices.close.enable': null } });
  expect(play.cluster('POST /logs/_close').status).toBe(200);
});

it('refuses a response with more buckets than a setting allows', () => {
  const play = playReplication();
  play.cluster('PUT /logs', { mappings: { properties: { level: { type: 'keyword' } } } });
  for (const level of ['a', 'b', 'c']) play.cluster(`PUT /logs/_doc/${level}`, { level });
  play.cluster('PUT /_cluster/settings', { persistent: { 'search.max_buckets': 2 } });
  const count = (size: number) =>
    play.cluster('POST /logs/_search', { aggs: { levels: { terms: { field: 'level', size } } } });
  expect(count(2).status).toBe(200);
  expect(count(3)).toMatchObject({ status: 400, body: { error: { type: 'search_phase_execution_exception' } } });
});

it('knows the other cluster under the names that settings give it', () => {
  const play = playReplication();
  play.leader('PUT /logs/_doc/1', { message: 'one' });
  const follow = { remote_cluster: 'east', leader_index: 'logs' };
  expect(play.cluster('PUT /copy/_ccr/follow', follow).status).toBe(404);
  play.cluster('PUT /_cluster/settings', remote(['127.0.0.1:9300']));
  expect(Object.keys(play.cluster('GET /_remote/info').body)).toEqual(['leader', 'east']);
  expect(play.cluster('PUT /copy/_ccr/follow', follow).status).toBe(200);
  expect(documents(play, 'cluster', 'copy')).toEqual({ 1: { message: 'one' } });
  play.cluster('PUT /_cluster/settings', remote(null));
  expect(play.cluster('PUT /other/_ccr/follow', follow).status).toBe(404);
});

it('gives settings back from an export', () => {
  const play = playReplication();
  play.cluster('PUT /_cluster/settings', remote(['127.0.0.1:9300']));
  const seed = { clusterCredential: 'boot', hostCredential: 'boot', repositories: [] };
  const state = { ...sandbox.createState(seed), clusters: play.state() };
  expect(sandbox.readStateText(sandbox.writeState(state))).toEqual({ state });
  expect(
    sandbox.readStateText(sandbox.writeState(state).replace('"persistent":{', '"persistent":5,"x":{')),
  ).toHaveProperty('cause');
});
