const otherKeys = 'the document describes the creation of keys; reading and invalidating them is played beside it';
const crossCluster = 'the two clusters of the sandbox know each other without a key';
const noSnapshots =
  'the document describes the registration of repositories, and the sandbox keeps no snapshots in them';
const noStorage = 'the sandbox has no storage whose data or speed could be examined';

/** Operations that the sandbox knows, but answers with that it does not play them, and why. Only the weaker layer knows them. */
export const notPlayed: Readonly<Record<string, string>> = {
  'search-cluster.api-key.bulk-update': otherKeys,
  'search-cluster.api-key.grant': otherKeys,
  'search-cluster.api-key.query': otherKeys,
  'search-cluster.api-key.update': otherKeys,
  'search-cluster.cross-cluster-api-key.create': crossCluster,
  'search-cluster.cross-cluster-api-key.update': crossCluster,
  'search-cluster.repository.analyze': noStorage,
  'search-cluster.repository.verify-integrity': noStorage,
  'search-cluster.snapshot.clone': noSnapshots,
  'search-cluster.snapshot.create': noSnapshots,
  'search-cluster.snapshot.delete': noSnapshots,
  'search-cluster.snapshot.mount': noSnapshots,
  'search-cluster.snapshot.restore': noSnapshots,
  'search-cluster.search.template': 'There are no search templates.',
  'search-cluster.search.template-anywhere': 'There are no search templates.',
  'search-cluster.search.several-templates': 'There are no search templates.',
  'search-cluster.search.several-templates-anywhere': 'There are no search templates.',
  'search-cluster.text-structure.find': 'No text is analysed.',
};
