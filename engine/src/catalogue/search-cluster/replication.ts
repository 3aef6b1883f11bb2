import type { Operation, ResponseSpec } from '../model';
import { acknowledged, followBody, followed } from './replication-shapes';
import {
  followerIndex,
  indexChoice,
  masterTimeout,
  newFollowerIndex,
  timeout,
  waitForActiveShards,
} from './replication-parameters';
import { besideFollowerStates, besideReplication, fromFollowerStates, fromReplication } from './replication-sources';

const common = { service: 'search-cluster', provenance: fromReplication } as const;

/** The answers that the public specification gives; the document shows none. */
export function answers(summary: string, shape: ResponseSpec['shape']): readonly ResponseSpec[] {
  return [
    { status: 200, summary, provenance: besideReplication, ...(shape === undefined ? {} : { shape }) },
    { status: 400, summary: 'The request does not fit, or not at this moment.', provenance: besideReplication },
    { status: 403, summary: 'The caller lacks the privilege.', provenance: besideReplication },
    { status: 404, summary: 'There is no such thing.', provenance: besideReplication },
  ];
}

/** The operations on follower indices that the document describes. */
export const replicationOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.follower.follow',
    title: 'Create a follower index',
    summary: 'Makes an index follow a leader index of a remote cluster; also the last step of recreating a follower.',
    methods: ['PUT'],
    path: '/{follower_index}/_ccr/follow',
    parameters: { path: [newFollowerIndex], query: [waitForActiveShards, masterTimeout] },
    body: { shape: followBody, required: true, provenance: fromReplication },
    responses: answers('The index follows.', followed),
    notes: [
      {
        message:
          'For an index that followed before it is destructive: its segment files are deleted and copied again from the leader.',
        provenance: fromReplication,
      },
      {
        message:
          'A new follower takes a retention lease on the leader, which keeps soft-deleted operations until they are confirmed or the lease ends.',
        provenance: fromReplication,
      },
      {
        message: 'The caller needs `manage_ccr` for the cluster and `manage_follow_index` for the index.',
        provenance: besideReplication,
      },
    ],
  },
  {
    ...common,
    id: 'search-cluster.follower.pause',
    title: 'Pause a follower index',
    summary: 'Stops replication until it is resumed; the first step of recreating a follower.',
    methods: ['POST'],
    path: '/{follower_index}/_ccr/pause_follow',
    parameters: { path: [followerIndex], query: [masterTimeout] },
    responses: answers('Replication is paused.', acknowledged),
    notes: [
      {
        message: 'Between pause and resume the parameters for reading and writing may be changed.',
        provenance: fromFollowerStates,
      },
      { message: 'The caller needs `manage_ccr` for the cluster.', provenance: besideReplication },
    ],
  },
  {
    ...common,
    id: 'search-cluster.follower.close',
    title: 'Close an index',
    summary: 'Closes an index; a follower index is paused before, and closed before it is followed again.',
    methods: ['POST'],
    path: '/{follower_index}/_close',
    parameters: {
      path: [{ ...followerIndex, summary: 'The name of the index.' }],
      query: [waitForActiveShards, masterTimeout, timeout, ...indexChoice],
    },
    responses: answers('The index is closed.', acknowledged),
    notes: [
      { message: 'A follower index is recreated by: pause, close, follow.', provenance: fromReplication },
      {
        message: 'Unfollow is known to need a closed index, besides a paused one.',
        provenance: besideFollowerStates,
      },
    ],
  },
];
