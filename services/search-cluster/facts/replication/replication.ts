import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import { acknowledged, followBody, followed } from './replication-shapes';
import {
  followerIndex,
  indexChoice,
  masterTimeout,
  newFollowerIndex,
  timeout,
  waitForActiveShards,
} from './replication-parameters';
import {
  referenceOnFollowerStates,
  referenceOnReplication,
  fromFollowerStates,
  fromReplication,
} from './replication-sources';
import { refused } from '@rulebook/catalogue/provenance';
import type { BehaviourName } from '../behaviours';
import { textBehind } from '../sources';

const common = { service: 'search-cluster', provenance: fromReplication } as const;

/** The responses from the public specification. The document shows none. */
export function answers(summary: string, shape: ResponseSpec['shape']): readonly ResponseSpec[] {
  return [
    { status: 200, summary, provenance: referenceOnReplication, ...(shape === undefined ? {} : { shape }) },
    {
      status: 400,
      summary: 'The request is invalid, or not possible in the current state.',
      provenance: referenceOnReplication,
    },
    { status: 403, summary: 'The caller lacks the privilege.', provenance: referenceOnReplication },
    { status: 404, summary: 'The resource does not exist.', provenance: referenceOnReplication },
  ];
}

/** The operations on follower indices that the document describes. */
export const replicationOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.follower.follow',
    title: 'Create a follower index',
    summary:
      'Creates a follower index that replicates a leader index on a remote cluster. This is also the last step to recreate a follower index.',
    methods: ['PUT'],
    path: '/{follower_index}/_ccr/follow',
    parameters: { path: [newFollowerIndex], query: [waitForActiveShards, masterTimeout] },
    body: { shape: followBody, required: true, provenance: fromReplication, textBehind },
    responses: answers('The follower index was created.', followed),
    losses: [
      {
        message:
          'If {what} exists already, this recreates it: its segment files are deleted and copied again from the leader index.',
        what: { one: 'the follower index', several: 'follower indices', parameter: 'follower_index' },
        provenance: fromReplication,
      },
    ],
    notes: [
      {
        message:
          'A new follower index acquires a retention lease on the leader index. The leader index keeps soft-deleted operations until the follower index confirms them or the lease expires.',
        provenance: fromReplication,
      },
      {
        message: 'The caller also needs the cluster privilege `manage_ccr`.',
        provenance: referenceOnReplication,
      },
    ],
  },
  {
    ...common,
    id: 'search-cluster.follower.pause',
    title: 'Pause a follower index',
    summary: 'Pauses replication until it is resumed. This is also the first step to recreate a follower index.',
    methods: ['POST'],
    path: '/{follower_index}/_ccr/pause_follow',
    parameters: { path: [followerIndex], query: [masterTimeout] },
    responses: answers('Replication is paused.', acknowledged),
    notes: [
      {
        message: 'Between pause and resume, you can change the read and write parameters.',
        provenance: fromFollowerStates,
      },
    ],
  },
  {
    ...common,
    id: 'search-cluster.follower.close',
    title: 'Close an index',
    summary: 'Closes an index. Pause a follower index first.',
    methods: ['POST'],
    path: '/{follower_index}/_close',
    indexState: 'closed',
    parameters: {
      path: [{ ...followerIndex, summary: 'The name of the index.' }],
      query: [waitForActiveShards, masterTimeout, timeout, ...indexChoice],
    },
    queryRelations: [
      {
        name: 'wait_for_active_shards',
        pattern: '^index-setting$',
        severity: 'warning',
        message: 'Servers of version 9 refuse `index-setting` here. Leave the parameter out.',
        provenance: refused(referenceOnFollowerStates),
        behaviour: 'settled-copies' satisfies BehaviourName,
      },
    ],
    responses: answers('The index was closed.', acknowledged),
    notes: [
      { message: 'To recreate a follower index: pause, close, then follow again.', provenance: fromReplication },
      {
        message: 'Servers unfollow an index only if it is paused and closed.',
        provenance: referenceOnFollowerStates,
      },
    ],
  },
];
