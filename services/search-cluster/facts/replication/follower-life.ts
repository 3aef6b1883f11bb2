import type {
  EarlierStep,
  LifeNote,
  ResourceEffect,
  ResourceLife,
  Transition,
} from '@rulebook/catalogue/resource-life';
import { refused } from '@rulebook/catalogue/provenance';
import {
  referenceOnFollowerStates,
  referenceOnReplication,
  fromFollowerStates,
  fromReplication,
} from './replication-sources';

// In `closed …` states the index is closed too. In `unseen …` states the file does not show how the index got there.
const running = ['running', 'closed running'];
const paused = ['paused', 'closed paused'];
const standard = ['standard', 'closed standard', 'unseen standard'];

const pause = 'search-cluster.follower.pause';
const close = 'search-cluster.follower.close';
const runsSince = { steps: ['follow', 'resume'], message: 'The index follows its leader since this request.' };
const pausedSince = { steps: ['pause'], message: 'Replication is paused here.' };
const standardSince = { steps: ['unfollow'], message: 'The index becomes a standard index here.' };

function wrong(message: string, earlier: EarlierStep, missing: readonly string[] = []): LifeNote {
  return {
    rule: 'wrong-order',
    severity: 'warning',
    message,
    earlier,
    provenance: fromReplication,
    ...(missing.length > 0 ? { missing } : {}),
  };
}

function needless(message: string, earlier: EarlierStep): LifeNote {
  return { rule: 'needless-step', severity: 'hint', message, earlier, provenance: fromFollowerStates };
}

const noFollower: LifeNote = {
  ...wrong('This index is no longer a follower index.', standardSince),
  provenance: fromFollowerStates,
};

const recreated: LifeNote = {
  rule: 'destructive-step',
  severity: 'information',
  message: 'This recreates the follower index. Its segment files are deleted and copied again from the leader index.',
  earlier: { steps: ['follow'], message: 'The index already follows its leader here.' },
  provenance: fromReplication,
};

const follow: readonly Transition[] = [
  { step: 'follow', from: ['start', 'closed start'], to: 'running' },
  {
    step: 'follow',
    from: ['running'],
    note: wrong('Pause and close the follower index before you send the follow request again.', runsSince, [
      pause,
      close,
    ]),
  },
  { step: 'follow', from: ['closed running'], to: 'running' },
  {
    step: 'follow',
    from: ['paused'],
    to: 'running',
    note: wrong('Close the follower index before you send the follow request again.', pausedSince, [close]),
  },
  { step: 'follow', from: ['closed paused', 'closed standard'], to: 'running', note: recreated },
  {
    step: 'follow',
    from: ['standard'],
    to: 'running',
    note: wrong('Close the index before you send the follow request again.', standardSince, [close]),
  },
  { step: 'follow', from: ['unseen standard'], to: 'running' },
];

const pauses: readonly Transition[] = [
  { step: 'pause', from: ['start', 'running'], to: 'paused' },
  { step: 'pause', from: ['closed start', 'closed running'], to: 'closed paused' },
  { step: 'pause', from: paused, note: needless('Replication is already paused.', pausedSince) },
  { step: 'pause', from: standard, note: noFollower },
];

const resumes: readonly Transition[] = [
  { step: 'resume', from: ['start', 'paused'], to: 'running' },
  // Whatever closed the index outside this file may also open it.
  { step: 'resume', from: ['closed paused', 'closed start'], to: 'start' },
  { step: 'resume', from: running, note: needless('The follower index is not paused.', runsSince) },
  { step: 'resume', from: standard, note: noFollower },
];

const unpaused = wrong('Pause the follower index before you turn it into a standard index.', runsSince, [pause]);

