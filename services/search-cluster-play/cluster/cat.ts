import { replicaCount, shardCount } from '@rulebook/search-cluster/facts/indices/index-settings';
import type { ClusterCall, ClusterHandlers, ClusterStep } from './call';
import { respondTable, type Column } from './cat-table';
import type { DocumentRecord } from './model';
import { healthOf, shownHealth } from './nodes';
import { shownAs } from './product';
import { calledAliases } from '../indices/aliases';
import { calledIndices, calledOpenIndices, type NamedIndex } from '../indices/names';
import { isProblem, refuse } from '../indices/problem';
import { settingOf } from '../indices/settings';
import { viewsOf } from '../indices/view';
import { perObject } from '@rulebook/text/structures/memo';

/** Plays the tables for people at a terminal. */
export const catHandlers: ClusterHandlers = {
  'search-cluster.cat.indices': listIndices,
  'search-cluster.cat.indices.some': listIndices,
  'search-cluster.cat.health': describeHealth,
  'search-cluster.cat.count': countDocuments,
  'search-cluster.cat.count.some': countDocuments,
  'search-cluster.cat.aliases': listAliases,
  'search-cluster.cat.aliases.some': listAliases,
};

const ofOpen =
  (valueOf: (index: NamedIndex['index']) => string) =>
  ({ index }: NamedIndex): string | null =>
    index.isOpen ? valueOf(index) : null;

/** An index has one copy of each shard, since there is one node. */
const indexColumns: readonly Column<NamedIndex>[] = [
  column('health', 'h', 'how healthy it is', () => 'green'),
  column('status', 's', 'whether it is open', ({ index }) => (index.isOpen ? 'open' : 'close')),
  column('index', 'i', 'its name', ({ name }) => name),
  column('uuid', 'id', 'its id', ({ index }) => index.uuid),
  number('pri', 'p', 'primary shards', ({ index }) => settingOf(index.settings, shardCount) ?? '1'),
  number('rep', 'r', 'copies of each of them', ({ index }) => settingOf(index.settings, replicaCount) ?? '0'),
  number(
    'docs.count',
    'dc',
    'its documents',
    ofOpen(({ documents }) => String(documents.size)),
  ),
  number(
    'docs.deleted',
    'dd',
    'deleted documents that still take space',
    ofOpen(() => '0'),
  ),
  number('store.size', 'ss', 'what all its shards take', ofOpen(sizeOf)),
  number('pri.store.size', 'pss', 'what its primary shards take', ofOpen(sizeOf)),
  number('dataset.size', 'ds', 'what its data takes', ofOpen(sizeOf)),
];

interface Moment {
  readonly now: number;
}

const timeColumns: readonly Column<Moment>[] = [
  number('epoch', 't', 'seconds since 1970', ({ now }) => String(Math.floor(now / 1000))),
  column('timestamp', 'ts', 'time of day', ({ now }) => new Date(now).toISOString().slice(11, 19)),
];

type Health = ReturnType<typeof healthOf> & Moment;

const healthColumns: readonly Column<Health>[] = [
  column('cluster', 'cl', 'name of the cluster', (health) => health.cluster_name),
  column('status', 'st', 'how healthy it is', (health) => health.status),
  number('node.total', 'nt', 'its nodes', (health) => String(health.number_of_nodes)),
  number('node.data', 'nd', 'nodes that hold data', (health) => String(health.number_of_data_nodes)),
  column('discovered_cluster_manager', 'dcm', 'whether the node that leads is known', () => 'true'),
  number('shards', 'sh', 'active shards', (health) => String(health.active_shards)),
  number('pri', 'p', 'active primary shards', (health) => String(health.active_primary_shards)),
  number('relo', 'r', 'shards that move', (health) => String(health.relocating_shards)),
  number('init', 'i', 'shards that start', (health) => String(health.initializing_shards)),
  number('unassign', 'u', 'shards without a node', (health) => String(health.unassigned_shards)),
  number('unassign.pri', 'up', 'primary shards without a node', (health) => String(health.unassigned_primary_shards)),
  number('pending_tasks', 'pt', 'tasks that wait', (health) => String(health.number_of_pending_tasks)),
  column('max_task_wait_time', 'mtwt', 'how long the oldest of them waits', () => '-'),
  number('active_shards_percent', 'asp', 'share of active shards', () => '100.0%'),
];

/** Columns that a product shows whose health has a member. */
const ofHealth: Readonly<Record<string, string>> = {
  discovered_cluster_manager: 'discovered_cluster_manager',
  'unassign.pri': 'unassigned_primary_shards',
};

function describeHealth(call: ClusterCall): ClusterStep {
  const shown = shownHealth(call);
  const own = healthColumns.filter(({ name }) => Object.hasOwn(shown, ofHealth[name] ?? 'status'));
  const columns = call.query.get('ts') === 'false' ? own : [...timeColumns, ...own];
  return respondTable<Health>(call, columns, [{ ...healthOf(call), now: call.input.now }]);
}

function listIndices(call: ClusterCall): ClusterStep {
  const indices = calledIndices(call);
  const known = Object.fromEntries(indexColumns.map(({ name }) => [name, true]));
  const shown = shownAs(call.input, 'columns of an index', known);
  const columns = indexColumns.filter(({ name }) => Object.hasOwn(shown, name));
  return isProblem(indices) ? refuse(call, indices) : respondTable(call, columns, indices);
}

function countDocuments(call: ClusterCall): ClusterStep {
  const indices = calledOpenIndices(call);
  const views = isProblem(indices) ? indices : viewsOf(call, indices);
  if (isProblem(views)) return refuse(call, views);
  const total = views.reduce((sum, { index }) => sum + index.documents.size, 0);
  const columns = [...timeColumns, number<Moment>('count', 'dc', 'documents', () => String(total))];
  return respondTable(call, columns, [{ now: call.input.now }]);
}

type AliasRow = ReturnType<typeof calledAliases>[number];

const aliasColumns: readonly Column<AliasRow>[] = [
  column('alias', 'a', 'its name', ({ alias }) => alias),
  column('index', 'i', 'the index it is for', ({ index }) => index),
  column('filter', 'f', 'whether it has a filter', ({ options }) => (options.filter === undefined ? '-' : '*')),
  column('routing.index', 'ri', 'routing of writes', ({ options }) => textOfCell(options.index_routing)),
  column('routing.search', 'rs', 'routing of searches', ({ options }) => textOfCell(options.search_routing)),
  column('is_write_index', 'w', 'whether the index is for writes', ({ options }) => textOfCell(options.is_write_index)),
];

function listAliases(call: ClusterCall): ClusterStep {
  return respondTable(call, aliasColumns, calledAliases(call));
}

function textOfCell(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '-';
}

/** Returns how much the sources of the documents take. Servers report what their files take, which depends on the node. */
function sizeOf({ documents }: NamedIndex['index']): string {
  const bytes = bytesOf(documents);
  return bytes < 1024 ? `${String(bytes)}b` : `${(bytes / 1024).toFixed(1)}kb`;
}

const bytesOf = perObject((documents: NamedIndex['index']['documents']): number => {
  let bytes = 0;
  for (const document of documents.values()) bytes += lengthOf(document);
  return bytes;
});
const lengthOf = perObject(({ source }: DocumentRecord): number => JSON.stringify(source).length);

function column<Row>(name: string, short: string, summary: string, valueOf: Column<Row>['valueOf']): Column<Row> {
  return { name, short, summary, valueOf };
}

function number<Row>(name: string, short: string, summary: string, valueOf: Column<Row>['valueOf']): Column<Row> {
  return { name, short, summary, valueOf, isNumber: true };
}
