import type { PartView } from '@rulebook/sandbox/part';
import { groupItem, notesText, timeText, type ViewItem } from '@rulebook/sandbox/view';
import { count } from '@rulebook/text/count';
import { searchCluster } from '@rulebook/search-cluster/identity';
import { inOrderOfCreation, nameOfKey } from './cluster/keys';
import { nameOfRemote } from './replication/pair';
import type {
  ApiKeyRecord,
  ClusterPair,
  ClusterState,
  FollowRecord,
  IndexRecord,
  RepositoryRecord,
} from './cluster/model';

/** What editors show of the clusters. */
export const view: PartView<ClusterPair> = {
  items: (clusters, now) => Object.values(clusters).map((cluster: ClusterState) => clusterItem(cluster, now, clusters)),
};

function clusterItem(cluster: ClusterState, now: number, clusters: ClusterPair): ViewItem {
  const id = `cluster/${cluster.name}`;
  const indices = cluster.indices.entries();
  const children = [
    groupItem(
      `${id}/keys`,
      'API keys',
      'key',
      inOrderOfCreation(cluster.keys.values()).map((key) => keyItem(`${id}/keys/${key.id}`, key, now)),
      'keys',
    ),
    groupItem(
      `${id}/repositories`,
      'Snapshot repositories',
      'archive',
      cluster.repositories.ordered().map(([name, one]) => repositoryItem(`${id}/repositories/${name}`, name, one)),
      'repositories',
    ),
    groupItem(
      `${id}/followers`,
      'Followers',
      'git-compare',
      indices.flatMap(([name, { follow }]) =>
        follow === undefined ? [] : [followerItem(`${id}/followers/${name}`, name, follow, clusters)],
      ),
      'followers',
    ),
    groupItem(
      `${id}/indices`,
      'Indices',
      'database',
      indices.flatMap(([name, index]) =>
        index.follow === undefined ? [indexItem(`${id}/indices/${name}`, name, index)] : [],
      ),
      'indices',
    ),
  ];
  const endpoint = searchCluster.servers?.find(({ name }) => name === cluster.name)?.endpoint;
  return { id, label: `Search cluster "${cluster.name}"`, icon: 'server', children, ...(endpoint && { endpoint }) };
}

function keyItem(id: string, record: ApiKeyRecord, now: number): ViewItem {
  const { id: key, expiration, invalidation } = record;
  const isInvalid = invalidation !== undefined;
  const isExpired = expiration !== undefined && expiration <= now;
  const end = expiration === undefined ? undefined : isExpired ? 'expired' : `expires ${timeText(expiration)}`;
  return {
    id,
    label: nameOfKey(record),
    description: notesText(isInvalid ? 'invalidated' : end, key),
    icon: isInvalid || isExpired ? 'circle-slash' : 'key',
    copies: key,
    resource: { group: 'keys', names: { id: key } },
  };
}

function repositoryItem(id: string, name: string, { type, settings }: RepositoryRecord): ViewItem {
  const isReadOnly = String(settings.readonly) === 'true';
  return {
    id,
    label: name,
    description: notesText(type, isReadOnly ? 'read-only' : undefined),
    icon: 'archive',
    copies: name,
    resource: { group: 'repositories', names: { repository: name } },
  };
}

function indexItem(id: string, name: string, { documents, isOpen }: IndexRecord): ViewItem {
  const description = notesText(count(documents.size, 'document'), isOpen ? undefined : 'closed');
  const resource = { group: 'indices', names: { index: name } };
  return { id, label: name, description, icon: 'database', copies: name, resource };
}

function followerItem(id: string, name: string, follow: FollowRecord, clusters: ClusterPair): ViewItem {
  const hasFailed = follow.fatalException !== undefined;
  // Sequence numbers start at 0, so the checkpoint is one less than the number of operations.
  const arrived = follow.checkpoint + 1;
  const leader = clusters[follow.remoteCluster].indices.get(follow.leaderIndex);
  const progress =
    leader?.uuid === follow.leaderUuid
      ? `${arrived} of ${count(leader.nextSequence, 'operation')}`
      : count(arrived, 'operation');
  return {
    id,
    label: name,
    description: notesText(
      `${nameOfRemote(follow)}:${follow.leaderIndex}`,
      hasFailed ? 'failed' : follow.status,
      progress,
    ),
    icon: hasFailed ? 'error' : follow.status === 'paused' ? 'debug-pause' : 'sync',
    copies: name,
    resource: { group: 'followers', names: { follower_index: name } },
  };
}
