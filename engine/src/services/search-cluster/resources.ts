import type { ResourceGroup, ResourceMeasure } from '../../catalogue/resources';

/** How many operations a follower has not written yet: the difference of the checkpoints of its shards. */
const lag: ResourceMeasure = {
  over: ['shards'],
  ahead: 'leader_global_checkpoint',
  behind: 'follower_global_checkpoint',
};

const followerStatistics = { method: 'GET', path: '/{follower_index}/_ccr/stats' } as const;

/** What the view shows of a search cluster. */
export const resources: readonly ResourceGroup[] = [
  {
    id: 'repositories',
    label: 'Snapshot repositories',
    icon: 'archive',
    source: { request: { method: 'GET', path: '/_snapshot' }, at: [] },
    actions: [
      {
        title: 'Register repository',
        method: 'PUT',
        path: '/_snapshot/{{repository}}',
        body: '{\n  "type": "fs",\n  "settings": {\n    "location": "{{repository}}"\n  }\n}',
      },
    ],
    item: {
      icon: 'archive',
      label: '{$key}',
      description: [
        { text: '{type}' },
        { text: '{settings.location}' },
        { text: '{settings.url}' },
        { text: '{settings.bucket}' },
        { text: 'read-only', when: { member: 'settings.readonly', is: true } },
        { text: 'read-only', when: { member: 'settings.readonly', is: 'true' } },
      ],
      names: { repository: '$key' },
      opens: { method: 'GET', path: '/_snapshot/{repository}' },
      actions: [
        { title: 'Verify repository', method: 'POST', path: '/_snapshot/{repository}/_verify' },
        { title: 'Clean up repository', method: 'POST', path: '/_snapshot/{repository}/_cleanup' },
        { title: 'Unregister repository', method: 'DELETE', path: '/_snapshot/{repository}' },
      ],
      groups: [
        {
          id: 'snapshots',
          label: 'Snapshots',
          icon: 'device-camera',
          source: { request: { method: 'GET', path: '/_snapshot/{repository}/_all' }, at: ['snapshots'] },
          actions: [{ title: 'Create snapshot', method: 'PUT', path: '/_snapshot/{repository}/{{snapshot}}' }],
          item: {
            icon: 'device-camera',
            label: '{snapshot}',
            description: [{ text: '{state}' }, { text: '{start_time}' }],
            names: { snapshot: 'snapshot' },
            opens: { method: 'GET', path: '/_snapshot/{repository}/{snapshot}' },
            actions: [
              { title: 'Status of snapshot', method: 'GET', path: '/_snapshot/{repository}/{snapshot}/_status' },
              { title: 'Restore snapshot', method: 'POST', path: '/_snapshot/{repository}/{snapshot}/_restore' },
              { title: 'Delete snapshot', method: 'DELETE', path: '/_snapshot/{repository}/{snapshot}' },
            ],
          },
        },
      ],
    },
  },
  {
    id: 'keys',
    label: 'API keys',
    icon: 'key',
    source: { request: { method: 'GET', path: '/_security/api_key' }, at: ['api_keys'] },
    actions: [
      {
        title: 'Create API key',
        method: 'POST',
        path: '/_security/api_key',
        body: '{\n  "name": "{{name}}",\n  "expiration": "1d"\n}',
      },
    ],
    item: {
      icon: 'key',
      label: '{name}',
      description: [
        { text: 'invalidated', when: { member: 'invalidated', is: true } },
        { text: '{username}' },
        { text: 'until {expiration|time}' },
      ],
      names: { id: 'id' },
      opens: { method: 'GET', path: '/_security/api_key?id={id}' },
      actions: [
        {
          title: 'Invalidate API key',
          method: 'DELETE',
          path: '/_security/api_key',
          body: '{\n  "ids": ["{id}"]\n}',
        },
      ],
    },
  },
  {
    id: 'followers',
    label: 'Follower indices',
    icon: 'git-compare',
    source: {
      request: { method: 'GET', path: '/_all/_ccr/info' },
      at: ['follower_indices'],
      neighbour: {
        request: { method: 'GET', path: '/_ccr/stats' },
        at: ['follow_stats', 'indices'],
        member: 'index',
        own: 'follower_index',
      },
    },
    actions: [
      {
        title: 'Follow an index',
        method: 'PUT',
        path: '/{{follower_index}}/_ccr/follow?wait_for_active_shards=1',
        body: '{\n  "remote_cluster": "{{remote_cluster}}",\n  "leader_index": "{{leader_index}}"\n}',
      },
    ],
    item: {
      icon: 'git-compare',
      label: '{follower_index}',
      description: [{ text: '{status}' }, { text: 'lag {$lag}' }, { text: '{remote_cluster}:{leader_index}' }],
      names: { follower_index: 'follower_index' },
      measure: lag,
      watched: {
        title: 'Replication Lag',
        unit: 'operations',
        request: followerStatistics,
        at: ['indices'],
        measure: lag,
      },
      opens: { method: 'GET', path: '/{follower_index}/_ccr/info' },
      actions: [
        { title: 'Statistics of follower', ...followerStatistics },
        { title: 'Pause following', method: 'POST', path: '/{follower_index}/_ccr/pause_follow' },
        { title: 'Resume following', method: 'POST', path: '/{follower_index}/_ccr/resume_follow' },
        { title: 'Close index', method: 'POST', path: '/{follower_index}/_close' },
        { title: 'Unfollow', method: 'POST', path: '/{follower_index}/_ccr/unfollow' },
      ],
    },
  },
  {
    id: 'indices',
    label: 'Indices',
    icon: 'database',
    source: { request: { method: 'GET', path: '/_all/_settings' }, at: [] },
    actions: [{ title: 'Create index', method: 'PUT', path: '/{{index}}' }],
    item: {
      icon: 'database',
      label: '{$key}',
      description: [
        { text: '{settings.index.number_of_shards} primary shards' },
        { text: '{settings.index.number_of_replicas} replicas' },
      ],
      names: { index: '$key' },
      opens: { method: 'GET', path: '/{index}' },
      actions: [
        { title: 'Search', method: 'POST', path: '/{index}/_search', body: '{\n  "query": { "match_all": {} }\n}' },
        { title: 'Read mapping', method: 'GET', path: '/{index}/_mapping' },
        { title: 'Refresh index', method: 'POST', path: '/{index}/_refresh' },
        { title: 'Delete index', method: 'DELETE', path: '/{index}' },
      ],
    },
  },
];
