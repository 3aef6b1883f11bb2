import { describe, expect, it } from 'vitest';
import { followLogs } from './play-replication';
import { playCluster } from './play-users';

const invalid = 'action_request_validation_exception';
const unreadable = 'x_content_parse_exception';
const pattern = { remote_cluster: 'leader', leader_index_patterns: ['logs-*'] };

describe('requests for replication that servers refuse', () => {
  it.each([
    ['no leader', { remote_cluster: 'leader' }, invalid],
    ['no operation in a request', { ...followLogs, max_read_request_operation_count: 0 }, invalid],
    ['more than a number of 32 bits', { ...followLogs, max_write_buffer_count: 2_147_483_648 }, unreadable],
    ['a word for a number', { ...followLogs, max_write_buffer_count: 'x' }, unreadable],
    ['no bytes', { ...followLogs, max_write_request_size: '0b' }, invalid],
    ['a size without a unit', { ...followLogs, max_write_request_size: '10' }, unreadable],
    ['more bytes than there are', { ...followLogs, max_write_request_size: '9999999999pb' }, unreadable],
    ['a delay of six minutes', { ...followLogs, max_retry_delay: '6m' }, invalid],
    ['a delay of 301 seconds', { ...followLogs, max_retry_delay: '301s' }, invalid],
    ['a delay without a unit', { ...followLogs, max_retry_delay: 'x' }, unreadable],
    ['blanks', ' ', unreadable],
    ['nothing in front of another value', '{} {}', invalid],
    ['an unknown member', { ...followLogs, follower_index: 'x' }, unreadable],
  ])('%s', (_, body, type) => {
    const play = playCluster();
    expect(play.send('PUT /copy/_ccr/follow', body)).toMatchObject({ status: 400, body: { error: { type } } });
  });

  it.each([['5m'], ['300s'], ['300000ms']])('but not a delay of %s', (delay) => {
    const { status } = playCluster().send('PUT /copy/_ccr/follow', { ...followLogs, max_retry_delay: delay });
    expect(status).toBe(404);
  });

  it('reads a single pattern as a list, and numbers in it as texts', () => {
    const play = playCluster();
    play.send('PUT /_ccr/auto_follow/one', { ...pattern, leader_index_patterns: 'logs-*' });
    play.send('PUT /_ccr/auto_follow/two', { ...pattern, leader_index_patterns: [1] });
    expect(play.send('GET /_ccr/auto_follow').body).toMatchObject({
      patterns: [{ pattern: { leader_index_patterns: ['logs-*'] } }, { pattern: { leader_index_patterns: ['1'] } }],
    });
  });

  it.each([
    ['PUT /_ccr/auto_follow/_one', pattern],
    ['PUT /_ccr/auto_follow/one', { ...pattern, leader_index_patterns: [] }],
  ])('%s %j', (line, body) => {
    expect(playCluster().send(line, body)).toMatchObject({ status: 400, body: { error: { type: invalid } } });
  });
});
