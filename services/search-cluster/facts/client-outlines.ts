import { refused } from '@rulebook/catalogue/provenance';
import type { QueryRelation } from '@rulebook/catalogue/operation';
import type { Field } from '@rulebook/catalogue/shape';
import { flag } from '@rulebook/catalogue/shapes';
import type { BehaviourName } from './behaviours';
import type { Outline } from './outline';
import { closedPointBody, closedScrollsBody, roleBody, scrollBody } from './outline-bodies';
import { queryParameter } from './search/search';
import { reindexBody } from './search/script-bodies';
import { serverSource, specification } from './sources';
import { reference } from './source-document';

const fromReference = reference('What the service does', specification);

function outline(id: string, line: string, title: string, more: Partial<Outline> = {}): Outline {
  const [methods = '', path = ''] = line.split(' ');
  return { id, title, methods: methods.split(','), path, provenance: fromReference, ...more };
}

const byServers = refused(reference('What the service does', serverSource));

const otherPath = { provenance: reference('What the service does', serverSource) };

/** Older servers read aliases from the state of the node that is asked, if a request says so, and wait for no other. */
const local: Field = {
  name: 'local',
  summary:
    'Whether the node responds from its own state, without asking the master node. Servers of version 9 refuse it.',
  provenance: fromReference,
  default: 'false',
  bare: 'true',
  shape: { ...flag, typeProvenance: byServers },
};
const noLocal: QueryRelation = {
  name: 'local',
  severity: 'warning',
  message: 'Servers of version 9 refuse `local` here. Leave it out.',
  isNeedless: true,
  provenance: byServers,
  behaviour: 'unlocal-aliases' satisfies BehaviourName,
};
const noWaiting: QueryRelation = {
  name: 'master_timeout',
  severity: 'warning',
  message: 'Servers before version 9 refuse `master_timeout` here. Leave it out.',
  provenance: byServers,
  behaviour: 'unlocal-aliases' satisfies BehaviourName,
  isWithout: true,
};
const onlyNamed = {
  message:
    'Of the aliases of an index, a caller sees those that a role of it names, too, by themselves or by a pattern.',
  provenance: byServers,
};
const aliasReading = { query: [local], queryRelations: [noLocal, noWaiting], notes: [onlyNamed] };

const ownNameOnly = {
  message:
    'Servers take the name of the caller here, and refuse that of another user with 400, whatever the caller may do.',
  provenance: byServers,
};

