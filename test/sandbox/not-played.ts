/** Why the sandbox does not play operations, and the words with which docs/sandbox.md names them. */
interface Reason {
  readonly why: string;
  readonly page: string;
}

const otherKeys = {
  why: 'the document describes the creation of keys; reading and invalidating them is played, too',
  page: 'searching, granting and updating API keys',
};
const crossCluster = {
  why: 'the two clusters of the sandbox know each other without a key',
  page: 'cross-cluster API keys',
};
const noSnapshots = {
  why: 'the document describes the registration of repositories, and the sandbox keeps no snapshots in them',
  page: 'creating, cloning, mounting, restoring and deleting snapshots',
};
const noStorage = {
  why: 'the sandbox has no storage whose data or speed could be examined',
  page: 'analysing repositories',
};
const noTemplates = { why: 'there are no search templates', page: 'search templates' };

/** Operations that the sandbox knows, but answers with that it does not play them, and why. Only the weaker layer knows them. */
export const notPlayed: Readonly<Record<string, Reason>> = {
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
  'search-cluster.search.template': noTemplates,
  'search-cluster.search.template-anywhere': noTemplates,
  'search-cluster.search.several-templates': noTemplates,
  'search-cluster.search.several-templates-anywhere': noTemplates,
  'search-cluster.text-structure.find': { why: 'no text is analysed', page: '`_text_structure`' },
};

/** The words with which docs/sandbox.md names what is played, by the id of an operation, or by its service and area for all of them. */
export const played: Readonly<Record<string, string>> = {
  'search-cluster.api-key': 'API keys',
  'search-cluster.authenticate': '`_authenticate`',
  'search-cluster.has-privileges': '`_has_privileges`',
  'search-cluster.repository': 'snapshot repositories',
  'search-cluster.snapshot': 'the state of snapshots',
  'search-cluster.index': 'indices with their mappings, settings and aliases',
  'search-cluster.document': 'documents',
  'search-cluster.document.several': '`_mget`',
  'search-cluster.document.several-anywhere': '`_mget`',
  'search-cluster.document.reindex': '`_reindex`',
  'search-cluster.alias': 'aliases',
  'search-cluster.task': 'tasks',
  'search-cluster.cat': 'four tables of `_cat`',
  'search-cluster.bulk': '`_bulk`',
  'search-cluster.search': 'searches',
  'search-cluster.search.scroll': 'scrolls',
  'search-cluster.search.scroll.one': 'scrolls',
  'search-cluster.search.scroll.clear': 'scrolls',
  'search-cluster.search.scroll.clear-one': 'scrolls',
  'search-cluster.search.point-in-time.open': 'points in time',
  'search-cluster.search.point-in-time.close': 'points in time',
  'search-cluster.follower': 'replication',
  'search-cluster.replication': 'replication',
  'search-cluster.auto-follow': 'auto-follow patterns',
  'search-cluster.remote.info': '`_remote/info`',
  'search-cluster.nodes.info': '`_nodes`',
  'search-cluster.cluster.health': 'health',
  'search-cluster.settings': 'settings of the cluster',
  'code-hosting.hooks': 'webhooks',
  'code-hosting.deliveries': 'deliveries',
  'code-hosting.collaborators': 'collaborators',
};
