// Cross-cluster replication. A node without the licensed part only reads and validates these requests.
import {
  brokenBodies,
  createIndex,
  del,
  encoded,
  few,
  get,
  inLots,
  oneOfEachType,
  post,
  put,
  send,
  sizes,
  story,
  times,
} from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

const body = { remote_cluster: 'leader', leader_index: 'leader' };
const pattern = {
  remote_cluster: 'leader',
  leader_index_patterns: ['logs-*'],
  follow_index_pattern: '{{leader_index}}-copy',
};

const number = {
  valid: [1, 5120, '12', 2_147_483_647],
  invalid: [0, -1, 'x', 1.5, '', 2_147_483_648, true, null, [], {}],
};
const size = {
  valid: sizes.valid.filter((value) => !['0', '-1'].includes(value)),
  invalid: [...sizes.invalid, '0', '0b', '-1', null],
};

/** The parameters of following. @type {Record<string, { valid: readonly unknown[], invalid: readonly unknown[] }>} */
const parameters = {
  max_read_request_operation_count: number,
  max_outstanding_read_requests: number,
  max_write_request_operation_count: number,
  max_outstanding_write_requests: number,
  max_write_buffer_count: number,
  max_read_request_size: size,
  max_write_request_size: { valid: [...size.valid, '9223372036854775807b'], invalid: size.invalid },
  max_write_buffer_size: size,
  max_retry_delay: {
    valid: ['500ms', '1s', '5m', '1ms'],
    invalid: ['0', '0s', '-1', '5m1s', '6m', '1h', ...times.invalid, null],
  },
  read_poll_timeout: { valid: ['1m', '100ms', '0', '-1'], invalid: [...times.invalid, null] },
};

/** Members with a mistake in their names. */
const unknownMembers = {
  remote_clusters: 'x',
  leaderIndex: 'x',
  max_read_request_operation_counts: 1,
  max_outstanding_read_request: 1,
  max_retry_delays: '1s',
  wait_for_active_shards: 1,
  follower_index: 'x',
  unknown: 1,
  setting: {},
  leader_index_patterns: ['x'],
};

/** @param {Random} random */
const combination = (random) =>
  Object.fromEntries(random.some(Object.entries(parameters)).map(([name, { valid }]) => [name, random.pick(valid)]));

/** @param {Random} random */
function following(random) {
  const follow = (/** @type {object} */ members) => put('/follower/_ccr/follow', members);
  const valid = Object.entries(parameters).flatMap(([name, values]) =>
    few(random, values.valid).map((value) => ({ [name]: value })),
  );
  const invalid = Object.entries(parameters).flatMap(([name, values]) =>
    few(random, values.invalid, 10).map((value) => ({ [name]: value })),
  );
  const refused = [
    {},
    { remote_cluster: 'leader' },
    { leader_index: 'leader' },
    ...Object.entries(unknownMembers).map(([name, value]) => ({ ...body, [name]: value })),
    ...oneOfEachType.map((value) => ({ ...body, remote_cluster: value })),
    ...oneOfEachType.map((value) => ({ ...body, leader_index: value })),
    ...oneOfEachType.map((value) => ({ ...body, settings: value })),
    { ...body, settings: { 'index.number_of_replicas': 0 } },
    { ...body, settings: { index: { number_of_replicas: '0' } } },
    { ...body, settings: { 'index.number_of_shards': 2 } },
    { ...body, settings: { 'index.none': 1 } },
    { ...body, data_stream_name: 'logs' },
    { ...body, data_stream_name: 5 },
  ];
  return [
    ...inLots(
      'follow parameters',
      { size: 50 },
      random.shuffle(valid).map((members) => follow({ ...body, ...members })),
    ),
    ...inLots(
      'refused follow parameters',
      { size: 60 },
      random.shuffle(invalid).map((members) => follow({ ...body, ...members })),
    ),
    ...inLots('refused follow bodies', { size: 60 }, refused.map(follow)),
    story(
      'follow parameters together',
      Array.from({ length: 15 }, () => follow({ ...body, ...combination(random) })),
    ),
    story(
      'follow as written',
      [
        ...brokenBodies,
        '',
        '{"remote_cluster":"east","remote_cluster":"west","leader_index":"l"}',
        '{"remote_cluster":"east","leader_index":"l","max_retry_delay":"1s","max_retry_delay":"2s"}',
      ].map((text) => put('/follower/_ccr/follow', text)),
      put('/follower/_ccr/follow'),
    ),
    story(
      'follow requests',
      [
        'wait_for_active_shards=1',
        'wait_for_active_shards=0',
        'wait_for_active_shards=all',
        'wait_for_active_shards=-1',
        'wait_for_active_shards=x',
        'master_timeout=5s',
        'master_timeout=5',
        'unknown=1',
        'timeout=5s',
      ].map((query) => put(`/follower/_ccr/follow?${query}`, body)),
      ['A', '_a', '-a', 'a b', 'a,b', 'a*', 'a#b', '.', 'x'.repeat(256)].map((name) =>
        put(`/${encoded(name)}/_ccr/follow`, body),
      ),
      post('/follower/_ccr/follow', body),
      get('/follower/_ccr/follow'),
      del('/follower/_ccr/follow'),
      put('/_ccr/follow', body),
      put('/follower/_ccr/folow', body),
      put('/follower/_ccr', body),
      put('/follower/ccr/follow', body),
    ),
  ];
}

