import { withCluster } from '../cluster/call';
import type { IndexTable } from '../cluster/index-table';
import type { AutoFollowRecord, ClusterName, ClusterPair, IndexRecord } from '../cluster/model';
import type { StepInput } from '@rulebook/sandbox/model';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { indexAt } from './pair';
import { startFollowing } from './start';

// The indices that a pattern has processed; it is skipped until they change. Nothing is derived: so a memo does not fit.
const seen = new WeakMap<AutoFollowRecord, IndexTable<IndexRecord>>();

/** Starts to follow new indices that match auto-follow patterns of either cluster. */
export function followNewIndices(clusters: ClusterPair, input: Pick<StepInput, 'now' | 'randomText'>): ClusterPair {
  let current = clusters;
  for (const self of ['cluster', 'leader'] as const satisfies readonly ClusterName[]) {
    for (const [name, pattern] of Object.entries(clusters[self].autoFollow ?? {})) {
      current = followPattern(current, self, name, pattern, input);
    }
  }
  return current;
}

function followPattern(
  clusters: ClusterPair,
  self: ClusterName,
  name: string,
  pattern: AutoFollowRecord,
  input: Pick<StepInput, 'now' | 'randomText'>,
): ClusterPair {
  const { indices } = clusters[pattern.remoteCluster];
  if (!pattern.isActive || seen.get(pattern) === indices) return clusters;
  const known = new Set(pattern.known);
  const fresh = indices.entries().filter(([leader, { uuid }]) => !known.has(uuid) && isIndexOfPattern(pattern, leader));
  if (fresh.length === 0) {
    seen.set(pattern, indices);
    return clusters;
  }
  let current = clusters;
  let { followed, refused } = pattern;
  // Followers are excluded: the two clusters could follow each other's followers endlessly.
  for (const [leader] of fresh.filter(([, index]) => index.follow === undefined)) {
    const follower = followerName(pattern, leader);
    if (indexAt(current, { cluster: self, name: follower })) {
      refused++;
      continue;
    }
    followed++;
    const { remoteCluster, remoteAlias, settings, parameters } = pattern;
    const alias = remoteAlias === undefined ? {} : { remoteAlias };
    const source = { remoteCluster, ...alias, leaderIndex: leader, settings, parameters };
    current = startFollowing(current, { cluster: self, name: follower }, source, input);
  }
  const uuids = new Set(indices.entries().map(([, { uuid }]) => uuid));
  const next = {
    ...pattern,
    followed,
    refused,
    // Deleted indices are removed from the list; a recreated index has another id.
    known: [...pattern.known.filter((uuid) => uuids.has(uuid)), ...fresh.map(([, { uuid }]) => uuid)],
  };
  const cluster = current[self];
  return withCluster(current, { ...cluster, autoFollow: { ...cluster.autoFollow, [name]: next } });
}

/** Returns whether the pattern matches an index of that name. */
function isIndexOfPattern(pattern: AutoFollowRecord, leader: string): boolean {
  const matches = (one: string): boolean => matchesPattern(one, leader);
  return pattern.leaderPatterns.some(matches) && !pattern.exclusionPatterns.some(matches);
}

function followerName({ followPattern }: AutoFollowRecord, leader: string): string {
  return followPattern === undefined ? leader : followPattern.replaceAll('{{leader_index}}', () => leader);
}
