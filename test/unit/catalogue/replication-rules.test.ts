import { describe, expect, it } from 'vitest';
import type { Severity } from '../../../packages/catalogue/src/facts';
import { checkText } from '../../rules/check-text';

const leader = { remote_cluster: 'c', leader_index: 'l' };
const follow = (body: object, head = 'PUT /f/_ccr/follow') => `${head}\n\n${JSON.stringify(body)}\n`;
const pattern = (body: object) => `PUT /_ccr/auto_follow/p\n\n${JSON.stringify(body)}\n`;

const settings = (remote: object) =>
  `PUT /_cluster/settings\n\n${JSON.stringify({ persistent: { cluster: { remote } } })}\n`;

/** Returns what is said about the requests, without the reminder of the credential. */
function findingsIn(text: string): readonly string[] {
  return checkText(text)
    .map(({ finding: { severity, rule } }) => `${severity} ${rule}`)
    .filter((finding) => !finding.endsWith('missing-authorization'));
}

const invalid: readonly (readonly [title: string, request: string, rule: string, severity: Severity])[] = [
  ['no remote cluster', follow({ leader_index: 'l' }), 'required-field', 'error'],
  ['no leader index', follow({ remote_cluster: 'c' }), 'required-field', 'error'],
  ['no body', 'PUT /f/_ccr/follow\n', 'missing-body', 'error'],
  ['the type of the remote cluster', follow({ ...leader, remote_cluster: ['c'] }), 'wrong-type', 'error'],
  ['the type of the leader index', follow({ ...leader, leader_index: 5 }), 'wrong-type', 'error'],
  ['another field', follow({ ...leader, followers: 1 }), 'unknown-field', 'warning'],
  ['the type of a reference field', follow({ ...leader, max_outstanding_read_requests: 'x' }), 'wrong-type', 'warning'],
  ['a small reference number', follow({ ...leader, max_outstanding_read_requests: 0 }), 'number-range', 'warning'],
  ['a wait that is none', follow({ ...leader, read_poll_timeout: 'long' }), 'malformed-time-value', 'warning'],
  ['the method of follow', follow(leader, 'POST /f/_ccr/follow'), 'undocumented-method', 'warning'],
  ['the method of pause', 'PUT /f/_ccr/pause_follow\n', 'undocumented-method', 'warning'],
  ['a body of pause', 'POST /f/_ccr/pause_follow\n\n{ "now": true }\n', 'unexpected-body', 'warning'],
  ['shards in words', follow(leader, 'PUT /f/_ccr/follow?wait_for_active_shards=one'), 'wrong-type', 'error'],
  ['shards below 0', 'POST /f/_close?wait_for_active_shards=-1\n', 'number-range', 'error'],
  ['all shards', 'POST /f/_close?wait_for_active_shards=all\n', 'noted-value', 'information'],
  [
    'a query parameter of another',
    'POST /f/_ccr/pause_follow?wait_for_active_shards=1\n',
    'unknown-query-parameter',
    'warning',
  ],
  ['follower and leader alike', follow({ ...leader, leader_index: 'f' }), 'repeated-name', 'hint'],
  ['a misspelt operation', 'POST /f/_ccr/pause_folow\n', 'unknown-path', 'warning'],
  ['a setting of a remote cluster', settings({ c: { seeds: { a: 1 } } }), 'wrong-type', 'warning'],
  ['a pattern without a cluster', pattern({ leader_index_patterns: ['l*'] }), 'required-field', 'warning'],
  ['a number as pattern', pattern({ remote_cluster: 'c', leader_index_patterns: 5 }), 'wrong-type', 'warning'],
];

const valid: readonly string[] = [
  follow(leader),
  follow(leader, 'PUT /f/_ccr/follow?wait_for_active_shards=1&master_timeout=1m&pretty'),
  follow({ ...leader, settings: { 'index.number_of_replicas': 0 }, max_read_request_size: '1024k' }),
  follow({ ...leader, max_retry_delay: '10s', max_write_buffer_count: 512, data_stream_name: 'd' }),
  'POST /f/_ccr/pause_follow\n',
  'POST /f/_ccr/resume_follow\n',
  'POST /f/_ccr/resume_follow\n\n{ "max_read_request_operation_count": 1024 }\n',
  'POST /f/_close?wait_for_active_shards=0\n',
  'POST /f/_open\n',
  'DELETE /f\n',
  'GET /f\n',
  'POST /f/_ccr/unfollow\n',
  'GET /f/_ccr/info\n',
  'GET /f/_ccr/stats?timeout=30s\n',
  'GET /_ccr/stats\n',
  'GET /_remote/info\n',
  settings({ c: { mode: 'proxy', seeds: 'a:1', skip_unavailable: 'true', node_connections: '3', other: 1 } }),
  'PUT /_cluster/settings\n\n{ "persistent": { "cluster.remote.c.seeds": ["a:1"], "cluster": { "remote": { "c.*": null } } } }\n',
  'GET /_ccr/auto_follow\n',
  pattern({ remote_cluster: 'c', leader_index_patterns: ['l*'], follow_index_pattern: '{{leader_index}}-copy' }),
  'POST /_ccr/auto_follow/p/pause\n',
  'POST /l/_ccr/forget_follower\n\n{ "follower_cluster": "c", "follower_index": "f" }\n',
];

describe('replication', () => {
  it.each(invalid)('reports %s', (_title, request, rule, severity) => {
    expect(findingsIn(request)).toContain(`${severity} ${rule}`);
  });

  it.each(valid)('has nothing to say about %j', (request) => {
    expect(findingsIn(request)).toEqual([]);
  });

  it('labels what only the reference layer knows', () => {
    const [finding] = checkText(pattern({ leader_index_patterns: ['l*'] })).filter(
      ({ finding: { rule } }) => rule === 'required-field',
    );
    expect(finding?.finding.provenance.kind).toBe('reference');
    expect(finding?.finding.message).toContain('reference, not in the document');
  });
});
