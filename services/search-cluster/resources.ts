import type { ResourceGroup, ResourceMeasure, StatedRequest } from '@rulebook/catalogue/resources';

/** How many operations a follower has not written yet: the difference of the checkpoints of its shards. */
const lag: ResourceMeasure = {
  over: ['shards'],
  ahead: 'leader_global_checkpoint',
  behind: 'follower_global_checkpoint',
};

const followerStatistics = { operation: 'follower.stats' };

/** What the view shows of a search cluster. */
export const resources: readonly ResourceGroup<StatedRequest>[] = [
  {
    id: 'repositories',
    label: 'Snapshot repositories',
    icon: 'archive',
    source: { request: { operation: 'repository.list' }, at: [] },
    actions: [
      {
        title: 'Register repository',
        operation: 'repository.put',
        names: { repository: '{{repository}}' },
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
      opens: { operation: 'repository.get' },
      actions: [
        { title: 'Verify repository', operation: 'repository.verify' },
        { title: 'Clean up repository', operation: 'repository.cleanup' },
        { title: 'Unregister repository', operation: 'repository.delete' },
      ],
      groups: [
        {
          id: 'snapshots',
          label: 'Snapshots',
          icon: 'device-camera',
          source: { request: { operation: 'snapshot.get', names: { snapshot: '_all' } }, at: ['snapshots'] },
          actions: [{ title: 'Create snapshot', operation: 'snapshot.create', names: { snapshot: '{{snapshot}}' } }],
          item: {
            icon: 'device-camera',
            label: '{snapshot}',
            description: [{ text: '{state}' }, { text: '{start_time}' }],
            names: { snapshot: 'snapshot' },
            opens: { operation: 'snapshot.get' },
            actions: [
              { title: 'Status of snapshot', operation: 'snapshot.status' },
              { title: 'Restore snapshot', operation: 'snapshot.restore' },
              { title: 'Delete snapshot', operation: 'snapshot.delete' },
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
    source: { request: { operation: 'api-key.get' }, at: ['api_keys'] },
    actions: [
      {
        title: 'Create API key',
        operation: 'api-key.create',
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
      opens: { operation: 'api-key.get', query: 'id={id}' },
      actions: [
        {
          title: 'Invalidate API key',
          operation: 'api-key.invalidate',
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
      request: { operation: 'follower.info', names: { follower_index: '_all' } },
      at: ['follower_indices'],
      neighbour: {
        request: { operation: 'replication.stats' },
        at: ['follow_stats', 'indices'],
        member: 'index',
        own: 'follower_index',
      },
    },
    actions: [
      {
        title: 'Follow an index',
        operation: 'follower.follow',
        names: { follower_index: '{{follower_index}}' },
        query: 'wait_for_active_shards=1',
        body: '{\n  "remote_cluster": "{{remote_cluster}}",\n  "leader_index": "{{leader_index}}"\n}',
      },
    ],
    item: {
      icon: 'git-compare',
      label: '{follower_index}',
      description: [{ text: '{status}' }, { text: 'lag {$lag}' }, { text: '{remote_cluster}:{leader_index}' }],
      names: { follower_index: 'follower_index' },
      measure: lag,
      opens: { operation: 'follower.info' },
      actions: [
        { title: 'Statistics of follower', ...followerStatistics },
        { title: 'Pause following', operation: 'follower.pause' },
        { title: 'Resume following', operation: 'follower.resume' },
        { title: 'Close index', operation: 'follower.close' },
        { title: 'Unfollow', operation: 'follower.unfollow' },
      ],
    },
  },
  {
    id: 'indices',
    label: 'Indices',
    icon: 'database',
    source: { request: { operation: 'index.settings.get', names: { index: '_all' } }, at: [] },
    actions: [{ title: 'Create index', operation: 'index.create', names: { index: '{{index}}' } }],
    item: {
      icon: 'database',
      label: '{$key}',
      description: [
        { text: '{settings.index.number_of_shards} primary shards' },
        { text: '{settings.index.number_of_replicas} replicas' },
      ],
      names: { index: '$key' },
      opens: { operation: 'index.get' },
      actions: [
        { title: 'Search', operation: 'search', body: '{\n  "query": { "match_all": {} }\n}' },
        { title: 'Read mapping', operation: 'index.mapping.get' },
        { title: 'Refresh index', operation: 'index.refresh' },
        { title: 'Delete index', operation: 'index.delete' },
      ],
    },
  },
];
