import type { Field, Operation, RequestBody } from '../model';
import { answers } from './replication';
import {
  acknowledged,
  autoFollowBody,
  followerInfo,
  followerStatistics,
  forgetFollowerBody,
  resumeBody,
} from './replication-shapes';
import { followerIndex, indexChoice, masterTimeout, timeout, waitForActiveShards } from './replication-parameters';
import { besideFollowerStates, besideReplication, fromReplication } from './replication-sources';

// The document names some of these operations and shows neither their paths nor their bodies; the public specification does.
const common = { service: 'search-cluster', provenance: besideReplication, notes: [] } as const;
const follower: Field = { ...followerIndex, provenance: besideReplication };
const index: Field = { ...follower, name: 'index', summary: 'The name of the index.' };
const leader: Field = { ...follower, name: 'leader_index', summary: 'The name of the leader index.' };
const pattern: Field = { ...follower, name: 'pattern', summary: 'The name of the auto-follow pattern.' };

function body(shape: RequestBody['shape'], required = false): RequestBody {
  return { shape, provenance: besideReplication, ...(required ? { required } : {}) };
}

function onFollower(query: readonly Field[] = [masterTimeout]) {
  return { path: [follower], query } as const;
}

/** The operations around replication that only the public specification describes. */
export const replicationOperationsBeside: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.follower.resume',
    title: 'Resume a follower index',
    summary: 'Lets a paused follower replicate again, with other parameters if some are given.',
    methods: ['POST'],
    path: '/{follower_index}/_ccr/resume_follow',
    parameters: onFollower(),
    body: body(resumeBody),
    responses: answers('The index follows again.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.follower.unfollow',
    title: 'Turn a follower into a standard index',
    summary: 'Ends replication for good; the index stays as a standard index.',
    methods: ['POST'],
    path: '/{follower_index}/_ccr/unfollow',
    parameters: onFollower(),
    responses: answers('The index is a standard index.', acknowledged),
    notes: [
      { message: 'The follower must be paused.', provenance: fromReplication },
      { message: 'Servers are known to ask for a closed index too.', provenance: besideFollowerStates },
    ],
  },
  {
    ...common,
    id: 'search-cluster.follower.info',
    title: 'Read what a follower follows',
    summary: 'Names leader, remote cluster, status and parameters of followers.',
    methods: ['GET'],
    path: '/{follower_index}/_ccr/info',
    parameters: onFollower(),
    responses: answers('The followers.', followerInfo),
  },
  {
    ...common,
    id: 'search-cluster.follower.stats',
    title: 'Read the statistics of a follower',
    summary: 'Counts reads, writes and errors of each shard; a fatal error is reported here.',
    methods: ['GET'],
    path: '/{follower_index}/_ccr/stats',
    parameters: onFollower([timeout]),
    responses: answers('The statistics.', followerStatistics),
  },
  {
    ...common,
    id: 'search-cluster.replication.stats',
    title: 'Read the statistics of all replication',
    summary: 'Statistics of all followers and of the auto-follow patterns.',
    methods: ['GET'],
    path: '/_ccr/stats',
    parameters: { path: [], query: [timeout, masterTimeout] },
    responses: answers('The statistics.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.follower.forget',
    title: 'Forget a follower',
    summary: 'Removes the retention leases of a follower from its leader, when the follower cannot do it itself.',
    methods: ['POST'],
    path: '/{leader_index}/_ccr/forget_follower',
    parameters: { path: [leader], query: [timeout] },
    body: body(forgetFollowerBody),
    responses: answers('The leases are removed, as far as the shards could be reached.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.list',
    title: 'Read all auto-follow patterns',
    summary: 'Lists the auto-follow patterns.',
    methods: ['GET'],
    path: '/_ccr/auto_follow',
    parameters: { path: [], query: [masterTimeout] },
    responses: answers('The patterns.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.get',
    title: 'Read an auto-follow pattern',
    summary: 'Reads one auto-follow pattern.',
    methods: ['GET'],
    path: '/_ccr/auto_follow/{pattern}',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The pattern.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.put',
    title: 'Create or replace an auto-follow pattern',
    summary: 'From now on, new indices of the remote cluster that match are followed by themselves.',
    methods: ['PUT'],
    path: '/_ccr/auto_follow/{pattern}',
    parameters: { path: [pattern], query: [masterTimeout] },
    body: body(autoFollowBody, true),
    responses: answers('The pattern is stored.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.delete',
    title: 'Delete an auto-follow pattern',
    summary: 'Removes the pattern; indices that follow already go on.',
    methods: ['DELETE'],
    path: '/_ccr/auto_follow/{pattern}',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The pattern is gone.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.pause',
    title: 'Pause an auto-follow pattern',
    summary: 'New indices are not followed until the pattern is resumed.',
    methods: ['POST'],
    path: '/_ccr/auto_follow/{pattern}/pause',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The pattern is paused.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.resume',
    title: 'Resume an auto-follow pattern',
    summary: 'New indices are followed again, also those made in the meantime.',
    methods: ['POST'],
    path: '/_ccr/auto_follow/{pattern}/resume',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The pattern is active.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.index.open',
    title: 'Open an index',
    summary: 'Opens a closed index.',
    methods: ['POST'],
    path: '/{index}/_open',
    parameters: { path: [index], query: [waitForActiveShards, masterTimeout, timeout, ...indexChoice] },
    responses: answers('The index is open.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.index.delete',
    title: 'Delete an index',
    summary: 'Removes an index and its data.',
    methods: ['DELETE'],
    path: '/{index}',
    indexEffect: 'delete',
    parameters: { path: [index], query: [masterTimeout, timeout, ...indexChoice] },
    responses: answers('The index is gone.', acknowledged),
  },
];
