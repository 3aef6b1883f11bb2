import { expect, it } from 'vitest';
import { playCluster } from './play-indices';

function playLogs() {
  const play = playCluster();
  play.send('PUT /logs', {});
  return play;
}

function typeOf({ status, body }: { readonly status: number; readonly body: unknown }) {
  return [status, (body as { readonly error?: { readonly type?: string } }).error?.type];
}

it.each([
  [{ codec: 'best_compression' }, 'illegal_argument_exception'],
  [{ 'index.number_of_shards': 2 }, 'illegal_argument_exception'],
  [{ 'index.creation_date': '1' }, 'illegal_argument_exception'],
  [{ unknown: 1 }, 'illegal_argument_exception'],
  [{ index: { hidden: 1 } }, 'illegal_argument_exception'],
  [{ 'translog.sync_interval': '99ms' }, 'illegal_argument_exception'],
  [{ 'translog.flush_threshold_size': '55b' }, 'illegal_argument_exception'],
  [{ priority: '' }, 'illegal_argument_exception'],
  [{}, 'action_request_validation_exception'],
  [{ index: { priority: {} } }, 'action_request_validation_exception'],
  [{ settings: { priority: 1 }, 'index.priority': 2 }, 'parse_exception'],
])('an open index does not take %j', (settings, type) => {
  const play = playLogs();
  expect(typeOf(play.send('PUT /logs/_settings', settings))).toEqual([400, type]);
});

it('a setting that is not dynamic changes while the index is closed, or with reopen', () => {
  const play = playLogs();
  play.send('POST /logs/_close');
  expect(play.send('PUT /logs/_settings', { codec: 'best_compression' }).status).toBe(200);
  expect(play.send('PUT /logs/_settings', { number_of_shards: 2 }).status).toBe(400);
  play.send('POST /logs/_open');
  expect(play.send('PUT /logs/_settings?reopen=true', { codec: 'default' }).status).toBe(200);
});

it('a setting is kept with preserve_existing, and set back with null', () => {
  const play = playLogs();
  play.send('PUT /logs/_settings', { priority: 5 });
  play.send('PUT /logs/_settings?preserve_existing=true', { priority: 7, gc_deletes: '1m' });
  const read = () => play.send('GET /_settings/index.priority,index.gc_*?flat_settings=true').body;
  expect(read()).toEqual({ logs: { settings: { 'index.priority': '5', 'index.gc_deletes': '1m' } } });
  play.send('PUT /logs/_settings', { 'index.priority': null });
  expect(read()).toEqual({ logs: { settings: { 'index.gc_deletes': '1m' } } });
});

it('a block of an index refuses what it names, until it is removed', () => {
  const play = playLogs();
  play.send('PUT /logs/_settings', { 'index.blocks.write': true });
  const write = () => play.send('PUT /logs/_doc/1', {});
  expect(typeOf(write())).toEqual([403, 'cluster_block_exception']);
  play.send('PUT /logs/_settings', { 'index.blocks.read_only_allow_delete': true, 'index.blocks.write': false });
  expect(typeOf(write())).toEqual([429, 'cluster_block_exception']);
  play.send('PUT /logs/_settings', { 'index.blocks.read_only_allow_delete': null });
  expect(write().status).toBe(201);
});

it.each([
  [{ persistent: { 'search.default_keep_alive': '25h' } }],
  [{ persistent: { 'cluster.routing.allocation.disk.watermark.low': '96%' } }],
  [{ persistent: { 'cluster.remote.east.proxy_address': '127.0.0.1:9400' } }],
  [{ transient: { cluster: { remote: { east: { seeds: ['127.0.0.1'] } } } } }],
  [{ transient: { logger: { _root: 'nothing' } } }],
  [{ persistent: { 'indices.breaker.request.limit': '101%' } }],
])('settings of a cluster that do not fit together or have no such value are refused: %j', (body) => {
  expect(typeOf(playCluster().send('PUT /_cluster/settings', body))).toEqual([400, 'illegal_argument_exception']);
});

it('a change of the cluster must set something', () => {
  for (const body of [{}, { persistent: {} }, { settings: { 'search.max_buckets': 1 } }]) {
    const answer = playCluster().send('PUT /_cluster/settings', body);
    expect(typeOf(answer)).toEqual([400, 'action_request_validation_exception']);
  }
});

it('a name with date math stands for the date', () => {
  const play = playCluster();
  const today = new Date(play.now()).toISOString().slice(0, 10).replaceAll('-', '.');
  expect(play.send('PUT /%3Clogs-%7Bnow%2Fd%7D%3E').body).toMatchObject({ index: `logs-${today}` });
  expect(play.send(`HEAD /logs-${today}`).status).toBe(200);
  expect(play.send('PUT /%3Cyear-%7Bnow%2Fy%7Byyyy%7D%7D%3E').body).toMatchObject({
    index: `year-${today.slice(0, 4)}`,
  });
  expect(typeOf(play.send('PUT /%3Clogs-%7Bnow%2Fx%7D%3E'))).toEqual([400, 'parse_exception']);
});

it.each([
  [{ add: { index: 'logs', alias: 'a', must_exist: true } }, 'x_content_parse_exception'],
  [{ add: { index: 'logs', alias: 'a', indices: ['logs'] } }, 'x_content_parse_exception'],
  [{ add: { index: 'logs' } }, 'x_content_parse_exception'],
  [{ rename: { index: 'logs', alias: 'a' } }, 'x_content_parse_exception'],
  [{ add: { index: 'logs', alias: 'a', filter: { unknown: {} } } }, 'illegal_argument_exception'],
  [{ add: { index: 'logs', alias: 'a*' } }, 'invalid_alias_name_exception'],
])('an action on aliases is refused: %j', (action, type) => {
  const play = playLogs();
  expect(typeOf(play.send('POST /_aliases', { actions: [action] }))).toEqual([400, type]);
});