/** What clients call around the documented operations: their helpers read page by page, copy, and look around. */
export const clientOutlines: readonly Outline[] = [
  outline('api-key.clone', 'POST,PUT /_security/api_key/clone', 'Create a copy of an API key'),
  outline('user.has-privileges', 'GET,POST /_security/user/{user}/_has_privileges', 'Check the privileges of a user', {
    notes: [ownNameOnly],
  }),
  outline('role.put', 'POST,PUT /_security/role/{name}', 'Create or update a role', { body: roleBody }),
  outline('role.get', 'GET /_security/role/{name}', 'Read a role'),
  outline('role.delete', 'DELETE /_security/role/{name}', 'Delete a role'),
  outline('search.scroll', 'GET,POST /_search/scroll', 'Read the next page of a scroll', { body: scrollBody }),
  outline('search.scroll.one', 'GET,POST /_search/scroll/{scroll_id}', 'Read the next page of a scroll by its path'),
  outline('search.scroll.clear', 'DELETE /_search/scroll', 'Close scrolls', { body: closedScrollsBody }),
  outline('search.scroll.clear-one', 'DELETE /_search/scroll/{scroll_id}', 'Close scrolls by their path'),
  outline('search.point-in-time.open', 'POST /{index}/_pit', 'Open a point in time'),
  outline('search.point-in-time.close', 'DELETE /_pit', 'Close a point in time', { body: closedPointBody }),
  outline('document.reindex', 'POST /_reindex', 'Copy documents into another index', { body: reindexBody }),
  outline('task.get', 'GET /_tasks/{task_id}', 'Read a task'),
  outline('task.list', 'GET /_tasks', 'Read all tasks'),
  outline('cat.indices', 'GET /_cat/indices', 'Read a table of all indices'),
  outline('cat.indices.some', 'GET /_cat/indices/{index}', 'Read a table of indices'),
  outline('cat.health', 'GET /_cat/health', 'Read the health of the cluster as a table'),
  outline('cat.count', 'GET,POST /_cat/count', 'Count all documents, as a table'),
  outline('cat.count.some', 'GET,POST /_cat/count/{index}', 'Count documents, as a table'),
  outline('index.resolve', 'GET /_resolve/index/{index}', 'List indices, aliases and data streams'),
  outline('index.settings.get-some', 'GET /{index}/_settings/{name}', 'Read some settings of an index'),
  outline('index.settings.list', 'GET /_settings', 'Read the settings of all indices'),
  outline('index.settings.list-some', 'GET /_settings/{name}', 'Read some settings of all indices'),
  outline('index.analyze', 'GET,POST /{index}/_analyze', 'Show how a text is split for an index'),
  outline('index.validate', 'GET,POST /{index}/_validate/query', 'Validate a query', { query: [queryParameter] }),
  outline('index.validate-all', 'GET,POST /_validate/query', 'Validate a query on all indices', {
    query: [queryParameter],
  }),
  outline('index.refresh-all', 'GET,POST /_refresh', 'Refresh all indices'),
  outline('index.flush', 'GET,POST /{index}/_flush', 'Flush an index'),
  outline('index.flush-all', 'GET,POST /_flush', 'Flush all indices'),
  outline('cluster.health.index', 'GET /_cluster/health/{index}', 'Read the health of an index'),
  outline(
    'index.mapping.get-too',
    'GET /{index}/_mappings',
    'Read the mapping of an index, by the longer path',
    otherPath,
  ),
  outline('index.mapping.all-too', 'GET /_mappings', 'Read the mappings of all indices, by the longer path', otherPath),
  outline('alias.list', 'GET /_alias', 'Read all aliases', aliasReading),
  outline('alias.list-too', 'GET /_aliases', 'Read all aliases, by the longer path'),
  outline('alias.get', 'GET,HEAD /_alias/{name}', 'Read aliases', aliasReading),
  outline('alias.list-of-index', 'GET /{index}/_alias', 'Read the aliases of an index', aliasReading),
  outline('alias.get-of-index', 'GET,HEAD /{index}/_alias/{name}', 'Read some aliases of an index', aliasReading),
  outline('alias.delete', 'DELETE /{index}/_alias/{name}', 'Remove an alias of an index'),
  outline('alias.delete-too', 'DELETE /{index}/_aliases/{name}', 'Remove an alias of an index, by the longer path'),
  outline('cat.aliases', 'GET /_cat/aliases', 'Read a table of all aliases', aliasReading),
  outline('cat.aliases.some', 'GET /_cat/aliases/{name}', 'Read a table of aliases', aliasReading),
  outline('cat.recovery.some', 'GET /_cat/recovery/{index}', 'Read a table of the recoveries of an index'),
  outline('cluster.resolve', 'GET /_resolve/cluster/{name}', 'List the clusters that have indices of a name'),
  outline('license.basic-status', 'GET /_license/basic_status', 'Read whether a basic license can start'),
  outline('license.trial-status', 'GET /_license/trial_status', 'Read whether a trial can start'),
  outline('desired-balance.get', 'GET /_internal/desired_balance', 'Read where shards are to be'),
  outline('desired-balance.delete', 'DELETE /_internal/desired_balance', 'Compute anew where shards are to be'),
  outline('desired-nodes.get', 'GET /_internal/desired_nodes/_latest', 'Read which nodes the cluster is to have'),
  outline(
    'desired-nodes.put',
    'PUT /_internal/desired_nodes/{history_id}/{version}',
    'Say which nodes the cluster has',
  ),
  outline('desired-nodes.delete', 'DELETE /_internal/desired_nodes', 'Remove which nodes the cluster is to have'),
];
