import { withCluster, type ClusterCall } from '../cluster/call';
import type { ClusterPair, RepositoryRecord, SnapshotRecord } from '../cluster/model';
import { problem, type Problem } from '../indices/problem';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { Table } from '@rulebook/sandbox/table';

/** Returns the snapshots in a repository, whichever cluster took them, oldest first. */
function snapshotsIn(clusters: ClusterPair, { uuid }: RepositoryRecord): readonly SnapshotRecord[] {
  return Object.values(clusters)
    .flatMap(({ snapshots = Table.empty<SnapshotRecord>() }) => snapshots.ordered().map(([, snapshot]) => snapshot))
    .filter(({ repository }) => repository === uuid)
    .sort((a, b) => a.startedAt - b.startedAt);
}

/** Returns the snapshot of that name in a repository. */
export function snapshotNamed(
  clusters: ClusterPair,
  { uuid }: RepositoryRecord,
  name: string,
): SnapshotRecord | undefined {
  return Object.values(clusters)
    .map(({ snapshots }) => snapshots?.get(keyOfSnapshot(uuid, name)))
    .find((found) => found !== undefined);
}

/** Returns the snapshots of a list of names and patterns; behind a pattern, a leading `-` excludes where `hasExclusions` is set. */
export function chosenSnapshots(
  clusters: ClusterPair,
  repository: RepositoryRecord,
  {
    called,
    list,
    isLenient = false,
    hasExclusions = false,
  }: {
    readonly called: string;
    readonly list: string;
    readonly isLenient?: boolean;
    readonly hasExclusions?: boolean;
  },
): readonly SnapshotRecord[] | Problem {
  const known = snapshotsIn(clusters, repository);
  const chosen = new Set<SnapshotRecord>();
  let isBehindPattern = false;
  for (const word of list.split(',')) {
    // The sandbox takes a snapshot while it responds, so none is under way.
    if (word === '_current') continue;
    const isExclusion: boolean = hasExclusions && isBehindPattern && word.length > 1 && word.startsWith('-');
    const pattern: string = isExclusion ? word.slice(1) : list === '_all' ? '*' : word;
    isBehindPattern ||= pattern.includes('*');
    const found = known.filter(({ name }) => matchesPattern(pattern, name));
    if (found.length === 0 && !pattern.includes('*') && !isExclusion && !isLenient)
      return missingSnapshot(called, word);
    for (const one of found) {
      if (isExclusion) chosen.delete(one);
      else chosen.add(one);
    }
  }
  return known.filter((one) => chosen.has(one));
}

/** Returns the problem of a missing snapshot. */
export function missingSnapshot(repository: string, name: string): Problem {
  return problem(`[${repository}:${name}] There is no such snapshot.`, {
    status: 404,
    type: 'snapshot_missing_exception',
  });
}

/** Keeps a snapshot with the cluster that took it. */
export function withSnapshot({ cluster }: ClusterCall, snapshot: SnapshotRecord): ClusterCall['cluster'] {
  const { snapshots = Table.empty<SnapshotRecord>() } = cluster;
  return { ...cluster, snapshots: snapshots.with(keyOfSnapshot(snapshot.repository, snapshot.name), snapshot) };
}

/** Removes snapshots, whichever cluster took them. */
export function withoutSnapshots(clusters: ClusterPair, removed: readonly SnapshotRecord[]): ClusterPair {
  return Object.values(clusters).reduce((pair, cluster) => {
    const { snapshots } = cluster;
    if (snapshots === undefined) return pair;
    const left = removed.reduce(
      (rest, { repository, name }) => rest.without(keyOfSnapshot(repository, name)),
      snapshots,
    );
    return left === snapshots ? pair : withCluster(pair, { ...cluster, snapshots: left });
  }, clusters);
}

/** Names of snapshots have no slash. */
function keyOfSnapshot(repository: string, name: string): string {
  return `${repository}/${name}`;
}
