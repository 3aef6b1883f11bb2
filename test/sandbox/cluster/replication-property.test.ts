import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ClusterName } from '../../../services/search-cluster-play/cluster/model';
import { bounded } from '../frame/bounded';
import { followLogs, playReplication, type ReplicationPlay } from './play-replication';

// Whatever happens in whatever order: a follower that replicates and has not failed is like its leader, and others stand still.

const minute = 60_000;
const period = 60 * minute;

type Step =
  | { readonly kind: 'send'; readonly on: ClusterName; readonly line: string; readonly body?: unknown }
  | { readonly kind: 'pass'; readonly time: number };

const send = (on: ClusterName, line: string, body?: unknown): Step => ({ kind: 'send', on, line, body });

const id = fc.constantFrom('1', '2', '3');
const change = fc.oneof(
  fc.tuple(id, fc.integer({ min: 0, max: 9 })).map(([at, n]) => send('leader', `PUT /logs/_doc/${at}`, { n })),
  id.map((at) => send('leader', `DELETE /logs/_doc/${at}`)),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: change, weight: 5 },
  {
    arbitrary: fc.constantFrom(
      send('cluster', 'PUT /copy/_ccr/follow', followLogs),
      send('cluster', 'POST /copy/_ccr/pause_follow'),
      send('cluster', 'POST /copy/_ccr/resume_follow'),
      send('cluster', 'POST /copy/_ccr/unfollow'),
      send('cluster', 'POST /copy/_close'),
      send('cluster', 'POST /copy/_open'),
      send('cluster', 'PUT /copy/_doc/own', { own: true }),
    ),
    weight: 6,
  },
  {
    arbitrary: fc.constantFrom(
      send('leader', 'PUT /chain/_ccr/follow', { remote_cluster: 'cluster', leader_index: 'copy' }),
      send('leader', 'POST /chain/_ccr/pause_follow'),
      send('leader', 'POST /chain/_ccr/resume_follow'),
      send('leader', 'DELETE /logs'),
      send('leader', 'POST /logs/_close'),
      send('leader', 'POST /logs/_open'),
    ),
    weight: 2,
  },
  {
    arbitrary: fc.integer({ min: 1, max: 90 }).map((n): Step => ({ kind: 'pass', time: n * minute })),
    weight: 2,
  },
);

function play(steps: readonly Step[], see: (current: ReplicationPlay) => void): void {
  const current = playReplication();
  const settings = { 'index.soft_deletes.retention_lease.period': `${period}ms` };
  current.leader('PUT /logs', { settings });
  current.cluster('PUT /copy/_ccr/follow', followLogs);
  for (const next of steps) {
    if (next.kind === 'pass') current.pass(next.time);
    else if (next.on === 'cluster') current.cluster(next.line, next.body);
    else current.leader(next.line, next.body);
    see(current);
  }
}

const sequences = fc.array(step, { maxLength: 30 });

it('leaves each follower that replicates like its leader', () => {
  let compared = 0;
  fc.assert(
    fc.property(sequences, (steps) => {
      play(steps, (current) => {
        const state = current.state();
        for (const index of [state.cluster.indices.get('copy'), state.leader.indices.get('chain')]) {
          const { follow } = index ?? {};
          if (!index?.isOpen || follow?.status !== 'active' || follow.fatalException !== undefined) continue;
          const leader = state[follow.remoteCluster].indices.get(follow.leaderIndex);
          if (!leader?.isOpen) continue;
          expect(index.documents.toJSON()).toEqual(leader.documents.toJSON());
          expect(index.nextSequence).toBe(leader.nextSequence);
          compared++;
        }
      });
    }),
    { ...bounded, numRuns: 70 },
  );
  expect(compared).toBeGreaterThan(50);
});

it('lets a follower fail only when its leader is deleted, or its lease has ended', () => {
  const reasons = new Set<string>();
  fc.assert(
    fc.property(sequences, (steps) => {
      let pausedAt: number | undefined;
      let isLong = false;
      play(steps, (current) => {
        const copy = current.state().cluster.indices.get('copy');
        const logs = current.state().leader.indices.get('logs');
        const status = copy?.follow?.status;
        if (status === 'paused') {
          pausedAt ??= current.now();
          isLong ||= current.now() - pausedAt >= period;
        } else {
          const fatal = copy?.follow?.fatalType;
          if (fatal === 'resource_not_found_exception') expect(isLong).toBe(true);
          if (fatal === 'index_not_found_exception') expect(logs?.uuid).not.toBe(copy?.follow?.leaderUuid);
          if (fatal !== undefined) reasons.add(fatal);
          pausedAt = undefined;
          // A failure lasts, so what led to it is remembered as long.
          if (fatal === undefined) isLong = false;
        }
      });
    }),
    // Random steps may delete no leader.
    { ...bounded, numRuns: 70, examples: [[[send('leader', 'DELETE /logs'), { kind: 'pass', time: minute }]]] },
  );
  expect(reasons).toContain('index_not_found_exception');
});

it('gives a follower the documents that its operations make, one after the other', () => {
  const writes = fc.array(change, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(writes, writes, (before, paused) => {
      const current = playReplication();
      current.leader('PUT /logs');
      const written = (steps: readonly Step[]): void => {
        for (const next of steps) if (next.kind === 'send') current.leader(next.line, next.body);
      };
      written(before);
      current.cluster('PUT /copy/_ccr/follow', followLogs);
      const copied = current.state().cluster.indices.get('copy')!.documents;
      const expected = new Map<string, unknown>([...copied.entries()].map(([at, { source }]) => [at, source]));
      current.cluster('POST /copy/_ccr/pause_follow');
      written(paused);
      for (const operation of current.state().leader.indices.get('logs')!.history.flat()) {
        if (operation.source === undefined) expected.delete(operation.id);
        else expected.set(operation.id, operation.source);
      }
      current.cluster('POST /copy/_ccr/resume_follow');
      const arrived = current.state().cluster.indices.get('copy')!;
      expect(Object.fromEntries([...arrived.documents.entries()].map(([at, { source }]) => [at, source]))).toEqual(
        Object.fromEntries(expected),
      );
      expect(arrived.follow!.operationsWritten).toBe(paused.length);
    }),
    { ...bounded, numRuns: 30 },
  );
});