/** Commands on followers that do not exist, and on an index that follows nothing. @param {Random} random */
function commanding(random) {
  const valid = Object.entries(parameters).flatMap(([name, values]) =>
    random
      .some(values.valid)
      .slice(0, 2)
      .map((value) => ({ [name]: value })),
  );
  const invalid = Object.entries(parameters).flatMap(([name, values]) =>
    random
      .some(values.invalid)
      .slice(0, 4)
      .map((value) => ({ [name]: value })),
  );
  const resume = (/** @type {object} */ members) => post('/plain/_ccr/resume_follow', members);
  const before = [createIndex('plain')];
  const forget = {
    follower_cluster: 'west',
    follower_index: 'f',
    follower_index_uuid: 'u',
    leader_remote_cluster: 'leader',
  };
  const commands = ['pause_follow', 'resume_follow', 'unfollow'];
  const queries = ['', '?unknown=1', '?master_timeout=5s', '?timeout=5s', '?timeout=5', '?master_timeout=x'];
  return [
    story(
      'commands',
      before,
      commands.flatMap((command) => queries.map((query) => post(`/plain/_ccr/${command}${query}`))),
      commands.flatMap((command) => [
        post(`/none/_ccr/${command}`),
        post(`/p*/_ccr/${command}`),
        post(`/plain,none/_ccr/${command}`),
        post(`/plain/_ccr/${command}`, {}),
        post(`/plain/_ccr/${command}`, { a: 1 }),
        put(`/plain/_ccr/${command}`),
        get(`/plain/_ccr/${command}`),
        post(`/_ccr/${command}`),
      ]),
      post('/plain/_close'),
      post('/plain/_ccr/unfollow'),
      post('/plain/_open'),
    ),
    story('resume', before, [...valid, {}, ...Array.from({ length: 5 }, () => combination(random))].map(resume)),
    story(
      'refused resume',
      before,
      [...invalid, body, { unknown: 1 }, { remote_cluster: 'leader' }, { settings: {} }].map(resume),
      brokenBodies.map((text) => post('/plain/_ccr/resume_follow', text)),
    ),
    story(
      'information',
      before,
      ['stats', 'info'].flatMap((kind) =>
        ['plain', 'none', 'p*', '_all', '*', 'none*', 'plain,none'].map((name) => get(`/${name}/_ccr/${kind}`)),
      ),
      ['timeout=5s', 'timeout=5', 'master_timeout=5s', 'unknown=1'].flatMap((query) => [
        get(`/plain/_ccr/stats?${query}`),
        get(`/plain/_ccr/info?${query}`),
        get(`/_ccr/stats?${query}`),
      ]),
      get('/_ccr/stats'),
      get('/_ccr/info'),
      post('/_ccr/stats'),
      post('/plain/_ccr/info'),
      get('/_ccr'),
      get('/_ccr/none'),
    ),
    story(
      'forgetting followers',
      before,
      [
        {},
        forget,
        ...Object.keys(forget).map((name) => ({ ...forget, [name]: undefined })),
        ...Object.keys(forget).flatMap((name) => [5, null, []].map((value) => ({ ...forget, [name]: value }))),
        { ...forget, unknown: 1 },
      ].map((members) => post('/plain/_ccr/forget_follower', members)),
      post('/plain/_ccr/forget_follower'),
      post('/none/_ccr/forget_follower', forget),
      put('/plain/_ccr/forget_follower', forget),
    ),
  ];
}