const unfollows: readonly Transition[] = [
  { step: 'unfollow', from: ['start'], to: 'unseen standard' },
  { step: 'unfollow', from: ['closed start', 'closed paused'], to: 'closed standard' },
  { step: 'unfollow', from: ['running'], to: 'standard', note: unpaused },
  { step: 'unfollow', from: ['closed running'], to: 'closed standard', note: unpaused },
  {
    step: 'unfollow',
    from: ['paused'],
    to: 'standard',
    note: {
      rule: 'wrong-order',
      severity: 'warning',
      message:
        'The document asks only for a paused index, but servers refuse this while the index is open. Close the index first.',
      earlier: pausedSince,
      provenance: referenceOnFollowerStates,
      missing: [close],
      // This is the second documented way to recreate a follower index.
      unlessNext: 'close',
    },
  },
  { step: 'unfollow', from: standard, note: noFollower },
];

const closes: readonly Transition[] = [
  { step: 'close', from: ['start'], to: 'closed start' },
  {
    step: 'close',
    from: ['running'],
    to: 'closed running',
    note: wrong('Pause replication before you close the follower index.', runsSince, [pause]),
  },
  { step: 'close', from: ['paused'], to: 'closed paused' },
  { step: 'close', from: ['standard', 'unseen standard'], to: 'closed standard' },
];

const opens: readonly Transition[] = [
  { step: 'open', from: ['closed start'], to: 'start' },
  { step: 'open', from: ['closed running'], to: 'running' },
  { step: 'open', from: ['closed paused'], to: 'paused' },
  { step: 'open', from: ['closed standard', 'unseen standard'], to: 'standard' },
];

const writes: readonly Transition[] = [
  {
    step: 'write',
    from: [...running, ...paused],
    note: {
      rule: 'wrong-order',
      severity: 'warning',
      message:
        'A follower index does not accept writes. Write to its leader index, or turn it into a standard index first.',
      earlier: { steps: ['follow', 'resume', 'pause'], message: 'The index is a follower index since this request.' },
      provenance: refused(referenceOnReplication),
    },
  },
];

// Many requests can create a deleted index again, so its state is unknown afterwards.
const deletes: readonly Transition[] = [
  { step: 'delete', from: ['start', 'closed start', ...running, ...paused, ...standard], to: 'start' },
];

/** The states of a follower index, from the table of its states and the rules of replication. */
const followerLife: ResourceLife = {
  kind: 'follower-index',
  noun: 'follower index',
  start: 'start',
  transitions: [...follow, ...pauses, ...resumes, ...unfollows, ...closes, ...opens, ...deletes, ...writes],
};

/** The states of an auto-follow pattern. */
const autoFollowLife: ResourceLife = {
  kind: 'auto-follow-pattern',
  noun: 'auto-follow pattern',
  start: 'start',
  transitions: [
    { step: 'create', from: ['start', 'deleted'], to: 'stored' },
    { step: 'delete', from: ['start', 'stored'], to: 'deleted' },
  ],
};

function onFollower(step: string): ResourceEffect {
  return { life: followerLife, step, owner: [], name: 'follower_index' };
}

function onPattern(step: string): ResourceEffect {
  return { life: autoFollowLife, step, owner: [], name: 'pattern' };
}

/** The effects of the replication operations, by operation id. */
export const replicationEffects: Readonly<Record<string, ResourceEffect>> = {
  'search-cluster.follower.follow': onFollower('follow'),
  'search-cluster.follower.pause': onFollower('pause'),
  'search-cluster.follower.resume': onFollower('resume'),
  'search-cluster.follower.unfollow': onFollower('unfollow'),
  'search-cluster.follower.close': onFollower('close'),
  'search-cluster.index.open': { ...onFollower('open'), name: 'index' },
  'search-cluster.index.delete': { ...onFollower('delete'), name: 'index' },
  'search-cluster.document.put': { ...onFollower('write'), name: 'index' },
  'search-cluster.document.add': { ...onFollower('write'), name: 'index' },
  'search-cluster.document.create': { ...onFollower('write'), name: 'index' },
  'search-cluster.document.bulk': { ...onFollower('write'), name: 'index' },
  'search-cluster.auto-follow.put': onPattern('create'),
  'search-cluster.auto-follow.delete': onPattern('delete'),
  'search-cluster.auto-follow.get': onPattern('use'),
  'search-cluster.auto-follow.pause': onPattern('use'),
  'search-cluster.auto-follow.resume': onPattern('use'),
};
