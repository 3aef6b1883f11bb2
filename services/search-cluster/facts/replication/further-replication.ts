import { unsuitable } from '@rulebook/catalogue/makers';
import type { Field } from '@rulebook/catalogue/shape';
import type { Operation, RequestBody } from '@rulebook/catalogue/operation';
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
import {
  referenceOnFollowerStates,
  referenceOnReplication,
  refusedInReplication,
  fromFollowerStates,
  fromReplication,
} from './replication-sources';
import { textBehind } from '../sources';

// The document names some of these operations, but shows neither paths nor bodies. The public specification does.
const common = { service: 'search-cluster', provenance: referenceOnReplication, notes: [] } as const;
const follower: Field = { ...followerIndex, provenance: referenceOnReplication };
const index: Field = { ...follower, name: 'index', summary: 'The name of the index.' };
const leader: Field = { ...follower, name: 'leader_index', summary: 'The name of the leader index.' };
const pattern: Field = { ...follower, name: 'pattern', summary: 'The name of the auto-follow pattern.' };
const newPattern: Field = {
  ...pattern,
  shape: {
    type: 'string',
    constraints: [
      unsuitable(
        '^_|,|^.{256}',
        'Servers refuse this name: it begins with `_`, has a comma, or is longer than 255 characters.',
        refusedInReplication,
      ),
    ],
  },
};

function body(shape: RequestBody['shape'], required = false): RequestBody {
  return { shape, provenance: refusedInReplication, textBehind, ...(required ? { required } : {}) };
}

function onFollower(query: readonly Field[] = [masterTimeout]) {
  return { path: [follower], query } as const;
}

/** The replication operations that only the public specification describes. */
export const furtherReplicationOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.follower.resume',
    title: 'Resume a follower index',
    summary: 'Resumes replication of a paused follower index. The body can change its parameters.',
    methods: ['POST'],
    path: '/{follower_index}/_ccr/resume_follow',
    parameters: onFollower(),
    body: body(resumeBody),
    responses: answers('Replication was resumed.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.follower.unfollow',
    title: 'Unfollow: turn a follower index into a standard index',
    summary: 'Ends replication permanently. The follower index becomes a standard index.',
    methods: ['POST'],
    path: '/{follower_index}/_ccr/unfollow',
    parameters: onFollower(),
    responses: answers('The index is now a standard index.', acknowledged),
    losses: [
      {
        message: 'Ends the replication of {what} permanently and turns it into a standard index.',
        what: { one: 'the follower index', several: 'follower indices', parameter: 'follower_index' },
        provenance: fromFollowerStates,
      },
    ],
    notes: [
      { message: 'The follower index must be paused first.', provenance: fromReplication },
      { message: 'Servers also require the index to be closed.', provenance: referenceOnFollowerStates },
    ],
  },
  {
    ...common,
    id: 'search-cluster.follower.info',
    title: 'Read information about a follower index',
    summary: 'Reads the leader index, remote cluster, status and parameters of follower indices.',
    methods: ['GET'],
    path: '/{follower_index}/_ccr/info',
    parameters: onFollower(),
    responses: answers('The follower indices.', followerInfo),
  },
  {
    ...common,
    id: 'search-cluster.follower.stats',
    title: 'Read the statistics of a follower index',
    summary: 'Reads statistics of each shard: reads, writes and errors. A fatal exception is reported here.',
    methods: ['GET'],
    path: '/{follower_index}/_ccr/stats',
    parameters: onFollower([timeout]),
    responses: answers('The statistics.', followerStatistics),
  },
  {
    ...common,
    id: 'search-cluster.replication.stats',
    title: 'Read all replication statistics',
    summary: 'Reads the statistics of all follower indices and auto-follow patterns.',
    methods: ['GET'],
    path: '/_ccr/stats',
    parameters: { path: [], query: [timeout, masterTimeout] },
    responses: answers('The statistics.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.follower.forget',
    title: 'Forget a follower index',
    summary:
      'Removes the retention leases of a follower index from its leader index, if the follower index cannot do so itself.',
    methods: ['POST'],
    path: '/{leader_index}/_ccr/forget_follower',
    parameters: { path: [leader], query: [timeout] },
    body: body(forgetFollowerBody),
    losses: [
      {
        message: 'Removes the retention leases of a follower index from {what}.',
        what: { one: 'the leader index', several: 'leader indices', parameter: 'leader_index' },
        provenance: referenceOnReplication,
      },
    ],
    responses: answers('The leases were removed from all shards that could be reached.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.list',
    title: 'Read all auto-follow patterns',
    summary: 'Lists all auto-follow patterns.',
    methods: ['GET'],
    path: '/_ccr/auto_follow',
    parameters: { path: [], query: [masterTimeout] },
    responses: answers('The auto-follow patterns.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.get',
    title: 'Read an auto-follow pattern',
    summary: 'Reads one auto-follow pattern.',
    methods: ['GET'],
    path: '/_ccr/auto_follow/{pattern}',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The auto-follow pattern.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.put',
    title: 'Create or replace an auto-follow pattern',
    summary: 'Follows new indices of the remote cluster automatically if their names match.',
    methods: ['PUT'],
    path: '/_ccr/auto_follow/{pattern}',
    parameters: { path: [newPattern], query: [masterTimeout] },
    body: body(autoFollowBody, true),
    responses: answers('The pattern was stored.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.delete',
    title: 'Delete an auto-follow pattern',
    summary: 'Deletes an auto-follow pattern. Existing follower indices continue to replicate.',
    methods: ['DELETE'],
    path: '/_ccr/auto_follow/{pattern}',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The pattern was deleted.', acknowledged),
    losses: [
      {
        message: 'Deletes {what}. Existing follower indices continue to replicate.',
        what: { one: 'the auto-follow pattern', several: 'auto-follow patterns', parameter: 'pattern' },
        provenance: referenceOnReplication,
      },
    ],
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.pause',
    title: 'Pause an auto-follow pattern',
    summary: 'Pauses an auto-follow pattern. New indices are not followed until it is resumed.',
    methods: ['POST'],
    path: '/_ccr/auto_follow/{pattern}/pause',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The pattern was paused.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.auto-follow.resume',
    title: 'Resume an auto-follow pattern',
    summary: 'Resumes an auto-follow pattern. It also follows the indices that were created while it was paused.',
    methods: ['POST'],
    path: '/_ccr/auto_follow/{pattern}/resume',
    parameters: { path: [pattern], query: [masterTimeout] },
    responses: answers('The pattern was resumed.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.index.open',
    title: 'Open an index',
    summary: 'Opens a closed index.',
    methods: ['POST'],
    path: '/{index}/_open',
    indexState: 'opened',
    parameters: { path: [index], query: [waitForActiveShards, masterTimeout, timeout, ...indexChoice] },
    responses: answers('The index was opened.', acknowledged),
  },
  {
    ...common,
    id: 'search-cluster.index.delete',
    title: 'Delete an index',
    summary: 'Deletes an index and its data.',
    methods: ['DELETE'],
    path: '/{index}',
    indexEffect: 'delete',
    indexState: 'deleted',
    parameters: { path: [index], query: [masterTimeout, timeout, ...indexChoice] },
    responses: answers('The index was deleted.', acknowledged),
    losses: [
      {
        message: 'Deletes {what} with all documents.',
        what: { one: 'the index', several: 'indices', parameter: 'index' },
        provenance: referenceOnReplication,
      },
    ],
  },
];