/** Patterns that follow new indices. @param {Random} random */
function autoFollowing(random) {
  const create = (/** @type {object} */ members) => put('/_ccr/auto_follow/p', members);
  const cases = Object.entries(parameters);
  const valid = cases.flatMap(([name, values]) =>
    random
      .some(values.valid)
      .slice(0, 2)
      .map((value) => ({ ...pattern, [name]: value })),
  );
  const invalid = cases.flatMap(([name, values]) =>
    random
      .some(values.invalid)
      .slice(0, 4)
      .map((value) => ({ ...pattern, [name]: value })),
  );
  const refused = [
    {},
    { remote_cluster: 'leader' },
    { leader_index_patterns: ['a'] },
    { ...pattern, leader_index_exclusion_patterns: ['logs-x'] },
    { ...pattern, leader_index_exclusion_patterns: 'logs-x' },
    { ...pattern, follow_index_pattern: 'copy' },
    { ...pattern, follow_index_pattern: '' },
    { ...pattern, follow_index_pattern: 'Upper-{{leader_index}}' },
    { ...pattern, follow_index_pattern: 5 },
    { ...pattern, settings: { 'index.number_of_replicas': 0 } },
    { ...pattern, settings: { 'index.number_of_shards': 1 } },
    { ...pattern, settings: 'x' },
    { ...pattern, unknown: 1 },
    { ...pattern, leader_index: 'x' },
    { ...pattern, leader_index_pattern: ['x'] },
    ...oneOfEachType.map((value) => ({ ...pattern, leader_index_patterns: value })),
    ...oneOfEachType.map((value) => ({ ...pattern, remote_cluster: value })),
  ];
  const names = ['p', 'P', 'a.b', 'a b', 'ä', 'a,b', '_a', '-a', '*', 'x'.repeat(255), 'x'.repeat(256), 'a#b', '.'];
  return [
    story('auto-follow patterns', [...valid, pattern].map(create), get('/_ccr/auto_follow/p')),
    story('refused auto-follow patterns', invalid.map(create), get('/_ccr/auto_follow')),
    story(
      'auto-follow bodies',
      refused.map(create),
      brokenBodies.map((text) => put('/_ccr/auto_follow/p', text)),
      put('/_ccr/auto_follow/p'),
      get('/_ccr/auto_follow'),
    ),
    story(
      'auto-follow names',
      names.map((name) => put(`/_ccr/auto_follow/${encoded(name)}`, pattern)),
      names.map((name) => get(`/_ccr/auto_follow/${encoded(name)}`)),
      get('/_ccr/auto_follow'),
    ),
    story(
      'auto-follow requests',
      create(pattern),
      ['pause', 'resume'].flatMap((command) => [
        post(`/_ccr/auto_follow/p/${command}`),
        post(`/_ccr/auto_follow/p/${command}`),
        get('/_ccr/auto_follow/p'),
        post(`/_ccr/auto_follow/none/${command}`),
        put(`/_ccr/auto_follow/p/${command}`),
        post(`/_ccr/auto_follow/p/${command}?unknown=1`),
      ]),
      post('/_ccr/auto_follow/p', pattern),
      post('/_ccr/auto_follow/p/stop'),
      get('/_ccr/auto_follow/none'),
      get('/_ccr/auto_follow/p?unknown=1'),
      get('/_ccr/auto_follow?master_timeout=5'),
      put('/_ccr/auto_follow', pattern),
      put('/_ccr/autofollow/p', pattern),
      get('/_remote/info'),
      del('/_ccr/auto_follow/none'),
      del('/_ccr/auto_follow/p?unknown=1'),
      del('/_ccr/auto_follow/p'),
      del('/_ccr/auto_follow/p'),
      del('/_ccr/auto_follow'),
      send('PATCH', '/_ccr/auto_follow/p', pattern),
    ),
  ];
}

export const replication = {
  area: 'replication',
  /** @param {Random} random */
  stories: (random) => [...following(random), ...commanding(random), ...autoFollowing(random)],
};
