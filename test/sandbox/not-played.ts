/** Why the sandbox does not play operations, and the words with which docs/sandbox.md names them. */
interface Reason {
  readonly why: string;
  readonly page: string;
}

const noAnalysis = { why: 'no text is analysed, and no query is explained', page: '`_analyze` and `_validate`' };
const crossCluster = {
  why: 'the two clusters of the sandbox know each other without a key',
  page: 'cross-cluster API keys',
};
const noMount = {
  why: 'a mounted snapshot is read from its files, and the sandbox writes none',
  page: 'mounting snapshots',
};
const noStorage = {
  why: 'the sandbox has no storage whose data or speed could be examined',
  page: 'analysing repositories',
};
const noRoles = { why: 'only a caller can ask for its own privileges', page: 'privileges of another user' };
const noTemplates = { why: 'there are no search templates', page: 'search templates' };

const noQueries = { why: 'queries in SQL are not run', page: 'queries in SQL' };

const noAsync = { why: 'no search takes so long', page: '`_async_search`' };
const noScripts = { why: 'no script is run', page: 'trying scripts and pipelines' };

const noNodes = {
  why: 'the clusters of the sandbox have a node each, and no licence',
  page: 'licences, desired nodes and balance, `_resolve/cluster`',
};

const noOrganizations = {
  why: 'the code host plays repositories, and no organizations',
  page: 'webhooks of organizations',
};

/** Operations that the sandbox knows, but answers with that it does not play them, and why. Only the weaker layer knows them. */
export const notPlayed: Readonly<Record<string, Reason>> = {
  'search-cluster.index.analyze': noAnalysis,
  'search-cluster.index.validate': noAnalysis,
  'search-cluster.index.validate-all': noAnalysis,
  'search-cluster.cross-cluster-api-key.create': crossCluster,
  'search-cluster.cross-cluster-api-key.update': crossCluster,
  'search-cluster.repository.analyze': noStorage,
  'search-cluster.repository.verify-integrity': noStorage,
  'search-cluster.snapshot.mount': noMount,
  'search-cluster.user.has-privileges': noRoles,
  'search-cluster.sql.query': noQueries,
  'search-cluster.sql.translate': noQueries,
  'search-cluster.search.async': noAsync,
  'search-cluster.search.async-anywhere': noAsync,
  'search-cluster.search.explain': { why: 'no score is computed', page: '`_explain`' },
  'search-cluster.ingest-pipeline.simulate': noScripts,
  'search-cluster.script.execute': noScripts,
  'search-cluster.search.template': noTemplates,
  'search-cluster.search.template-anywhere': noTemplates,
  'search-cluster.search.several-templates': noTemplates,
  'search-cluster.search.several-templates-anywhere': noTemplates,
  'code-hosting.graphql.execute': {
    why: 'no document is executed: its schema has a thousand types, of which the sandbox remembers few',
    page: 'GraphQL',
  },
  'code-hosting.organization-hooks.create': noOrganizations,
  'code-hosting.organization-hooks.update': noOrganizations,
  'code-hosting.organization-hooks.config': noOrganizations,
  'code-hosting.organization-hooks.list': noOrganizations,
  'code-hosting.organization-hooks.get': noOrganizations,
  'code-hosting.organization-hooks.delete': noOrganizations,
  'code-hosting.organization-hooks.get-config': noOrganizations,
  'search-cluster.cluster.resolve': noNodes,
  'search-cluster.desired-balance.delete': noNodes,
  'search-cluster.desired-balance.get': noNodes,
  'search-cluster.desired-nodes.delete': noNodes,
  'search-cluster.desired-nodes.get': noNodes,
  'search-cluster.desired-nodes.put': noNodes,
  'search-cluster.license.basic-status': noNodes,
  'search-cluster.license.trial-status': noNodes,
  'search-cluster.cat.recovery.some': { why: 'no shard moves', page: 'other tables of `_cat`' },
  'search-cluster.text-structure.find': { why: 'no text is analysed', page: '`_text_structure`' },
};

/** The words with which docs/sandbox.md names what is played, by the id of an operation, or by its service and area for all of them. */
export const played: Readonly<Record<string, string>> = {
  'search-cluster.api-key': 'API keys',
  'search-cluster.authenticate': '`_authenticate`',
  'search-cluster.has-privileges': '`_has_privileges`',
  'search-cluster.role': 'roles, role mappings and users',
  'search-cluster.ingest-pipeline': 'ingest pipelines',
  'search-cluster.script': 'stored scripts',
  'search-cluster.repository': 'snapshot repositories',
  'search-cluster.snapshot': 'snapshots',
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
  'search-cluster.esql': 'queries in ES|QL',
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
  'search-cluster.cluster.health.index': 'health',
  'search-cluster.settings': 'settings of the cluster',
  'code-hosting.hooks': 'webhooks',
  'code-hosting.deliveries': 'deliveries',
  'code-hosting.collaborators': 'collaborators',
  'code-hosting.members': 'collaborators of repositories',
  'code-hosting.invitations': 'invitations',
  'code-hosting.rate-limit': 'the rate limit',
};
