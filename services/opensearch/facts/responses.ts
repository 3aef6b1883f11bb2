import type { ProductResponses } from '@rulebook/catalogue/product-responses';
import type { ShownObject } from '@rulebook/search-cluster/facts/shown-objects';

const unreadable = ['malformed-json', 'duplicate-key'];
const ofMapping = ['index.mapping', 'index.mapping-too'].map((name) => `search-cluster.${name}`);
const ofMappings = ['search-cluster.index.create', ...ofMapping];
const ofSettings = ['index.create', 'index.settings', 'index.settings.all', 'settings.put'].map(
  (name) => `search-cluster.${name}`,
);

const ofSearches = ['search', 'search.all', 'index.count', 'index.count.all'].map((name) => `search-cluster.${name}`);

const ofSeveral = ['bulk', 'document.bulk', 'document.several', 'document.several-anywhere'].map(
  (name) => `search-cluster.${name}`,
);

const objects: Partial<Record<ShownObject, NonNullable<ProductResponses['objects']>[string]>> = {
  'brief snapshot': { lacks: ['repository'] },
  'changed aliases': { lacks: ['errors'] },
  'columns of an index': { lacks: ['dataset.size'] },
  'default settings of a cluster': { adds: { 'search.max_buckets': '65535' }, lacks: ['search.max_buckets'] },
  'health of a cluster': {
    adds: { discovered_master: true, discovered_cluster_manager: true },
    lacks: ['unassigned_primary_shards'],
  },
  'list of snapshots': { lacks: ['total', 'remaining', 'next'] },
  node: {
    adds: { total_indexing_buffer_in_bytes: 53687091 },
    lacks: ['transport_version', 'index_version', 'component_versions', 'build_flavor', 'total_indexing_buffer'],
  },
  repository: { lacks: ['uuid'] },
  'settings of an index': {
    adds: { 'index.replication.type': 'DOCUMENT' },
    lacks: ['index.routing.allocation.include._tier_preference'],
  },
  snapshot: { adds: { remote_store_index_shallow_copy: false }, lacks: ['repository', 'feature_states'] },
};

/** How responses of OpenSearch differ from those of the product from which it was made, as servers show it. */
export const openSearchResponses: ProductResponses = {
  errors: [
    {
      from: ['x_content_parse_exception', 'x_content_e_o_f_exception', 'mapper_parsing_exception'],
      rules: unreadable,
      operations: ofMappings,
      to: 'parse_exception',
    },
    {
      from: ['x_content_parse_exception'],
      rules: ['unavailable-element'],
      operations: ofSearches,
      to: 'parsing_exception',
    },
    { from: ['x_content_parse_exception'], rules: unreadable, to: 'json_parse_exception' },
    { from: ['x_content_e_o_f_exception'], to: 'unexpected_end_of_input_exception' },
    { from: ['document_parsing_exception'], to: 'mapper_parsing_exception' },
    { from: ['snapshot_name_already_in_use_exception'], to: 'invalid_snapshot_name_exception' },
    {
      from: ['illegal_argument_exception'],
      rules: ['unknown-field', 'unavailable-element'],
      operations: ofSettings,
      to: 'settings_exception',
    },
    {
      from: ['illegal_argument_exception'],
      rules: ['misplaced-field'],
      operations: ['search-cluster.settings.put'],
      to: 'settings_exception',
    },
    {
      from: ['mapper_parsing_exception'],
      rules: ['unsuitable-text'],
      operations: ofMapping,
      to: 'illegal_argument_exception',
    },
  ],
  values: { operations: ofSeveral, members: { 'resource.type': { index_or_alias: 'index_expression' } } },
  objects,
};
